package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostFiles is how many files one fact may stand in.
const mostFiles = 4

// An addition is a change that a developer often makes. Its file in testdata/additions has a sentence, packages with
// the proof, then changes: "-- FILE --", lines that begin with a space are found in the file, one after the other;
// lines that begin with "+" are inserted there, those with "-" go. Files of tests have the proof and are not counted.
type addition struct {
	name, task string
	packages   []string
	changes    [][2]string // of a file, the lines
}

// files are those that a developer changes by hand.
func (a addition) files() []string {
	var files []string
	for _, change := range a.changes {
		if !strings.HasSuffix(change[0], "_test.go") {
			files = append(files, change[0])
		}
	}
	return files
}

func additions(t *testing.T) []addition {
	t.Helper()
	names, err := filepath.Glob("testdata/additions/*.txt")
	must(t, err)
	all := make([]addition, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name)
		must(t, err)
		about, changes, _ := strings.Cut(string(text), "\n-- ")
		end := strings.LastIndex(about, "\n") + 1
		all[i] = addition{name: strings.TrimSuffix(filepath.Base(name), ".txt"), task: about[:end],
			packages: strings.Fields(about[end:])}
		for change := range strings.SplitSeq(changes, "\n-- ") {
			path, lines, _ := strings.Cut(change, " --\n")
			all[i].changes = append(all[i].changes, [2]string{path, strings.TrimSuffix(lines, "\n") + "\n"})
		}
	}
	return all
}

// TestCommonChangesNameTheirFiles: CONTRIBUTING.md has each addition, with the files that it changes and no others, but
// for those that only some changes need.
func TestCommonChangesNameTheirFiles(t *testing.T) {
	common, found := commonChanges(t), 0
	for _, a := range additions(t) {
		for title, named := range common {
			verb, rest, _ := strings.Cut(title, " ")
			if !strings.HasPrefix(a.task, verb+"s "+rest) {
				continue
			}
			found++
			for _, file := range a.files() {
				if at := place(named, file); at >= 0 {
					named = slices.Delete(named, at, at+1)
				} else {
					t.Errorf("%s: the table does not name %s", title, file)
				}
			}
			for _, left := range named {
				if left.always {
					t.Errorf("%s: %s was not changed", title, left.path)
				}
			}
		}
	}
	if found != len(additions(t)) || found != len(common) {
		t.Errorf("%d of %d common changes are among %d additions", found, len(common), len(additions(t)))
	}
}

// place is where a file is among those that a task names: by its name, or else by a pattern; -1 if it is not.
func place(named []namedFile, file string) int {
	if at := slices.Index(named, namedFile{file, true}); at >= 0 {
		return at
	}
	return slices.IndexFunc(named, func(n namedFile) bool {
		matched, _ := filepath.Match(n.path, file)
		return matched
	})
}

// TestAFactIsAddedInFewFiles makes the additions to a copy of the code, proves by a test in the changed code that each
// works, and counts the files that had to change.
func TestAFactIsAddedInFewFiles(t *testing.T) {
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		t.Skip("GREEN500_TEST_LONG=1 asks for it")
	}
	for _, a := range additions(t) {
		t.Run(a.name, func(t *testing.T) {
			if counted := len(a.files()); counted > mostFiles {
				t.Errorf("%d files have to change, want at most %d", counted, mostFiles)
			}
			folder, replaced := t.TempDir(), map[string]string{}
			for _, change := range a.changes {
				full, err := filepath.Abs(filepath.Join(root, change[0]))
				must(t, err)
				was, err := os.ReadFile(full)
				if err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
				made := filepath.Join(folder, strings.ReplaceAll(change[0], "/", "_"))
				must(t, os.WriteFile(made, []byte(changed(t, change[0], string(was), change[1])), 0o600))
				if drawn, isTempl := strings.CutSuffix(full, ".templ"); isTempl {
					full, made = drawn+"_templ.go", generatedOf(t, made)
				}
				replaced[full] = made
			}
			overlay, err := json.Marshal(map[string]any{"Replace": replaced})
			must(t, err)
			list := filepath.Join(folder, "overlay.json")
			must(t, os.WriteFile(list, overlay, 0o600))
			run := exec.Command("go",
				append([]string{"test", "-vet=off", "-overlay", list, "-run", "TestAddition"}, a.packages...)...)
			run.Dir = root
			if out, err := run.CombinedOutput(); err != nil || bytes.Contains(out, []byte("no tests to run")) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// generatedOf is the file of the Go code of a page.
func generatedOf(t *testing.T, page string) string {
	t.Helper()
	run := exec.Command("go", "tool", "templ", "generate", "-stdout", "-f", page)
	run.Dir = root
	code, err := run.Output()
	must(t, err)
	must(t, os.WriteFile(page+".go", code, 0o600))
	return page + ".go"
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
