package document_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"green500/validation/document"
	"green500/validation/power"
)

// TestADocumentIsNoLongerThanItsPageMayBe: 6,535 copies of one series in a megabyte made a page of 17 MB.
func TestADocumentIsNoLongerThanItsPageMayBe(t *testing.T) {
	items := func(group string, count int, item string) string {
		return group + ":\n" + strings.Repeat("- {"+item+"}\n", count)
	}
	for name, c := range map[string]struct{ text, said string }{
		"copies of a series": {items("series", 6535, "file: a.csv, meter: m"),
			"series: this list has 6535 items, and may have 500"},
		"meters": {items("meters", 501, "name: m"),
			"meters: this list has 501 items, and may have 500"},
		"node sets": {items("node_sets", 501, "name: n"),
			"node_sets: this list has 501 items, and may have 500"},
		"all lists together": {items("series", 400, "file: a.csv") + items("meters", 400, "id: m") + items(
			"node_sets", 201, "name: n"), "node_sets: the lists of the document have more than 1000 items together"},
		"a long text": {"system: {name: " + strings.Repeat("x", document.MaximumField+1) + "}",
			"system.name: this holds 65537 bytes, and a field 65536 at most"},
		"words": {"series:\n- {instruments: [" + strings.Repeat("n,", 10_001) + "]}",
			"series[0].instruments: this list has 10001 items, and may have 10000"},
		"series of a few meters": {items("series", 500, "file: a.csv") + items("meters", 500, "name: m"), ""},
	} {
		_, _, err := document.Decode("submission.yaml", []byte(c.text))
		if got := fmt.Sprint(err); strings.Contains(got, "may have") != strings.Contains(c.said, "may have") ||
			!strings.Contains(got, c.said) {
			t.Errorf("%s: %.300s", name, got)
		}
	}
}

// TestManyErrorsAreCountedAndNotKept: a document of 600 kB was answered by 30 MB, and one of 220 kB took 2.6 GB of
// memory.
func TestManyErrorsAreCountedAndNotKept(t *testing.T) {
	var before, after runtime.MemStats
	const mostMemory, mostSaid = 64 << 20, 32 << 10 // bytes
	for name, c := range map[string]struct {
		text  string
		total int
	}{
		"unknown fields": {strings.Repeat("x: 1\n", 60_000), 60_000},
		"a long column name": {"series:\n- where:\n    ? " + strings.Repeat("k", 200_000) + "\n    : [" +
			strings.Repeat("1,", 10_000) + "]\n", 1},
	} {
		runtime.ReadMemStats(&before)
		_, err := document.DecodeInto(name, []byte(c.text), &power.Entry{})
		runtime.ReadMemStats(&after)
		said := fmt.Sprint(err)
		many, _ := errors.AsType[power.InputErrors](err)
		if len(many) > power.MaximumInputErrors+1 || many.Total() != c.total || len(said) > mostSaid {
			t.Errorf("%s: %d of %d errors are kept, in %d bytes", name, len(many), many.Total(), len(said))
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > mostMemory {
			t.Errorf("%s: %d MiB", name, used>>20)
		}
	}
}

// TestItemsOfFields counts what a form shows, however few fields are filled in.
func TestItemsOfFields(t *testing.T) {
	for want, fields := range map[int]map[string]string{
		0:   {"system.name": "x"},
		502: {"series[499].file": "a", "series[3].file": "b", "meters[1].name": "m", "meters[1].ranges": "x"},
	} {
		if got := document.Items(fields); got != want {
			t.Errorf("%v has %d items, want %d", fields, got, want)
		}
	}
}
