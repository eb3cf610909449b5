package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mostFiles is how many files one fact may stand in.
const mostFiles = 4

// TestAFactIsAddedInFewFiles adds a list column, a rule, a role, a state and an import setting to the code as a developer would,
// proves by a test in the changed code that each works, and counts the files that had to change. A file of testdata/additions names
// packages with the proof, then changes: "-- FILE --", lines that begin with a space are found in the file, one after the other;
// lines that begin with "+" are inserted there, those with "-" go. Files of tests hold the proof and are not counted.
func TestAFactIsAddedInFewFiles(t *testing.T) {
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		t.Skip("GREEN500_TEST_LONG=1 asks for it")
	}
	files, err := filepath.Glob("testdata/additions/*.txt")
	must(t, err)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			must(t, err)
			about, changes, _ := strings.Cut(string(text), "\n-- ")
			folder, replaced, counted := t.TempDir(), map[string]string{}, 0
			for change := range strings.SplitSeq(changes, "\n-- ") {
				path, lines, _ := strings.Cut(change, " --\n")
				if made, isTempl := strings.CutSuffix(path, ".templ"); isTempl {
					path = made + "_templ.go" // which repeats the lines of Go
				}
				full, err := filepath.Abs(filepath.Join(root, path))
				must(t, err)
				was, err := os.ReadFile(full)
				if err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
				replaced[full] = filepath.Join(folder, strings.ReplaceAll(path, "/", "_"))
				must(t, os.WriteFile(replaced[full], []byte(changed(t, path, string(was), strings.TrimSuffix(lines, "\n")+"\n")), 0o600))
				if !strings.HasSuffix(path, "_test.go") {
					counted++
				}
			}
			if counted > mostFiles {
				t.Errorf("%d files have to change, want at most %d", counted, mostFiles)
			}
			overlay, err := json.Marshal(map[string]any{"Replace": replaced})
			must(t, err)
			list := filepath.Join(folder, "overlay.json")
			must(t, os.WriteFile(list, overlay, 0o600))
			packages := strings.Fields(about[strings.LastIndex(about, "\n")+1:])
			run := exec.Command("go", append([]string{"test", "-vet=off", "-overlay", list, "-run", "TestAddition"}, packages...)...)
			run.Dir = root
			if out, err := run.CombinedOutput(); err != nil || bytes.Contains(out, []byte("no tests to run")) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// changed makes the changes to a text.
func changed(t *testing.T, path, text, changes string) string {
	t.Helper()
	var made strings.Builder
	for line := range strings.Lines(changes) {
		switch words := line[1:]; line[0] {
		case '+':
			made.WriteString(words)
		case ' ', '-':
			before, after, found := strings.Cut(text, words)
			if !found {
				t.Fatalf("%s has no line %q after those before", path, words)
			}
			made.WriteString(before)
			if line[0] == ' ' {
				made.WriteString(words)
			}
			text = after
		}
	}
	return made.String() + text
}
