package published_test

import (
	"errors"
	"math"
	"testing"

	"green500/validation/lists/published"
	"green500/validation/power"
)

// FuzzRead: whatever the file is, it is refused with what to do, or read into figures that can be.
func FuzzRead(f *testing.F) {
	for _, seed := range [][]byte{[]byte(modern), compound("Workbook", eight()), compound("Book", five()),
		workbook(f, list), []byte("Rank:Site:Country:Year:Rmax\n1::\"\"\":5\n"), []byte("H\x9a;\xf6")} {
		f.Add("green500_top_201611.xls", seed)
		f.Add("TOP500_202406.xlsx", seed)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		list, err := published.Read(published.Source{Name: name}, data)
		if err != nil {
			var inputError *power.InputError
			if !errors.As(err, &inputError) || inputError.Remedy == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		sound(t, list)
	})
}

func sound(t *testing.T, list *published.List) {
	t.Helper()
	line := 0
	for _, r := range list.Rows {
		for _, figure := range []float64{float64(r.Rmax), float64(r.Rpeak), of(r.Power), of(r.Efficiency),
			of(r.OptimizedRmax), of(r.OptimizedPower)} {
			if !(figure >= 0) || math.IsInf(figure, 0) {
				t.Fatalf("%+v", r)
			}
		}
		if r.Line <= line || r.Rank < 0 || r.Level < 0 || r.Level > 3 || r.Rank == 0 && r.Rmax == 0 {
			t.Fatalf("%+v", r)
		}
		line = r.Line
	}
	for _, c := range list.Contradictions() {
		if c.String() == "" || c.Rank < 0 {
			t.Fatalf("%+v", c)
		}
	}
	for _, remark := range list.Warnings {
		if remark.Problem == "" {
			t.Fatalf("%+v", remark)
		}
	}
}

// FuzzRecords reads streams of records without the file they lie in, which few changes would survive.
func FuzzRecords(f *testing.F) {
	f.Add(eight())
	f.Add(five())
	f.Fuzz(func(t *testing.T, stream []byte) {
		_, err := published.ReadStream(stream)
		var inputError *power.InputError
		if err != nil && !errors.As(err, &inputError) {
			t.Fatalf("%v", err)
		}
	})
}
