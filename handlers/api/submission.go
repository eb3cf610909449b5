package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/submission"
	"green500/store/drafts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/receipt"
	"green500/validation/rules"
)

// Server is what a program asks a server before it sends anything.
type Server struct {
	Account   *Account          `json:"account"` // null if the request named no valid token
	PublicKey string            `json:"public_key"`
	Rules     map[string]string `json:"rules"` // digest of the rule set by methodology
	Editions  []Edition         `json:"editions"`
}

// Account is whose token came with a request.
type Account struct {
	Name   string         `json:"name"`
	Email  string         `json:"email"`
	Scopes []review.Scope `json:"scopes"` // what the token lets its bearer do
}

// Edition is an edition that is not published yet.
type Edition struct {
	Name        string    `json:"name"`
	Methodology string    `json:"methodology"`
	OpensAt     time.Time `json:"opens_at"`
	ClosesAt    time.Time `json:"closes_at"`
	Open        bool      `json:"open"`
}

// Submission is an entry as its holder sees it.
type Submission struct {
	ID       int64               `json:"id"`
	Address  string              `json:"address"`
	Edition  string              `json:"edition"`
	State    review.State        `json:"state"`
	System   string              `json:"system"`
	Site     string              `json:"site"`
	Revision int                 `json:"revision"`
	Files    []File              `json:"files"`
	Report   json.RawMessage     `json:"report,omitempty"` // the verdict, if it could be graded
	Errors   []string            `json:"errors,omitempty"` // what keeps it from being graded: the first 50
	Total    int                 `json:"errors_total,omitempty"`
	Waivers  []submission.Waiver `json:"waivers,omitempty"` // that were approved; the report stays as it was graded
	Draft    *Draft              `json:"draft,omitempty"`   // what is written, of a draft that you hold
}

// Draft is what is written in a draft, for a program that is about to write its document.
type Draft struct {
	Version int64   `json:"version"`                      // of the last change; PUT takes it back
	ByHand  *ByHand `json:"changed_in_browser,omitempty"` // since a program last wrote the document
	// text by path of the document, also such that cannot be read
	Fields map[string]string `json:"fields"`
}

// ByHand is who changed a draft in a browser last.
type ByHand struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// File is a file of an entry.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// ServerForPrograms answers what a program needs to know before it sends anything.
func (h *Handlers) ServerForPrograms(c echo.Context) error {
	ctx := c.Request().Context()
	key, noKey := h.Store.PublicKey(ctx)
	editions, noEditions := h.Store.Editions.All(ctx)
	if err := cmp.Or(noKey, noEditions); err != nil {
		return err
	}
	answer := Server{PublicKey: key, Rules: map[string]string{}, Editions: []Edition{}}
	if user, signedIn := handlers.Viewer(c); signedIn {
		scopes, _ := handlers.Scopes(c) // none if a person asks, who is signed in
		answer.Account = &Account{Name: user.Name, Email: user.Email, Scopes: append([]review.Scope{}, scopes...)}
	}
	for _, edition := range methodology.Listed() {
		answer.Rules[string(edition)] = validation.RulesDigest(edition, rules.For(edition))
	}
	for _, e := range editions {
		if e.PublishedAt == nil {
			answer.Editions = append(answer.Editions,
				Edition{e.Name, string(e.Methodology), e.OpensAt, e.ClosesAt, e.IsOpen(h.Now())})
		}
	}
	return c.JSON(http.StatusOK, answer)
}

// SubmissionsForPrograms lists the entries of the current user, without their files and verdicts.
func (h *Handlers) SubmissionsForPrograms(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	entries, err := h.Store.Submissions.EntriesOf(c.Request().Context(), user.ID)
	if err != nil {
		return err
	}
	all := []Submission{}
	for _, e := range entries {
		all = append(all, h.submissionForPrograms(e))
	}
	return c.JSON(http.StatusOK, all)
}

func (h *Handlers) submissionForPrograms(e submissions.Entry) Submission {
	return Submission{
		ID: e.ID, Address: h.Address.JoinPath("submissions", handlers.Text(e.ID)).String(), Edition: e.Edition,
		State:  e.State,
		System: e.System, Site: e.Site, Revision: e.Revision, Files: []File{},
	}
}

// SubmissionForPrograms answers where an entry stands, with its files and its verdict.
func (h *Handlers) SubmissionForPrograms(c echo.Context, entry submissions.EntryAccess,
	revision submissions.Revision) error {
	var written *Draft
	if entry.Owner && entry.State.Open() && revision.Number == entry.Revision {
		var err error
		if written, err = h.written(c, entry.ID); err != nil {
			return err
		}
	}
	return h.answerProgram(c, http.StatusOK, entry.Entry, revision, written)
}

func (h *Handlers) written(c echo.Context, entryID int64) (*Draft, error) {
	ctx := c.Request().Context()
	draft, err := h.Store.Drafts.Draft(ctx, entryID)
	if err != nil {
		return nil, err
	}
	answer := &Draft{Version: draft.Changed, Fields: draft.Values}
	changed, err := h.Store.AuditLog.ChangedByHand(ctx, entryID)
	if err == nil && changed != nil {
		answer.ByHand = &ByHand{changed.By, changed.At}
	}
	return answer, err
}

func (h *Handlers) answerProgram(c echo.Context, status int, entry submissions.Entry, revision submissions.Revision,
	written *Draft) error {
	answer := h.submissionForPrograms(entry)
	answer.Draft = written
	answer.Revision, answer.Report = revision.Number, revision.Report
	for _, f := range revision.Files {
		answer.Files = append(answer.Files, File{f.Name, f.Size, f.Digest})
	}
	_, inputErrors, err := revision.Verdict()
	if err != nil {
		return err
	}
	answer.Total = inputErrors.Total()
	for _, inputError := range inputErrors.Shown() {
		answer.Errors = append(answer.Errors, inputError.Error())
	}
	if answer.Waivers, err = submission.Waivers(c.Request().Context(), h.Store, entry.ID, revision.Number); err != nil {
		return err
	}
	return c.JSON(status, answer)
}

// CreateForPrograms starts an entry from a document. ?site= names a site to share it with; empty for none.
func (h *Handlers) CreateForPrograms(c echo.Context) error {
	ctx := c.Request().Context()
	sent, err := documentOfBody(c)
	if err != nil {
		return err
	}
	snapshot, err := h.Store.Submissions.Intake(ctx, sent, nil)
	if err != nil {
		return err
	}
	chosen := map[string]string{}
	if c.QueryParams().Has("site") {
		chosen["site"] = c.QueryParam("site")
	}
	created, err := h.Draft.CreateEntry(c, sent.Edition, snapshot, chosen)
	if err != nil {
		return err
	}
	revision, err := h.Store.Submissions.Revision(ctx, created.ID, 0)
	if err != nil {
		return err
	}
	return h.answerProgram(c, http.StatusCreated, created, revision, nil)
}

func documentOfBody(c echo.Context) (*power.Entry, error) {
	body, err := readBody(c)
	if err != nil {
		return nil, err
	}
	sent, _, err := document.Decode("submission.yaml", body)
	return sent, err
}

func readBody(c echo.Context) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(c.Request().Body, handlers.MaximumField+1))
	if err != nil {
		return nil, handlers.Malformed(err)
	}
	if len(body) > handlers.MaximumField {
		return nil, power.InputErrors{{Problem: "the document holds too much", Remedy: "give readings as files"}}
	}
	return body, nil
}

// ChangeForPrograms replaces the document of an entry; with ?version= only if nobody changed the draft since.
func (h *Handlers) ChangeForPrograms(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	sent, err := documentOfBody(c)
	if err != nil {
		return err
	}
	if sent.Edition != draft.Edition {
		return power.InputErrors{{Field: "edition", Problem: "the submission was started for " + draft.Edition,
			Remedy: "start another for " + sent.Edition}}
	}
	if seen := c.QueryParam("version"); seen != "" && seen != strconv.FormatInt(draft.Changed, 10) {
		return &review.Refusal{
			Sentence: "Somebody changed this submission in the meantime; look at it, and send the document again."}
	}
	user, _ := handlers.Viewer(c)
	changed, conflicts, err := h.Store.Drafts.Replace(c.Request().Context(), draft.ID, user, draft.Version,
		draft.Version, sent)
	if err != nil {
		return err
	}
	if len(conflicts) > 0 {
		return &review.Refusal{
			Sentence: "Somebody changed this submission at the same moment; look at it, and send the document again."}
	}
	if err := h.clearUnread(c, changed, sent); err != nil {
		return err
	}
	return h.answerDraft(c, changed.ID)
}

// clearUnread empties the fields of a draft that cannot be read, unless the new document states them.
func (h *Handlers) clearUnread(c echo.Context, draft drafts.Draft, sent *power.Entry) error {
	_, err := document.FromFields(draft.Values)
	var unread power.InputErrors
	if !errors.As(err, &unread) {
		return nil
	}
	stated := document.Fields(sent)
	var changes []drafts.Change
	for _, one := range unread {
		if was, typed := draft.Values[one.Field]; typed && stated[one.Field] == "" {
			changes = append(changes, drafts.Change{Path: one.Field, Was: &was})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	user, _ := handlers.Viewer(c)
	// a conflict is what somebody types now
	_, _, err = h.Store.Drafts.Edit(c.Request().Context(), draft.ID, user, draft.Version, changes)
	return err
}

// GradeForPrograms grades an entry in its current state and answers the verdict.
func (h *Handlers) GradeForPrograms(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	return h.answerDraft(c, draft.ID)
}

func (h *Handlers) answerDraft(c echo.Context, entry int64) error {
	graded, err := h.Store.Drafts.GradeDraft(c.Request().Context(), entry)
	if err != nil {
		return err
	}
	return h.answerProgram(c, http.StatusOK, graded.Entry, graded.Revision, nil)
}

// SubmitForPrograms submits an entry for review.
func (h *Handlers) SubmitForPrograms(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	ctx := c.Request().Context()
	graded, err := h.Store.Drafts.GradeDraft(ctx, draft.ID)
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	if _, err := h.Store.Reviews.MoveSeen(ctx, draft.ID, reviews.Seen{Revision: graded.Revision.Number}, review.Submit,
		user, ""); err != nil {
		return err
	}
	return h.OfRevision(h.SubmissionForPrograms)(c) // in its current state
}

// Manifest is what a draft was committed to.
type Manifest struct {
	Number  int    `json:"number"`
	Files   int    `json:"files"`
	Text    []byte `json:"manifest"` // canonical JSON, in base64: the receipt names its SHA-256
	Receipt []byte `json:"receipt"`  // as it was signed, in base64
}

// CommitForPrograms commits a draft to its document, its files and those that the body names, a line each as sha256sum
// writes it.
func (h *Handlers) CommitForPrograms(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	body, err := readBody(c)
	if err != nil {
		return err
	}
	further, err := receipt.ParseSums(body)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	graded, err := h.Store.Drafts.GradeDraft(ctx, draft.ID) // what is committed to is the document as it was graded
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	made, given, err := h.Store.Submissions.CommitManifest(ctx, graded.ID, user, graded.Version,
		h.ServerAddress(), further)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, Manifest{made.Number, len(made.Files), made.Text, given.Text})
}
