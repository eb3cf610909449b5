package bundle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"green500/validation/bundle"
	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/sample"
)

// removalsTried is how many removals are tried where nobody asked for all of them by GREEN500_TEST_LONG.
const removalsTried = 900

// removal is a file, or a field, group or item of the document, that is taken from a bundle.
type removal struct {
	bundle string
	file   string
	path   []any // of names and places; nil where it is a file
}

func (r removal) String() string {
	if r.path == nil {
		return r.bundle + " without " + r.file
	}
	var text strings.Builder
	for _, step := range r.path {
		fmt.Fprintf(&text, ".%v", step)
	}
	return r.bundle + " without " + text.String()[1:]
}

// TestNoRemovalRaisesTheLevel takes each file, series and field from the cases of ../shared/cases/verdicts
// and from the samples, one at a time. What is refused has no level.
func TestNoRemovalRaisesTheLevel(t *testing.T) {
	bundles := removable(t)
	var all []removal
	before := map[string]power.Level{}
	for _, name := range slices.Sorted(maps.Keys(bundles)) {
		all = append(all, removals(t, name, bundles[name])...)
		before[name] = levelOfFiles(t, bundles[name])
	}
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		chance := rand.New(rand.NewPCG(41, 41))
		chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:min(len(all), removalsTried)]
	}
	var wait sync.WaitGroup
	next := make(chan removal)
	for range 2 {
		wait.Go(func() {
			for r := range next {
				if after := levelOfFiles(t, r.taken(bundles[r.bundle])); after > before[r.bundle] {
					t.Errorf("%s: granted %s, then %s", r, before[r.bundle], after)
				}
			}
		})
	}
	for _, r := range all {
		next <- r
	}
	close(next)
	wait.Wait()
	t.Logf("%d removals from %d bundles", len(all), len(bundles))
}

// removable are the bundles by their names: the samples, and the cases where their generator is there.
func removable(t *testing.T) map[string]fstest.MapFS {
	t.Helper()
	bundles := map[string]fstest.MapFS{}
	add := func(name string, b sample.Bundle) {
		document, err := json.Marshal(b.Entry)
		if err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{documentName: {Data: document}}
		for file, data := range b.Files {
			files[file] = &fstest.MapFile{Data: data}
		}
		bundles[name] = files
	}
	for _, s := range sample.Varied() {
		add("sample "+s.Name, s.Bundle)
	}
	cases := filepath.Join(shared, "cases", "verdicts", "generate.py")
	if _, err := os.Stat(cases); err != nil {
		return bundles
	}
	folder := filepath.Join(t.TempDir(), "cases")
	if out, err := exec.CommandContext(t.Context(), "python3", "-B", cases, folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		files, err := filepath.Glob(filepath.Join(folder, entry.Name(), "*"))
		if err != nil {
			t.Fatal(err)
		}
		read := fstest.MapFS{}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			read[filepath.Base(file)] = &fstest.MapFile{Data: data}
		}
		bundles[entry.Name()] = read
	}
	return bundles
}

const documentName = "submission.yaml" // JSON is YAML

func removals(t *testing.T, name string, files fstest.MapFS) []removal {
	t.Helper()
	var all []removal
	for file := range files {
		if file != documentName {
			all = append(all, removal{bundle: name, file: file})
		}
	}
	slices.SortFunc(all, func(a, b removal) int { return strings.Compare(a.file, b.file) })
	var walk func(path []any, value any)
	walk = func(path []any, value any) {
		if len(path) > 0 {
			all = append(all, removal{bundle: name, path: path})
		}
		switch value := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				walk(slices.Concat(path, []any{key}), value[key])
			}
		case []any:
			for i := range value {
				walk(slices.Concat(path, []any{i}), value[i])
			}
		}
	}
	walk(nil, decoded(t, files))
	return all
}

func decoded(t *testing.T, files fstest.MapFS) any {
	t.Helper()
	var document any
	if err := json.Unmarshal(files[documentName].Data, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// taken is the bundle that is left.
func (r removal) taken(files fstest.MapFS) fstest.MapFS {
	left := maps.Clone(files)
	if r.path == nil {
		delete(left, r.file)
		return left
	}
	var document any
	_ = json.Unmarshal(files[documentName].Data, &document) // it was read before
	data, _ := json.Marshal(without(document, r.path))
	left[documentName] = &fstest.MapFile{Data: data}
	return left
}

func without(value any, path []any) any {
	switch at := path[0].(type) {
	case string:
		group := value.(map[string]any)
		if len(path) == 1 {
			delete(group, at)
		} else {
			group[at] = without(group[at], path[1:])
		}
		return group
	case int:
		items := value.([]any)
		if len(path) == 1 {
			return slices.Delete(items, at, at+1)
		}
		items[at] = without(items[at], path[1:])
		return items
	}
	panic("a path has no step of " + strconv.Quote(fmt.Sprint(path[0])))
}

func levelOfFiles(t *testing.T, files fstest.MapFS) power.Level {
	b, err := bundle.Open(files, canonical.Memory)
	if troubles := (power.InputErrors{}); errors.As(err, &troubles) {
		return 0
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	defer b.Close()
	report, err := b.Grade("")
	if err != nil {
		t.Error(err)
		return 0
	}
	return report.GrantedLevel
}
