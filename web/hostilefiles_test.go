package web_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"green500/store/blobs"
	"green500/store/storetest"
	"green500/store/uploads"
)

// sentFile is a file as a browser, or somebody who is none, sends it.
type sentFile struct{ name, content string }

// filesForm is a form with files whose names are sent as they are.
func (h *house) filesForm(t *testing.T, address string, fields map[string]string, files ...sentFile) *http.Request {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		must(t, form.WriteField(name, fields[name]))
	}
	for _, file := range files {
		part, err := form.CreatePart(
			textproto.MIMEHeader{"Content-Disposition": {`form-data; name="files"; filename="` + file.name + `"`}})
		must(t, err)
		_, err = io.WriteString(part, file.content)
		must(t, err)
	}
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address, &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return request
}

// names are those of the files of an entry.
func (h *house) names(t *testing.T, entry int64) []string {
	t.Helper()
	var names []string
	for _, file := range h.document(t, entry).Files {
		names = append(names, file.Name)
	}
	slices.Sort(names)
	return names
}

const picture = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06"

// TestFilesOfAnotherType are kept as they are, and what reads them says what they are not; the pages of the
// entry answer, and a file with the right content repairs all.
func TestFilesOfAnotherType(t *testing.T) {
	t.Parallel()
	h := open(t)
	at := "/submissions/" + number(h.draft)
	var log string
	for _, file := range h.document(t, h.draft).Files {
		if strings.HasSuffix(file.Name, ".csv") {
			log = file.Name
		}
	}
	good := h.read(t, "submitter", at+"/files/"+log)
	output := h.read(t, "submitter", at+"/files/HPL.out")
	for name, content := range map[string]string{
		"a picture": picture, "an archive": "PK\x03\x04" + strings.Repeat("\x00", 100),
		"columns": "PAR1" + strings.Repeat("\x01", 90) + "PAR1", "output of HPL": output,
		"nothing": "", "one byte": "\x00", "zeros": strings.Repeat("\x00", 1<<20),
		"a line without end": strings.Repeat("1", 1<<20), "a page": "<html><script " + mark + ">1</script></html>",
		"packed": "\x1f\x8b\x08\x00broken", "a heading": "time,power\n", "UTF-16": "\xff\xfet\x00i\x00",
	} {
		t.Run(name, func(t *testing.T) {
			answer := h.send(t, "submitter", h.filesForm(t, at+"/uploads", nil, sentFile{log, content}))
			if answer.StatusCode != http.StatusSeeOther {
				t.Errorf("got %d", answer.StatusCode)
			}
			form := h.stands(t, h.draft)
			if !strings.Contains(form, `href="#f-series-0`) && !strings.Contains(form, log) {
				t.Error("the form does not say what is wrong")
			}
			status, page := h.look(t, "submitter", logAddress(h.draft, log))
			unharmed(t, "the page of the log", page)
			if status >= http.StatusInternalServerError {
				t.Errorf("the page of the log got %d", status)
			}
			if got := h.visit(t, "submitter", http.MethodGet, at+"/report.json"); got != http.StatusNotFound {
				t.Errorf("there is a verdict: %d", got)
			}
			h.send(t, "submitter", h.filesForm(t, at+"/uploads", nil, sentFile{log, good}))
			h.stands(t, h.draft)
			if got := h.visit(t, "submitter", http.MethodGet, at+"/report.json"); got != http.StatusOK {
				t.Errorf("with the right file there is no verdict: %d", got)
			}
		})
	}
}

// TestNamesThatAreNone are refused where the files were chosen, and nothing of the form's files is kept. The
// folder that all files of a form share is taken off their names.
func TestNamesThatAreNone(t *testing.T) {
	h := open(t)
	before := h.names(t, h.draft)
	for name, c := range map[string]struct {
		files  []sentFile
		status int
		says   string
		keeps  string // a file; empty if none is
	}{
		"above":   {[]sentFile{{"../../../etc/passwd", "x"}}, http.StatusSeeOther, "", "passwd"},
		"root":    {[]sentFile{{"/etc/shadow", "x"}}, http.StatusSeeOther, "", "shadow"},
		"Windows": {[]sentFile{{`C:\\x\\y.csv`, "x"}}, http.StatusSeeOther, "", "x/y.csv"},
		"long":    {[]sentFile{{strings.Repeat("n", 300), "x"}}, http.StatusSeeOther, "", strings.Repeat("n", 300)},
		"too long": {[]sentFile{{"good.csv", "x"}, {strings.Repeat("n", 600), "x"}}, http.StatusUnprocessableEntity,
			"its name is longer than 500 bytes", ""},
		"zero byte": {[]sentFile{{"good.csv", "x"}, {"a\x00b.csv", "x"}}, http.StatusUnprocessableEntity, "", ""},
		"no UTF-8": {[]sentFile{{"good.csv", "x"}, {"a\xff.csv", "x"}}, http.StatusUnprocessableEntity,
			"not a path within a bundle", ""},
		"a folder": {[]sentFile{{"HPL.out/x", "x"}, {"good.csv", "x"}}, http.StatusUnprocessableEntity,
			"two files have this name", ""},
		"no archive": {[]sentFile{{"good.csv", "x"}, {"logs.zip", "not one"}}, http.StatusUnprocessableEntity,
			"this is not a zip archive", ""},
		"no document": {[]sentFile{{"submission.yaml", picture}, {"good.csv", "x"}}, http.StatusUnprocessableEntity,
			"submission.yaml", ""},
		"no file": {nil, http.StatusUnprocessableEntity, "no file was chosen", ""},
	} {
		t.Run(name, func(t *testing.T) {
			status, page := h.pageOf(t, "submitter",
				h.filesForm(t, "/submissions/"+number(h.draft)+"/uploads", nil, c.files...))
			if status != c.status {
				t.Errorf("got %d\n%s", status, page)
			}
			unharmed(t, "the answer", page)
			if c.says != "" {
				says(t, page, c.says)
			}
			now := h.names(t, h.draft)
			want := slices.Clone(before)
			if c.keeps != "" {
				want = append(want, c.keeps)
				slices.Sort(want)
				before = want
			}
			if !slices.Equal(now, want) {
				t.Errorf("it holds %.200q, want %.200q", now, want)
			}
			h.stands(t, h.draft)
		})
	}
}

// TestWhatIsTypedSurvivesItsFiles: a form whose files will not do keeps its fields.
func TestWhatIsTypedSurvivesItsFiles(t *testing.T) {
	h := open(t)
	fields := h.form(t, h.draft)
	fields["system.name"], fields["action"] = "Typed beside", "save"
	status, page := h.pageOf(t, "submitter",
		h.filesForm(t, "/submissions/"+number(h.draft)+"/edit", fields, sentFile{"HPL.out/x", "x"}, sentFile{"y", "y"}))
	if status != http.StatusUnprocessableEntity {
		t.Errorf("got %d", status)
	}
	says(t, page, "two files have this name")
	if got := h.form(t, h.draft)["system.name"]; got != "Typed beside" {
		t.Errorf("kept %q", got)
	}
}

// noRoom are blobs on a disk that takes a few bytes and no more.
type noRoom struct {
	blobs.Blobs
	full atomic.Bool
}

func (n *noRoom) Put(ctx context.Context, r io.Reader) (blobs.Blob, error) {
	if !n.full.Load() {
		return n.Blobs.Put(ctx, r)
	}
	_, err := io.CopyN(io.Discard, r, 3)
	return blobs.Blob{}, errors.Join(err, &fs.PathError{Op: "write", Path: "blob", Err: syscall.ENOSPC})
}

// TestAFullDiskInTheMiddleOfAForm is said, and what was there is still there.
func TestAFullDiskInTheMiddleOfAForm(t *testing.T) {
	disk := &noRoom{Blobs: storetest.Blobs(t)}
	h := openWith(t, disk)
	before, entries := h.names(t, h.draft), h.count(t)
	disk.full.Store(true)
	for _, address := range []string{"/submissions/" + number(h.draft) + "/uploads",
		"/submissions/" + number(h.draft) + "/edit", "/submissions"} {
		fields := map[string]string{"edition": "2026-11", "revision": "1", "action": "save"}
		status, page := h.pageOf(t, "submitter",
			h.filesForm(t, address, fields, sentFile{"more.csv", strings.Repeat("1,2\n", 1000)}))
		if status != http.StatusInsufficientStorage {
			t.Errorf("%s: %d", address, status)
		}
		says(t, page, uploads.NoRoomMessage)
	}
	disk.full.Store(false)
	if now := h.names(t, h.draft); !slices.Equal(now, before) || h.count(t) != entries {
		t.Errorf("it holds %q, and there are %d entries", now, h.count(t))
	}
	h.stands(t, h.draft)
}

// TestADatabaseWithoutRoom says so, loses nothing that was kept, and goes on once there is room.
func TestADatabaseWithoutRoom(t *testing.T) {
	storetest.OnSmallDisk(t, "16m", testADatabaseWithoutRoom)
}

func testADatabaseWithoutRoom(t *testing.T, at string) {
	t.Helper()
	h := openIn(t, filepath.Join(at, "green500.db"), storetest.Blobs(t), 0)
	was := h.form(t, h.draft)
	ballast, err := os.Create(filepath.Join(at, "ballast"))
	must(t, err)
	for err == nil {
		_, err = ballast.Write(make([]byte, 4<<10))
	}
	must(t, ballast.Close())
	typed, status, page := "", http.StatusOK, ""
	for range 200 { // until the room that the database had put by is used up
		value := strings.Repeat("n", 30<<10+len(typed)%2)
		var answer *http.Response
		answer, page = h.typed(t, "system.name", h.holding(t, "system.name"), value)
		if status = answer.StatusCode; status != http.StatusOK {
			break
		}
		typed = value
	}
	if status != http.StatusInsufficientStorage || !strings.Contains(page, uploads.NoRoomMessage) {
		t.Errorf("got %d\n%s", status, page)
	}
	must(t, os.Remove(ballast.Name()))
	if got := h.holding(t, "system.name"); typed != "" && got != typed || typed == "" && got != was["system.name"] {
		t.Errorf("it holds %.40q", got)
	}
	if answer, _ := h.typed(t, "system.name", h.holding(t, "system.name"),
		"Typed"); answer.StatusCode != http.StatusOK || h.holding(t, "system.name") != "Typed" {
		t.Errorf("then %d", answer.StatusCode)
	}
	h.stands(t, h.draft)
}

// holding is what a field of the draft holds.
func (h *house) holding(t *testing.T, path string) string {
	t.Helper()
	draft, err := h.store.Drafts.Draft(t.Context(), h.draft)
	must(t, err)
	return draft.Values[path]
}

// TestAFormWhoseConnectionBreaks leaves nothing of it, and what was there before.
func TestAFormWhoseConnectionBreaks(t *testing.T) {
	h := open(t)
	before, entries := h.names(t, h.draft), h.count(t)
	for _, address := range []string{"/submissions/" + number(h.draft) + "/uploads",
		"/submissions/" + number(h.draft) + "/edit", "/submissions"} {
		from, to := io.Pipe()
		form := multipart.NewWriter(to)
		go func() {
			part, err := form.CreateFormFile("files", "more.csv")
			if err == nil {
				_, err = part.Write(bytes.Repeat([]byte("1,2\n"), 1<<16))
			}
			_ = to.CloseWithError(errors.Join(err, errors.New("the lid is closed")))
		}()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address, from)
		must(t, err)
		request.Header.Set("Content-Type", form.FormDataContentType())
		if answer, err := h.client(t, "submitter").Do(request); err == nil {
			_ = answer.Body.Close()
			t.Errorf("it was answered with %d", answer.StatusCode)
		}
	}
	for range 10 { // what would be kept by mistake is kept soon after
		if now := h.names(t, h.draft); !slices.Equal(now, before) || h.count(t) != entries {
			t.Fatalf("it holds %q, and there are %d entries", now, h.count(t))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestAFormBeyondTheQuota is refused where its files were chosen, as an upload that can be resumed is.
func TestAFormBeyondTheQuota(t *testing.T) {
	h := openIn(t, storetest.NoSQLite(t), storetest.Blobs(t), 2_000_000)
	before, entries := h.names(t, h.draft), h.count(t)
	fields := h.form(t, h.draft)
	fields["system.name"], fields["action"], fields["edition"] = "Typed beside", "save", "2026-11"
	for _, address := range []string{"/submissions/" + number(h.draft) + "/uploads",
		"/submissions/" + number(h.draft) + "/edit", "/submissions"} {
		status, page := h.pageOf(t, "submitter",
			h.filesForm(t, address, fields, sentFile{"more.csv", strings.Repeat("1,2\n", 500_000)}))
		if status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", address, status)
		}
		says(t, page, "more than the 2.0 MB that are yours")
	}
	if now := h.names(t, h.draft); !slices.Equal(now, before) || h.count(t) != entries ||
		h.form(t, h.draft)["system.name"] != "Typed beside" {
		t.Errorf("it holds %q, and there are %d entries", now, h.count(t))
	}
}
