package jsonlog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/tracefile/internal/celltext"
)

// TestPlainPairs: pairs that are cut out of a text as they stand, and those that are left to the reader of any JSON.
func TestPlainPairs(t *testing.T) {
	for text, want := range map[string][2]string{
		`[1776172800,"212.0"]`: {"1776172800", "212.0"}, `[1776172800.5,"-2e3"],`: {"1776172800.5", "-2e3"}, `[0.5, "NaN"]`: {"0.5", "NaN"}, `[1,2.25]]`: {"1", "2.25"}, `[1, 0]`: {"1", "0"},
	} {
		at, value, end := plainPair([]byte("["+text), 1)
		if string(at) != want[0] || string(value) != want[1] || end != strings.IndexByte(text, ']')+2 {
			t.Errorf("%s is cut into %q and %q, to %d", text, at, value, end)
		}
	}
	for _, text := range []string{
		``, `[`, `[1`, `[1,`, `[1,"`, `[1,"2`, `[1,"2"`, `[1,2`, `[1,2.`, `{1,2]`, `["1",2]`, `[01,2]`, `[1,02]`, `[1.,2]`, `[1,2.]`, `[1,.5]`, `[-1,2]`, `[1,-2]`, `[1,2e3]`, `[1,null]`, `[1,""]`, `[1,"\u0032"]`, `[1,"é"]`,
		`[1,2,3]`, `[1,"2",3]`, `[1]`, `[1,2}`, `[ 1,2]`, `[1 ,2]`, `[1,  2]`, `[1,2 ]`, "[1,\n2]", `[1.2.3,4]`, `[1,2.3.4]`,
	} {
		if at, value, end := plainPair([]byte(text), 0); end != 0 {
			t.Errorf("%s is cut into %q and %q, to %d", text, at, value, end)
		}
	}
}

// TestPairsAreReadAlike: however pairs are written, the same readings come of them, across the ends of what is in memory, too.
func TestPairsAreReadAlike(t *testing.T) {
	const pairs = 20_000 // more than what is held in memory
	written := func(form string, join string) string {
		texts := make([]string, pairs)
		for i := range texts {
			texts[i] = fmt.Sprintf(form, 1776172800+i, 200+i%97)
		}
		return `[{"metric":{"__name__":"p"},"values":[` + strings.Join(texts, join) + `]}]`
	}
	read := func(text string) (got []string, quick int) {
		held := 0
		w := &seriesWalk{JSONReader: NewJSONReader(celltext.Source{Name: "log"}, strings.NewReader(text), 0), begin: func([]label) error { return nil }}
		w.reading = func(at, value []byte) error {
			got = append(got, string(at)+" "+string(value))
			quick += celltext.CountIf(held == w.in.Buffered()) // it is cut out of what is held
			held = w.in.Buffered()
			return nil
		}
		if err := w.value("result"); err != nil {
			t.Fatal(err)
		}
		if w.at != int64(len(text)) {
			t.Errorf("%d bytes of %d are counted", w.at, len(text))
		}
		return got, quick
	}
	want, quick := read(written(`[%d.5,"%d"]`, ","))
	if len(want) != pairs || want[pairs-1] != fmt.Sprintf("%d.5 %d", 1776172800+pairs-1, 200+(pairs-1)%97) || quick < pairs-100 {
		t.Fatalf("%d readings, %d of them quickly", len(want), quick)
	}
	for form, join := range map[string]string{`[%d.5, "%d"]`: ",", `[ %d.5,"%d" ]`: ",", `[%d.5,"%d" ]`: ",\n", `[%d.5,%d]`: ", "} {
		if got, _ := read(written(form, join)); !slices.Equal(got, want) {
			t.Errorf("%s: %d readings, %q", form, len(got), got[:min(len(got), 3)])
		}
	}
	if _, quick := read(written(`[ %d.5,"%d" ]`, ",")); quick > 100 {
		t.Errorf("%d pairs with blanks are cut out", quick)
	}
}
