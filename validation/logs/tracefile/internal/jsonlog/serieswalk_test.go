package jsonlog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/celltext"
)

// TestPairsAreReadAlike: however pairs are written, the same readings come of them, across the ends of what is in
// memory, too.
func TestPairsAreReadAlike(t *testing.T) {
	const pairs = 20_000 // more than what is held in memory
	written := func(form string, join string) string {
		texts := make([]string, pairs)
		for i := range texts {
			texts[i] = fmt.Sprintf(form, 1776172800+i, 200+i%97)
		}
		return `[{"metric":{"__name__":"p"},"values":[` + strings.Join(texts, join) + `]}]`
	}
	read := func(text string) (got []string) {
		w := &seriesWalk{JSONReader: NewJSONReader(celltext.Source{Name: "log"}, strings.NewReader(text), 0),
			begin: func([]label) error { return nil }}
		w.reading = func(at, value []byte) error {
			got = append(got, string(at)+" "+string(value))
			return nil
		}
		if err := w.value("result"); err != nil {
			t.Fatal(err)
		}
		if w.at != int64(len(text)) {
			t.Errorf("%d bytes of %d are counted", w.at, len(text))
		}
		return got
	}
	want := read(written(`[%d.5,"%d"]`, ","))
	if len(want) != pairs || want[pairs-1] != fmt.Sprintf("%d.5 %d", 1776172800+pairs-1, 200+(pairs-1)%97) {
		t.Fatalf("%d readings", len(want))
	}
	for form, join := range map[string]string{`[%d.5, "%d"]`: ",", `[ %d.5,"%d" ]`: ",", `[%d.5,"%d" ]`: ",\n",
		`[%d.5,%d]`: ", "} {
		if got := read(written(form, join)); !slices.Equal(got, want) {
			t.Errorf("%s: %d readings, %q", form, len(got), got[:min(len(got), 3)])
		}
	}
}
