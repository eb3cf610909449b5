package desk

import (
	"strings"
	"testing"
	"time"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
	"green500/validation/review/audit"
)

func serverPage(p templates.Page) ServerPage {
	at := time.Date(2026, 11, 3, 10, 0, 0, 0, time.UTC)
	return ServerPage{
		Page: p, At: at, Version: "v1.2.3", Started: at, Sessions: 2, Seen: at, Quota: 50e9,
		Problems: []ProblemRow{
			{Subject: "Mail", Severity: "act", Figure: "2 messages given up", Remedy: "Read in the outbox why.",
				Page: "/outbox"}, {Subject: "Room", Severity: "watch", Figure: "1.50 GB free", Remedy: "Make room."},
			{Subject: "Audit log", Severity: "fine", Figure: "120 records", Page: "/audit"},
		},
		People: []PeopleRow{{Role: review.Submitter, Count: 12, Disabled: 1, Unconfirmed: 2, Acted: at},
			{Role: review.Admin, Count: 1}},
		Kept: []KeptRow{{Kind: "Files of evidence", Count: 12345, Bytes: 98e9},
			{Kind: "Series of readings", Count: 3, Bytes: -1}},
		Holders: []HolderRow{{Name: "Sub", Email: "sub@example.org", Bytes: 46e9}},
		Events: []audit.Record{{Number: 7, At: at, ActorName: "Sub", Event: "start an upload", EntryID: 3},
			{Number: 6, At: at, Event: "delete unused files"}},
	}
}

func jobsPage(p templates.Page) JobsPage {
	at := time.Date(2026, 11, 3, 10, 0, 0, 0, time.UTC)
	return JobsPage{Page: p, Rows: []JobRow{
		{ID: "1", Kind: "read an upload", About: "0123456789abcdef0123456789abcdef", State: "given up", Due: at,
			Attempts: 300, Failure: "no room", Again: true},
		{ID: "2", Kind: "forget mail", State: "waiting", Due: at, Done: at, Attempts: 1,
			Failure: "the database does not answer", Again: true},
		{ID: "3", Kind: "forget links", State: "running", Due: at},
	}}
}

// TestTheServerSaysWhatToDo beside each thing that is not fine, in words and not by colour alone.
func TestTheServerSaysWhatToDo(t *testing.T) {
	var drawn strings.Builder
	if err := Server(serverPage(pagetest.Page("/server", pagetest.Viewer(review.Admin)))).
		Render(t.Context(), &drawn); err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{"act", "Read in the outbox why.", "watch", "fine", "92.0", "98.00 GB"} {
		if !strings.Contains(drawn.String(), said) {
			t.Errorf("the page lacks %q", said)
		}
	}
}
