package submission

import "testing"

// TestWhatIsSaidOfASharedFile distinguishes equal files, equal readings, and readings that are nearly the same.
func TestWhatIsSaidOfASharedFile(t *testing.T) {
	for want, file := range map[string]SharedFile{
		"log, same bytes": {Name: "a.csv", Use: "log", Other: "a.csv"},
		"HPL output, same bytes, named b.out there": {Name: "a.out",
			Use: "HPL output", Other: "b.out"},
		"log, same readings in a different file": {Name: "a.csv", Use: "log",
			Readings: true},
		"log, nearly the same readings: moved in time, scaled, cut or partly changed": {Name: "a.csv", Use: "log",
			Readings: true, Nearly: true},
	} {
		if got := file.words(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
