package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// largestCycle limits how many files of a package may depend on each other in a cycle.
const largestCycle = 12

// TestFilesOfAPackageFormLayers type-checks every package and limits its cycles of files. A file depends on another if
// it uses a name, method or field that the other declares. Tests and generated files do not count.
func TestFilesOfAPackageFormLayers(t *testing.T) {
	listed := listPackages(t)
	exported := map[string]string{}
	for _, one := range listed {
		exported[one.ImportPath] = one.Export
	}
	set := token.NewFileSet()
	libraries := importer.ForCompiler(set, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exported[path]) })
	for _, one := range listed {
		room, ours := strings.CutPrefix(one.ImportPath, "green500/")
		if !ours {
			continue
		}
		uses := usesBetweenFiles(t, one, set, libraries)
		cycle := largestComponent(uses)
		if len(cycle) > largestCycle {
			t.Errorf("%d files of %s depend on each other in a cycle; at most %d may:\n%s", len(cycle), room,
				largestCycle, describeCycle(cycle, uses))
		}
	}
}

// listedPackage is what `go list` reports for a package.
type listedPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles", "./...")
	command.Dir = root
	var said bytes.Buffer
	command.Stderr = &said
	output, err := command.Output()
	if err != nil {
		t.Fatal(err, said.String())
	}
	var all []listedPackage
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var one listedPackage
		switch err := decoder.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, one)
	}
}

// fileUses maps a file to the files it uses, each with the names it uses.
type fileUses map[string]map[string][]string

func usesBetweenFiles(t *testing.T, one listedPackage, set *token.FileSet, libraries types.Importer) fileUses {
	t.Helper()
	var files []*ast.File
	for _, name := range one.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(one.Dir, name), nil,
			parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	checked, err := (&types.Config{Importer: libraries}).Check(one.ImportPath, set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	uses := fileUses{}
	for _, file := range files {
		if !ast.IsGenerated(file) {
			uses[filepath.Base(set.File(file.Pos()).Name())] = map[string][]string{}
		}
	}
	for name, object := range info.Uses {
		if object.Pkg() != checked {
			continue
		}
		from, to := filepath.Base(set.File(name.Pos()).Name()), filepath.Base(set.File(object.Pos()).Name())
		if uses[from] != nil && uses[to] != nil && from != to && !slices.Contains(uses[from][to], name.Name) {
			uses[from][to] = append(uses[from][to], name.Name)
		}
	}
	return uses
}

// largestComponent returns the largest set of files that depend on each other (Tarjan's algorithm).
func largestComponent(uses fileUses) []string {
	var largest, stack []string
	index, low, waiting := map[string]int{}, map[string]int{}, map[string]bool{}
	var visit func(file string)
	visit = func(file string) {
		index[file] = len(index)
		low[file] = index[file]
		stack, waiting[file] = append(stack, file), true
		for next := range uses[file] {
			if _, seen := index[next]; !seen {
				visit(next)
				low[file] = min(low[file], low[next])
			} else if waiting[next] {
				low[file] = min(low[file], index[next])
			}
		}
		if low[file] != index[file] {
			return
		}
		at := slices.Index(stack, file)
		component := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, one := range component {
			waiting[one] = false
		}
		if len(component) > len(largest) {
			largest = component
		}
	}
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		if _, seen := index[file]; !seen {
			visit(file)
		}
	}
	slices.Sort(largest)
	return largest
}

// describeCycle lists the uses inside a cycle.
func describeCycle(cycle []string, uses fileUses) string {
	var lines strings.Builder
	for _, from := range cycle {
		for _, to := range cycle {
			if names := uses[from][to]; len(names) > 0 {
				fmt.Fprintf(&lines, "\t%s uses %s: %s\n", from, to,
					strings.Join(slices.Sorted(slices.Values(names)), ", "))
			}
		}
	}
	return lines.String()
}

func TestTheLargestComponentIsFound(t *testing.T) {
	uses := fileUses{
		"a": {"b": nil}, "b": {"c": nil}, "c": {"b": nil, "d": nil}, "d": {"e": nil}, "e": {"f": nil}, "f": {"d": nil},
		"g": {"a": nil, "f": nil},
	}
	if got := largestComponent(uses); !slices.Equal(got, []string{"d", "e", "f"}) {
		t.Errorf("the largest component is %v", got)
	}
}
