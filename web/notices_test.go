package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"green500/handlers/account"
	"green500/store"
	"green500/store/notices"
	"green500/store/storetest"
	"green500/validation/review"
)

// judge makes an entry that was rejected and an appeal against that, and finds a notice to the reviewer.
func (h *house) judge(t *testing.T) {
	t.Helper()
	h.judged = h.enter(t, "2026-11", review.Submit)
	_, err := h.store.Reviews.Move(t.Context(), h.judged, review.Reject, h.people["reviewer"], "The meter was off.")
	must(t, err)
	must(t, h.store.Reviews.MakeAppeal(t.Context(), h.judged, h.people["submitter"], "It was on."))
	appeals, err := h.store.Reviews.Appeals(t.Context(), h.judged, h.people["submitter"])
	must(t, err)
	told, err := h.store.Notices.List(t.Context(), h.people["reviewer"], notices.NoticeQuery{Limit: 1})
	must(t, err)
	h.appeal, h.notice = appeals.All[0].ID, told.Notices[0].ID
}

// demand fails the test unless a page says some parts, and does not say others.
func demand(t *testing.T, page string, says map[string]bool) {
	t.Helper()
	for part, said := range says {
		if strings.Contains(page, part) != said {
			t.Errorf("the page says %q: %t", part, !said)
		}
	}
}

func TestNoticesAreReadOnTheirPage(t *testing.T) {
	house := open(t)
	house.judge(t)
	judged := number(house.judged)
	page := house.shows(t, "submitter", "/notices")
	demand(t, page, map[string]bool{
		"submission " + judged + " to 2026-11, was rejected": true, "is on the published list": true,
		"Mark all as read": true, ` unread</span>`: true, "Mark as unread": false,
	})
	demand(t, house.shows(t, "submitter", "/notices?kind=moves"),
		map[string]bool{"was rejected": true, `value="moves"`: true})
	demand(t, house.shows(t, "submitter", "/notices?kind=ranks"),
		map[string]bool{"No notices.": true, "was rejected": false})
	_, at, _ := strings.Cut(page, `<tr id="notice-`) // the latest is about the rejection
	at = at[:strings.Index(at, `"`)]
	status, page := house.sendForm(t, "submitter", "/notices/"+at, url.Values{"mark": {"read"}, "kind": {"moves"}})
	if status != http.StatusOK {
		t.Fatalf("marking got %d", status)
	}
	demand(t, page,
		map[string]bool{"Marked as read.": true, "Mark as unread": true, `aria-current="page">Submissions`: true})
	if _, page = house.sendForm(t, "submitter", "/notices/"+at, url.Values{"mark": {"open"}}); !strings.Contains(page,
		"submission.yaml") {
		t.Error("opening a notice does not lead to the submission")
	}
	_, last, _ := strings.Cut(house.shows(t, "submitter", "/notices"), `name="last" value="`)
	_, page = house.sendForm(t, "submitter", "/notices/read", url.Values{"last": {last[:strings.Index(last, `"`)]}})
	demand(t, page, map[string]bool{"All are marked as read.": true, ` unread</span>`: false, "Mark as read": false,
		"Mark all as read": false})
}

func TestWhatComesByMailIsChosen(t *testing.T) {
	house := open(t)
	demand(t, house.shows(t, "submitter", "/account"), map[string]bool{`href="/account/notices"`: true})
	page := house.shows(t, "submitter", "/account/notices")
	if got := strings.Count(page, " checked"); got != len(review.Kinds()) {
		t.Errorf("%d kinds come by mail at first", got)
	}
	_, page = house.sendForm(t, "submitter", "/account/notices", url.Values{"mail": {"appeals"}})
	if got := strings.Count(page, " checked"); got != 1 || !strings.Contains(page, `value="appeals" checked`) ||
		!strings.Contains(page, "Saved.") {
		t.Errorf("%d kinds come by mail then", got)
	}
	if status, _ := house.sendForm(t, "submitter", "/account/notices",
		url.Values{"mail": {"gossip"}}); status != http.StatusUnprocessableEntity {
		t.Errorf("a kind that there is not got %d", status)
	}
}

// TestAnAppealIsHeard goes from a rejection to the entry in review again.
func TestAnAppealIsHeard(t *testing.T) {
	house := open(t)
	entry := house.enter(t, "2026-11", review.Submit)
	address := "/submissions/" + number(entry)
	demand(t, house.shows(t, "submitter", address), map[string]bool{`href="` + address + `/appeals"`: false})
	_, err := house.store.Reviews.Move(t.Context(), entry, review.Reject, house.people["reviewer"],
		"The meter was off.")
	must(t, err)
	demand(t, house.shows(t, "submitter", address),
		map[string]bool{"Appeal against the decision": true, `value="reopen"`: false})
	demand(t, house.shows(t, "reviewer", address), map[string]bool{`href="` + address + `/appeals"`: false})
	status, page := house.sendForm(t, "submitter", address+"/appeals", url.Values{"text": {"  "}})
	if status != http.StatusUnprocessableEntity {
		t.Errorf("an appeal without words got %d", status)
	}
	demand(t, page,
		map[string]bool{"nothing is written here": true, `id="text-error"`: true, `aria-invalid="true"`: true})
	_, page = house.sendForm(t, "submitter", address+"/appeals", url.Values{"text": {"It was <b>on</b>."}})
	demand(t, page, map[string]bool{"Your appeal was made": true, "It was &lt;b&gt;on&lt;/b&gt;.": true,
		"Withdraw appeal": true, "Uphold": false})
	demand(t, house.shows(t, "editor", "/notices?kind=appeals"),
		map[string]bool{"has an appeal against its decision": true})
	demand(t, house.shows(t, "reviewer", address), map[string]bool{"Read the appeal": true})
	demand(t, house.shows(t, "reviewer", address+"/appeals"),
		map[string]bool{"Uphold": false, ">Answer</button>": true})
	appeals, err := house.store.Reviews.Appeals(t.Context(), entry, house.people["editor"])
	must(t, err)
	appeal := address + "/appeals/" + number(appeals.All[0].ID)
	status, page = house.sendForm(t, "reviewer", appeal, url.Values{"verb": {"uphold"}, "text": {"Yes, I was wrong"}})
	if status != http.StatusConflict || !strings.Contains(page, "A reviewer may not uphold an appeal.") {
		t.Errorf("a reviewer who upholds it got %d", status)
	}
	status, page = house.sendForm(t, "editor", appeal,
		url.Values{"verb": {"dismiss"}, "text": {strings.Repeat("no ", 7_000)}})
	if status != http.StatusUnprocessableEntity || !strings.Contains(page, `id="reason-error"`) ||
		!strings.Contains(page, "no no no ") {
		t.Errorf("a reason without end got %d, and is lost", status)
	}
	_, page = house.sendForm(t, "editor", appeal, url.Values{"verb": {"uphold"}, "text": {"It was on."}})
	demand(t, page, map[string]bool{"The appeal was upheld.": true, "Uphold</button>": false})
	demand(t, house.shows(t, "submitter", address),
		map[string]bool{"state-submitted": true, "Reopen": true, "upheld": true})
}

// TestTheHeaderCountsManyNotices: but not to their end.
func TestTheHeaderCountsManyNotices(t *testing.T) {
	house := open(t)
	for range 3 {
		house.execute(t, `INSERT INTO notices (user_id, kind, text, link, created_at) WITH RECURSIVE n (i) AS (SELECT 1
			UNION ALL SELECT i + 1 FROM n WHERE i < 50)
			SELECT `+number(house.people["stranger"].ID)+`, 'work', 'Notice ' || i, '/', i FROM n`)
	}
	demand(t, house.shows(t, "stranger", "/"),
		map[string]bool{`<span class="unread-count">99+<span class="hidden"> unread</span></span>`: true})
	page := house.shows(t, "stranger", "/notices")
	if rows := strings.Count(page, `<tr id="notice-`); rows != 30 || !strings.Contains(page, `rel="next"`) ||
		strings.Contains(page, "First page") {
		t.Errorf("the first page has %d rows", rows)
	}
	_, next, _ := strings.Cut(page, `href="/notices?after=`)
	page = house.shows(t, "stranger", "/notices?after="+next[:strings.Index(next, `"`)])
	demand(t, page, map[string]bool{"First page": true, "Notice 30": false, "Notice 20": true})
	demand(t, house.shows(t, "public", "/"), map[string]bool{`href="/notices"`: false})
}

// TestMailsLeadToPages follows the links of a mail.
func TestMailsLeadToPages(t *testing.T) {
	house := open(t)
	house.store = storetest.Open(t,
		store.Config{Database: house.database, Blobs: house.store.Blobs(), Notice: account.Notices(house.url)})
	entry := house.enter(t, "2026-11", review.Submit)
	_, err := house.store.Reviews.Move(t.Context(), entry, review.Return, house.people["reviewer"], "Say when.")
	must(t, err)
	mails := storetest.Mails(t, house.database, "submitter@example.org")
	if len(mails) != 2 { // that it was submitted, and that it was returned
		t.Fatalf("got %+v", mails)
	}
	links := 0
	for _, line := range strings.Split(mails[0].Text+mails[1].Text, "\n") {
		if path, ok := strings.CutPrefix(line, house.url.String()); ok {
			links++
			if got := house.visit(t, "submitter", http.MethodGet, path); got != http.StatusOK {
				t.Errorf("%s got %d", path, got)
			}
		}
	}
	if links != 2*len(mails) {
		t.Errorf("they have %d links:\n%s", links, mails)
	}
}
