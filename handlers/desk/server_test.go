package desk

import (
	"os"
	"strings"
	"testing"

	"green500/store/administration"
)

// TestTheManualStatesRetention: docs/operating.md has the same table as the page.
func TestTheManualStatesRetention(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range administration.Retentions() {
		if row := "| " + one.What + " | " + strings.TrimSpace(keptFor(one)) +
			" |"; !strings.Contains(string(manual), row) {
			t.Errorf("docs/operating.md does not have the row %q", row)
		}
	}
}
