package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// golden is what the program writes, by the names of its items: an index in testdata/golden holds the first half of the
// SHA-256 of each text, without what differs from run to run. Two environment variables change what its tests do:
//
//	GREEN500_TEST_GOLDEN_DUMP=DIR    write every text to DIR/GROUP/ITEM, so that "diff -r" compares two versions
//	GREEN500_TEST_GOLDEN_UPDATE=1    write the indexes again
type golden struct {
	t     *testing.T
	group string // the name of the index

	mutex sync.Mutex
	sums  map[string]string
	some  bool // whether items were left out; see samples
}

const goldenFolder = "testdata/golden"

// newGolden begins a group; what an earlier dump of it holds is removed.
func newGolden(t *testing.T, group string) *golden {
	t.Helper()
	if folder := os.Getenv("GREEN500_TEST_GOLDEN_DUMP"); folder != "" {
		must(t, os.RemoveAll(filepath.Join(folder, group)))
	}
	return &golden{t: t, group: group, sums: map[string]string{}}
}

// samples returns an eighth of names, always the same, if all take long and nothing asks for them. Long tests and those
// that write what was made take all.
func (g *golden) samples(names []string) []string {
	for _, variable := range []string{"GREEN500_TEST_LONG", "GREEN500_TEST_GOLDEN_DUMP",
		"GREEN500_TEST_GOLDEN_UPDATE"} {
		if os.Getenv(variable) != "" {
			return names
		}
	}
	g.some = true
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return shortSum(name)[0] > '1' })
}

var notInItems = regexp.MustCompile(`[^A-Za-z0-9._=,/+~:-]+`)

// put adds an item. It is safe for concurrent use.
func (g *golden) put(item, text string) {
	item = notInItems.ReplaceAllString(item, "_")
	const longest = 180
	if len(item) > longest {
		item = item[:longest] + "~" + shortSum(item)
	}
	g.mutex.Lock()
	_, twice := g.sums[item]
	g.sums[item] = shortSum(text)
	g.mutex.Unlock()
	if twice {
		g.t.Errorf("%s: there are two items %s", g.group, item)
	}
	if folder := os.Getenv("GREEN500_TEST_GOLDEN_DUMP"); folder != "" {
		if err := writeItem(filepath.Join(folder, g.group, item), text); err != nil {
			g.t.Error(err)
		}
	}
}

// shortSum is the first half of a SHA-256: enough to notice a change, and half as much to keep.
func shortSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

func writeItem(name, text string) error {
	const private = 0o700
	if err := os.MkdirAll(filepath.Dir(name), private); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600)
}

func (g *golden) index() string { return filepath.Join(goldenFolder, g.group+".txt") }

// check compares the items with the index, or writes the index.
func (g *golden) check() {
	g.t.Helper()
	if len(g.sums) == 0 {
		g.t.Fatalf("%s: there is nothing to compare", g.group)
	}
	if os.Getenv("GREEN500_TEST_GOLDEN_UPDATE") != "" {
		must(g.t, os.WriteFile(g.index(), g.written(), 0o644))
		return
	}
	held, err := readIndex(g.index())
	must(g.t, err)
	var changed, missing, added []string
	for item, sum := range g.sums {
		switch want, known := held[item]; {
		case !known:
			added = append(added, item)
		case want != sum:
			changed = append(changed, item)
		}
	}
	for item := range held {
		if _, made := g.sums[item]; !made && !g.some {
			missing = append(missing, item)
		}
	}
	g.complain("changed", changed)
	g.complain("missing", missing)
	g.complain("new", added)
	if len(changed)+len(missing)+len(added) > 0 {
		g.t.Logf(`to see the difference of %s, run this test with GREEN500_TEST_GOLDEN_DUMP=/tmp/new here,
	with GREEN500_TEST_GOLDEN_DUMP=/tmp/old on the commit before, then
	diff -r /tmp/old/%[1]s /tmp/new/%[1]s
if it is intended, run this test with GREEN500_TEST_GOLDEN_UPDATE=1 and commit %[2]s`, g.group, g.index())
	}
}

func (g *golden) complain(what string, items []string) {
	g.t.Helper()
	const most = 40
	if len(items) == 0 {
		return
	}
	slices.Sort(items)
	more := ""
	if len(items) > most {
		more = fmt.Sprintf("\n  and %d more", len(items)-most)
	}
	g.t.Errorf("%s: %d of %d items are %s:\n  %s%s", g.group, len(items), len(g.sums), what,
		strings.Join(items[:min(most, len(items))], "\n  "), more)
}

func (g *golden) written() []byte {
	var out bytes.Buffer
	for _, item := range slices.Sorted(maps.Keys(g.sums)) {
		fmt.Fprintf(&out, "%s %s\n", item, g.sums[item])
	}
	return out.Bytes()
}

func readIndex(name string) (map[string]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	held := map[string]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		item, sum, _ := strings.Cut(lines.Text(), " ")
		held[item] = sum
	}
	return held, lines.Err()
}

// onAllCores calls what for every item, some at once.
func onAllCores[T any](items []T, what func(T)) {
	next := make(chan T)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for item := range next {
				what(item)
			}
		})
	}
	for _, item := range items {
		next <- item
	}
	close(next)
	group.Wait()
}

// filesUnder lists the files of a folder, by their paths in it with slashes; none if there is no such folder.
func filesUnder(t *testing.T, folder string) []string {
	t.Helper()
	if _, err := os.Stat(folder); err != nil {
		return nil
	}
	var found []string
	must(t, fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, name)
		}
		return err
	}))
	return found
}
