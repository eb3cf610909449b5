package delimited

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// TestErrorsNameTheirLine: whichever way and in whatever pieces a table is read, an error names the line of the file.
func TestErrorsNameTheirLine(t *testing.T) {
	series := []*power.Series{{Unit: "W", Value: "power"}}
	for name, c := range map[string]struct {
		line string
		want string
	}{
		"a number":    {"1622130000,a,5x4\n", "5x4"},
		"too long":    {"1622130000," + strings.Repeat("a", table.MaxRecord+1) + ",5\n", "is longer than"},
		"an open end": {"1622130000,\"a,5\n", "a quote is opened and never closed"},
	} {
		text, lines := "time,name,power\n", 1
		for i := range 120 {
			cell := "plain"
			if i%50 == 30 {
				cell, lines = "\"on two\nlines\"", lines+1
			}
			text, lines = text+fmt.Sprintf("%d,%s,%d.5\n", 1622125875+i, cell, 100+i%3), lines+1
		}
		text += c.line + "1622130001,plain,5\n"
		want := fmt.Sprintf("line %d", lines+1)
		for way, take := range map[string]func(*Delimited, []*table.Selection) error{
			"row by row": byRow, "in bulk": inBulk,
			"in turn": func(d *Delimited, s []*table.Selection) error {
				d.resolveNotation()
				return d.takePieces(s, 1)
			},
		} {
			for _, size := range []int{evenPieces / 4, evenPieces} {
				if said := outcome(t, []byte(text), size, series, nil, take); !strings.Contains(said, want) ||
					!strings.Contains(said, c.want) {
					t.Errorf("%s, %s, in pieces of %d: %.200s; want %s", name, way, size, said, want)
				}
			}
		}
	}
}
