package tracefile

import (
	"os"
	"path/filepath"
	"testing"

	"green500/validation/power"
)

// realData holds published measurements, which are no part of the project.
const realData = "../../../../shared/data"

func openReal(t testing.TB, path string) (*os.File, int64) {
	t.Helper()
	f, err := os.Open(filepath.Join(realData, path))
	if err != nil {
		t.Skipf("the published measurements are not beside the project: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return f, info.Size()
}

func span(t testing.TB, start, end string) power.Span {
	t.Helper()
	var s power.Span
	for text, into := range map[string]*power.Time{start: &s.Start, end: &s.End} {
		if err := into.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
