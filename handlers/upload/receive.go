package upload

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/uploads"
	"green500/validation/document"
	"green500/validation/power"
)

const (
	maximumFields = 10_000
	maximumForm   = 8 << 20 // bytes of all fields of a form, which are held in memory as files never are
)

// Form is what a form sent: its fields, and its files, which are kept as blobs already.
type Form struct {
	uploads.Delivery
	Fields map[string]string
	size   int // bytes of the fields
}

// Receive takes a form whose fields are a document.
func (h *Handlers) Receive(c echo.Context) (*Form, error) {
	return h.receiveFor(c, func(u *Form) *power.Entry {
		entry, _ := document.FromFields(u.Fields) // fields of the form that are not in the document count for nothing
		return entry
	})
}

// receiveFor streams a form: no file is ever held whole. reads is the document that says how the files
// are read, as far as it is known.
func (h *Handlers) receiveFor(c echo.Context, reads func(*Form) *power.Entry) (*Form, error) {
	u := &Form{Fields: map[string]string{}}
	u.Reads = func() *power.Entry { return reads(u) }
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, h.MaxUpload)
	if !strings.HasPrefix(c.Request().Header.Get(echo.HeaderContentType), echo.MIMEMultipartForm) {
		c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, maximumForm)
		return u, u.takeForm(c)
	}
	if err := h.Store.Uploads.RefuseWithoutRoom(max(0, c.Request().ContentLength)); err != nil {
		return nil, err
	}
	reader, err := c.Request().MultipartReader()
	if err != nil {
		return nil, handlers.Malformed(err)
	}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			u.StripFolder()
			return u, nil
		}
		if err != nil {
			return nil, handlers.Malformed(err)
		}
		if err := h.receivePart(c, u, part); err != nil {
			return nil, err
		}
	}
}

func (u *Form) takeForm(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return handlers.Malformed(err)
	}
	for name, sent := range values {
		u.Fields[name] = sent[len(sent)-1] // a box that is ticked comes after the field that says it was shown
	}
	return nil
}

func (h *Handlers) receivePart(c echo.Context, u *Form, part *multipart.Part) error {
	name := partName(part)
	if name == "" && part.FormName() != "files" && part.FormName() != "folder" {
		value, err := io.ReadAll(io.LimitReader(part, handlers.MaximumField+1))
		if err != nil {
			return handlers.Malformed(err)
		}
		u.size += len(part.FormName()) + len(value)
		if len(value) > handlers.MaximumField || len(u.Fields) >= maximumFields || u.size > maximumForm {
			return power.InputErrors{{Field: part.FormName(), Problem: "the form holds too much",
				Remedy: "give readings as files"}}
		}
		u.Fields[part.FormName()] = string(value)
		return nil
	}
	if name == "" {
		return nil // a file input that nobody used
	}
	return uploadError(h.Store.Uploads.Take(c.Request().Context(), &u.Delivery, name, part))
}

func uploadError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return handlers.Malformed(err)
	}
	return err
}

// partName is the path of a file as the browser sends it; a folder's files keep their folders.
func partName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get(echo.HeaderContentDisposition))
	if err != nil {
		return ""
	}
	return uploads.CleanName(params["filename"])
}
