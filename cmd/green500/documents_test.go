package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// documents returns the Markdown files of the repository by their paths, with their texts.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != root {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	if err != nil || len(texts) == 0 {
		t.Fatal("no documents", err)
	}
	return texts
}

// markdownLink is a link to a file, or a picture, in Markdown: its path and its anchor.
var markdownLink = regexp.MustCompile(`\]\(([^():#]*)(?:#([^()]*))?\)`)

// TestLinksOfDocumentsExist: a link from one Markdown file to another names a file and a heading that exist.
func TestLinksOfDocumentsExist(t *testing.T) {
	texts := documents(t)
	for path, text := range texts {
		for _, found := range markdownLink.FindAllStringSubmatch(text, -1) {
			target, anchor := path, found[2]
			if found[1] != "" {
				target = filepath.Join(filepath.Dir(path), found[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which does not exist", path, found[1])
				continue
			}
			if anchor != "" && !anchors(texts[target])[anchor] {
				t.Errorf("%s links to %s, which has no heading %q", path, target, anchor)
			}
		}
	}
}

var (
	markdownHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	places          = regexp.MustCompile(`<a id="([^"]+)">`)
	unlinked        = regexp.MustCompile("[^a-z0-9 -]")
)

// anchors are the headings of a text, and the names it gives places, as links write them.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, one := range markdownHeading.FindAllStringSubmatch(text, -1) {
		found[strings.ReplaceAll(unlinked.ReplaceAllString(strings.ToLower(one[1]), ""), " ", "-")] = true
	}
	for _, one := range places.FindAllStringSubmatch(text, -1) {
		found[one[1]] = true
	}
	return found
}

// TestLinesOfDocumentsAreShort: Markdown is read in terminals, too.
func TestLinesOfDocumentsAreShort(t *testing.T) {
	const longest = 120
	for path, text := range documents(t) {
		number := 0
		for line := range strings.Lines(text) {
			number++
			if length := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); length > longest {
				t.Errorf("%s:%d has %d characters, more than %d", path, number, length, longest)
			}
		}
	}
}

var (
	taskRow = regexp.MustCompile("(?m)^\\| ([0-9]*) \\| ([^|]*) \\| `([^`]+)`[^|]*\\|$")
	newFile = regexp.MustCompile(`<[a-z]+>`)
)

// TestFilesOfTasksExist: the table of tasks in CONTRIBUTING.md names files that exist, and most tasks need few of them.
func TestFilesOfTasksExist(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	var tasks []map[string]bool // the files of each
	for _, row := range taskRow.FindAllStringSubmatch(string(text), -1) {
		if row[1] != "" {
			tasks = append(tasks, map[string]bool{})
		}
		if len(tasks) == 0 || row[1] != "" && row[1] != strconv.Itoa(len(tasks)) {
			t.Fatalf("task %s of %s is not the one after %d", row[1], row[2], len(tasks))
		}
		tasks[len(tasks)-1][row[3]] = true
		if !exists(t, newFile.ReplaceAllString(row[3], "*")) {
			t.Errorf("task %d names %s, which does not exist", len(tasks), row[3])
		}
	}
	const all, most, files, packages = 25, 20, 4, 3
	small := 0
	for _, named := range tasks {
		folders := map[string]bool{}
		for name := range named {
			folders[filepath.Dir(name)] = true
		}
		if len(named) <= files && len(folders) <= packages {
			small++
		}
	}
	if len(tasks) < all || small < most {
		t.Errorf("of %d tasks %d need at most %d files in %d packages, want %d of %d", len(tasks), small, files, packages, most, all)
	}
}

// exists reports whether a pattern matches a file of the repository.
func exists(t *testing.T, pattern string) bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return len(found) > 0
}

// TestTheReadmeShowsWhatItsBundleGets: the command of the README grades a bundle of the repository, and prints the lines shown there.
func TestTheReadmeShowsWhatItsBundleGets(t *testing.T) {
	text := documents(t)[filepath.Join(root, "README.md")]
	_, rest, _ := strings.Cut(text, "go run ./cmd/green500 check ")
	path, rest, _ := strings.Cut(rest, " ")
	_, rest, _ = strings.Cut(rest, "\n```\nLevel")
	shown, _, found := strings.Cut(rest, "```")
	printed := commandOutput(root, "check", filepath.Join(root, path))
	for line := range strings.Lines("Level" + shown) {
		if line != "...\n" && !strings.Contains(printed, line) {
			t.Errorf("check %s does not print %q:\n%s", path, line, printed)
		}
	}
	if !found || strings.Contains(printed, "Warnings") {
		t.Errorf("the README shows no output, or check %s warns:\n%s", path, printed)
	}
}
