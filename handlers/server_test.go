package handlers

import (
	"os"
	"strings"
	"testing"

	"green500/store"
)

// TestTheReadmeTellsWhatIsKept as the page does: both are of one table.
func TestTheReadmeTellsWhatIsKept(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range store.Retentions() {
		if row := "| " + one.What + " | " + strings.TrimSpace(keptFor(one)) + " |"; !strings.Contains(string(readme), row) {
			t.Errorf("README lacks %q", row)
		}
	}
}
