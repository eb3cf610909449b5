package handlers

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/bundle"
	"green500/validation/document"
	"green500/validation/power"
)

const (
	maximumField  = 1 << 20 // bytes of one field of a form
	maximumFields = 10_000
	maximumFiles  = 1_000
	maximumInZip  = 16 << 30 // bytes of one unpacked file
)

// upload is what a form sent: its fields, and its files, which are kept as blobs already.
type upload struct {
	Fields map[string]string
	Files  []store.File
	text   []byte // of the submission document; nil where none came
	name   string // of the submission document
	starts func(edition string) *power.Entry
}

// receive streams a form: no file is ever held whole.
func (h *Handlers) receive(c echo.Context) (*upload, error) {
	user, _ := viewer(c)
	u := &upload{Fields: map[string]string{}, starts: func(edition string) *power.Entry {
		return emptyEntry(edition, h.methodologyOf(c.Request().Context(), edition), user.Name, user.Email)
	}}
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, h.MaxUpload)
	if !strings.HasPrefix(c.Request().Header.Get(echo.HeaderContentType), echo.MIMEMultipartForm) {
		return u, u.takeForm(c)
	}
	reader, err := c.Request().MultipartReader()
	if err != nil {
		return nil, malformed(err)
	}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			u.stripFolder()
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

func malformed(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return power.InputErrors{{Problem: "the upload broke off or is malformed (" + err.Error() + ")", Remedy: "send it again"}}
}

// takeForm reads a form without files.
func (u *upload) takeForm(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return malformed(err)
	}
	for name := range values {
		u.Fields[name] = values.Get(name)
	}
	return nil
}

func (h *Handlers) receivePart(c echo.Context, u *upload, part *multipart.Part) error {
	name := partName(part)
	if name == "" && part.FormName() != "files" && part.FormName() != "folder" {
		value, err := io.ReadAll(io.LimitReader(part, maximumField+1))
		if err != nil {
			return malformed(err)
		}
		if len(value) > maximumField || len(u.Fields) >= maximumFields {
			return power.InputErrors{{Field: part.FormName(), Problem: "the form holds too much", Remedy: "give readings as files"}}
		}
		u.Fields[part.FormName()] = string(value)
		return nil
	}
	if name == "" {
		return nil // a file input that nobody used
	}
	if strings.EqualFold(path.Ext(name), ".zip") {
		return h.unpack(c, u, name, part)
	}
	file, err := h.Store.Receive(c.Request().Context(), name, part, u.soFar())
	if err != nil {
		return uploadTrouble(err)
	}
	return h.keep(c, u, file)
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
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(params["filename"], `\`, "/")), "/")
}

// keep adds a file to the upload; the submission document is kept apart.
func (h *Handlers) keep(c echo.Context, u *upload, file store.File) error {
	if len(u.Files) >= maximumFiles {
		return power.InputErrors{{File: file.Name, Problem: fmt.Sprintf("the upload holds more than %d files", maximumFiles), Remedy: "send those the document names"}}
	}
	if slices.Contains(bundle.DocumentNames(), path.Base(file.Name)) && u.text == nil {
		return h.readDocument(c, u, file)
	}
	u.Files = append(u.Files, file)
	return nil
}

func (h *Handlers) readDocument(c echo.Context, u *upload, file store.File) error {
	opened, err := h.Store.Blobs().Open(c.Request().Context(), file.Digest)
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	u.name = file.Name
	u.text, err = io.ReadAll(io.LimitReader(opened, maximumField+1))
	return err
}

// unpack keeps every file of an archive by itself, so that evidence is found by its own hash. The
// archive is only laid out meanwhile: its list of files stands at its end.
func (h *Handlers) unpack(c echo.Context, u *upload, name string, sent io.Reader) error {
	file, err := h.Store.Blobs().Scratch()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	size, err := io.Copy(file, sent)
	if err != nil {
		return uploadTrouble(err)
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return power.InputErrors{{File: name, Problem: "this is not a zip archive that can be read (" + err.Error() + ")", Remedy: "pack it again, or send the files"}}
	}
	// The document first: it tells how the other files are read, so that they are read as they come.
	packed := slices.SortedStableFunc(slices.Values(archive.File), func(a, b *zip.File) int {
		return cmp.Compare(notDocument(a.Name), notDocument(b.Name))
	})
	for _, packed := range packed {
		if packed.FileInfo().IsDir() || strings.HasPrefix(path.Base(packed.Name), ".") || strings.HasPrefix(packed.Name, "__MACOSX/") {
			continue
		}
		if err := h.unpackFile(c, u, name, packed); err != nil {
			return err
		}
	}
	return nil
}

// notDocument ranks files behind a submission document.
func notDocument(name string) int {
	if slices.Contains(bundle.DocumentNames(), path.Base(name)) {
		return 0
	}
	return 1
}

func (h *Handlers) unpackFile(c echo.Context, u *upload, archive string, packed *zip.File) error {
	clean := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(packed.Name, `\`, "/")), "/")
	reader, err := packed.Open()
	if err != nil {
		return power.InputErrors{{File: archive, Problem: packed.Name + " cannot be unpacked (" + err.Error() + ")", Remedy: "pack it again, or send the files"}}
	}
	defer func() { _ = reader.Close() }()
	limited := &io.LimitedReader{R: reader, N: maximumInZip}
	file, err := h.Store.Receive(c.Request().Context(), clean, limited, u.soFar())
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		return power.InputErrors{{File: archive, Problem: packed.Name + " is damaged in the archive", Remedy: "pack it again, or send the files"}}
	}
	if err != nil {
		return err
	}
	if limited.N <= 0 {
		return power.InputErrors{{File: archive, Problem: packed.Name + " unpacks to more than can be taken", Remedy: "split the file"}}
	}
	return h.keep(c, u, file)
}

// stripFolder takes the folder that holds the document off every name, since the document names its
// files from where it stands.
func (u *upload) stripFolder() {
	prefix := path.Dir(u.name) + "/"
	if u.text == nil {
		prefix = u.commonFolder()
	}
	u.name = path.Base(u.name)
	for i := range u.Files {
		u.Files[i].Name = strings.TrimPrefix(u.Files[i].Name, prefix)
	}
}

// commonFolder is the folder that all files share, with its slash; "/" matches none.
func (u *upload) commonFolder() string {
	if len(u.Files) == 0 {
		return "/"
	}
	folder, _, found := strings.Cut(u.Files[0].Name, "/")
	for _, file := range u.Files {
		if !found || !strings.HasPrefix(file.Name, folder+"/") {
			return "/"
		}
	}
	return folder + "/"
}

// soFar is the document as far as it was sent before a file, or nil.
func (u *upload) soFar() *power.Entry {
	var entry *power.Entry
	if u.text != nil {
		entry, _, _ = document.Decode(u.name, u.text) // what is wrong with it is told later
	} else {
		entry, _ = document.FromFields(u.Fields) // fields of the form that are none of the document count for nothing
	}
	return entry
}

// document reads the document of the upload, or starts one where none came. Fields that are
// missing are left to be mended in the form; what cannot be read at all is refused.
func (u *upload) document() (*power.Entry, error) {
	if u.text == nil {
		return u.starts(u.Fields["edition"]), nil
	}
	entry, _, err := document.Decode(u.name, u.text)
	if entry == nil {
		return nil, err
	}
	return entry, nil
}
