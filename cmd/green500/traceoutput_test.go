package main

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A value is written to its last digit, and no more.
func TestFixedIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value, digits := rapid.Int64().Draw(t, "value"), rapid.IntRange(1, 9).Draw(t, "digits")
		text := string(appendFixed([]byte("before,"), value, digits))
		number, begun := strings.CutPrefix(text, "before,")
		got, ok := new(big.Rat).SetString(number)
		want := new(big.Rat).SetFrac(big.NewInt(value),
			new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
		if !begun || !ok || got.Cmp(want) != 0 {
			t.Fatalf("%q for %s", text, want.FloatString(digits))
		}
		if strings.Contains(number, ".") && strings.HasSuffix(number, "0") || strings.HasSuffix(number, ".") {
			t.Fatalf("%q has more digits than it needs", number)
		}
	})
}

// TestRowsAreTakenByTheirCells, the empty ones as well.
func TestRowsAreTakenByTheirCells(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.csv")
	rows := "time,zone,power\n2026-06-01T10:00:00Z,,100\n2026-06-01T10:00:01Z,a,101\n2026-06-01T10:00:02Z,b,102\n"
	must(t, os.WriteFile(log, []byte(rows), 0o600))
	for where, want := range map[string]string{"zone=": "power: 1 reading ", "zone=b,": "power: 2 readings "} {
		var out strings.Builder
		if err := runCommand(&out, []string{"trace", log, "--where", where}); err != nil ||
			!strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", where, err, out.String())
		}
	}
}
