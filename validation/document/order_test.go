package document_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/validation/document"
	"green500/validation/document/sample"
)

// TestFieldsStandInTheirOrder: as if each number were written with four digits.
func TestFieldsStandInTheirOrder(t *testing.T) {
	clean := sample.Clean(1, "2.0")
	fields := document.Fields(&clean.Entry)
	for i := range 30 {
		fields[fmt.Sprintf("series[%d].file", i)] = "a"
	}
	for _, path := range []string{"", "1", "a1b22c333d4444e55555", "meters[010].id", "[7]", "node_sets[12345].nodes",
		"0x9", "ä[3].ö"} {
		fields[path] = "odd"
	}
	pad := func(path string) string {
		return regexp.MustCompile(`\d+`).ReplaceAllStringFunc(path,
			func(n string) string { return strings.Repeat("0", max(0, 4-len(n))) + n })
	}
	want := slices.SortedFunc(maps.Keys(fields), func(a, b string) int { return strings.Compare(pad(a), pad(b)) })
	if got := document.ByPath(fields); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
