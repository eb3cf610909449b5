package model_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryFunctionIsReached: each exported function and method of this package is named outside it or by another file
// of it, tests not counted. A formula that nobody can ask for is left out of the package.
func TestEveryFunctionIsReached(t *testing.T) {
	declared, named := map[string]bool{}, map[string]bool{}
	const root = "../../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		inside := filepath.Base(filepath.Dir(path)) == "model" && file.Name.Name == "model" &&
			strings.Contains(filepath.ToSlash(path), "validation/lab/model/")
		ofModel := inside
		for _, imported := range file.Imports {
			ofModel = ofModel || imported.Path.Value == `"green500/validation/lab/model"`
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && inside && f.Name.IsExported() {
				declared[f.Name.Name] = true
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				named[n.Sel.Name] = named[n.Sel.Name] || ofModel
			case *ast.CallExpr:
				if name, ok := n.Fun.(*ast.Ident); ok && inside {
					named[name.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(declared) < 20 {
		t.Fatalf("only %d functions are declared", len(declared))
	}
	for name := range declared {
		if !named[name] {
			t.Errorf("nothing outside tests calls %s", name)
		}
	}
}
