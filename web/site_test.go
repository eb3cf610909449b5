package web_test

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"green500/store/sites"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/review"
)

// found founds a site that the submitter keeps, with the reviewer as a member.
func (h *house) found(t *testing.T) {
	t.Helper()
	site, err := h.store.Sites.Create(t.Context(), h.people["submitter"],
		sites.SiteFacts{Name: "Example Centre", Country: "DE"})
	must(t, err)
	var link string
	must(t, h.store.Sites.Invite(t.Context(), site.ID, h.people["submitter"], "reviewer@example.org",
		func(_ sites.Site, secret string) (string, string) {
			link = secret
			return "", ""
		}))
	_, err = h.store.Sites.Join(t.Context(), link, h.people["reviewer"])
	must(t, err)
	h.site = site.ID
}

// sendForm sends a form as a visitor and follows where it leads; the text is that of the page at the end.
func (h *house) sendForm(t *testing.T, visitor, address string, fields url.Values) (status int, page string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address,
		strings.NewReader(fields.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := h.client(t, visitor)
	answer, err := client.Do(request)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusSeeOther {
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		return answer.StatusCode, string(text)
	}
	next, err := client.Get(h.server.URL + answer.Header.Get("Location"))
	must(t, err)
	defer func() { _ = next.Body.Close() }()
	text, err := io.ReadAll(next.Body)
	must(t, err)
	return next.StatusCode, string(text)
}

// TestFromAnInvitationToASharedEntry: a site is founded, a colleague invited by mail, who joins with
// their own address alone, writes what is shared, and no more once they are removed.
func TestFromAnInvitationToASharedEntry(t *testing.T) {
	h := open(t)
	status, page := h.sendForm(t, "submitter", "/sites",
		url.Values{"name": {"Example <Centre>"}, "country": {"de"}, "url": {"https://example.org"}})
	if status != http.StatusOK {
		t.Fatalf("%d:\n%s", status, page)
	}
	says(t, page, "Example <Centre> is founded", "you are a keeper", "1 member")
	sites, err := h.store.Sites.OfUser(t.Context(), h.people["submitter"].ID)
	must(t, err)
	h.site = sites[0].ID
	site := h.address("/sites/SITE")
	status, page = h.sendForm(t, "stranger", "/sites", url.Values{"name": {"EXAMPLE <centre>"}, "country": {"FR"}})
	if says(t, page, "there is a site called EXAMPLE <centre> already"); status != http.StatusUnprocessableEntity ||
		!strings.Contains(page, `value="FR"`) {
		t.Errorf("got %d", status)
	}

	_, page = h.sendForm(t, "submitter", site+"/invitations", url.Values{"email": {"no address"}})
	if says(t, page, "this is not an email address"); !strings.Contains(page, `value="no address"`) {
		t.Error("what was typed is lost")
	}
	_, page = h.sendForm(t, "submitter", site+"/invitations", url.Values{"email": {"Stranger@example.org"}})
	says(t, page, "The invitation is on its way.", "1 invitation not accepted yet", "stranger@example.org")
	mails := storetest.Mails(t, h.database, "stranger@example.org")
	if len(mails) != 1 {
		t.Fatalf("got %d mails", len(mails))
	}
	subject, text := mails[0].Subject, mails[0].Text
	if subject != "Join Example <Centre> at green500" || !strings.Contains(text, "submitter@example.org invites you") ||
		!strings.Contains(text, "14 days") {
		t.Errorf("%s\n%s", subject, text)
	}
	join := regexp.MustCompile(`https?://[^/]+(/join/\S+)`).FindStringSubmatch(text)[1]

	public := h.read(t, "public", join)
	if says(t, public, "Sign in with the address stranger@example.org", "Register"); !strings.Contains(public,
		`href="/login?next=`+join+`"`) {
		t.Error("signing in does not lead back to the invitation")
	}
	says(t, h.read(t, "editor", join),
		"This invitation is for stranger@example.org; you are signed in as editor@example.org.")
	if status, page := h.sendForm(t, "editor", join, nil); status != http.StatusConflict {
		t.Errorf("somebody else joined: %d\n%s", status, page)
	}
	_, page = h.sendForm(t, "stranger", join, nil)
	says(t, page, "You are a member of Example <Centre>.", "2 members")
	if strings.Contains(page, "Remove") || strings.Contains(page, "Send invitation") {
		t.Error("a member is shown what only keepers may do")
	}
	if status, _ := h.sendForm(t, "stranger", join, nil); status != http.StatusConflict {
		t.Errorf("an invitation was followed twice: %d", status)
	}

	draft := h.address("/submissions/DRAFT")
	_, page = h.sendForm(t, "submitter", draft+"/site", url.Values{"site": {number(h.site)}})
	says(t, page, "The members of the site may change the submission now.",
		"The owner and, while the edition is open, the members of Example <Centre> can edit this submission.")
	says(t, h.read(t, "stranger", "/submissions"), "submitter Example <Centre>")
	if status := h.visit(t, "stranger", http.MethodGet, draft+"/edit"); status != http.StatusOK {
		t.Errorf("a member cannot edit: %d", status)
	}
	if status, _ := h.sendForm(t, "stranger", draft+"/site", url.Values{"site": {""}}); status != http.StatusConflict {
		t.Errorf("a member unshared what is not theirs: %d", status)
	}
	_, page = h.sendForm(t, "submitter", site+"/leave", nil)
	says(t, page, "You are the only keeper of Example <Centre>. Make another member a keeper first.")
	_, page = h.sendForm(t, "submitter", site+"/members/"+number(h.people["stranger"].ID),
		url.Values{"action": {"remove"}})
	says(t, page, "They are not of Example <Centre> any more.", "1 member")
	if status := h.visit(t, "stranger", http.MethodGet, draft); status != http.StatusNotFound {
		t.Errorf("who was removed still sees the entry: %d", status)
	}
	_, page = h.sendForm(t, "submitter", site+"/delete", nil)
	says(t, page, "Submissions are shared with Example <Centre>; unshare them first.")
}

func TestANewSubmissionIsSharedAsChosen(t *testing.T) {
	h := open(t)
	if page := h.read(t, "submitter", "/submissions/new"); strings.Contains(page, "Shared with") {
		t.Error("a person without a site must name one")
	}
	h.found(t)
	page := h.read(t, "submitter", "/submissions/new")
	if !strings.Contains(page, `<option value="`+number(h.site)+`" selected>Example Centre`) {
		t.Error("the only site is not chosen")
	}
	for want, fields := range map[int64]url.Values{
		submissions.Unshared: {"edition": {"2026-11"}, "action": {"empty"}, "site": {""}},
		h.site:               {"edition": {"2026-11"}, "action": {"empty"}},
	} {
		if status, page := h.sendForm(t, "submitter", "/submissions", fields); status != http.StatusOK {
			t.Fatalf("%d:\n%s", status, page)
		}
		entries, err := h.store.Submissions.EntriesOf(t.Context(), h.people["submitter"].ID)
		must(t, err)
		if entries[0].SiteID != want {
			t.Errorf("%v: it is shared with %d", fields, entries[0].SiteID)
		}
	}
	before := h.count(t)
	for _, wrong := range []string{"999999", "-1", "one"} {
		status, page := h.sendForm(t, "stranger", "/submissions",
			url.Values{"edition": {"2026-11"}, "action": {"empty"}, "site": {wrong}})
		if says(t, page, "this is not one of your sites"); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", wrong, status)
		}
	}
	if h.count(t) != before {
		t.Error("a refused entry was kept")
	}
}

// TestAColleagueWhoReviewsDecidesNothing on what is shared with their site.
func TestAColleagueWhoReviewsDecidesNothing(t *testing.T) {
	h := open(t)
	h.found(t)
	must(t, h.store.Submissions.ShareEntry(t.Context(), h.draft, h.people["submitter"], h.site))
	_, err := h.store.Reviews.Move(t.Context(), h.draft, review.Submit, h.people["submitter"], "")
	must(t, err)
	address := h.address("/submissions/DRAFT")
	page := h.read(t, "reviewer", address)
	says(t, page, "This is your own submission. Another reviewer decides on it.")
	status, page := h.sendForm(t, "reviewer", address+"/moves", url.Values{"verb": {"accept"}, "revision": {"1"}})
	if says(t, page, "You cannot accept your own submission"); status != http.StatusConflict {
		t.Errorf("got %d", status)
	}
}
