package handlers

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/document"
	"green500/validation/power"
)

const (
	maximumFields = 10_000
	maximumForm   = 8 << 20 // bytes of all fields of a form, which are held in memory as files never are
)

// upload is what a form sent: its fields, and its files, which are kept as blobs already.
type upload struct {
	store.Delivery
	Fields map[string]string
	size   int // bytes of the fields
}

// receive takes a form whose fields are a document.
func (h *Uploads) receive(c echo.Context) (*upload, error) {
	return h.receiveFor(c, func(u *upload) *power.Entry {
		entry, _ := document.FromFields(u.Fields) // fields of the form that are none of the document count for nothing
		return entry
	})
}

// receiveFor streams a form: no file is ever held whole. reads is the document that says how the files
// are read, as far as it is known.
func (h *Uploads) receiveFor(c echo.Context, reads func(*upload) *power.Entry) (*upload, error) {
	u := &upload{Fields: map[string]string{}}
	u.Reads = func() *power.Entry { return reads(u) }
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, h.MaxUpload)
	if !strings.HasPrefix(c.Request().Header.Get(echo.HeaderContentType), echo.MIMEMultipartForm) {
		c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, maximumForm)
		return u, u.takeForm(c)
	}
	if err := h.Store.RefuseWithoutRoom(max(0, c.Request().ContentLength)); err != nil {
		return nil, err
	}
	reader, err := c.Request().MultipartReader()
	if err != nil {
		return nil, malformed(err)
	}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			u.StripFolder()
			return u, nil
		}
		if err != nil {
			return nil, malformed(err)
		}
		if err := h.receivePart(c, u, part); err != nil {
			return nil, err
		}
	}
}

// takeForm reads a form without files.
func (u *upload) takeForm(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return malformed(err)
	}
	for name, sent := range values {
		u.Fields[name] = sent[len(sent)-1] // a box that is ticked comes after the field that says it was shown
	}
	return nil
}

func (h *Uploads) receivePart(c echo.Context, u *upload, part *multipart.Part) error {
	name := partName(part)
	if name == "" && part.FormName() != "files" && part.FormName() != "folder" {
		value, err := io.ReadAll(io.LimitReader(part, maximumField+1))
		if err != nil {
			return malformed(err)
		}
		u.size += len(part.FormName()) + len(value)
		if len(value) > maximumField || len(u.Fields) >= maximumFields || u.size > maximumForm {
			return power.InputErrors{{Field: part.FormName(), Problem: "the form holds too much", Remedy: "give readings as files"}}
		}
		u.Fields[part.FormName()] = string(value)
		return nil
	}
	if name == "" {
		return nil // a file input that nobody used
	}
	return uploadTrouble(h.Store.Take(c.Request().Context(), &u.Delivery, name, part))
}

// uploadTrouble tells a connection that broke off from a store that cannot write.
func uploadTrouble(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return malformed(err)
	}
	return err
}

// partName is the path of a file as the browser sends it; a folder's files keep their folders.
func partName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get(echo.HeaderContentDisposition))
	if err != nil {
		return ""
	}
	return store.CleanName(params["filename"])
}
