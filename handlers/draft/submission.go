// Package draft answers people who write a submission: the form, parts from the equipment library, logs, manifests.
package draft

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	reviewhandlers "green500/handlers/review"
	"green500/handlers/upload"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Submissions shows the entries of the current user.
func (h *Handlers) Submissions(c echo.Context) error {
	user := handlers.User(c)
	entries, err := h.Store.Submissions.EntriesOf(c.Request().Context(), user.ID)
	if err != nil {
		return err
	}
	all, err := h.Store.Editions.All(c.Request().Context())
	if err != nil {
		return err
	}
	known := map[string]editions.Edition{}
	for _, e := range all {
		known[e.Name] = e
	}
	wanted, err := h.Store.Reviews.Corrections(c.Request().Context(), entries)
	if err != nil {
		return err
	}
	page := draftpage.SubmissionsPage{Page: h.Page(c, "My submissions")}
	for _, e := range entries {
		row := submissionRow(e)
		if e.OwnerID != user.ID {
			row.Owner = e.OwnerName
		}
		removed, err := h.Removed(c, e)
		if err != nil {
			return err
		}
		row.Removed = removed
		edition := known[e.Edition]
		row.Deadline, row.Correction = h.Deadline(edition), wanted[e.ID]
		if edition.ReviewBy != nil {
			row.ReviewBy = edition.ReviewBy.In(edition.Location())
		}
		page.Rows = append(page.Rows, row)
	}
	return h.Render(c, http.StatusOK, draftpage.Submissions(page))
}

func submissionRow(e submissions.Entry) draftpage.SubmissionRow {
	row := draftpage.SubmissionRow{
		ID: handlers.Text(e.ID), System: e.System, Edition: e.Edition, State: e.State, Graded: e.Complete,
		Claimed: e.ClaimedLevel, Granted: e.GrantedLevel, Saved: e.UpdatedAt, SharedWith: e.SharedWith,
	}
	if e.Efficiency > 0 {
		row.Efficiency = &validation.Number{Value: e.Efficiency, Uncertainty: e.EfficiencyUncertainty, Unit: "GFlops/W"}
	}
	return row
}

// NewSubmission shows how to start an entry.
func (h *Handlers) NewSubmission(c echo.Context) error {
	return h.newSubmission(c, http.StatusOK, nil, nil)
}

func (h *Handlers) newSubmission(c echo.Context, status int, chosen map[string]string,
	wrong templates.FieldErrors) error {
	editions, err := h.OpenEditions(c)
	if err != nil {
		return err
	}
	page := draftpage.NewPage{Page: h.Page(c, "New submission"), Editions: handlers.EditionNames(editions),
		Deadlines: h.deadlines(editions), Edition: chosen["edition"], MaxUpload: h.MaxUpload, Errors: wrong}
	if page.Sites, err = h.SiteOptions(c); err != nil {
		return err
	}
	site, said := chosen["site"]
	if page.Site = site; !said && len(page.Sites) == 1 {
		page.Site = page.Sites[0].Value
	}
	if page.Earlier, err = h.earlier(c); err != nil {
		return err
	}
	return h.Render(c, status, draftpage.New(page))
}

func (h *Handlers) deadlines(editions []editions.Edition) []templates.Deadline {
	var deadlines []templates.Deadline
	for _, e := range editions {
		deadlines = append(deadlines, h.Deadline(e))
	}
	return deadlines
}

// CreateSubmission starts an entry from an upload, or from nothing. A document that cannot be read is refused whole.
func (h *Handlers) CreateSubmission(c echo.Context) error {
	ctx := c.Request().Context()
	upload, err := h.Upload.Receive(c)
	if err != nil {
		return h.refuseUpload(c, nil, err)
	}
	entry, err := h.uploadedDocument(c, upload)
	if err != nil {
		return h.refuseUpload(c, upload.Fields, err)
	}
	if chosen := upload.Fields["edition"]; chosen != "" {
		entry.Edition = chosen
	}
	if err := h.Store.Uploads.RefuseDelivery(ctx, handlers.User(c), &upload.Delivery, h.Quota); err != nil {
		return h.refuseUpload(c, upload.Fields, err)
	}
	if upload.Document == nil {
		if entry.Site, err = h.placeOf(c, upload.Fields["site"]); err != nil {
			return h.refuseUpload(c, upload.Fields, err)
		}
	}
	snapshot, err := h.Store.Submissions.Intake(ctx, entry, upload.Files())
	if err != nil {
		return h.refuseUpload(c, upload.Fields, err)
	}
	created, err := h.CreateEntry(c, entry.Edition, snapshot, upload.Fields)
	if err != nil {
		return h.refuseUpload(c, upload.Fields, err)
	}
	if err := h.Store.Uploads.Acknowledge(ctx, created.ID, &upload.Delivery, h.Address.String()); err != nil {
		return err
	}
	if len(upload.Files()) == 0 {
		return h.Done(c, fields.StagePath(handlers.Text(created.ID), fields.FilesStage),
			"The submission is started. Add its files.")
	}
	if upload.Document == nil {
		return h.Done(c, fields.StagePath(handlers.Text(created.ID), fields.FilesStage),
			"The submission is kept as a draft. Confirm or correct what each file is.")
	}
	return h.Done(c, "/submissions/"+handlers.Text(created.ID),
		strings.TrimSpace("The submission is kept as a draft. "+upload.Compare(snapshot)))
}

func (h *Handlers) uploadedDocument(c echo.Context, sent *upload.Form) (*power.Entry, error) {
	if sent.Document == nil {
		user := handlers.User(c)
		edition := sent.Fields["edition"]
		return &power.Entry{
			Schema:  power.Schema,
			Edition: edition, Methodology: string(h.methodologyOf(c.Request().Context(), edition)),
			Contact: power.Contact{Name: user.Name, Email: user.Email},
			Run:     power.Run{Workload: "HPL"}, NodeSets: []power.NodeSet{{Name: power.Compute}},
		}, nil
	}
	entry, _, err := document.Decode(sent.DocumentName, sent.Document)
	if entry == nil {
		return nil, err
	}
	return entry, nil
}

func (h *Handlers) placeOf(c echo.Context, typed string) (power.Site, error) {
	id, err := handlers.SiteField(typed)
	if err != nil || id == submissions.Unshared {
		return power.Site{}, err
	}
	site, err := h.Store.Sites.ByID(c.Request().Context(), id, handlers.User(c).ID)
	if errors.Is(err, database.ErrNotFound) {
		err = handlers.NotYourSite()
	}
	return power.Site{Name: site.Name, Country: site.Country, URL: site.URL}, err
}

// CreateEntry begins an entry of the current user, shared as its field site says; if there is none, as is usual for
// them.
func (h *Handlers) CreateEntry(c echo.Context, edition string, snapshot submissions.Snapshot,
	fields map[string]string) (submissions.Entry, error) {
	ctx := c.Request().Context()
	user := handlers.User(c)
	if _, err := h.Store.Editions.ByName(ctx, edition); errors.Is(err, database.ErrNotFound) {
		return submissions.Entry{}, power.InputErrors{{Field: "edition", Problem: "there is no edition " + edition,
			Remedy: "choose one that is open"}}
	}
	typed, said := fields["site"]
	if !said {
		return h.Store.Submissions.CreateEntry(ctx, user, edition, snapshot)
	}
	site, err := handlers.SiteField(typed)
	if err != nil {
		return submissions.Entry{}, err
	}
	created, err := h.Store.Submissions.CreateEntryAt(ctx, user, edition, snapshot, site)
	if errors.Is(err, database.ErrNotFound) {
		err = handlers.NotYourSite()
	}
	return created, err
}

func (h *Handlers) refuseUpload(c echo.Context, chosen map[string]string, err error) error {
	status, sentence := handlers.Outcome(err)
	if status >= http.StatusInternalServerError {
		return err
	}
	return h.newSubmission(c, status, chosen, templates.FieldErrors{"": sentence})
}

func (h *Handlers) methodologyOf(ctx context.Context, edition string) methodology.Edition {
	known, err := h.Store.Editions.ByName(ctx, edition)
	if err != nil {
		return methodology.InForce
	}
	return known.Methodology
}

// CopySubmission begins an entry from one that the person holds, without what is of its run.
func (h *Handlers) CopySubmission(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	created, err := h.Store.Drafts.CopyEntry(c.Request().Context(), handlers.User(c), number, c.FormValue("edition"))
	if wrong := handlers.FieldErrors(err); wrong != nil {
		return h.newSubmission(c, http.StatusUnprocessableEntity,
			map[string]string{"edition": c.FormValue("edition")}, wrong)
	}
	return h.Finish(c, err, "/submissions/"+handlers.Text(created.ID)+"/edit", "The submission is started from the "+
		"earlier one. What belongs to the old run is empty: times, output, readings, idle power.")
}

func (h *Handlers) earlier(c echo.Context) ([]draftpage.EarlierEntry, error) {
	entries, err := h.Store.Submissions.EntriesOf(c.Request().Context(), handlers.User(c).ID)
	if err != nil {
		return nil, err
	}
	var earlier []draftpage.EarlierEntry
	for _, e := range entries {
		earlier = append(earlier,
			draftpage.EarlierEntry{ID: handlers.Text(e.ID), System: e.System, Edition: e.Edition, State: e.State})
	}
	return earlier, nil
}

// Handlers answer people who write a submission.
type Handlers struct {
	*handlers.Base
	Upload *upload.Handlers
	Review *reviewhandlers.Handlers
}
