package rules_test

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"green500/validation/rules"
)

// TestEveryCheckIsPartOfARuleSet: the digest is that of the files of this folder, tests left out.
func TestEveryCheckIsPartOfARuleSet(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	hash, count := sha256.New(), 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(hash, file+"\n")
		_, _ = hash.Write(text)
		count++
	}
	if count < len(rules.All()) || !slices.Equal(hash.Sum(nil), rules.SourceDigest()) {
		t.Errorf("the digest is not that of the %d files", count)
	}
}
