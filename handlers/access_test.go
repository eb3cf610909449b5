package handlers

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/store/accounts"
	"green500/store/drafts"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/methodology"
	"green500/validation/review"
)

// accessRoom has one submission of one person, and one visitor of each kind.
type accessRoom struct {
	*Base
	people map[string]accounts.User
	pool   *sql.DB
}

func newAccessRoom(t *testing.T) accessRoom {
	t.Helper()
	now, database := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC), storetest.SQLite(t)
	opened := storetest.Open(t, store.Config{Database: database, Now: func() time.Time { return now }})
	r := accessRoom{&Base{Store: opened, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }},
		map[string]accounts.User{"public": {}}, storetest.Pool(t, database)}
	for name, role := range map[string]review.Role{"holder": review.Submitter, "submitter": review.Submitter,
		"reviewer": review.Reviewer, "conflicted": review.Reviewer, "editor": review.Editor, "admin": review.Admin} {
		site := name
		if name == "conflicted" {
			site = "holder"
		}
		made, err := opened.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@" + site + ".example",
			Name: name, Affiliation: "Site of the " + site, Role: role, Password: "correct horse battery"})
		if err != nil {
			t.Fatal(err)
		}
		r.people[name] = made
	}
	if _, err := opened.Editions.Create(t.Context(), editions.Edition{Name: "2026-11",
		Methodology: methodology.V20, OpensAt: now.AddDate(0, -1, 0), ClosesAt: now.AddDate(0, 1, 0)}); err != nil {
		t.Fatal(err)
	}
	if _, err := opened.Submissions.CreateEntry(t.Context(), r.people["holder"], "2026-11",
		submissions.Snapshot{Document: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r accessRoom) do(t *testing.T, text string) {
	t.Helper()
	if _, err := r.pool.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// status is what somebody is answered with by a handler that answers 200.
func (r accessRoom) status(t *testing.T, who, query string, handler echo.HandlerFunc) int {
	t.Helper()
	c := echo.New().NewContext(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/submissions/1"+query, nil),
		httptest.NewRecorder())
	c.SetParamNames("id")
	c.SetParamValues("1")
	if user := r.people[who]; user.ID != 0 {
		c.Set(viewerKey, user)
	}
	err := handler(c)
	if err == nil {
		return http.StatusOK
	}
	status, _ := Outcome(err)
	return status
}

// TestWhoReachesASubmissionAndItsRevisions: revision 1 was submitted, revision 2 is being written.
func TestWhoReachesASubmissionAndItsRevisions(t *testing.T) {
	const answers = `
           state      public holder submitter reviewer conflicted editor admin
page       draft      404    200    404       404      404        404    404
page       submitted  404    200    404       200      403        200    404
page       accepted   404    200    404       200      403        200    404
page       published  200    200    200       200      200        200    200
change     draft      404    200    404       404      404        404    404
change     returned   404    200    404       404      403        404    404
change     submitted  404    409    404       404      403        404    404
change     published  404    409    404       404      404        404    404
draft      returned   404    200    404       404      403        404    404
revision   returned   404    200    404       200      403        200    404
first      returned   404    200    404       200      403        200    404
second     returned   404    200    404       404      403        404    404
second     published  404    200    404       404      403        404    404
third      returned   404    404    404       404      403        404    404
revisions  returned   404    200    404       200      403        200    404
revisions  published  404    200    404       200      403        200    404`
	r := newAccessRoom(t)
	r.do(t, "UPDATE revisions SET submitted_at = 1")
	r.do(t, `INSERT INTO revisions (entry_id, number, document, rules_digest, input_digest, report_digest, created_at)
		SELECT entry_id, 2, document, '', '', '', 2 FROM revisions`)
	r.do(t, "UPDATE entries SET revision = 2")
	revision := r.OfRevision(func(_ echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
		if shown.SubmittedAt == nil && !entry.Owner {
			t.Error("what was not submitted is shown")
		}
		return nil
	})
	page := func(echo.Context, submissions.EntryAccess) error { return nil }
	kinds := map[string]struct {
		query   string
		handler echo.HandlerFunc
	}{
		"page": {"", r.OfEntry(page)}, "change": {"", r.OfWritable(page)},
		"draft":    {"", r.OfDraft(func(echo.Context, submissions.EntryAccess, drafts.Draft) error { return nil })},
		"revision": {"", revision}, "first": {"?revision=1", revision}, "second": {"?revision=2", revision},
		"third": {"?revision=3", revision},
		"revisions": {"", r.OfEntry(func(c echo.Context, entry submissions.EntryAccess) error {
			_, err := r.ReadableRevisions(c.Request().Context(), entry)
			return err
		})},
	}
	lines := strings.Split(strings.TrimSpace(answers), "\n")
	visitors := strings.Fields(lines[0])[1:]
	for _, line := range lines[1:] {
		words := strings.Fields(line)
		r.do(t, fmt.Sprintf("UPDATE entries SET state = '%s'", words[1]))
		for i, who := range visitors {
			if got := r.status(t, who, kinds[words[0]].query, kinds[words[0]].handler); fmt.Sprint(got) != words[2+i] {
				t.Errorf("%s of what is %s as %s: %d, want %s", words[0], words[1], who, got, words[2+i])
			}
		}
	}
}

// TestWhatIsNoNumberIsNotThere: an address of a submission has a number.
func TestWhatIsNoNumberIsNotThere(t *testing.T) {
	c := echo.New().NewContext(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil),
		httptest.NewRecorder())
	c.SetParamNames("id")
	for _, text := range []string{"", "x", "0", "-1", "1.5", "9223372036854775808"} {
		c.SetParamValues(text)
		if number, err := ID(c, "id"); err == nil {
			t.Errorf("%q is %d", text, number)
		}
	}
}
