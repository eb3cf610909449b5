package tracefile

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// workbookOf returns a spreadsheet with a sheet of text and one of these rows.
func workbookOf(t testing.TB, from1904 bool, rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	demand := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	demand(f.SetCellValue("Sheet1", "A1", "notes"))
	_, err := f.NewSheet("log")
	demand(err)
	demand(f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &from1904}))
	for i := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		demand(err)
		demand(f.SetSheetRow("log", cell, &rows[i]))
	}
	var b bytes.Buffer
	demand(f.Write(&b))
	return b.Bytes()
}

func TestXLSX(t *testing.T) {
	title := []any{"Run of the night"}
	names, units := []any{"Time", "Power", "Note"}, []any{nil, "kW", nil}
	kilowatts := power.Series{Unit: "kW"}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"days, a row of units, an empty cell": {workbookOf(t, false, title, nil, names, units,
			[]any{45562.46961805555, 1.5, "x"}, []any{45562.46962962963, nil}, nil, []any{45562.4696412037, 2}),
			"Power 2024-09-27T09:16:15Z 1500.000000 W\nPower 2024-09-27T09:16:17Z 2000.000000 W\n"},
		"days since 1904": {workbookOf(t, true, names, []any{45562.46961805555 - 1462, 1}),
			"Power 2024-09-27T09:16:15Z 1000.000000 W\n"},
		"times as text": {workbookOf(t, false, names, []any{"2024-09-27T11:16:15+02:00", 1}),
			"Power 2024-09-27T09:16:15Z 1000.000000 W\n"},
		"text": {workbookOf(t, false, names, []any{45562.5, 1}, []any{45562.6, "x"}),
			`log, line 3, Power: "x" is not a number; write digits with a decimal point, as 1234.5.`},
		"no name": {workbookOf(t, false, names, []any{45562.5, 1}, []any{45562.6, 1, "x", "y"}),
			`log, line 3: has a cell where no column has a name: "y"; name the column, or clear the cell.`},
		"another unit": {workbookOf(t, false, []any{"Time", "Power (W)"}, []any{45562.5, 1}),
			"log, unit: Power (W) is in W, not in kW; write unit W."},
		"no table": {workbookOf(t, false, title),
			"log: has no sheet with a table of times and numbers; put the names of the columns above the readings."},
	} {
		t.Run(name, func(t *testing.T) {
			traces, err := readOne("log", c.file, &kilowatts, tracetest.Berlin(t))
			got := tracetest.Shown(traces)
			if err != nil {
				tracetest.DemandInput(t, err)
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A part that unfolds into more than any table needs is refused before it is unfolded.
func TestXLSXBomb(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, length := range map[string]int{"[Content_Types].xml": 10, "xl/workbook.xml": 10,
		"xl/sharedStrings.xml": 16<<20 + 1} {
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(strings.Repeat(" ", length)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := readOne("log", b.Bytes(), &power.Series{Unit: "W"}, nil)
	if err == nil || !strings.Contains(err.Error(), `its part "xl/sharedStrings.xml" is too long`) {
		t.Errorf("got %v", err)
	}
}

func FuzzXLSX(f *testing.F) {
	file := workbookOf(f, false, []any{"Time", "Power"}, []any{45562.5, 1.5}, []any{45562.6, nil})
	f.Add(file, "", "")
	f.Add(file[:len(file)/2], "Power", "Time")
	f.Fuzz(func(t *testing.T, log []byte, value, key string) { fuzzSeries(t, input.IsXLSX, log, value, key) })
}

// Whatever a sheet holds, it is read or refused with a reason, and so is what is understood of it.
func FuzzSheet(f *testing.F) {
	f.Add("Time|Power (W)\n"+rowsAt("=1", "=2@5", "#N/A", "=?"), false)
	f.Add("!2\n\nDatum|Zeit|Leistung\n||kW\n=46174@2|=0.5@3|1,5\n=46174@2|=1.5@4|2,5\n", true)
	f.Add(`<c r="ZZ1" t="s"><v>0</v></c>|<c t="d"><v>2026-06-01T12:00:00</v></c>|<c><f>`, false)
	f.Add("Time|Power\n=1e300@1|=-1e-300@6\n=46174.99999999999999@3|=1e308@5\n", true)
	f.Fuzz(func(t *testing.T, rows string, from1904 bool) {
		fuzzSeries(t, input.IsXLSX, bookOf(t, from1904, "A:"+rows, "B:Time|Power (W)\n=46174.5@1|=1\n"), "", "")
		book := bookOf(t, from1904, "A:"+rows)
		fuzzSeries(t, input.IsXLSX, book, "*", "")
		_, err := Understand(Input{Name: "log", At: bytes.NewReader(book), Size: int64(len(book))}, ImportSettings{},
			nil, canonical.Memory)
		if err != nil {
			tracetest.DemandInput(t, err)
		}
	})
}
