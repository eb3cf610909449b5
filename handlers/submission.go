package handlers

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Submissions shows the entries of whoever asks.
func (h *Handlers) Submissions(c echo.Context) error {
	user, _ := viewer(c)
	entries, err := h.Store.EntriesOf(c.Request().Context(), user.ID)
	if err != nil {
		return err
	}
	page := templates.SubmissionsPage{Page: h.page(c, "My submissions")}
	for _, e := range entries {
		page.Rows = append(page.Rows, submissionRow(e))
	}
	return h.render(c, http.StatusOK, templates.Submissions(page))
}

func submissionRow(e store.Entry) templates.SubmissionRow {
	row := templates.SubmissionRow{
		ID: text(e.ID), System: e.System, Edition: e.Edition, State: e.State, Graded: e.Complete,
		Claimed: e.ClaimedLevel, Granted: e.GrantedLevel, Saved: e.UpdatedAt,
	}
	if e.Efficiency > 0 {
		row.Efficiency = &validation.Number{Value: e.Efficiency, Uncertainty: e.EfficiencyUncertainty, Unit: "GFlops/W"}
	}
	return row
}

// NewSubmission shows how to start an entry.
func (h *Handlers) NewSubmission(c echo.Context) error {
	return h.newSubmission(c, http.StatusOK, "", nil)
}

func (h *Handlers) newSubmission(c echo.Context, status int, edition string, wrong templates.FieldErrors) error {
	editions, err := h.openEditions(c)
	if err != nil {
		return err
	}
	page := templates.NewPage{Page: h.page(c, "New submission"), Editions: editions, Edition: edition, MaxUpload: h.MaxUpload, Errors: wrong}
	return h.render(c, status, templates.New(page))
}

// openEditions lists the editions that take entries now.
func (h *Handlers) openEditions(c echo.Context) ([]string, error) {
	editions, err := h.Store.Editions(c.Request().Context())
	if err != nil {
		return nil, err
	}
	var open []string
	for _, e := range editions {
		if e.IsOpen(h.Now()) {
			open = append(open, e.Name)
		}
	}
	return open, nil
}

// CreateSubmission starts an entry from an upload, or from nothing. A document that cannot be read
// is refused whole; one that can be read is kept even where its files leave something to mend.
func (h *Handlers) CreateSubmission(c echo.Context) error {
	ctx := c.Request().Context()
	upload, err := h.receive(c)
	if err != nil {
		return h.refuseUpload(c, "", err)
	}
	entry, err := upload.document()
	if err != nil {
		return h.refuseUpload(c, upload.Fields["edition"], err)
	}
	if chosen := upload.Fields["edition"]; chosen != "" {
		entry.Edition = chosen
	}
	snapshot, err := h.Store.Intake(ctx, entry, upload.Files)
	if err != nil {
		return h.refuseUpload(c, entry.Edition, err)
	}
	user, _ := viewer(c)
	created, err := h.Store.CreateEntry(ctx, user, entry.Edition, snapshot)
	if errors.Is(err, store.ErrNotFound) {
		err = power.InputErrors{{Field: "edition", Problem: "there is no edition " + entry.Edition, Remedy: "choose one that is open"}}
	}
	if err != nil {
		return h.refuseUpload(c, entry.Edition, err)
	}
	if len(upload.Files) == 0 {
		return h.done(c, "/submissions/"+text(created.ID)+"/edit", "The submission is started. Fill in the form, and add the files it names.")
	}
	return h.done(c, "/submissions/"+text(created.ID), "The submission is kept as a draft.")
}

// refuseUpload shows the page again with what was wrong.
func (h *Handlers) refuseUpload(c echo.Context, edition string, err error) error {
	status, sentence := outcome(err)
	if status >= http.StatusInternalServerError {
		return err
	}
	return h.newSubmission(c, status, edition, templates.FieldErrors{"": sentence})
}

// methodologyOf is what an edition asks for; the text in force where there is no such edition.
func (h *Handlers) methodologyOf(ctx context.Context, edition string) methodology.Edition {
	known, err := h.Store.Edition(ctx, edition)
	if err != nil {
		return methodology.InForce
	}
	return known.Methodology
}

// emptyEntry is the document an empty form starts from.
func emptyEntry(edition string, asks methodology.Edition, name, email string) *power.Entry {
	entry := &power.Entry{
		Schema: power.Schema, Edition: edition, Methodology: string(asks), ClaimedLevel: 1,
		Contact:  power.Contact{Name: name, Email: email},
		Run:      power.Run{Workload: "HPL", AllComputeNodes: true},
		NodeSets: []power.NodeSet{{Name: power.Compute}},
		Meters:   []power.Meter{{ID: "meter", Measures: power.Power}},
		Series:   []power.Series{{Meter: "meter", Quantity: power.Power, Unit: "W", Covers: power.Covers{Subsystem: power.Compute}}},
	}
	for _, name := range power.SubsystemNames() {
		entry.Subsystems = append(entry.Subsystems, power.Subsystem{Name: name, Treatment: power.Measured})
	}
	return entry
}

// Document serves the document as YAML, to be kept beside its files.
func (h *Handlers) Document(c echo.Context) error {
	_, revision, err := h.revision(c)
	if err != nil {
		return err
	}
	entry, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	written, err := document.YAML(entry)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="submission.yaml"`)
	return c.Blob(http.StatusOK, "application/yaml; charset=utf-8", written)
}
