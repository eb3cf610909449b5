package web_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"green500/store/storetest"
	"green500/validation/lists/bulkfile"
	"green500/validation/review"
)

// partsOfAFile reads a file by requests for parts of it, as DuckDB and pandas do.
type partsOfAFile struct {
	t     *testing.T
	h     *house
	at    string
	tag   string
	bytes int
}

// ReadAt asks for a part.
func (p *partsOfAFile) ReadAt(into []byte, offset int64) (int, error) {
	request := p.h.request(p.t, http.MethodGet, p.at)
	request.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+int64(len(into))-1))
	if p.tag != "" {
		request.Header.Set("If-Range", p.tag)
	}
	answer := p.h.send(p.t, "public", request)
	if answer.StatusCode != http.StatusPartialContent {
		p.t.Fatalf("%s, bytes %d and on: %d", p.at, offset, answer.StatusCode)
	}
	n, err := io.ReadFull(answer.Body, into)
	p.bytes += n
	p.tag = answer.Header.Get("Etag")
	return n, err
}

// sizeOf asks for the size of a file, and whether parts of it can be asked for.
func (h *house) sizeOf(t *testing.T, at string) int64 {
	t.Helper()
	answer := h.send(t, "public", h.request(t, http.MethodHead, at))
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Accept-Ranges") != "bytes" ||
		answer.ContentLength <= 0 {
		t.Fatalf("HEAD %s: %d %v", at, answer.StatusCode, answer.Header)
	}
	return answer.ContentLength
}

// TestPartsOfFiles: one column of a Parquet file is read without the rest, parts of the file of all lists are those of
// the whole, and a part of a text is sent as it is.
func TestPartsOfFiles(t *testing.T) {
	h := open(t)
	storetest.Lists{Editions: 20, Entries: 500, Systems: 600}.Fill(t, h.database)
	const at = "/lists/all/view.parquet"
	size := h.sizeOf(t, at)
	parts := &partsOfAFile{t: t, h: h, at: at}
	file, err := parquet.OpenFile(parts, size, parquet.SkipBloomFilters(true))
	must(t, err)
	column, _ := file.Schema().Lookup("power_w")
	values := 0
	for _, group := range file.RowGroups() {
		pages := group.ColumnChunks()[column.ColumnIndex].Pages()
		for page, err := pages.ReadPage(); err == nil; page, err = pages.ReadPage() {
			values += int(page.NumValues())
		}
		must(t, pages.Close())
	}
	if t.Logf("%d bytes of %d for %d values", parts.bytes, size, values); values < 10_000 ||
		parts.bytes > int(size)*2/3 {
		t.Errorf("%d values with %d bytes of %d", values, parts.bytes, size)
	}
	for _, address := range []string{"/lists/all/view.csv", "/lists/2025-11/list.json", "/api/v1/lists",
		"/data/" + bulkfile.Name} {
		whole, _ := h.readAs(t, "public", address)
		part := make([]byte, 10)
		if _, err := (&partsOfAFile{t: t, h: h, at: address}).ReadAt(part, 5); err != nil ||
			string(part) != whole[5:15] {
			t.Errorf("%s: %q, %v, want %q", address, part, err, whole[5:15])
		}
	}
	request := h.request(t, http.MethodGet, at)
	request.Header.Set("Range", "bytes=0-3")
	request.Header.Set("If-Range", `"another"`)
	if answer := h.send(t, "public", request); answer.StatusCode != http.StatusOK {
		t.Errorf("a part of another state: %d", answer.StatusCode)
	}
	request = h.request(t, http.MethodGet, at) // of somebody who is signed in, whose answers are not kept
	request.Header.Set("Range", "bytes=0-3")
	answer := h.send(t, "submitter", request)
	if text, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusPartialContent ||
		string(text) != "PAR1" || answer.Header.Get("Etag") != parts.tag {
		t.Errorf("signed in: %d %q %v", answer.StatusCode, text, answer.Header)
	}
}

// TestTheFileOfAllLists holds what the page and the sum say of it, and another one follows a change.
func TestTheFileOfAllLists(t *testing.T) {
	h := open(t)
	text, _ := h.readAs(t, "public", "/data/"+bulkfile.Name)
	said, _ := h.readAs(t, "public", "/data/"+bulkfile.Name+".sha256")
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	page, _ := h.readAs(t, "public", "/data")
	opened, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if must(t, err); said != sum+"  "+bulkfile.Name+"\n" || !strings.Contains(page, sum) ||
		!strings.Contains(page, `"@type":"Dataset"`) || len(opened.File) != 7 {
		t.Errorf("%s, %s, %d parts", said, sum, len(opened.File))
	}
	if strings.Contains(text, sealedEdition) {
		t.Error("the file names a list under embargo")
	}
	from, err := opened.Open("lists.csv")
	must(t, err)
	table, err := io.ReadAll(from)
	must(t, err)
	if bytes.Contains(table, []byte(sealedEdition)) || !bytes.Contains(table, []byte("2025-11,graded,")) {
		t.Errorf("got %s", table)
	}
	h.rename(t, "Renamed")
	if after, _ := h.readAs(t, "public", "/data/"+bulkfile.Name); after == text {
		t.Error("an erratum changed nothing in the file")
	}
}

// TestOtherSitesMayRead what everybody may, and nothing else: no cookie and no token goes with it.
func TestOtherSitesMayRead(t *testing.T) {
	h := open(t)
	for _, c := range []struct {
		method, address string
		open            bool
	}{
		{http.MethodGet, "/lists/2025-11/view.csv", true}, {http.MethodGet, "/lists/2025-11/view.csv", true},
		{http.MethodHead, "/lists/2025-11/list.json", true}, {http.MethodGet, "/api/v1/lists/all/rows", true},
		{http.MethodGet, "/api/openapi.json", true}, {http.MethodHead, "/data/" + bulkfile.Name, true},
		{http.MethodGet, "/trends.json", true}, {http.MethodGet, "/lists/2025-11/view.csv?page=0", true},
		{http.MethodGet, "/login", false}, {http.MethodGet, "/submissions", false},
		{http.MethodGet, "/api/v1/submissions", false},
	} {
		request := h.request(t, c.method, c.address)
		request.Header.Set("Origin", "https://other.example")
		header := h.send(t, "public", request).Header
		if is := header.Get("Access-Control-Allow-Origin") == "*"; is != c.open ||
			header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s %s: %v", c.method, c.address, header)
		}
		asks := h.request(t, http.MethodOptions, c.address)
		asks.Header.Set("Origin", "https://other.example")
		asks.Header.Set("Access-Control-Request-Method", http.MethodGet)
		asks.Header.Set("Access-Control-Request-Headers", "range")
		answer := h.send(t, "public", asks)
		if is := answer.StatusCode == http.StatusNoContent && answer.Header.Get("Access-Control-Allow-Methods") ==
			"GET, HEAD" && strings.Contains(answer.Header.Get("Access-Control-Allow-Headers"), "Range"); is != c.open {
			t.Errorf("OPTIONS %s: %d %v", c.address, answer.StatusCode, answer.Header)
		}
	}
	for _, c := range [][2]string{{http.MethodPost, "/api/v1/submissions"},
		{http.MethodPut, "/api/v1/submissions/1/document"}} {
		asks := h.request(t, http.MethodOptions, c[1])
		asks.Header.Set("Access-Control-Request-Method", c[0])
		if header := h.send(t, "public", asks).Header; header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s is open to other sites: %v", c[0], c[1], header)
		}
	}
	answer, _ := h.program(t, h.token(t, "submitter", review.ReadScope), http.MethodGet, "/api/v1/server", "")
	if answer.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("an answer to a token is open to other sites")
	}
}

// TestWhoIsTooFastLearnsWhenToComeBack: every answer with status 429 says so in seconds.
func TestWhoIsTooFastLearnsWhenToComeBack(t *testing.T) {
	h := open(t)
	for address, want := range map[string]string{"/register": "20", "/login": "5"} {
		var last *http.Response
		for range 12 {
			request := h.request(t, http.MethodPost, address)
			request.Header.Set("X-Forwarded-For", "203.0.113.77")
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			last = h.send(t, "public", request)
		}
		if last.StatusCode != http.StatusTooManyRequests || last.Header.Get("Retry-After") != want {
			t.Errorf("%s: %d, Retry-After %q, want %s", address, last.StatusCode, last.Header.Get("Retry-After"), want)
		}
	}
}
