package web_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"green500/store/blobs"
	"green500/store/storetest"
	"green500/store/uploads"
)

// tus is a request of the protocol.
type tus struct {
	method, address string
	header          map[string]string
	body            io.Reader
	length          int64 // of the body, if it is not told by itself
}

func (h *house) tus(t *testing.T, visitor string, r tus) (*http.Response, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), r.method, h.server.URL+r.address, r.body)
	must(t, err)
	if r.length > 0 {
		request.ContentLength = r.length
	}
	request.Header.Set("Tus-Resumable", "1.0.0")
	if r.method == http.MethodPatch {
		request.Header.Set("Content-Type", "application/offset+octet-stream")
	}
	for name, value := range r.header {
		request.Header.Set(name, value)
	}
	answer, err := h.client(t, visitor).Do(request)
	if err == nil {
		t.Cleanup(func() { _ = answer.Body.Close() })
	}
	return answer, err
}

func metadata(pairs ...string) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, pairs[i]+" "+base64.StdEncoding.EncodeToString([]byte(pairs[i+1])))
	}
	return strings.Join(all, ",")
}

// begin begins an upload to the draft and returns its address.
func (h *house) begin(t *testing.T, name string, size int) string {
	t.Helper()
	answer, err := h.tus(t, "submitter", tus{method: http.MethodPost, address: "/uploads", header: map[string]string{
		"Upload-Length": strconv.Itoa(size), "Upload-Metadata": metadata("filename", name, "entry", number(h.draft)),
	}})
	must(t, err)
	if answer.StatusCode != http.StatusCreated || answer.Header.Get("Tus-Resumable") != "1.0.0" {
		t.Fatalf("began with %d %v", answer.StatusCode, answer.Header)
	}
	return answer.Header.Get("Location")
}

// offset is how much of an upload has arrived.
func (h *house) offset(t *testing.T, address string) int {
	t.Helper()
	return offsetIn(t, h.head(t, address))
}

func (h *house) head(t *testing.T, address string) *http.Response {
	t.Helper()
	answer, err := h.tus(t, "submitter", tus{method: http.MethodHead, address: address})
	must(t, err)
	return answer
}

func offsetIn(t *testing.T, answer *http.Response) int {
	t.Helper()
	offset, err := strconv.Atoi(answer.Header.Get("Upload-Offset"))
	if answer.StatusCode != http.StatusOK || err != nil || answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	return offset
}

func (h *house) patch(t *testing.T, address string, offset int, body io.Reader, length int,
	header map[string]string) (int, error) {
	t.Helper()
	all := map[string]string{"Upload-Offset": strconv.Itoa(offset)}
	for name, value := range header {
		all[name] = value
	}
	answer, err := h.tus(t, "submitter",
		tus{method: http.MethodPatch, address: address, header: all, body: body, length: int64(length)})
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, nil
}

// uploadState is what programs read of an upload.
type uploadState struct {
	State, Message, Receipt, SHA256 string
	Offset                          int64
}

// settled waits until the server has read an upload.
func (h *house) settled(t *testing.T, address string) uploadState {
	t.Helper()
	for {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.server.URL+address, nil)
		must(t, err)
		request.Header.Set("Accept", "application/json")
		answer := h.send(t, "submitter", request)
		var now uploadState
		must(t, json.NewDecoder(answer.Body).Decode(&now))
		if now.State == "kept" || now.State == "refused" {
			return now
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestRequestsAreHeldToTheProtocol(t *testing.T) {
	h := open(t)
	at := h.begin(t, "a.csv", 100)
	part := map[string]string{"Upload-Offset": "0"}
	with := func(more ...string) map[string]string {
		all := map[string]string{"Upload-Offset": "0", "Upload-Length": "5",
			"Upload-Metadata": metadata("filename", "a", "entry", number(h.draft))}
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return all
	}
	sum := sha256.Sum256([]byte("other"))
	for name, c := range map[string]struct {
		method, address string
		header          map[string]string
		body            string
		want            int
	}{
		"another version": {http.MethodPatch, at, with("Tus-Resumable", "0.2.2"), "",
			http.StatusPreconditionFailed},
		"no offset":           {http.MethodPatch, at, map[string]string{}, "", http.StatusBadRequest},
		"negative offset":     {http.MethodPatch, at, with("Upload-Offset", "-1"), "", http.StatusBadRequest},
		"offset past the end": {http.MethodPatch, at, with("Upload-Offset", "7"), "x", http.StatusConflict},
		"another type": {http.MethodPatch, at, with("Content-Type", "text/plain"), "x",
			http.StatusUnsupportedMediaType},
		"more than promised": {http.MethodPatch, at, part, strings.Repeat("x", 101),
			http.StatusRequestEntityTooLarge},
		"unknown checksum": {http.MethodPatch, at, with("Upload-Checksum", "md5 AAAA"), "x",
			http.StatusBadRequest},
		"another checksum": {http.MethodPatch, at,
			with("Upload-Checksum", "sha256 "+base64.StdEncoding.EncodeToString(sum[:])), "x", 460},
		"no such upload": {http.MethodPatch, "/uploads/" + strings.Repeat("0", 32), part, "x",
			http.StatusNotFound},
		"too large": {http.MethodPost, "/uploads", with("Upload-Length", strconv.Itoa(maxUpload+1)), "",
			http.StatusRequestEntityTooLarge},
		"length not known": {http.MethodPost, "/uploads", with("Upload-Defer-Length", "1"), "",
			http.StatusBadRequest},
		"length that is none": {http.MethodPost, "/uploads", with("Upload-Length", "many"), "",
			http.StatusBadRequest},
		"metadata that are none": {http.MethodPost, "/uploads", with("Upload-Metadata", "filename ***"), "",
			http.StatusBadRequest},
		"no entry": {http.MethodPost, "/uploads", with("Upload-Metadata", metadata("filename", "a")), "",
			http.StatusBadRequest},
		"no such entry": {http.MethodPost, "/uploads",
			with("Upload-Metadata", metadata("filename", "a", "entry", "999")), "", http.StatusNotFound},
		"an entry in review": {http.MethodPost, "/uploads",
			with("Upload-Metadata", metadata("filename", "a", "entry", number(h.waiting))), "", http.StatusConflict},
		"a digest that is none": {http.MethodPost, "/uploads", with("Upload-Metadata",
			metadata("filename", "a", "entry", number(h.draft), "sha256", "x")), "", http.StatusUnprocessableEntity},
		"no name": {http.MethodPost, "/uploads", with("Upload-Metadata", metadata("entry", number(h.draft))), "",
			http.StatusUnprocessableEntity},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := h.tus(t, "submitter",
				tus{method: c.method, address: c.address, header: c.header, body: strings.NewReader(c.body)})
			must(t, err)
			if answer.StatusCode != c.want {
				t.Errorf("got %d, want %d", answer.StatusCode, c.want)
			}
			if h.offset(t, at) != 0 {
				t.Error("something was kept")
			}
		})
	}
	answer, err := h.tus(t, "public", tus{method: http.MethodOptions, address: "/uploads"})
	must(t, err)
	if answer.Header.Get("Tus-Max-Size") != strconv.Itoa(maxUpload) || !strings.Contains(
		answer.Header.Get("Tus-Extension"), "checksum") || answer.Header.Get("Tus-Version") != "1.0.0" {
		t.Errorf("it can %v", answer.Header)
	}
}

func TestASecondConnectionTakesOver(t *testing.T) {
	h := open(t)
	at := h.begin(t, "a.csv", 1000)
	from, to := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		status, _ := h.patch(t, at, 0, from, 1000, nil) // which may end without an answer
		ended <- status
	}()
	_, err := to.Write(make([]byte, 400))
	must(t, err)
	for h.arrived(t, at) < 400 {
		time.Sleep(10 * time.Millisecond)
	}
	if got := h.offset(t, at); got != 400 {
		t.Errorf("%d bytes are there", got)
	}
	_ = to.CloseWithError(errors.New("the lid is closed"))
	if got := <-ended; got/100 == 2 {
		t.Errorf("the first was told %d", got)
	}
	status, err := h.patch(t, at, 400, bytes.NewReader(make([]byte, 600)), 0, nil)
	if err != nil || status != http.StatusNoContent {
		t.Errorf("%v: the second was told %d", err, status)
	}
}

// arrived is how much of an upload is there, without stopping the sender.
func (h *house) arrived(t *testing.T, address string) int64 {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.server.URL+address, nil)
	must(t, err)
	request.Header.Set("Accept", "application/json")
	var now uploadState
	must(t, json.NewDecoder(h.send(t, "submitter", request).Body).Decode(&now))
	return now.Offset
}

// fullDisk are blobs that have no room for more of a piece than a few bytes.
type fullDisk struct {
	blobs.Blobs
	full atomic.Bool
}

func (f *fullDisk) Pieces() blobs.Pieces { return fullPieces{f.Blobs.Pieces(), f} }

type fullPieces struct {
	blobs.Pieces
	on *fullDisk
}

func (p fullPieces) Append(ctx context.Context, id string, offset int64, r io.Reader) (int64, error) {
	if !p.on.full.Load() {
		return p.Pieces.Append(ctx, id, offset, r)
	}
	size, err := p.Pieces.Append(ctx, id, offset, io.LimitReader(r, 3))
	return size, errors.Join(err, &fs.PathError{Op: "write", Path: "piece", Err: syscall.ENOSPC})
}

func TestAFullDiskIsSaidAndGoneOnFrom(t *testing.T) {
	disk := &fullDisk{Blobs: storetest.Blobs(t)}
	h := openWith(t, disk)
	at := h.begin(t, "a.csv", 10)
	disk.full.Store(true)
	answer, err := h.tus(t, "submitter", tus{method: http.MethodPatch, address: at, header: map[string]string{
		"Upload-Offset": "0", "Accept": "application/json"}, body: strings.NewReader("0123456789")})
	must(t, err)
	said, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusInsufficientStorage || !strings.Contains(string(said), uploads.NoRoomMessage) {
		t.Errorf("%d %s", answer.StatusCode, said)
	}
	if got := h.offset(t, at); got != 3 {
		t.Errorf("%d bytes are there", got)
	}
	disk.full.Store(false)
	status, err := h.patch(t, at, 3, strings.NewReader("3456789"), 0, nil)
	if err != nil || status != http.StatusNoContent {
		t.Fatalf("%v %d", err, status)
	}
	if now := h.settled(t, at); now.State != "kept" ||
		now.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte("0123456789"))) {
		t.Errorf("it is %+v", now)
	}
}

// TestFormsGetReceiptsToo: a browser without scripts sends the same files, and keeps the same proof.
func TestFormsGetReceiptsToo(t *testing.T) {
	h := open(t)
	answer, _ := h.upload(t, folder(t))
	at := answer.Header.Get("Location")
	page := h.read(t, "submitter", at)
	if got := strings.Count(page, "Download<span class=\"hidden\"> the receipt of"); got != len(folder(t))-1 {
		t.Errorf("%d receipts for %d files", got, len(folder(t))-1)
	}
	request := h.folderForm(t, at+"/uploads", map[string]string{"more.csv": "time,power\n"})
	sent := h.send(t, "submitter", request)
	if sent.StatusCode != http.StatusSeeOther || sent.Header.Get("Location") != at+"/uploads" {
		t.Fatalf("got %d", sent.StatusCode)
	}
	if page = h.read(t, "submitter", at+"/uploads"); !strings.Contains(page, "Kept, with a receipt for each file.") ||
		!strings.Contains(page, "the receipt of more.csv") {
		t.Error("there is no receipt")
	}
	refused := h.send(t, "submitter", h.folderForm(t, at+"/uploads", map[string]string{"HPL.out/x": "x", "y": "y"}))
	text, err := io.ReadAll(refused.Body)
	must(t, err)
	if refused.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(string(text), "two files have this name") {
		t.Errorf("%d", refused.StatusCode)
	}
}
