package web_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/power"
)

// keepMeter keeps a meter whose calibration ends in thirty days in the equipment library of the submitter.
func (h *house) keepMeter(t testing.TB) int64 {
	t.Helper()
	until := power.DateOf(time.Now().UTC().AddDate(0, 0, 30)).String()
	part, err := document.PartFromFields(document.Meter, map[string]string{
		"meters[0].id": "rack-meter", "meters[0].make": "Example", "meters[0].measures": "power",
		"meters[0].location":    "downstream",
		"meters[0].loss.factor": "1.06", "meters[0].calibration.valid_until": until,
	})
	must(t, err)
	kept, err := h.store.Drafts.KeepPart(t.Context(), h.people["submitter"], 0, part)
	must(t, err)
	return kept.ID
}

// fill sends a form as a visitor and returns status and page.
func (h *house) fill(t *testing.T, visitor, address string, form url.Values) (status int, page string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+h.address(address),
		strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return h.pageOf(t, visitor, request)
}

func (h *house) look(t *testing.T, visitor, address string) (status int, page string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.server.URL+h.address(address), nil)
	must(t, err)
	return h.pageOf(t, visitor, request)
}

func (h *house) pageOf(t *testing.T, visitor string, request *http.Request) (status int, page string) {
	t.Helper()
	answer := h.send(t, visitor, request)
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(body)
}

func holdsAll(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("the page does not say %q", part)
		}
	}
}

func TestLibraryShowsPartsAndEndingCalibrations(t *testing.T) {
	house := open(t)
	status, page := house.look(t, "submitter", "/equipment")
	if status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	holdsAll(t, page, ">rack-meter</a>", "Calibrations that end soon", "in 30 days", "rack-meter × 1.06", "<desc",
		"Here: rack-meter × 1.06")
	_, strangers := house.look(t, "stranger", "/equipment")
	if strings.Contains(strangers, ">rack-meter</a>") {
		t.Error("a stranger sees it")
	}
}

func TestAPartIsAddedChangedAndRemoved(t *testing.T) {
	house := open(t)
	form := url.Values{"kind": {"node_set"}, "node_sets[0].name": {"gpu"}, "node_sets[0].nodes": {"36"},
		"node_sets[0].measured": {"40"}}
	status, page := house.fill(t, "submitter", "/equipment", form)
	if status != http.StatusUnprocessableEntity {
		t.Errorf("40 of 36 nodes: status %d", status)
	}
	holdsAll(t, page, `href="#f-node_sets-0-measured"`, `aria-invalid="true"`, `value="gpu"`)
	form.Set("node_sets[0].measured", "36")
	if status, _ := house.fill(t, "submitter", "/equipment", form); status != http.StatusSeeOther {
		t.Errorf("status %d", status)
	}
	status, page = house.fill(t, "submitter", "/equipment", form)
	if status != http.StatusUnprocessableEntity {
		t.Errorf("a second of the name: status %d", status)
	}
	holdsAll(t, page, "gpu is already in this equipment library")
	change := url.Values{"version": {"1"}, "meters[0].id": {"pdu-2"}, "meters[0].measures": {"power"}}
	if status, _ := house.fill(t, "submitter", "/equipment/KEPT", change); status != http.StatusSeeOther {
		t.Errorf("change: status %d", status)
	}
	change.Set("meters[0].id", "mine")
	status, page = house.fill(t, "submitter", "/equipment/KEPT", change)
	if status != http.StatusConflict {
		t.Errorf("a change of what was changed: status %d", status)
	}
	holdsAll(t, page, "submitter changed this part in the meantime", "Short name: pdu-2", `value="mine"`,
		`name="version" value="2"`)
	if status, _ := house.fill(t, "submitter", "/equipment/KEPT",
		url.Values{"version": {"1"}, "action": {"remove"}}); status != http.StatusConflict {
		t.Errorf("removing what was changed: status %d", status)
	}
	if status, _ := house.fill(t, "submitter", "/equipment/KEPT",
		url.Values{"version": {"2"}, "action": {"remove"}}); status != http.StatusSeeOther {
		t.Errorf("remove: status %d", status)
	}
	if status, _ := house.look(t, "submitter", "/equipment/KEPT"); status != http.StatusNotFound {
		t.Errorf("what was removed: status %d", status)
	}
}

func TestPartsOfADraftAreKept(t *testing.T) {
	house := open(t)
	for _, part := range []string{"meters/0", "node_sets/0", "subsystems/1", "system/0"} {
		if status, _ := house.fill(t, "submitter", "/submissions/DRAFT/keep/"+part,
			url.Values{"site": {""}}); status != http.StatusSeeOther {
			t.Errorf("%s: status %d", part, status)
		}
	}
	parts, err := house.store.Drafts.Equipment(t.Context(), house.people["submitter"].ID)
	if err != nil || len(parts) != 5 {
		t.Errorf("kept %v, %v", parts, err)
	}
	status, page := house.fill(t, "submitter", "/submissions/DRAFT/keep/meters/0", url.Values{"site": {""}})
	if status != http.StatusUnprocessableEntity {
		t.Errorf("a second time: status %d", status)
	}
	holdsAll(t, page, "<p>pdu is already in this equipment library", "Insert from the library")
	if status, _ := house.fill(t, "submitter", "/submissions/DRAFT/keep/meters/0",
		url.Values{"site": {"12345"}}); status != http.StatusNotFound {
		t.Errorf("in the library of another site: status %d", status)
	}
}

func TestANewSubmissionBeginsFromAnEarlierOne(t *testing.T) {
	house := open(t)
	_, page := house.look(t, "submitter", "/submissions/new")
	holdsAll(t, page, "Copy an earlier submission", house.address(`action="/submissions/from/LISTED"`))
	_, page = house.look(t, "submitter", "/submissions/LISTED")
	holdsAll(t, page, house.address(`action="/submissions/from/LISTED"`))
	if status, _ := house.fill(t, "submitter", "/submissions/from/LISTED",
		url.Values{"edition": {"2026-11"}}); status != http.StatusSeeOther {
		t.Fatalf("status %d", status)
	}
	entries, err := house.store.Submissions.EntriesOf(t.Context(), house.people["submitter"].ID)
	must(t, err)
	revision, err := house.store.Submissions.Revision(t.Context(), entries[0].ID, 0)
	must(t, err)
	made, err := submissions.DecodeDocument(revision.Document)
	must(t, err)
	var names []string
	for _, file := range revision.Files {
		names = append(names, file.Name)
	}
	if files := strings.Join(names, " "); made.Edition != "2026-11" || made.Run.Output != "" || made.Series[0].File !=
		"" || made.Meters[0].ID == "" || files != "cooling-datasheet.txt interconnect-datasheet.txt" {
		t.Errorf("the document is %+v with the files %s", made, files)
	}
	status, page := house.fill(t, "submitter", "/submissions/from/LISTED", url.Values{"edition": {"2031-06"}})
	if status != http.StatusUnprocessableEntity {
		t.Errorf("for no edition: status %d", status)
	}
	holdsAll(t, page, "there is no edition")
}
