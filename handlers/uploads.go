package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	uploadpage "green500/templates/upload"
	"green500/validation/document"
	"green500/validation/power"
)

// APIUpload is an upload as programs read it.
type APIUpload struct {
	ID      string            `json:"id"`
	Name    string            `json:"name"`
	Size    int64             `json:"size"`
	Offset  int64             `json:"offset"` // bytes that have arrived
	State   store.UploadState `json:"state"`
	Remark  string            `json:"remark"`
	Read    int64             `json:"read"`    // bytes that were read since it arrived
	ToRead  int64             `json:"to_read"` // 0 while nobody reads
	Receipt string            `json:"receipt"` // its address; empty while there is none
	Digest  string            `json:"sha256"`
}

// APIUploads are the uploads of an entry as programs read them.
type APIUploads struct {
	Uploads []APIUpload `json:"uploads"`
}

// ReadPercent is how much of an upload was read since it arrived.
func (u APIUpload) ReadPercent() int {
	const whole = 100
	if u.ToRead == 0 {
		return 0
	}
	return int(whole * u.Read / u.ToRead)
}

func answerOf(u store.Upload) APIUpload {
	answer := APIUpload{ID: u.ID, Name: u.Name, Size: u.Size, Offset: u.Offset, State: u.State, Remark: u.Remark, Read: u.Read, ToRead: u.ToRead, Digest: u.Digest}
	if u.Receipt != 0 {
		answer.Receipt = receiptAddress(u.EntryID, u.Receipt)
	}
	return answer
}

// Upload tells how far an upload is: as JSON, or as its line of the list.
func (h *Uploads) Upload(c echo.Context) error {
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	if WantsJSON(c.Request()) {
		c.Response().Header().Set("Cache-Control", "no-store")
		return c.JSON(http.StatusOK, answerOf(u))
	}
	return h.render(c, http.StatusOK, uploadpage.UploadLine(uploadLine(u)))
}

// DropUpload is CancelUpload for a form.
func (h *Uploads) DropUpload(c echo.Context) error {
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	if err := h.Store.RemoveUpload(c.Request().Context(), u); err != nil {
		return err
	}
	sentence := "The upload of " + u.Name + " is cancelled."
	if u.State == store.Kept || u.State == store.Refused {
		sentence = u.Name + " is off the list of uploads."
	}
	return h.done(c, "/submissions/"+text(u.EntryID)+"/uploads", sentence)
}

// Uploads shows what is on its way to an entry, and takes more.
func (h *Uploads) Uploads(c echo.Context, entry store.Sight, draft store.Draft) error {
	revision := draft.Revision
	if !WantsJSON(c.Request()) {
		return h.uploads(c, http.StatusOK, entry, revision, "")
	}
	uploads, err := h.Store.UploadsOf(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	answers := make([]APIUpload, len(uploads))
	for i, u := range uploads {
		answers[i] = answerOf(u)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, APIUploads{answers})
}

func (h *Uploads) uploads(c echo.Context, status int, entry store.Sight, revision store.Revision, wrong string) error {
	held, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	panel, err := h.uploadPanel(c, entry)
	if err != nil {
		return err
	}
	panel.Error = wrong
	page := uploadpage.UploadsPage{Page: h.page(c, "Files of "+title(held)), ID: text(entry.ID), State: entry.State, System: title(held), Panel: *panel}
	page.Files = fileLinks("/submissions/"+text(entry.ID), held, revision.Files)
	if page.Receipts, err = h.receipts(c, entry); err != nil {
		return err
	}
	return h.render(c, status, uploadpage.Uploads(page))
}

// uploadPanel is where files are put to an entry; nil where whoever looks may not.
func (h *Uploads) uploadPanel(c echo.Context, entry store.Sight) (*uploadpage.UploadPanel, error) {
	if !entry.Owner || !entry.State.Open() {
		return nil, nil
	}
	uploads, err := h.Store.UploadsOf(c.Request().Context(), entry.ID)
	if err != nil {
		return nil, err
	}
	panel := &uploadpage.UploadPanel{ID: text(entry.ID), MaxUpload: h.MaxUpload, Quota: h.Quota}
	user, _ := viewer(c)
	if panel.Held, err = h.Store.Held(c.Request().Context(), user); err != nil {
		return nil, err
	}
	for _, u := range uploads {
		panel.Lines = append(panel.Lines, uploadLine(u))
	}
	return panel, nil
}

func uploadLine(u store.Upload) uploadpage.Upload {
	line := uploadpage.Upload{ID: u.ID, Name: u.Name, Size: u.Size, Offset: u.Offset, State: string(u.State), Remark: u.Remark, Read: u.Read, ToRead: u.ToRead, Expires: u.ExpiresAt}
	if u.Receipt != 0 {
		line.Receipt = receiptAddress(u.EntryID, u.Receipt)
	}
	return line
}

// SendUploads takes the files of a form, for whoever has no script.
func (h *Uploads) SendUploads(c echo.Context, entry store.Sight, draft store.Draft) error {
	revision := draft.Revision
	held, _ := document.FromFields(draft.Values) // what cannot be read says nothing of reading files
	sent, err := h.receiveFor(c, func(*upload) *power.Entry { return held })
	if err == nil && len(sent.Sent) == 0 {
		err = &power.InputError{Problem: "no file was chosen", Remedy: "choose one and send it"}
	}
	remark := ""
	user, _ := viewer(c)
	if err == nil {
		err = h.Store.RefuseDelivery(c.Request().Context(), user, &sent.Delivery, h.Quota)
	}
	if err == nil {
		remark, err = h.Store.AttachDelivery(c.Request().Context(), entry.ID, user, &sent.Delivery, h.Address.String())
	}
	if err != nil {
		status, sentence := outcome(err)
		if status >= http.StatusInternalServerError {
			return err
		}
		return h.uploads(c, status, entry, revision, sentence)
	}
	return h.done(c, "/submissions/"+text(entry.ID)+"/uploads", "Kept, with a receipt for each file. "+remark)
}
