package web_test

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"green500/handlers/account"
	"green500/store"
	"green500/store/notices"
	"green500/store/reviews"
	"green500/store/storetest"
	"green500/templates/fields"
	"green500/validation/review"
)

// posting opens a house whose store writes mails as a server does.
func posting(t *testing.T) *house {
	t.Helper()
	house := open(t)
	house.store = storetest.Open(t, store.Config{Database: house.database, Blobs: house.store.Blobs(),
		Notice: account.Notices(house.url), FieldName: fields.PlaceOf})
	return house
}

// TestSubmittingIsConfirmed goes from the button to the page that says what happens next, and back by way of a
// withdrawal.
func TestSubmittingIsConfirmed(t *testing.T) {
	house := open(t)
	entry := "/submissions/" + number(house.enter(t, "2026-11"))
	page := house.shows(t, "submitter", entry)
	demand(t, page,
		map[string]bool{`href="` + entry + `/withdraw"`: true, `value="withdraw"`: false, `value="submit"`: true})
	_, page = house.sendForm(t, "submitter", entry+"/moves",
		url.Values{"verb": {"submit"}, "revision": {"1"}, "state": {"draft"}})
	demand(t, page, map[string]bool{
		"is submitted</h1>": true, "Submission " + strings.TrimPrefix(entry, "/submissions/"): true,
		"What happens next": true, "The edition closes. Until then you can withdraw": true,
		"Who can see it": true, "Reviewers and editors without a conflict of interest": true,
		`href="` + entry + `"`: true,
	})
	page = house.shows(t, "submitter", entry+"/withdraw")
	demand(t, page, map[string]bool{"You can undo this until the edition closes": true, `value="withdraw"`: true,
		"Required. Reviewers read it": true})
	form := url.Values{"verb": {"withdraw"}, "revision": {"1"}, "state": {"submitted"}}
	status, page := house.sendForm(t, "submitter", entry+"/moves", form)
	if status != http.StatusConflict {
		t.Errorf("withdrawing without a reason got %d", status)
	}
	demand(t, page, map[string]bool{`id="reason-error"`: true, "You can undo this until": true})
	form.Set("reason", "We measure again.")
	_, page = house.sendForm(t, "submitter", entry+"/moves", form)
	demand(t, page, map[string]bool{"state-withdrawn": true, `value="restore"`: true, "Undo withdrawal": true,
		`href="` + entry + `/withdraw"`: false})
	demand(t, house.shows(t, "submitter", "/submissions"),
		map[string]bool{"You can undo the withdrawal.": true, "undo until": true})
	demand(t, house.shows(t, "reviewer", entry), map[string]bool{`value="restore"`: false})
	_, page = house.sendForm(t, "submitter", entry+"/moves",
		url.Values{"verb": {"restore"}, "revision": {"1"}, "state": {"withdrawn"}})
	demand(t, page, map[string]bool{"The withdrawal is undone. The submission is submitted again.": true,
		"state-submitted": true, "Undo withdrawal": true, `value="restore"`: false})
	demand(t, house.shows(t, "reviewer", "/review"), map[string]bool{`href="` + entry + `"`: true})
}

// TestAReceiptNamesTheSystem: whoever submits gets a mail, unless they chose none of its kind.
func TestAReceiptNamesTheSystem(t *testing.T) {
	house := posting(t)
	submitter := house.people["submitter"]
	entry := house.enter(t, "2026-11", review.Submit)
	kept, err := house.store.Submissions.Entry(t.Context(), entry)
	must(t, err)
	mails := storetest.Mails(t, house.database, submitter.Email)
	if len(mails) != 1 {
		t.Fatalf("got %+v", mails)
	}
	if want := "green500: " + kept.System + ", submission " + number(entry) +
		" to 2026-11, was submitted"; mails[0].Subject != want {
		t.Errorf("the subject is %q, want %q", mails[0].Subject, want)
	}
	demand(t, mails[0].Text,
		map[string]bool{"What happens next:": true, "The edition closes.": true, "/submissions/" + number(entry): true})
	must(t, house.store.Notices.Choose(t.Context(), submitter.ID, map[review.Kind]bool{}))
	house.enter(t, "2026-11", review.Submit)
	if mails = storetest.Mails(t, house.database, submitter.Email); len(mails) != 1 {
		t.Errorf("a receipt was sent to somebody who wants none: %+v", mails)
	}
}

// TestWhatIsWantedIsWordedOnce: the words of the reviewer and the questions stand on the page of a submission that was
// returned, each with a link to what it is about, and in the same words in notice, mail and list. What reviewers keep
// among themselves does not.
func TestWhatIsWantedIsWordedOnce(t *testing.T) {
	house := posting(t)
	submitter, reviewer := house.people["submitter"], house.people["reviewer"]
	entry := house.enter(t, "2026-11", review.Submit)
	for text, shared := range map[string]bool{"Which stepping is this?": true,
		"I know these people <b>well</b>.": false} {
		_, err := house.store.Reviews.Ask(t.Context(), entry, reviewer, reviews.Question{Revision: 1,
			Pin: review.Pin{Kind: review.OnField, Target: "system.processor"}, Text: text, Shared: shared})
		must(t, err)
	}
	_, err := house.store.Reviews.Move(t.Context(), entry, review.Return, reviewer, "Say where the <meters> were.")
	must(t, err)
	parts := []string{"The reviewer writes: Say where the <meters> were.",
		"Question about “Processor (system.processor)”: Which stepping is this?"}
	notices, err := house.store.Notices.List(t.Context(), submitter,
		notices.NoticeQuery{Kind: review.OfMoves, Limit: 1})
	must(t, err)
	mails := storetest.Mails(t, house.database, submitter.Email)
	var letters []string
	for _, mail := range mails {
		letters = append(letters, strings.ReplaceAll(mail.Text, "\n", " "))
	}
	list := html.UnescapeString(house.shows(t, "submitter", "/submissions"))
	address := "/submissions/" + number(entry)
	page := html.UnescapeString(house.shows(t, "submitter", address))
	for _, part := range parts {
		heading, text, _ := strings.Cut(part, ": ")
		for where, said := range map[string]string{"the notice": notices.Notices[0].Text,
			"the mails": strings.Join(letters, " "), "the list": list} {
			if !strings.Contains(said, part) {
				t.Errorf("%s does not say %q:\n%s", where, part, said)
			}
		}
		if !strings.Contains(page, ">"+heading+"<") || !strings.Contains(page, ">"+text+"<") {
			t.Errorf("the page does not say %q", part)
		}
	}
	demand(t, page, map[string]bool{"Correct and resubmit": true,
		address + "/steps/system#" + fields.FieldID("system.processor"): true, "well": false})
	demand(t, list+strings.Join(letters, " "),
		map[string]bool{"Correct and resubmit": true, "I know these people": false})
	demand(t, house.shows(t, "reviewer", address), map[string]bool{"Correct and resubmit": false})
}

// TestNobodyWithoutSubmissionsIsLost: the list of somebody who has none has one way on.
func TestNobodyWithoutSubmissionsIsLost(t *testing.T) {
	house := open(t)
	page := house.shows(t, "stranger", "/submissions")
	if got := strings.Count(page[strings.Index(page, "<main"):], `href="/submissions/new"`); got != 1 ||
		!strings.Contains(page, "You have no submissions yet.") {
		t.Errorf("the page has %d ways to begin:\n%s", got, page)
	}
}
