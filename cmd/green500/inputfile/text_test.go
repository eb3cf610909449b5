package inputfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTextsOfSettings(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		at := filepath.Join(folder, name)
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return "@" + at
	}
	for typed, want := range map[string]Text{
		"": "", "https://centre.example.org/privacy": "https://centre.example.org/privacy",
		file("text", "What we keep\n"): "What we keep\n",
	} {
		got := Text("before")
		if err := got.UnmarshalText([]byte(typed)); err != nil || got != want {
			t.Errorf("%q: got %q, %v", typed, got, err)
		}
	}
	for _, typed := range []string{
		"privacy.txt", "ftp://centre.example.org", "https://a b", file("empty", " \n"), file("bytes", "\xff"),
		file("long", strings.Repeat("a", longestText+1)), "@" + filepath.Join(folder, "missing"),
	} {
		var got Text
		if err := got.UnmarshalText([]byte(typed)); err == nil || got != "" {
			t.Errorf("%q: got %q", typed, got)
		}
	}
}
