package review

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	"green500/templates/chart"
	reviewpage "green500/templates/review"
	"green500/validation/power"
	"green500/validation/review"
)

// Discussed has a request answered with an entry, and a revision of it, for those who take part in the questions about
// it.
func (h *Handlers) Discussed(
	answer func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error) echo.HandlerFunc {
	return h.OfRevision(func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
		if review.SideOf(entry.Party) == review.Outside {
			return database.ErrNotFound
		}
		return answer(c, entry, shown)
	})
}

// askedRevision is what was submitted last: a draft beyond it may change under a question.
func (h *Handlers) askedRevision(ctx context.Context, entry submissions.EntryAccess) (int, error) {
	number, err := h.Store.Submissions.LastSubmitted(ctx, entry.ID)
	if errors.Is(err, database.ErrNotFound) {
		return 0, nil
	}
	return number, err
}

func (h *Handlers) questions(c echo.Context, entry submissions.EntryAccess,
	shown submissions.Revision) (reviewpage.Questions, error) {
	return h.questionsOver(c, entry, shown, nil)
}

func (h *Handlers) questionsOver(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision,
	typed map[string]string) (reviewpage.Questions, error) {
	ctx := c.Request().Context()
	q := reviewpage.Questions{
		EntryID: handlers.Text(entry.ID), Side: review.SideOf(entry.Party), Editable: entry.Owner && entry.State.Open(),
		Owner: entry.OwnerName, Site: entry.SharedWith,
		Shown: shown.Number, Zone: time.UTC,
	}
	if q.Side == review.Outside {
		return reviewpage.Questions{}, nil
	}
	var err error
	if q.Revision, err = h.askedRevision(ctx, entry); err != nil {
		return q, err
	}
	if err := tellOf(&q, shown); err != nil {
		return q, err
	}
	threads, err := h.Store.Reviews.Threads(ctx, entry)
	if err != nil {
		return q, err
	}
	carrying := &carrier{store: h.Store, shown: shown, typed: typed, known: map[int]review.Evidence{}}
	for _, thread := range threads {
		one, err := carrying.question(ctx, thread, handlers.User(c))
		if err != nil {
			return q, err
		}
		q.All = append(q.All, one)
	}
	for _, one := range q.All {
		at := slices.IndexFunc(q.All,
			func(other reviewpage.Question) bool { return one.Continues != "" && other.ID == one.Continues })
		if at >= 0 {
			q.All[at].ContinuedBy = one.ID
		}
	}
	return q, nil
}

// QuestionsOfPage are questions for a page of an entry; the public one has none for anyone.
func (h *Handlers) QuestionsOfPage(c echo.Context, entry submissions.EntryAccess,
	shown submissions.Revision) (reviewpage.Questions, error) {
	if handlers.EntryBase(c) == handlers.PublicEntries {
		return reviewpage.Questions{}, nil
	}
	return h.questions(c, entry, shown)
}

// Marks are the questions about a span of time. Of most entries nobody asked anything, and no more is looked at then.
func (h *Handlers) Marks(c echo.Context, entry submissions.EntryAccess,
	shown submissions.Revision) ([]chart.Asked, error) {
	threads, err := h.Store.Reviews.Threads(c.Request().Context(), entry)
	if err != nil || len(threads) == 0 {
		return nil, err
	}
	questions, err := h.QuestionsOfPage(c, entry, shown)
	return questions.Marks(), err
}

// QuestionsOfDraft are the questions for the form, attached to what its fields hold.
func (h *Handlers) QuestionsOfDraft(c echo.Context, draft drafts.Draft) (reviewpage.Questions, error) {
	holder := submissions.EntryAccess{Entry: draft.Entry,
		Reader: review.Reader{Party: review.Party{Role: handlers.Role(c), Owner: true}}}
	return h.questionsOver(c, holder, draft.Revision, draft.Values)
}

func tellOf(q *reviewpage.Questions, shown submissions.Revision) error {
	document, err := submissions.DecodeDocument(shown.Document)
	if err != nil {
		return err
	}
	report, _, err := shown.Verdict()
	if err != nil {
		return err
	}
	if report != nil && !report.Spans.Core.IsZero() {
		_, offset := report.Spans.Core.Start.Zone()
		q.Zone = time.FixedZone("", offset) // as a report has it that was kept
	}
	if q.Revision == shown.Number {
		for _, meter := range document.Meters {
			q.Meters = append(q.Meters, meter.ID)
		}
	}
	return nil
}

// carrier takes pins to the revision that is shown; the evidence of each revision is read once.
type carrier struct {
	store *store.Store
	shown submissions.Revision
	typed map[string]string // over the document of that; nil if nothing was
	known map[int]review.Evidence
	times bool // the evidence that is shown is known with the times of its readings
}

func (k *carrier) there(ctx context.Context, withReadings bool) (review.Evidence, error) {
	is, err := k.evidence(ctx, k.shown.Number, withReadings)
	if k.typed != nil {
		is.Fields = k.typed
	}
	return is, err
}

func (k *carrier) question(ctx context.Context, thread reviews.Thread,
	user accounts.User) (reviewpage.Question, error) {
	one := reviewpage.Question{ID: handlers.Text(thread.ID), Revision: thread.Revision, Shared: thread.Shared,
		Standing: thread.Standing}
	if thread.Continues != 0 {
		one.Continues = handlers.Text(thread.Continues)
	}
	for _, said := range thread.Messages {
		one.Messages = append(one.Messages, reviewpage.Message{ID: handlers.Text(said.ID), By: said.Author,
			Own: said.AuthorID == user.ID, Side: said.Side, Step: said.Step, Text: said.Text, At: said.At})
	}
	is, err := k.there(ctx, thread.Pin.Kind == review.OnMeter)
	if err != nil {
		return one, err
	}
	one.Pin = review.CarriedPin{Pin: thread.Pin}
	if thread.Revision != k.shown.Number || k.typed != nil {
		was, err := k.evidence(ctx, thread.Revision, false)
		if err != nil {
			return one, err
		}
		one.Pin = thread.Pin.Carry(was, is)
	}
	if one.Pin.Kind == review.OnField && one.Pin.Lost == "" {
		one.Holds = is.Fields[one.Pin.Target]
	}
	return one, nil
}

func (k *carrier) evidence(ctx context.Context, number int, withReadings bool) (review.Evidence, error) {
	held, known := k.known[number]
	if known && (!withReadings || k.times) {
		return held, nil
	}
	revision := k.shown
	if number != k.shown.Number {
		var err error
		if revision, err = k.store.Submissions.Revision(ctx, k.shown.EntryID, number); err != nil {
			return held, err
		}
	}
	held, err := k.store.Reviews.Evidence(ctx, revision, withReadings)
	k.known[number], k.times = held, k.times || withReadings
	return held, err
}

// Questions lists the questions about an entry.
func (h *Handlers) Questions(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	all, err := h.questions(c, entry, revision)
	if err != nil {
		return err
	}
	page := reviewpage.QuestionsPage{Page: h.Page(c, "Questions"), System: systemOf(entry), Questions: all,
		Show: "open", Among: c.QueryParam("among")}
	if show := c.QueryParam("show"); show == "settled" || show == "all" {
		page.Show = show
	}
	return h.Render(c, http.StatusOK, reviewpage.QuestionsIndex(page))
}

func systemOf(entry submissions.EntryAccess) string { return cmp.Or(entry.System, "Unnamed system") }

// Question shows one thread.
func (h *Handlers) Question(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	return h.showQuestion(c, http.StatusOK, entry, revision, "", nil)
}

func (h *Handlers) showQuestion(c echo.Context, status int, entry submissions.EntryAccess,
	revision submissions.Revision, typed string, wrong templates.FieldErrors) error {
	number, err := handlers.ID(c, "thread")
	if err != nil {
		return err
	}
	if _, err := h.Store.Reviews.Thread(c.Request().Context(), entry, number); err != nil {
		return err
	}
	all, err := h.questions(c, entry, revision)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all.All, func(one reviewpage.Question) bool { return one.ID == handlers.Text(number) })
	if at < 0 {
		return database.ErrNotFound
	}
	page := reviewpage.QuestionPage{Page: h.Page(c, "Question "+handlers.Text(number)), System: systemOf(entry),
		Questions: all, Question: all.All[at], Text: typed, Errors: wrong}
	return h.Render(c, status, reviewpage.QuestionThread(page))
}

// ReplyToQuestion goes on with a thread.
func (h *Handlers) ReplyToQuestion(c echo.Context, entry submissions.EntryAccess, _ submissions.Revision) error {
	number, err := handlers.ID(c, "thread")
	if err != nil {
		return err
	}
	seen, err := strconv.ParseInt(c.FormValue("seen"), 10, 64)
	if err != nil {
		seen = 0 // which is no message, so that nothing is settled unread
	}
	typed := c.FormValue("text")
	thread, err := h.Store.Reviews.Reply(c.Request().Context(), entry.ID, number, handlers.User(c),
		review.Step(c.FormValue("step")), seen, typed)
	if wrong, status, ok := handlers.FormErrors(err); ok {
		// in its current state
		return h.Discussed(func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
			return h.showQuestion(c, status, entry, shown, typed, wrong)
		})(c)
	}
	if err != nil {
		return err
	}
	return h.Done(c, questionPath(thread), sentSentence(thread, review.SideOf(entry.Party)))
}

func questionPath(thread reviews.Thread) string {
	last := thread.Messages[len(thread.Messages)-1]
	return "/submissions/" + handlers.Text(thread.EntryID) + "/questions/" + handlers.Text(thread.ID) + "#message-" +
		handlers.Text(last.ID)
}

func sentSentence(thread reviews.Thread, by review.Side) string {
	sentence := "Kept among reviewers."
	switch {
	case by == review.Holding:
		sentence = "Sent to the reviewers."
	case thread.Shared:
		sentence = "Sent to the submitter."
	}
	if thread.Standing != review.ThreadOpen {
		sentence += " The question is " + string(thread.Standing) + "."
	}
	return sentence
}

func formTime(c echo.Context, name string, wrong templates.FieldErrors) time.Time {
	var at power.Time
	if written := c.FormValue(name); written != "" {
		if err := at.UnmarshalText([]byte(written)); err != nil {
			wrong[name] = err.Error() + "."
		}
	}
	return at.Time
}
