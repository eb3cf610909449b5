package submissions_test

import (
	"slices"
	"testing"

	"green500/store/submissions"
)

func TestASealNamesThePartsThatDiffer(t *testing.T) {
	before := submissions.SealedParts(t, "document", "first", "files", "a b")
	after := submissions.SealedParts(t, "document", "second", "files", "a b")
	if got := after.Differs(before.Detail()); !slices.Equal(got, []string{"document"}) {
		t.Errorf("%q differ", got)
	}
	if got := before.Differs(before.Detail()); got != nil || before.Seal() == after.Seal() {
		t.Errorf("%q differ from themselves", got)
	}
}
