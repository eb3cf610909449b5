package web_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/review"
)

// Questions among reviewers, which nobody else may ever read, and questions to the submitter.
const (
	amongReviewers = "a walrus wrote this among reviewers"
	ofSubmitter    = "an otter wants to know this of the submitter"
)

// askAround asks about the waiting and the listed entry, among reviewers and of the submitter.
func (h *house) askAround(t *testing.T) {
	t.Helper()
	for _, entry := range []int64{h.listed, h.waiting} {
		for _, pin := range []review.Pin{{Kind: review.OnEntry}, {Kind: review.OnFinding, Target: "machine-fraction"},
			{Kind: review.OnField, Target: "system.name"}} {
			h.privateThread = h.inquire(t, entry, reviews.Question{Pin: pin, Text: amongReviewers})
			h.sharedThread = h.inquire(t, entry,
				reviews.Question{Pin: pin, Text: ofSubmitter, Shared: true, Continues: h.privateThread})
		}
	}
}

func (h *house) inquire(t *testing.T, entry int64, question reviews.Question) int64 {
	t.Helper()
	question.Revision = 1
	thread, err := h.store.Reviews.Ask(t.Context(), entry, h.people["reviewer"], question)
	must(t, err)
	return thread.ID
}

// TestPrivateQuestionsReachOnlyReviewers: every address that can be read is read as everybody, archives
// unpacked, and so is all mail.
func TestPrivateQuestionsReachOnlyReviewers(t *testing.T) {
	t.Parallel()
	house := open(t)
	house.found(t)
	house.askAround(t)
	reached, shared := map[string]bool{}, false
	for _, line := range strings.Split(strings.TrimSpace(expected), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != http.MethodGet {
			continue
		}
		for _, visitor := range visitors {
			if visitor == "conflicted" && strings.Contains(words[1], "LISTED") {
				continue // with which they have no conflict
			}
			said := house.allSaid(t, visitor, house.address(words[1]))
			shared = shared || visitor == "submitter" && strings.Contains(said, ofSubmitter)
			if strings.Contains(said, amongReviewers) {
				reached[visitor] = true
			}
			if visitor != "reviewer" && visitor != "editor" &&
				(strings.Contains(said, amongReviewers) || threadLink(house.privateThread).MatchString(said)) {
				t.Errorf("%s reads at %s what was asked among reviewers", visitor, words[1])
			}
			if visitor != "reviewer" && visitor != "editor" && visitor != "submitter" &&
				strings.Contains(said, ofSubmitter) {
				t.Errorf("%s reads at %s what was asked of the submitter", visitor, words[1])
			}
		}
	}
	if !reached["reviewer"] || !reached["editor"] || !shared {
		t.Errorf("those whom it is for read nothing either: %v, %t", reached, shared)
	}
	posted, err := house.store.Outbox.Mails(t.Context(), 0, 1000)
	must(t, err)
	for _, mail := range posted {
		if strings.Contains(mail.Text+mail.Subject, amongReviewers) ||
			strings.Contains(mail.Text+mail.Subject, ofSubmitter) {
			t.Errorf("a mail says it: %s", mail.Text)
		}
	}
}

// threadLink is a link to a thread.
func threadLink(id int64) *regexp.Regexp {
	return regexp.MustCompile(`/questions/` + number(id) + `["#?]|question-` + number(id) + `"`)
}

// allSaid is all that an address says to a visitor.
func (h *house) allSaid(t *testing.T, visitor, address string) string {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, address))
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return string(body)
	}
	var all strings.Builder
	for _, file := range archive.File {
		content, err := file.Open()
		must(t, err)
		_, err = io.Copy(&all, content)
		must(t, err)
	}
	return all.String()
}

// questionForm is a form that asks about the waiting entry.
func (h *house) questionForm(changes map[string]string) url.Values {
	form := url.Values{"revision": {"1"}, "about": {"entry"}, "text": {"What is this?"}, "audience": {"shared"}}
	for name, value := range changes {
		form.Set(name, value)
	}
	return form
}

// TestNothingIsAskedThatIsNotWhole: each mistake is told at its field, what was typed is still there, and nothing is
// kept.
func TestNothingIsAskedThatIsNotWhole(t *testing.T) {
	house := open(t)
	meter := house.askedMeter(t)
	const typed = "Why so late?"
	mistakes := []struct {
		name    string
		changes map[string]string
		says    string
		status  int
	}{
		{"nobody is told who reads it", map[string]string{"audience": ""}, "choose below who reads it", 422},
		{"a reader that is none", map[string]string{"audience": "everybody"}, "choose below who reads it", 422},
		{"no text", map[string]string{"text": " \n"}, "nothing is written", 422},
		{"too long", map[string]string{"text": strings.Repeat("é", review.MaximumQuestion+1)},
			"it has 4001 characters, and may have 4000", 422},
		{"about nothing", map[string]string{"about": ""}, "choose what you ask about", 422},
		{"about a finding that is none", map[string]string{"about": "finding:dance"}, "choose what you ask about", 422},
		{"about a field that is none", map[string]string{"about": "field:system.dance"},
			"choose what you ask about", 422},
		{"about an item that is none", map[string]string{"about": "field:meters[9].id"},
			"choose what you ask about", 422},
		{"about a meter that is none", map[string]string{"about": "meter:dance"}, "no such meter", 422},
		{"no times", map[string]string{"about": "meter:" + meter}, "no start is given", 422},
		{"a time without a zone", map[string]string{"about": "meter:" + meter, "from": "2026-05-01 10:00",
			"to": "2026-05-01T11:00:00Z"}, "has no zone", 422},
		{"times the wrong way", map[string]string{"about": "meter:" + meter, "from": "2026-05-01T11:00:00Z",
			"to": "2026-05-01T10:00:00Z"}, "the end is not after the start", 422},
		{"times without readings", map[string]string{"about": "meter:" + meter, "from": "2001-05-01T10:00:00Z",
			"to": "2001-05-01T11:00:00Z"}, "has no readings in this time", 422},
		{"of no revision", map[string]string{"revision": "7"}, "Reload the page", 409},
	}
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			changes := map[string]string{"text": typed}
			for name, value := range m.changes {
				changes[name] = value
			}
			status, body := house.fill(t, "reviewer", "/submissions/"+number(house.waiting)+"/questions",
				house.questionForm(changes))
			if status != m.status || !strings.Contains(body, m.says) {
				t.Errorf("got %d, and it does not say %q", status, m.says)
			}
			for _, lost := range []string{changes["text"], changes["from"]} {
				if !strings.Contains(body, lost) {
					t.Errorf("%q is lost", lost)
				}
			}
		})
	}
	counts, err := house.store.Reviews.OpenQuestions(t.Context(), []int64{house.waiting})
	must(t, err)
	if len(counts) != 0 {
		t.Errorf("something was kept: %v", counts)
	}
	if status, _ := house.fill(t, "reviewer", "/submissions/"+number(house.waiting)+"/questions",
		house.questionForm(nil)); status != http.StatusSeeOther {
		t.Errorf("a question that is whole gets %d", status)
	}
}

func (h *house) askedMeter(t *testing.T) string {
	t.Helper()
	revision, err := h.store.Submissions.Revision(t.Context(), h.waiting, 1)
	must(t, err)
	document, err := submissions.DecodeDocument(revision.Document)
	must(t, err)
	return document.Meters[0].ID
}

// TestAReplyThatFailsKeepsWhatWasTyped, and one that works leads to its own place.
func TestAReplyThatFailsKeepsWhatWasTyped(t *testing.T) {
	house := open(t)
	house.askAround(t)
	address := "/submissions/" + number(house.waiting) + "/questions/" + number(house.sharedThread)
	status, body := house.fill(t, "reviewer", address,
		url.Values{"step": {"settle"}, "seen": {"0"}, "text": {"Thank you, seen."}})
	if status != http.StatusConflict || !strings.Contains(body, "Thank you, seen.") ||
		!strings.Contains(body, "wrote in the meantime") {
		t.Errorf("settled unread: %d", status)
	}
	status, body = house.fill(t, "submitter", address, url.Values{"step": {"settle"}, "text": {"I say it is."}})
	if status != http.StatusConflict || !strings.Contains(body, "I say it is.") {
		t.Errorf("the submitter settles it: %d", status)
	}
	status, _ = house.fill(t, "submitter", address, url.Values{"step": {"say"}, "text": {"It is."}})
	if status != http.StatusSeeOther {
		t.Errorf("the submitter gets no answer through: %d", status)
	}
	said := house.allSaid(t, "submitter", address)
	if ids := regexp.MustCompile(`id="message-\d+"`).FindAllString(said, -1); len(slices.Compact(ids)) != 2 {
		t.Errorf("messages have the anchors %v", ids)
	}
}

// TestWhatIsOpenStandsWhereItBelongs: beside the finding, in the curve, and in the list.
func TestWhatIsOpenStandsWhereItBelongs(t *testing.T) {
	house := open(t)
	revision, err := house.store.Submissions.Revision(t.Context(), house.waiting, 1)
	must(t, err)
	report, _, err := revision.Verdict()
	must(t, err)
	core := report.Spans.Core
	finding := house.inquire(t, house.waiting, reviews.Question{Shared: true, Text: "Is it?",
		Pin: review.Pin{Kind: review.OnFinding, Target: "machine-fraction"}})
	private := house.inquire(t, house.waiting, reviews.Question{Text: "A dip?",
		Pin: review.Pin{Kind: review.OnMeter, Target: house.askedMeter(t), From: core.Start.Time, To: core.End.Time}})
	page := "/submissions/" + number(house.waiting)
	said := house.allSaid(t, "reviewer", page)
	row := regexp.MustCompile(`(?s)<tr id="finding-machine-fraction.*?</tr>`).FindString(said)
	if !strings.Contains(row, "/questions/"+number(finding)) ||
		!strings.Contains(row, "about=finding%3Amachine-fraction") {
		t.Error("it does not stand beside its finding")
	}
	for _, at := range []string{page, page + "/chart.json"} {
		if !strings.Contains(house.allSaid(t, "reviewer", at), "question "+number(private)) {
			t.Errorf("%s does not mark what was asked about", at)
		}
		if strings.Contains(house.allSaid(t, "submitter", at), "question "+number(private)) {
			t.Errorf("%s marks for the submitter what was asked among reviewers", at)
		}
	}
	if !strings.Contains(said, "2 open") || !strings.Contains(house.allSaid(t, "submitter", page), "1 open") {
		t.Error("the open questions are not counted")
	}
}
