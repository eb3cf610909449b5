package jsonlog

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

func TestTornLinesAreBlanks(t *testing.T) {
	const row = `{"t": 1, "w": "a{"}` + "\n"
	for name, c := range map[string]struct {
		text string
		torn []int
	}{
		"whole":         {row + row + row, nil},
		"cut off":       {row + `{"t": 1, "w` + "\n" + row, []int{2}},
		"the rest":      {row + `1, "w": 2}` + "\n" + row, []int{2}},
		"joined":        {row + `{"t": 1, "{"t": 1, "w": 2}` + "\n" + row, []int{2}},
		"the last":      {row + row + `{"t": 1, "w": 2`, []int{3}},
		"an empty line": {row + "\n" + row, nil},
	} {
		var torn []int
		guard := &lineGuard{in: bufio.NewReaderSize(strings.NewReader(c.text), 16),
			torn: func(line int) { torn = append(torn, line) }}
		text, err := io.ReadAll(guard)
		if err != nil || len(text) != len(c.text) || strings.Count(string(text), row) != 3-len(torn)-
			min(1, strings.Count(c.text, "\n\n")) || len(torn) != len(c.torn) || len(torn) > 0 && torn[0] != c.torn[0] {
			t.Errorf("%s: lines %v are torn of %q, %v", name, torn, text, err)
		}
	}
}
