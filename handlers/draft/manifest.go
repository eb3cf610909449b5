package draft

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

// Manifest shows what a draft can be committed to, and was.
func (h *Handlers) Manifest(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	return h.manifest(c, http.StatusOK, entry, revision, draftpage.ManifestPage{})
}

func (h *Handlers) manifest(c echo.Context, status int, entry submissions.EntryAccess, revision submissions.Revision,
	page draftpage.ManifestPage) error {
	ctx := c.Request().Context()
	if !entry.Owner {
		return database.ErrNotFound
	}
	if entry.State.Open() { // what is committed to is the document as it was graded
		draft, err := h.Store.Drafts.GradeDraft(ctx, entry.ID)
		if err != nil {
			return err
		}
		entry.Entry, revision = draft.Entry, draft.Revision
	}
	timing, err := h.Timing(ctx, entry.Entry)
	if err != nil {
		return err
	}
	document, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	committed, err := h.Store.Submissions.Manifests(ctx, entry.ID)
	if err != nil {
		return err
	}
	page.Page, page.ID, page.Version = h.Page(c, "Commit to files"), handlers.Text(entry.ID),
		strconv.FormatInt(entry.Version, 10)
	page.State, page.System, page.Timing = entry.State, handlers.Title(document), timing
	page.Document, page.Files = submissions.DocumentDigest(revision),
		handlers.FileLinks("/submissions/"+page.ID, document, revision.Files)
	for _, m := range slices.Backward(committed) {
		at := m.CommittedAt.In(timing.Closes.Location())
		page.Committed = append(page.Committed, draftpage.Commitment{Number: m.Number, Digest: m.Digest,
			Files: len(m.Files), At: at, Binding: at.Equal(timing.Committed)})
	}
	return h.Render(c, status, draftpage.Manifest(page))
}

// CommitManifest commits a draft to its files, and to those that were named.
func (h *Handlers) CommitManifest(c echo.Context, entry submissions.EntryAccess, _ drafts.Draft) error {
	page := draftpage.ManifestPage{Sums: c.FormValue("sums")}
	further, err := namedFiles(c, page.Sums)
	if err != nil {
		return h.refuseManifest(c, page, err)
	}
	version, err := strconv.ParseInt(c.FormValue("version"), 10, 64)
	if err != nil {
		return h.refuseManifest(c, page,
			&review.Refusal{Sentence: "The form is incomplete. Reload the page and commit again."})
	}
	made, _, err := h.Store.Submissions.CommitManifest(c.Request().Context(), entry.ID, handlers.User(c), version,
		h.ServerAddress(), further)
	if err != nil {
		return h.refuseManifest(c, page, err)
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID)+"/manifest",
		fmt.Sprintf("Manifest %d is committed. Keep the receipt.", made.Number))
}

func (h *Handlers) refuseManifest(c echo.Context, page draftpage.ManifestPage, err error) error {
	status, sentence := handlers.Outcome(err)
	if status >= http.StatusInternalServerError || status == http.StatusNotFound {
		return err
	}
	page.Errors = templates.FieldErrors{"": sentence}
	if inputErrors, ok := errors.AsType[power.InputErrors](err); ok {
		page.Errors = templates.FieldErrors{"sums": "Some of what is named here cannot be taken."}
		for _, inputError := range inputErrors {
			bare := *inputError
			bare.Field = ""
			page.Lines = append(page.Lines, bare.Error())
		}
	}
	// in its current state
	return h.OfRevision(func(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
		return h.manifest(c, status, entry, revision, page)
	})(c)
}

func namedFiles(c echo.Context, typed string) ([]receipt.File, error) {
	files, err := receipt.ParseSums([]byte(typed))
	if err != nil {
		return nil, err
	}
	header, err := c.FormFile("list")
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return files, nil
	}
	if err != nil {
		return nil, handlers.Malformed(err)
	}
	more, err := readSums(header)
	return append(files, more...), err
}

func readSums(header *multipart.FileHeader) ([]receipt.File, error) {
	opened, err := header.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }() // it was only read
	written, err := io.ReadAll(io.LimitReader(opened, handlers.MaximumField+1))
	if err != nil {
		return nil, err
	}
	if len(written) > handlers.MaximumField {
		return nil, power.InputErrors{{File: header.Filename, Field: "sums",
			Problem: "holds more than a list of files can", Remedy: "give what sha256sum wrote"}}
	}
	files, err := receipt.ParseSums(written)
	if inputErrors, ok := errors.AsType[power.InputErrors](err); ok {
		for _, inputError := range inputErrors {
			inputError.File = header.Filename
		}
	}
	return files, err
}
