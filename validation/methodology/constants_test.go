package methodology_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryConstantIsPartOfARuleSet: a tolerance that changed without another digest would pass for
// the same rules. Words (aspects, labels, editions) are known by the rules that use them.
func TestEveryConstantIsPartOfARuleSet(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources", err)
	}
	listed, err := os.ReadFile("constants.go")
	if err != nil {
		t.Fatal(err)
	}
	numbers := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range parsed.Decls {
			group, ok := declared.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				value := spec.(*ast.ValueSpec)
				if value.Type != nil || value.Names[0].Name == "InForce" {
					continue
				}
				numbers++
				if name := value.Names[0].Name; !regexp.MustCompile(`[^"]\b` + name + `\b`).Match(listed) {
					t.Errorf("%s is not among the constants", name)
				}
			}
		}
	}
	if numbers == 0 {
		t.Error("no constants were found")
	}
}
