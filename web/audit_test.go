package web_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"green500/store/auditlog"
	"green500/validation/review/audit"
)

// records returns the newest records of the log that a filter lets through.
func (h *house) records(t *testing.T, filter auditlog.AuditFilter) []audit.Record {
	t.Helper()
	found, err := h.store.AuditLog.Records(t.Context(), filter, 1000)
	must(t, err)
	return found
}

// TestLooksAtEvidenceAreRecorded visits what is given out of an entry, as somebody who reviews.
func TestLooksAtEvidenceAreRecorded(t *testing.T) {
	house := open(t)
	at := "/submissions/" + number(house.waiting)
	for address, want := range map[string]string{
		at: "page", at + "/chart.json": "chart.json", at + "/files/" + house.file: "files/" + house.file,
		at + "/bundle.zip": "bundle.zip",
		"/entries/" + number(house.waiting) + "/report.json": "report.json",
		"/api/v1/submissions/" + number(house.waiting):       "by a program: page",
	} {
		before := len(house.records(t, auditlog.AuditFilter{EntryID: house.waiting}))
		for range 2 {
			if got := house.visit(t, "reviewer", http.MethodGet, address); got != http.StatusOK {
				t.Errorf("%s: %d", address, got)
			}
		}
		house.visit(t, "submitter", http.MethodGet, address)
		house.visit(t, "stranger", http.MethodGet, address)
		records := house.records(t, auditlog.AuditFilter{EntryID: house.waiting})
		if len(records) != before+1 {
			t.Fatalf("%s: %d records", address, len(records)-before)
		}
		got := records[0]
		if got.Event != "view evidence" || got.Subject != want || got.ActorID != house.people["reviewer"].ID ||
			got.Revision != 1 || got.Address == "" || got.Request == "" {
			t.Errorf("%s: got %+v, want %q", address, got, want)
		}
	}
	house.visit(t, "conflicted", http.MethodGet, at)
	if got := house.records(t, auditlog.AuditFilter{EntryID: house.waiting})[0]; got.Event != "view refused" ||
		got.ActorID != house.people["conflicted"].ID {
		t.Errorf("got %+v of somebody with a conflict of interest", got)
	}
}

func TestOnlyAdministratorsSeeAddresses(t *testing.T) {
	house := open(t)
	house.visit(t, "reviewer", http.MethodGet, "/submissions/"+number(house.waiting))
	from := "from " + house.records(t, auditlog.AuditFilter{EntryID: house.waiting})[0].Address
	for visitor, want := range map[string]bool{"admin": true, "editor": false} {
		shown := house.shows(t, visitor, "/audit?entry="+number(house.waiting))
		if strings.Contains(shown, from) != want || !strings.Contains(shown, "view evidence") {
			t.Errorf("%s: the address is shown: %v", visitor, !want)
		}
	}
	for visitor, want := range map[string]bool{"submitter": false, "reviewer": true} {
		shown := house.shows(t, visitor, "/submissions/"+number(house.waiting)+"/audit")
		if !strings.Contains(shown, "view evidence") || strings.Contains(shown, from) {
			t.Errorf("%s: the look is not told, or where from", visitor)
		}
		if moved := house.shows(t, visitor,
			"/submissions/"+number(house.listed)+"/audit"); strings.Contains(moved, "in_review → accepted") != want {
			t.Errorf("%s: what others noted is shown: %v", visitor, !want)
		}
	}
}

func TestTheLogIsFilteredAndPaged(t *testing.T) {
	house := open(t)
	for i := range 120 {
		must(t, house.store.Accounts.UpdateProfile(t.Context(), house.people["stranger"].ID,
			fmt.Sprint("Name ", i), ""))
	}
	shown := house.shows(t, "editor", "/audit?event=change+a+profile")
	_, link, found := strings.Cut(shown, `href="/audit?before=`)
	if !found || strings.Count(shown, `id="record-`) != 100 {
		t.Fatalf("the first page holds %d records", strings.Count(shown, `id="record-`))
	}
	older := house.shows(t, "editor",
		"/audit?before="+strings.ReplaceAll(link[:strings.Index(link, `"`)], "&amp;", "&"))
	if got := strings.Count(older, `id="record-`); got != 20 {
		t.Errorf("the second page holds %d records", got)
	}
	for address, want := range map[string]int{
		"/audit?person=nobody-of-that-name": 0, "/audit?event=open+edition": 3, "/audit?until=2000-01-01": 0,
		"/audit?event=open+edition&from=2000-01-01": 3, "/audit?event=publish+edition": 2,
	} {
		if got := strings.Count(house.shows(t, "editor", address), `id="record-`); got != want {
			t.Errorf("%s shows %d records, want %d", address, got, want)
		}
	}
}

func TestAnExportIsWhole(t *testing.T) {
	house := open(t)
	answer := house.send(t, "admin", house.request(t, http.MethodGet, "/audit.jsonl"))
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	var last audit.Record
	read, err := audit.ReadExport("audit.jsonl", bytes.NewReader(text), func(r audit.Record) { last = r })
	must(t, err)
	key, err := house.store.PublicKey(t.Context())
	must(t, err)
	if len(read.Problems) > 0 || read.Records < 20 || read.Key != key {
		t.Errorf("got %+v", read)
	}
	if last.Event != "export the audit log" || last.ActorID != house.people["admin"].ID {
		t.Errorf("the export ends with %+v", last)
	}
	for at := 0; at < len(text); at += 97 {
		altered := bytes.Clone(text)
		altered[at] ^= 1
		if read, err := audit.ReadExport("audit.jsonl", bytes.NewReader(altered), func(audit.Record) {}); err == nil &&
			len(read.Problems) == 0 {
			t.Fatalf("byte %d of an export can be altered unseen: %q", at, text[max(0, at-20):min(len(text), at+20)])
		}
	}
}
