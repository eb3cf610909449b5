package store_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// families are the beginnings of file names: who knows the family knows where to look.
var families = []string{"account_", "audit_", "draft_", "job_", "list_", "notice_", "review_", "submission_", "upload_"}

// plainFiles belong to no family.
var plainFiles = []string{"column_values.go", "errors.go", "open.go", "rows.go", "server_state.go", "store.go", "trace.go", "transaction.go"}

// TestFilesAreNamedByFamily also requires the first line of each file to state what the file owns.
func TestFilesAreNamedByFamily(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	opening := regexp.MustCompile(`^// (This file owns|Package store) [^\n]*[^\n ]`)
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		inFamily := slices.ContainsFunc(families, func(family string) bool { return strings.HasPrefix(name, family) })
		if !inFamily && !slices.Contains(plainFiles, name) {
			t.Errorf("%s begins with none of %v", name, families)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !opening.Match(text) {
			t.Errorf("%s does not begin with a sentence %q", name, "// This file owns …")
		}
	}
}
