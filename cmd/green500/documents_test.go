package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
	taskRow = regexp.MustCompile("(?m)^\\| ?([0-9]*) \\| ?([^|]*?) ?\\| `([^`]+)`(, )?[^|]*\\|$")
	newFile = regexp.MustCompile(`<[a-z]+>`)
)

// namedFile is a file, or a pattern of files, that a task changes; always, or in some cases.
type namedFile struct {
	path   string
	always bool
}

// tasksOf are the tasks of the tables below a heading of CONTRIBUTING.md, with their files.
func tasksOf(t *testing.T, heading string) map[string][]namedFile {
	t.Helper()
	_, text, found := strings.Cut(documents(t)[filepath.Join(root, "CONTRIBUTING.md")], "\n"+heading+"\n")
	mark, _, _ := strings.Cut(heading, " ")
	text, _, _ = strings.Cut(text, "\n"+mark+" ")
	tasks, title := map[string][]namedFile{}, ""
	for _, row := range taskRow.FindAllStringSubmatch(text, -1) {
		if row[1] != "" {
			title = row[2]
		}
		tasks[title] = append(tasks[title], namedFile{newFile.ReplaceAllString(row[3], "*"), row[4] == ""})
	}
	if !found || len(tasks) == 0 {
		t.Fatalf("there are no tasks below %q", heading)
	}
	return tasks
}

// commonChanges are the changes that developers make most often.
func commonChanges(t *testing.T) map[string][]namedFile {
	t.Helper()
	return tasksOf(t, "### Common changes")
}

// TestFilesOfTasksExist: the tables of tasks in CONTRIBUTING.md name files that exist, and most tasks need few of them.
func TestFilesOfTasksExist(t *testing.T) {
	const all, most, files, packages = 25, 20, 4, 3
	tasks, small := tasksOf(t, "## Tasks and their files"), 0
	for title, named := range tasks {
		folders := map[string]bool{}
		for _, file := range named {
			folders[filepath.Dir(file.path)] = true
			if !exists(t, file.path) {
				t.Errorf("%s: %s does not exist", title, file.path)
			}
		}
		if len(named) <= files && len(folders) <= packages {
			small++
		}
	}
	if len(tasks) < all || small < most {
		t.Errorf("of %d tasks %d need at most %d files in %d packages, want %d of %d", len(tasks), small, files,
			packages, most, all)
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

// TestTheReadmeShowsWhatItsBundleGets: the command of the README grades a bundle of the repository, and prints the
// lines shown there.
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

// TestTheMapShowsEveryRoom: CONTRIBUTING.md links each folder of code at the top, and each in validation.
func TestTheMapShowsEveryRoom(t *testing.T) {
	text := documents(t)[filepath.Join(root, "CONTRIBUTING.md")]
	seen := 0
	for _, pattern := range []string{"*/*.go", "cmd/*/*.go", "validation/*/*.go", "validation/*/*/*.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		must(t, err)
		for _, file := range files {
			parts := strings.Split(filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), root+"/")), "/")
			room := strings.Join(parts[:min(len(parts), 2)], "/")
			if seen++; !strings.Contains(text, "| ["+room+"](") {
				t.Errorf("the map does not show %s", room)
			}
		}
	}
	if seen == 0 {
		t.Error("there is no code")
	}
}
