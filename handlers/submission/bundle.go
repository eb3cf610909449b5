package submission

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

// Bundle serves an entry as a zip that another installation, or the command line, reads as it is.
func (h *Handlers) Bundle(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	if !review.MayReadReadings(entry.Reader) {
		return filesStay()
	}
	document, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	packed, err := h.packed(c, revision)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, "application/zip")
	name := fmt.Sprintf("green500-%s-%d-revision-%d.zip", entry.Edition, entry.ID, revision.Number)
	header.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	c.Response().WriteHeader(http.StatusOK)
	report := revision.Report
	if slices.ContainsFunc(revision.Files, func(f submissions.File) bool { return f.Name == bundle.ReportName }) {
		report = nil // somebody's evidence has that name, and a report can be had again
	}
	return bundle.Pack(c.Response(), document, report, packed)
}

func (h *Handlers) packed(c echo.Context, revision submissions.Revision) ([]bundle.PackedFile, error) {
	packed, err := h.packedWaivers(c, revision)
	if err != nil {
		return nil, err
	}
	for _, file := range slices.SortedFunc(slices.Values(revision.Files),
		func(a, b submissions.File) int { return cmp.Compare(a.Name, b.Name) }) {
		if file.Name == bundle.DocumentNames()[0] {
			continue
		}
		packed = append(packed, bundle.PackedFile{Name: file.Name, Open: func() (io.ReadCloser, error) {
			return h.Store.Blobs().Open(c.Request().Context(), file.Digest)
		}})
	}
	return packed, nil
}

// Waiver is a waiver that was approved, as programs and bundles have it.
type Waiver struct {
	Rule       string             `json:"rule"`
	Reason     string             `json:"reason"`
	Until      string             `json:"until_edition"`
	State      review.WaiverState `json:"state"`
	Counts     bool               `json:"counts"` // the level that is granted rests on it
	Proposer   string             `json:"proposed_by"`
	ProposedAt time.Time          `json:"proposed_at"`
	Approver   string             `json:"approved_by"`
	ApprovedAt *time.Time         `json:"approved_at"`
	EndedAt    *time.Time         `json:"ended_at,omitempty"`
	EndedBy    string             `json:"ended_by,omitempty"`
	Edition    string             `json:"granted_for_edition"`
}

// Waivers are those of a revision of an entry that were approved.
func Waivers(ctx context.Context, opened *store.Store, entry int64, number int) ([]Waiver, error) {
	known, err := opened.Reviews.Deliberate(ctx, entry, number, accounts.User{})
	if err != nil {
		return nil, err
	}
	var all []Waiver
	for _, w := range known.Waivers {
		if w.ApprovedAt != nil {
			all = append(all, Waiver{w.Rule, w.Reason, w.Until, w.State, w.Counts, w.Proposer, w.ProposedAt, w.Approver,
				w.ApprovedAt, w.EndedAt, w.EndedBy, w.Edition})
		}
	}
	return all, nil
}

func (h *Handlers) packedWaivers(c echo.Context, revision submissions.Revision) ([]bundle.PackedFile, error) {
	if slices.ContainsFunc(revision.Files, func(f submissions.File) bool { return f.Name == bundle.WaiversName }) {
		return nil, nil
	}
	all, err := Waivers(c.Request().Context(), h.Store, revision.EntryID, revision.Number)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the waivers of submission %d: %w", revision.EntryID, err)
	}
	return []bundle.PackedFile{{Name: bundle.WaiversName, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(append(text, '\n'))), nil
	}}}, nil
}

// File serves a file as it was uploaded, never as a page: what a stranger uploaded must not run in anyone's browser.
func (h *Handlers) File(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	if !review.MayReadReadings(entry.Reader) {
		return filesStay()
	}
	name := c.Param("*")
	at := slices.IndexFunc(revision.Files, func(f submissions.File) bool { return f.Name == name })
	if at < 0 {
		return database.ErrNotFound
	}
	opened, err := h.Store.Blobs().Open(c.Request().Context(), revision.Files[at].Digest)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, echo.MIMEOctetStream)
	header.Set(echo.HeaderContentDisposition,
		mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.Copy(c.Response(), opened)
	return err
}

// filesStay is for people who may read an entry only because everybody may.
func filesStay() error {
	return echo.NewHTTPError(http.StatusForbidden, "Only the submitter and the reviewers of this submission can read "+
		"its files; its page has the envelope, which is public.")
}

// Report serves the verdict, byte for byte as the command line prints it.
func (h *Handlers) Report(c echo.Context, _ submissions.EntryAccess, revision submissions.Revision) error {
	if len(revision.Report) == 0 {
		return database.ErrNotFound
	}
	return c.JSONBlob(http.StatusOK, revision.Report)
}

// Document serves the document as YAML, to be kept beside its files.
func (h *Handlers) Document(c echo.Context, _ submissions.EntryAccess, revision submissions.Revision) error {
	entry, err := submissions.DecodeDocument(revision.Document)
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

// ManifestText serves a manifest as it was committed.
func (h *Handlers) ManifestText(c echo.Context, entry submissions.EntryAccess) error {
	made, err := h.committed(c, entry)
	if err != nil {
		return err
	}
	return keepable(c, "manifest.json", made.Text)
}

// ManifestReceipt serves the signed receipt of a manifest.
func (h *Handlers) ManifestReceipt(c echo.Context, entry submissions.EntryAccess) error {
	made, err := h.committed(c, entry)
	if err != nil {
		return err
	}
	given, err := h.Store.Submissions.Receipts(c.Request().Context(), made.Submission)
	if err != nil {
		return err
	}
	for _, one := range given {
		if one.Kind == receipt.OfManifest && one.Digest == made.Digest {
			return keepable(c, fmt.Sprintf("receipt-%d-manifest-%d.json", made.Submission, made.Number), one.Text)
		}
	}
	return database.ErrNotFound
}

func (h *Handlers) committed(c echo.Context, entry submissions.EntryAccess) (submissions.Manifest, error) {
	number, err := handlers.ID(c, "number")
	if err != nil {
		return submissions.Manifest{}, err
	}
	all, err := h.Store.Submissions.Manifests(c.Request().Context(), entry.ID)
	if err != nil {
		return submissions.Manifest{}, err
	}
	for _, one := range all {
		if int64(one.Number) == number {
			return one, nil
		}
	}
	return submissions.Manifest{}, database.ErrNotFound
}

func keepable(c echo.Context, name string, content []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition,
		mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, content)
}
