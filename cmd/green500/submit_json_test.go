package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"green500/validation"
	"green500/validation/review"
)

// TestSubmitForPrograms: every outcome is one JSON object, with the submission, the levels and the report.
func TestSubmitForPrograms(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	folder := laid(t, clean())
	higher := clean()
	higher.Entry.ClaimedLevel, higher.Entry.System.Name = 3, "Another"
	for _, row := range []struct {
		name    string
		command func(*submit)
		folder  string
		code    int
		outcome string
		state   review.State
		granted bool
		differs bool
	}{
		{"rehearsed", func(c *submit) { c.DryRun = true }, folder, exitGranted, outcomeRehearsed, "", true, false},
		{"committed", func(c *submit) { c.ManifestOnly = true }, folder, exitGranted, outcomeCommitted,
			review.Draft, true, false},
		{"draft", func(c *submit) { c.Draft = true }, folder, exitGranted, outcomeDraft, review.Draft, true, true},
		{"submitted", func(*submit) {}, folder, exitGranted, outcomeSubmitted, review.Submitted, true, true},
		{"already submitted", func(*submit) {}, folder, exitGranted, outcomeAlready, review.Submitted, true, true},
		{"denied", func(*submit) {}, laid(t, higher), exitDenied, outcomeDraft, review.Draft, false, true},
	} {
		c := s.command(row.folder)
		c.JSON = true
		row.command(&c)
		var out bytes.Buffer
		if code := exitCode(c.Run(t.Context(), &out)); code != row.code {
			t.Fatalf("%s: exit code %d, want %d: %s", row.name, code, row.code, &out)
		}
		var got submitted
		must(t, json.Unmarshal(out.Bytes(), &got))
		if got.Outcome != row.outcome || got.Granted != row.granted || got.GrantedLevel != 2 ||
			(got.Differs != nil) != row.differs {
			t.Errorf("%s: got %s", row.name, &out)
		}
		if row.differs && *got.Differs != validation.Alike {
			t.Errorf("%s: the reports differ by %s", row.name, *got.Differs)
		}
		if (got.Submission == nil) != (row.state == "") || got.Submission != nil && got.Submission.State != row.state {
			t.Errorf("%s: got the submission %+v", row.name, got.Submission)
		}
		if hasReport, wanted := len(got.Report) > 0, row.outcome != outcomeCommitted; hasReport != wanted {
			t.Errorf("%s: report %v", row.name, hasReport)
		}
		if (got.ToSend != nil) != (row.outcome == outcomeRehearsed) ||
			(got.Manifest != nil) != (row.outcome == outcomeCommitted) {
			t.Errorf("%s: got %+v and %+v", row.name, got.ToSend, got.Manifest)
		}
	}
	c := s.command("nowhere")
	c.JSON = true
	var out bytes.Buffer
	if code := exitCode(c.Run(t.Context(), &out)); code != exitError || out.Len() > 0 {
		t.Errorf("what cannot be sent: exit code %d, %s", code, &out)
	}
}
