package upload

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/blobs"
	"green500/store/uploads"
)

// The server side of tus 1.0 (https://tus.io/protocols/resumable-upload), with the extensions
// creation, expiration, termination and checksum.
const (
	tusVersion      = "1.0.0"
	tusExtensions   = "creation,expiration,termination,checksum"
	tusSum          = "sha256"
	tusContent      = "application/offset+octet-stream"
	headerResumable = "Tus-Resumable"
	headerOffset    = "Upload-Offset"
	headerLength    = "Upload-Length"
	headerMetadata  = "Upload-Metadata"
	headerExpires   = "Upload-Expires"
	stalledAfter    = time.Minute // without a byte a connection is taken for dead
	maximumMetadata = 8 << 10     // bytes
	metadataFile    = "filename"
	metadataEntry   = "entry"
	metadataDigest  = "sha256"
)

// TusOptions reports what the server supports.
func (h *Handlers) TusOptions(c echo.Context) error {
	header := c.Response().Header()
	header.Set(headerResumable, tusVersion)
	header.Set("Tus-Version", tusVersion)
	header.Set("Tus-Extension", tusExtensions)
	header.Set("Tus-Checksum-Algorithm", tusSum)
	header.Set("Tus-Max-Size", strconv.FormatInt(h.MaxUpload, 10))
	return c.NoContent(http.StatusNoContent)
}

func speaksTus(c echo.Context) error {
	header := c.Response().Header()
	header.Set(headerResumable, tusVersion)
	if c.Request().Header.Get(headerResumable) != tusVersion {
		header.Set("Tus-Version", tusVersion)
		return echo.NewHTTPError(http.StatusPreconditionFailed, "This server speaks tus "+tusVersion+".")
	}
	return nil
}

func badRequest(sentence string) *echo.HTTPError {
	return echo.NewHTTPError(http.StatusBadRequest, sentence)
}

// BeginUpload takes the promise of a file.
func (h *Handlers) BeginUpload(c echo.Context) error {
	if err := speaksTus(c); err != nil {
		return err
	}
	promised, err := promise(c.Request().Header)
	if err != nil {
		return err
	}
	if promised.Size > h.MaxUpload {
		return &http.MaxBytesError{Limit: h.MaxUpload}
	}
	begun, err := h.Store.Uploads.Begin(c.Request().Context(), handlers.User(c), promised, h.Quota)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, "/uploads/"+begun.ID)
	tellUpload(c, begun)
	return c.NoContent(http.StatusCreated)
}

func promise(header http.Header) (uploads.NewUpload, error) {
	if header.Get("Upload-Defer-Length") != "" {
		return uploads.NewUpload{}, badRequest("The length of an upload has to be known when it begins.")
	}
	size, err := count(header, headerLength)
	if err != nil {
		return uploads.NewUpload{}, err
	}
	said, err := parseMetadata(header.Get(headerMetadata))
	if err != nil {
		return uploads.NewUpload{}, err
	}
	entry, err := strconv.ParseInt(said[metadataEntry], 10, 64)
	if err != nil {
		return uploads.NewUpload{}, badRequest("Upload-Metadata has to name the submission as entry.")
	}
	return uploads.NewUpload{EntryID: entry, Name: said[metadataFile], Size: size, Digest: said[metadataDigest]}, nil
}

func count(header http.Header, name string) (int64, error) {
	number, err := strconv.ParseInt(header.Get(name), 10, 64)
	if err != nil || number < 0 {
		return 0, badRequest(name + " has to be a number of bytes.")
	}
	return number, nil
}

// parseMetadata reads pairs of a key and a value in base64, separated by commas.
func parseMetadata(header string) (map[string]string, error) {
	said := map[string]string{}
	if len(header) > maximumMetadata {
		return nil, badRequest(fmt.Sprintf("Upload-Metadata may hold %d bytes at most.", maximumMetadata))
	}
	if strings.TrimSpace(header) == "" {
		return said, nil
	}
	for pair := range strings.SplitSeq(header, ",") {
		key, encoded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(encoded)
		if _, twice := said[key]; key == "" || twice || err != nil {
			return nil, badRequest("Upload-Metadata has to be pairs of a key and a value in base64.")
		}
		said[key] = string(value)
	}
	return said, nil
}

func tellUpload(c echo.Context, u uploads.Upload) {
	header := c.Response().Header()
	header.Set(headerOffset, strconv.FormatInt(u.Offset, 10))
	if u.State == uploads.Arriving {
		header.Set(headerExpires, u.ExpiresAt.UTC().Format(http.TimeFormat))
	}
}

func (h *Handlers) upload(c echo.Context) (uploads.Upload, error) {
	return h.Store.Uploads.ByID(c.Request().Context(), c.Param("id"), handlers.User(c))
}

// UploadOffset tells how much of an upload has arrived. Who sent before has broken off by then.
func (h *Handlers) UploadOffset(c echo.Context) error {
	if err := speaksTus(c); err != nil {
		return err
	}
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	if u.State == uploads.Arriving {
		if u, err = h.Store.Uploads.Hold(c.Request().Context(), u); err != nil {
			return err
		}
	}
	tellUpload(c, u)
	header := c.Response().Header()
	header.Set(headerLength, strconv.FormatInt(u.Size, 10))
	header.Set(headerMetadata, metadataOf(u))
	return c.NoContent(http.StatusOK)
}

func metadataOf(u uploads.Upload) string {
	pairs := []string{pairOf(metadataFile, u.Name), pairOf(metadataEntry, handlers.Text(u.EntryID))}
	if u.Digest != "" {
		pairs = append(pairs, pairOf(metadataDigest, u.Digest))
	}
	return strings.Join(pairs, ",")
}

func pairOf(key, value string) string {
	return key + " " + base64.StdEncoding.EncodeToString([]byte(value))
}

// ContinueUpload takes a part of a file. What was answered for is on the disk.
func (h *Handlers) ContinueUpload(c echo.Context) error {
	if err := speaksTus(c); err != nil {
		return err
	}
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	chunk, err := chunkOf(c, u)
	if err != nil {
		return err
	}
	body := &patientBody{from: c.Request().Body}
	chunk.Body = func(ctx context.Context) io.ReadCloser {
		body.watch(ctx, http.NewResponseController(c.Response()))
		return body
	}
	u, err = h.Store.Uploads.Add(c.Request().Context(), u, chunk)
	if body.broken {
		c.Response().Header().Set(echo.HeaderConnection, "close")
	}
	switch {
	case err == nil:
		tellUpload(c, u)
		return c.NoContent(http.StatusNoContent)
	case errors.Is(err, context.Canceled), errors.Is(err, os.ErrDeadlineExceeded):
		return c.NoContent(http.StatusLocked) // somebody else went on with it, or nothing came any more
	case body.failed != nil && !blobs.NoRoom(err):
		return c.NoContent(http.StatusBadRequest) // the sender is gone, and reads no page
	}
	return err
}

func chunkOf(c echo.Context, u uploads.Upload) (uploads.Chunk, error) {
	request := c.Request()
	if request.Header.Get(echo.HeaderContentType) != tusContent {
		return uploads.Chunk{},
			echo.NewHTTPError(http.StatusUnsupportedMediaType, "A part of an upload has the type "+tusContent+".")
	}
	offset, err := count(request.Header, headerOffset)
	if err != nil {
		return uploads.Chunk{}, err
	}
	if offset != u.Offset && u.State != uploads.Arriving {
		return uploads.Chunk{}, blobs.ErrOffset
	}
	if request.ContentLength > u.Size-offset {
		return uploads.Chunk{}, &http.MaxBytesError{Limit: u.Size - offset}
	}
	chunk := uploads.Chunk{Offset: offset}
	if said := request.Header.Get("Upload-Checksum"); said != "" {
		kind, encoded, _ := strings.Cut(said, " ")
		chunk.SHA256, err = base64.StdEncoding.DecodeString(encoded)
		if kind != tusSum || err != nil || len(chunk.SHA256) == 0 {
			return uploads.Chunk{}, badRequest("Upload-Checksum has to be " + tusSum + " and its value in base64.")
		}
	}
	return chunk, nil
}

// CancelUpload forgets an upload with its bytes.
func (h *Handlers) CancelUpload(c echo.Context) error {
	if err := speaksTus(c); err != nil {
		return err
	}
	u, err := h.upload(c)
	if err != nil {
		return err
	}
	if err := h.Store.Uploads.Remove(c.Request().Context(), u); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// patientBody reads a body until nothing has come for a while, or somebody else wants to go on with the upload.
type patientBody struct {
	from   io.Reader
	failed error
	timer  *time.Timer
	undo   func() bool
	mutex  sync.Mutex
	closed bool
	broken bool // the reading was broken off; to the connection it is as if who sent it were gone, for all that follows
}

// watch breaks the reading off, which waits for the network, when the context ends. Once the body is closed it leaves
// the connection alone: that may serve the next request already.
func (b *patientBody) watch(ctx context.Context, connection *http.ResponseController) {
	breakOff := func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		if !b.closed {
			b.broken = true
			_ = connection.SetReadDeadline(time.Unix(1, 0)) // long ago; if it cannot be set the network has to end it
		}
	}
	b.timer = time.AfterFunc(stalledAfter, breakOff)
	b.undo = context.AfterFunc(ctx, breakOff)
}

// Read reads on. It fails as the network does. While what was read is put on a slow disk nobody is late.
func (b *patientBody) Read(into []byte) (int, error) {
	b.timer.Reset(stalledAfter)
	n, err := b.from.Read(into)
	b.timer.Stop()
	if err != nil && !errors.Is(err, io.EOF) {
		b.failed = err
	}
	return n, err
}

// Close lets the connection be used further. It never fails.
func (b *patientBody) Close() error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.closed = true
	b.timer.Stop()
	b.undo()
	return nil
}
