package model_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// rowsOf reads a table of a paper: a line a row, its cells apart by blanks.
func rowsOf(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		if cells := strings.Fields(line); len(cells) > 0 && !strings.HasPrefix(line, "#") {
			rows = append(rows, cells)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s holds no row", name)
	}
	return rows
}

func numberOf(t *testing.T, cell string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// near fails if got lies further from want than within.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v; want %v within %v", what, got, want, within)
	}
}
