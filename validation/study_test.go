package validation_test

import (
	"encoding/json"
	"slices"
	"testing"

	"green500/validation"
	"green500/validation/document/sample"
)

// TestNothingIsGradedByAStudy: with it and without it an entry has the same report but for the digest of what was put
// in.
func TestNothingIsGradedByAStudy(t *testing.T) {
	at := slices.IndexFunc(demo(), func(s sample.Submission) bool { return len(s.Entry.Study) > 0 })
	if at < 0 {
		t.Fatal("no entry of the demonstration has a study")
	}
	with, without := demo()[at].Bundle, demo()[at].Bundle
	without.Entry.Study = nil
	reports := [2]*validation.Report{grade(t, with), grade(t, without)}
	if reports[0].Digests.Input == reports[1].Digests.Input {
		t.Error("the digest of the input does not know the study")
	}
	var texts [2]string
	for i, report := range reports {
		report.Digests.Input, report.Digests.Report = "", ""
		text, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		t.Errorf("with the study:\n%s\nwithout:\n%s", texts[0], texts[1])
	}
}
