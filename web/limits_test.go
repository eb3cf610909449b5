package web_test

import (
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"green500/handlers"
	"green500/validation/review"
	"green500/web"
)

// torrent is a body without an end that counts what is taken of it.
type torrent struct {
	begin string // of what it says
	taken atomic.Int64
}

func (b *torrent) Read(into []byte) (int, error) {
	from := filling
	if b.taken.Load() == 0 {
		from = b.begin
	}
	n := copy(into, from)
	b.taken.Add(int64(n))
	return n, nil
}

var filling = strings.Repeat("x", 64<<10)

// contents are the kinds of bodies, with how they begin.
func contents() map[string]string {
	return map[string]string{
		"application/x-www-form-urlencoded":    "nothing=",
		"multipart/form-data; boundary=border": "--border\r\nContent-Disposition: form-data; name=\"nothing\"\r\n\r\n",
		"application/json":                     `{"nothing":"`,
	}
}

// uploads are the routes that take files, and how much of a body without an end they may take.
func uploadSizes() map[string]int64 {
	const soon = 1 << 20 // on its way in the network when the answer comes
	return map[string]int64{
		"POST /submissions": maxUpload + soon, "POST /submissions/:id/edit": maxUpload + soon,
		"POST /submissions/:id/uploads":     maxUpload + soon,
		"POST /submissions/:id/steps/files": maxUpload + soon, "POST /submissions/:id/steps/:stage": maxUpload + soon,
	}
}

// pouring is a body on its way to a route.
type pouring struct {
	route   web.Route
	content string
	body    *torrent
	request *http.Request
	client  *http.Client
	status  int // of the answer; 0 if the connection was closed before it could be read
}

func changes(route web.Route) bool {
	return slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch}, route.Method)
}

// takesForms tells the routes that read a form. Programs send none: what they send to an address that
// needs no body is not looked at.
func takesForms(route web.Route) bool {
	return changes(route) && !strings.HasPrefix(route.Path, handlers.APIPrefix)
}

// TestNoRouteReadsWithoutEnd: whatever route there is, a body that never ends is answered by a refusal
// after a few megabytes.
func TestNoRouteReadsWithoutEnd(t *testing.T) {
	h := open(t)
	h.found(t)
	const most = 16 << 20 // what waits in the network included
	var all []*pouring
	for _, route := range web.Routes(&web.Answering{}) {
		for content, begin := range contents() {
			if changes(route) || strings.HasPrefix(content, "multipart") {
				all = append(all, h.pouring(t, route, content, begin, -1))
			}
		}
	}
	pour(all)
	for _, p := range all {
		name := fmt.Sprintf("%s %s %s", p.route.Method, p.route.Path, p.content)
		if taken := p.body.taken.Load(); taken > max(uploadSizes()[p.route.Method+" "+p.route.Path], most) {
			t.Errorf("%s: it took %d bytes, and answered %d", name, taken, p.status)
		}
		if takesForms(p.route) && p.status != 0 && p.status/100 < 4 && p.content != "application/json" {
			t.Errorf("%s: half a form was taken: %d", name, p.status)
		}
		if p.status == http.StatusInternalServerError {
			t.Errorf("%s: it failed", name)
		}
	}
}

// TestWhatSaysItIsTooLongIsNotRead: a length beyond what a route takes is refused before a byte of it.
func TestWhatSaysItIsTooLongIsNotRead(t *testing.T) {
	h := open(t)
	h.found(t)
	var all []*pouring
	for _, route := range web.Routes(&web.Answering{}) {
		if takes := uploadSizes()[route.Method+" "+route.Path] != 0; changes(route) &&
			route.Method != http.MethodPatch && !takes {
			all = append(all, h.pouring(t, route, "application/x-www-form-urlencoded", "a=", 3<<20))
		}
	}
	pour(all)
	for _, p := range all {
		if p.status != http.StatusRequestEntityTooLarge && p.status != 0 {
			t.Errorf("%s %s: got %d", p.route.Method, p.route.Path, p.status)
		}
	}
}

// pour sends bodies, many at once: a server that refuses one takes its time to close the connection.
func pour(all []*pouring) {
	var group sync.WaitGroup
	places := make(chan struct{}, 32)
	for _, p := range all {
		group.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if answer, err := p.client.Do(p.request); err == nil {
				p.status = answer.StatusCode
				_ = answer.Body.Close()
			}
		})
	}
	group.Wait()
}

// pouring prepares a body for a route, from somebody who may use it.
func (h *house) pouring(t *testing.T, route web.Route, content, begin string, length int64) *pouring {
	t.Helper()
	visitor := "submitter"
	for _, role := range review.Roles() {
		if role != review.Public && review.May(role, route.Action) {
			visitor = string(role)
			break
		}
	}
	entry, user := number(h.draft), "1"
	switch {
	case strings.HasPrefix(route.Path, "/uploads/"):
		entry = h.uploads[0]
	case strings.HasPrefix(route.Path, "/sites/"):
		entry = number(h.site)
	}
	address := strings.NewReplacer(":id", entry, "*", "a", ":group", "meters", ":index", "0", ":user", user).
		Replace(route.Path)
	body := &torrent{begin: begin}
	var sent io.Reader = body
	if length >= 0 {
		sent = io.LimitReader(body, length)
	}
	request, err := http.NewRequestWithContext(t.Context(), route.Method, h.server.URL+address, sent)
	must(t, err)
	request.ContentLength = length
	request.Header.Set("Content-Type", content)
	request.Header.Set("Tus-Resumable", "1.0.0")
	h.logins++
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", h.logins%250))
	client := h.client(t, visitor)
	client.Transport = &http.Transport{DisableKeepAlives: true}
	return &pouring{route: route, content: content, body: body, request: request, client: client}
}

// TestManySmallFieldsAreTooMuch: the fields of a form are held in memory, so that they are bounded if files are not.
func TestManySmallFieldsAreTooMuch(t *testing.T) {
	h := open(t)
	from, to := io.Pipe()
	form := multipart.NewWriter(to)
	go func() {
		var err error
		for i := 0; err == nil && i < 9; i++ {
			err = form.WriteField(fmt.Sprintf("was:field%d", i), strings.Repeat("x", 900<<10))
		}
		_ = to.CloseWithError(err) // the end, or that nobody reads on
	}()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		h.server.URL+"/submissions/"+number(h.draft)+"/edit", from)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	if answer, err := h.client(t, "submitter").Do(request); err == nil {
		_ = answer.Body.Close()
		if answer.StatusCode/100 != 4 {
			t.Errorf("got %d", answer.StatusCode)
		}
	}
	if got := h.visit(t, "submitter", http.MethodGet, "/submissions/"+number(h.draft)+"/edit"); got != http.StatusOK {
		t.Errorf("then %d", got)
	}
}
