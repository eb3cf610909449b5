package upload

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"green500/handlers"
)

func FuzzMetadata(f *testing.F) {
	for _, header := range []string{"", "filename bm9kZTEuY3N2,entry MTI=", "filename", "filename ,entry MTI=", ",",
		"a YQ==,a YQ==", "a  YQ==", "filename \x00"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		said, err := parseMetadata(header)
		if err != nil {
			if status, sentence := handlers.Outcome(err); status != http.StatusBadRequest || sentence == "" {
				t.Errorf("%q is answered by %d %q", err, status, sentence)
			}
			return
		}
		var pairs []string
		for key, value := range said {
			pairs = append(pairs, pairOf(key, value))
		}
		again, err := parseMetadata(strings.Join(pairs, ","))
		if err != nil || !maps.Equal(said, again) {
			t.Errorf("%v: %v became %v", err, said, again)
		}
		if slices.Contains(slices.Collect(maps.Keys(said)), "") {
			t.Error("a value without a key")
		}
	})
}
