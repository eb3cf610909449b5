package platform

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string // of paths that mean another package there
}

// TestTheProgramIsForOtherSystems: all packages of the program have the right types for macOS and Windows. Nothing is
// compiled, which would take twenty times as long.
func TestTheProgramIsForOtherSystems(t *testing.T) {
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		t.Skip("this takes long: set GREEN500_TEST_LONG=1 to run it")
	}
	t.Parallel()
	for _, system := range []string{"darwin/arm64", "windows/amd64"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			name, machine, _ := strings.Cut(system, "/")
			known := map[string]*types.Package{"unsafe": types.Unsafe}
			ours := 0
			for _, one := range dependencies(t, name, machine) {
				inside := one.ImportPath == "green500" || strings.HasPrefix(one.ImportPath, "green500/")
				if inside {
					ours++
					if _, err := os.ReadDir(one.Dir); err != nil { // a new file makes a result of before worthless
						t.Fatal(err)
					}
				}
				if one.ImportPath != "unsafe" {
					known[one.ImportPath] = checked(t, one, known, machine, inside)
				}
			}
			if ours < 50 {
				t.Errorf("only %d packages of the program were checked", ours)
			}
		})
	}
}

// dependencies lists the packages of the program for a system, each after those that it imports.
func dependencies(t *testing.T, system, machine string) (all []listed) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap",
		"green500/cmd/green500", "green500/cmd/green500/platform")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine)
	list.Stderr = t.Output()
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var one listed
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
}

// importer finds packages that were checked before.
type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// checked is a package whose types were checked. Those of others may be right: what they declare is enough.
func checked(t *testing.T, one listed, known map[string]*types.Package, machine string, inside bool) *types.Package {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range one.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(one.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	config := types.Config{
		IgnoreFuncBodies: !inside, Sizes: types.SizesFor("gc", machine),
		Importer: importer(func(path string) (*types.Package, error) {
			if other, mapped := one.ImportMap[path]; mapped {
				path = other
			}
			if found := known[path]; found != nil {
				return found, nil
			}
			return nil, errors.New("there is no package " + path)
		}),
		Error: func(err error) {
			if inside {
				t.Error(err)
			}
		},
	}
	result, _ := config.Check(one.ImportPath, set, files, nil) // errors were reported
	return result
}
