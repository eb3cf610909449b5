// Package upload receives files in parts that can be resumed, and reports the state of each.
package upload

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/store/uploads"
	uploadpage "green500/templates/upload"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// Upload is an upload as programs read it.
type Upload struct {
	ID      string              `json:"id"`
	Name    string              `json:"name"`
	Size    int64               `json:"size"`
	Offset  int64               `json:"offset"` // bytes that have arrived
	State   uploads.UploadState `json:"state"`
	Message string              `json:"message"`
	Read    int64               `json:"read"`    // bytes that were read since it arrived
	ToRead  int64               `json:"to_read"` // 0 while nobody reads
	Receipt string              `json:"receipt"` // its address; empty while there is none
	Digest  string              `json:"sha256"`
}

// Uploads are the uploads of an entry as programs read them.
type Uploads struct {
	Uploads []Upload `json:"uploads"`
}

// ReadPercent is how much of an upload was read since it arrived.
func (u Upload) ReadPercent() int {
	const whole = 100
	if u.ToRead == 0 {
		return 0
	}
	return int(whole * u.Read / u.ToRead)
}

func answerOf(u uploads.Upload) Upload {
	answer := Upload{ID: u.ID, Name: u.Name, Size: u.Size, Offset: u.Offset, State: u.State, Message: u.Message,
		Read: u.Read, ToRead: u.ToRead, Digest: u.Digest}
	if u.Receipt != 0 {
		answer.Receipt = receiptAddress(u.EntryID, u.Receipt)
	}
	return answer
}

// Upload tells how far an upload is: as JSON, or as its line of the list.
func (h *Handlers) Upload(c echo.Context) error {
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	if handlers.WantsJSON(c.Request()) {
		return c.JSON(http.StatusOK, answerOf(u))
	}
	return h.Render(c, http.StatusOK, uploadpage.UploadLine(uploadLine(u)))
}

// DropUpload is CancelUpload for a form.
func (h *Handlers) DropUpload(c echo.Context) error {
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	if err := h.Store.Uploads.Remove(c.Request().Context(), u); err != nil {
		return err
	}
	sentence := "The upload of " + u.Name + " is cancelled."
	if u.State == uploads.Kept || u.State == uploads.Refused {
		sentence = u.Name + " is off the list of uploads."
	}
	return h.Done(c, "/submissions/"+handlers.Text(u.EntryID)+"/uploads", sentence)
}

// Uploads shows what is on its way to an entry, and takes more.
func (h *Handlers) Uploads(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	revision := draft.Revision
	if !handlers.WantsJSON(c.Request()) {
		return h.uploads(c, http.StatusOK, entry, revision, "")
	}
	uploads, err := h.Store.Uploads.OfEntry(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	answers := make([]Upload, len(uploads))
	for i, u := range uploads {
		answers[i] = answerOf(u)
	}
	return c.JSON(http.StatusOK, Uploads{answers})
}

func (h *Handlers) uploads(c echo.Context, status int, entry submissions.EntryAccess, revision submissions.Revision,
	wrong string) error {
	held, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	panel, err := h.UploadPanel(c, entry)
	if err != nil {
		return err
	}
	panel.Error = wrong
	page := uploadpage.UploadsPage{Page: h.Page(c, "Files of "+handlers.Title(held)), ID: handlers.Text(entry.ID),
		State: entry.State, System: handlers.Title(held), Panel: *panel}
	page.Files = handlers.FileLinks("/submissions/"+handlers.Text(entry.ID), held, revision.Files)
	if page.Receipts, err = h.Receipts(c, entry); err != nil {
		return err
	}
	return h.Render(c, status, uploadpage.Uploads(page))
}

// UploadPanel is where files are put to an entry; nil if the current user may not.
func (h *Handlers) UploadPanel(c echo.Context, entry submissions.EntryAccess) (*uploadpage.UploadPanel, error) {
	if !entry.Owner || !entry.State.Open() {
		return nil, nil
	}
	uploads, err := h.Store.Uploads.OfEntry(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	panel := &uploadpage.UploadPanel{ID: handlers.Text(entry.ID), MaxUpload: h.MaxUpload, Quota: h.Quota}
	if panel.Held, err = h.Store.Uploads.Held(c.Request().Context(), handlers.User(c)); err != nil {
		return nil, err
	}
	for _, u := range uploads {
		panel.Lines = append(panel.Lines, uploadLine(u))
	}
	return panel, nil
}

func uploadLine(u uploads.Upload) uploadpage.Upload {
	line := uploadpage.Upload{ID: u.ID, Name: u.Name, Size: u.Size, Offset: u.Offset, State: string(u.State),
		Note: u.Message, Read: u.Read, ToRead: u.ToRead, Expires: u.ExpiresAt}
	if u.Receipt != 0 {
		line.Receipt = receiptAddress(u.EntryID, u.Receipt)
	}
	return line
}

// SendUploads takes the files of a form, for browsers without scripts.
func (h *Handlers) SendUploads(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	revision := draft.Revision
	held, _ := document.FromFields(draft.Values) // what cannot be read says nothing of reading files
	sent, err := h.receiveFor(c, func(*Form) *power.Entry { return held })
	if err == nil && len(sent.Sent) == 0 {
		err = &power.InputError{Problem: "no file was chosen", Remedy: "choose one and send it"}
	}
	message := ""
	user := handlers.User(c)
	if err == nil {
		err = h.Store.Uploads.RefuseDelivery(c.Request().Context(), user, &sent.Delivery, h.Quota)
	}
	if err == nil {
		message, err = h.Store.Uploads.AttachDelivery(c.Request().Context(), entry.ID, user, &sent.Delivery,
			h.Address.String())
	}
	if err != nil {
		status, sentence := handlers.Outcome(err)
		if status >= http.StatusInternalServerError {
			return err
		}
		return h.uploads(c, status, entry, revision, sentence)
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID)+"/uploads", "Kept, with a receipt for each file. "+message)
}

func receiptAddress(entry, number int64) string {
	return "/submissions/" + handlers.Text(entry) + "/receipts/" + handlers.Text(number)
}

// Receipts lists what was acknowledged of an entry, for those who hold it.
func (h *Handlers) Receipts(c echo.Context, entry submissions.EntryAccess) ([]uploadpage.Receipt, error) {
	if !entry.Owner {
		return nil, nil
	}
	given, err := h.Store.Submissions.Receipts(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	lines := make([]uploadpage.Receipt, len(given))
	for i, r := range given {
		// One of ours is signed; what it says of zone and files is what is shown.
		said, _, err := receipt.Read(r.Name, r.Text)
		if err != nil {
			return nil, fmt.Errorf("read receipt %d: %w", r.ID, err)
		}
		lines[i] = uploadpage.Receipt{
			Address: receiptAddress(entry.ID, r.ID), Name: r.Name, Digest: r.Digest, Files: len(said.Files),
			At: said.ReceivedAt, Manifest: r.Kind == receipt.OfManifest,
		}
	}
	return lines, nil
}

// Receipt serves a receipt to those who hold its entry, as it was signed.
func (h *Handlers) Receipt(c echo.Context, entry submissions.EntryAccess) error {
	number, err := handlers.ID(c, "receipt")
	if err != nil {
		return err
	}
	if !entry.Owner {
		return database.ErrNotFound
	}
	given, err := h.Store.Submissions.Receipts(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(given, func(r submissions.Receipt) bool { return r.ID == number })
	if at < 0 {
		return database.ErrNotFound
	}
	c.Response().Header().Set(echo.HeaderContentDisposition,
		fmt.Sprintf(`attachment; filename="receipt-%d-%d.json"`, entry.ID, number))
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", given[at].Text)
}

// ReceiptKey serves the key that receipts of this installation are checked with, and below it those of earlier
// receipts.
func (h *Handlers) ReceiptKey(c echo.Context) error {
	keys, err := h.Store.PublicKeys(c.Request().Context())
	if err != nil {
		return err
	}
	return c.String(http.StatusOK, strings.Join(keys, "\n")+"\n")
}

// Handlers take files in.
type Handlers struct{ *handlers.Base }
