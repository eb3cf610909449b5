package web_test

import (
	"strings"
	"testing"
)

// TestARuleCountsWhatItsReaderMayKnow: everybody sees the published entries counted; a person who reviews
// may ask for all that were submitted, and nobody for drafts.
func TestARuleCountsWhatItsReaderMayKnow(t *testing.T) {
	h := open(t)
	for _, c := range []struct{ visitor, query, want string }{
		{"public", "", "1 published entry"},
		{"public", "?entries=submitted", "1 published entry"},
		{"submitter", "?entries=submitted", "1 published entry"},
		{"admin", "?entries=submitted", "1 published entry"},
		{"reviewer", "", "1 published entry"},
		{"reviewer", "?entries=submitted", "3 submissions"},
		{"editor", "?entries=submitted", "3 submissions"},
	} {
		page := h.read(t, c.visitor, "/rules/machine-fraction"+c.query)
		if !strings.Contains(page, c.want) {
			t.Errorf("%s does not read %q at %q", c.visitor, c.want, c.query)
		}
		if offered := strings.Contains(page,
			"all submitted"); offered != (c.visitor == "reviewer" || c.visitor == "editor") {
			t.Errorf("%s is offered what is not published: %v", c.visitor, offered)
		}
	}
}

// TestAFindingLeadsToItsRule: from the evidence to the page that says how it was computed.
func TestAFindingLeadsToItsRule(t *testing.T) {
	h := open(t)
	if page := h.read(t, "public", h.address("/entries/LISTED")); !strings.Contains(page,
		`href="/rules/machine-fraction"`) {
		t.Error("no finding leads to its rule")
	}
}
