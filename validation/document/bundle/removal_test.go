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

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// trial is how many bundles are taken from and how many removals are tried: of all kinds in turn, chosen by chance.
// Tens of thousands of series and fields repeat each other; of a list the first, the last and one between are taken.
type trial struct{ bundles, removals int }

func trialAsked() trial {
	if os.Getenv("GREEN500_TEST_LONG") != "" {
		return trial{bundles: 1000, removals: 2500}
	}
	return trial{bundles: 25, removals: 80}
}

// removal is a file, or a field, group or item of the document, that is taken from a bundle.
type removal struct {
	bundle string
	file   string
	path   []any // of names and places; nil if it is a file
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

// kind is what is removed, whatever the places in lists and the bundle.
func (r removal) kind() string {
	if r.path == nil {
		return "a file"
	}
	var text strings.Builder
	for _, step := range r.path {
		if name, named := step.(string); named {
			text.WriteString("." + name)
		} else {
			text.WriteString("[]")
		}
	}
	return text.String()[1:]
}

// TestNoRemovalRaisesTheLevel takes each file, series and field from the cases of ../shared/cases/verdicts
// and from the samples, one at a time. What is refused has no level.
func TestNoRemovalRaisesTheLevel(t *testing.T) {
	t.Parallel()
	bundles := removable(t)
	asked := trialAsked()
	names := slices.Sorted(maps.Keys(bundles))
	chance := rand.New(rand.NewPCG(41, 41))
	chance.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:min(asked.bundles, len(names))]
	before := map[string]levels{}
	var room sync.Mutex
	onTwoCores(names, func(name string) {
		at := levelOfFiles(t, bundles[name])
		room.Lock()
		defer room.Unlock()
		before[name] = at
	})
	var low, high []removal // what is granted all that it claims can hardly rise
	for _, name := range names {
		if at := before[name]; at.granted < at.claimed || at.claimed == 0 {
			low = append(low, removals(t, name, bundles[name])...)
		} else {
			high = append(high, removals(t, name, bundles[name])...)
		}
	}
	tries := slices.Concat(chosen(chance, low, asked.removals*9/10), chosen(chance, high, asked.removals/10))
	onTwoCores(tries, func(r removal) {
		if kind, _, _ := strings.Cut(r.kind(), ".where."); mayRaise[kind] != "" || mayRaise[kind+".where"] != "" {
			return
		}
		was := before[r.bundle]
		if now := levelOfFiles(t, r.taken(bundles[r.bundle])); now.granted > was.granted {
			t.Errorf("%s: granted %s, then %s", r, was.granted, now.granted)
		}
	})
	t.Logf("%d of %d removals from %d bundles", len(tries), len(low)+len(high), len(names))
}

// mayRaise are the kinds of removals that may raise the level, with the reason.
var mayRaise = map[string]string{
	"run.averaging_window": "who states no window averages the whole core phase, which every level accepts",
	"node_sets[]":          "two sets of one name are refused; with one of them the machine is another, of fewer nodes",
	"series[].where": "a filter that no row fits is refused; " +
		"without it all rows count, and rows that count twice are a warning",
	"run.rmax_tflops": "who states no Rmax takes that of the output, which no other run can contradict",
	"meters[].accuracy.current_transformers_percent": "who names no transformers says that the meter has none",
	"subsystems[].units": "who states no number of units says that the readings " +
		"see all of them",
}

// chosen takes so many removals, of each kind in turn.
func chosen(chance *rand.Rand, all []removal, count int) []removal {
	chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var kinds []string // in the order they come
	left := map[string][]removal{}
	for _, r := range all {
		kind := r.kind()
		if left[kind] == nil {
			kinds = append(kinds, kind)
		}
		left[kind] = append(left[kind], r)
	}
	count = min(count, len(all))
	some := make([]removal, 0, count)
	for len(some) < count {
		for _, kind := range kinds {
			if rest := left[kind]; len(rest) > 0 && len(some) < count {
				some, left[kind] = append(some, rest[0]), rest[1:]
			}
		}
	}
	return some
}

func onTwoCores[T any](items []T, do func(T)) {
	var wait sync.WaitGroup
	next := make(chan T)
	for range 2 {
		wait.Go(func() {
			for item := range next {
				do(item)
			}
		})
	}
	for _, item := range items {
		next <- item
	}
	close(next)
	wait.Wait()
}

// removable are the bundles by their names: the samples, and the cases if their generator is there.
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
	folder := generatedCases(t)
	if folder == "" {
		return bundles
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

// generatedCases makes the bundles of ../shared/cases/verdicts once a version of their generator, and returns their
// folder; it is empty if there is no generator, or no Python.
func generatedCases(t *testing.T) string {
	t.Helper()
	from := filepath.Join(shared, "cases", "verdicts")
	var sources []byte
	for _, name := range []string{"bundle.py", "generate.py"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return ""
		}
		sources = append(sources, text...)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		return ""
	}
	kept := filepath.Join(os.TempDir(),
		"green500-golden-verdicts-"+strings.TrimPrefix(validation.InputDigest(sources, nil), "sha256:")[:16])
	if _, err := os.Stat(kept); err == nil {
		return kept
	}
	making := fmt.Sprintf("%s.%d", kept, os.Getpid())
	if out, err := exec.CommandContext(t.Context(), python, "-B", filepath.Join(from, "generate.py"), making).
		CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Rename(making, kept); err != nil { // another test was faster
		if err := os.RemoveAll(making); err != nil {
			t.Fatal(err)
		}
	}
	return kept
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
				if i > 0 && i != len(value)/2 && i < len(value)-1 {
					continue
				}
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

type levels struct{ claimed, granted power.Level }

func levelOfFiles(t *testing.T, files fstest.MapFS) levels {
	b, err := bundle.Open(files, canonical.Memory)
	if troubles := (power.InputErrors{}); errors.As(err, &troubles) {
		return levels{}
	}
	if err != nil {
		t.Error(err)
		return levels{}
	}
	defer b.Close()
	report, err := b.Grade("")
	if err != nil {
		t.Error(err)
		return levels{}
	}
	return levels{report.ClaimedLevel, report.GrantedLevel}
}
