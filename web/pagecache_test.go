package web_test

import (
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/store/storetest"
	"green500/validation/review"
	"green500/web"
)

// asked is an answer to somebody without a session.
type asked struct {
	status int
	header http.Header
	text   string
}

// ask asks a handler for an address, with headers.
func ask(t *testing.T, server http.Handler, address string, header ...string) asked {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorded := httptest.NewRecorder()
	server.ServeHTTP(recorded, request)
	body := io.Reader(recorded.Body)
	if recorded.Header().Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(body)
		must(t, err)
		body = unpacked
	}
	text, err := io.ReadAll(body)
	must(t, err)
	return asked{recorded.Code, recorded.Header(), string(text)}
}

// replica is another server over the database of a house, with a clock of its own.
func (h *house) replica(t *testing.T, now func() time.Time) http.Handler {
	t.Helper()
	opened := storetest.Open(t, store.Config{Database: h.database, Blobs: storetest.Blobs(t), Now: now})
	handler, err := web.New(web.Config{Store: opened, Log: slog.New(slog.DiscardHandler), Now: now,
		MaxUpload: maxUpload, Address: &url.URL{Scheme: "https", Host: "green500.example"}})
	must(t, err)
	return handler
}

// TestPublicPagesAreDrawnOnce: what everybody gets is kept, with all its headers, until something public changes; what
// somebody in particular gets is neither kept nor taken from there.
func TestPublicPagesAreDrawnOnce(t *testing.T) {
	h := open(t)
	var moved atomic.Int64
	begun := time.Now()
	server := h.replica(t, func() time.Time { return begun.Add(time.Duration(moved.Load())) })
	const at = "/lists/2025-11"
	first := ask(t, server, at)
	t.Run("with all headers", func(t *testing.T) { keptWithHeaders(t, server, at, first) })
	t.Run("for nobody in particular", func(t *testing.T) { h.keptForNobody(t, at) })
	t.Run("until an erratum of another server", func(t *testing.T) {
		h.rename(t, "Renamed once")
		if again := ask(t, server, at); strings.Contains(again.text, "Renamed once") {
			t.Fatal("the clock stands still, and yet the page was drawn again")
		}
		moved.Add(int64(time.Second))
		if again := ask(t, server, at); !strings.Contains(again.text, "Renamed once") ||
			again.header.Get("Etag") == first.header.Get("Etag") {
			t.Error("after a second the page is the old one")
		}
	})
	t.Run("until an erratum of its own", func(t *testing.T) {
		before, _ := h.readAs(t, "public", at)
		h.rename(t, "Renamed twice")
		if after, _ := h.readAs(t, "public", at); strings.Contains(before, "Renamed twice") ||
			!strings.Contains(after, "Renamed twice") {
			t.Error("the very next page is the old one")
		}
	})
	t.Run("until an embargo ends", func(t *testing.T) {
		sealed := "/lists/" + sealedEdition
		if early := ask(t, server, "/"); strings.Contains(early.text, sealed) ||
			ask(t, server, sealed).status != http.StatusNotFound {
			t.Fatal("a list is shown under embargo")
		}
		edition, err := h.store.Editions.ByName(t.Context(), sealedEdition)
		must(t, err)
		moved.Store(int64(edition.Embargo.Sub(begun) - time.Microsecond))
		if ask(t, server, sealed).status != http.StatusNotFound || strings.Contains(ask(t, server, at).text, sealed) {
			t.Error("a list is shown a microsecond before its embargo ends")
		}
		moved.Store(int64(edition.Embargo.Sub(begun)))
		if ask(t, server, sealed).status != http.StatusOK || !strings.Contains(ask(t, server, at).text, sealedEdition) {
			t.Error("a list is not shown when its embargo ends")
		}
	})
}

// rename puts the first line of the published list right.
func (h *house) rename(t *testing.T, name string) {
	t.Helper()
	list, err := h.store.Lists.PublishedList(t.Context(), "2025-11", accounts.User{}, lists.AsOf{})
	must(t, err)
	row := list.Rows[0]
	row.System = name
	_, err = h.store.Lists.Correct(t.Context(), "2025-11", lists.Correction{EntryID: h.listed, Row: row,
		Reason: "a typing error", Seen: len(list.Errata)}, h.people["editor"])
	must(t, err)
}

func keptWithHeaders(t *testing.T, server http.Handler, at string, first asked) {
	again := ask(t, server, at)
	if again.text != first.text || again.header.Get("X-Request-Id") == first.header.Get("X-Request-Id") ||
		again.header.Get("X-Request-Id") == "" {
		t.Errorf("got %v", again.header)
	}
	for name, want := range map[string]string{
		"Cache-Control": "public, max-age=0, must-revalidate", "Vary": "Accept-Encoding, Authorization, Cookie",
		"Content-Type":    "text/html; charset=UTF-8",
		"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Etag": first.header.Get("Etag"),
		"Content-Security-Policy": first.header.Get("Content-Security-Policy"),
	} {
		if got := again.header.Get(name); got != want || want == "" {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	tag := first.header.Get("Etag")
	if same := ask(t, server, at, "If-None-Match", `"other", W/`+tag); same.status != http.StatusNotModified ||
		same.text != "" || same.header.Get("Etag") != tag {
		t.Errorf("got %d %v", same.status, same.header)
	}
	packed := ask(t, server, at, "Accept-Encoding", "br, gzip")
	if packed.text != first.text || packed.header.Get("Content-Encoding") != "gzip" ||
		packed.header.Get("Etag") != strings.TrimSuffix(tag, `"`)+`-gzip"` {
		t.Errorf("got %v", packed.header)
	}
	if refused := ask(t, server, at, "Accept-Encoding", "gzip;q=0"); refused.text != first.text ||
		refused.header.Get("Content-Encoding") != "" {
		t.Errorf("got %v", refused.header)
	}
	one, other := ask(t, server, at+"?q=x&level=2"), ask(t, server, at+"?level=2&q=x")
	if one.status != http.StatusOK || one.header.Get("Etag") == tag ||
		one.header.Get("Etag") != other.header.Get("Etag") {
		t.Error("the order of a query makes another page, or a query none")
	}
	for _, address := range []string{"/api/v1/server", "/login", "/lists/1999-11", "/receipts/key"} {
		if got := ask(t, server, address); got.header.Get("Etag") != "" {
			t.Errorf("%s is kept", address)
		}
	}
}

func (h *house) keptForNobody(t *testing.T, at string) {
	for range 2 {
		for _, visitor := range []string{"public", "editor", "admin", "stranger", "public"} {
			text, header := h.readAs(t, visitor, at)
			own := visitor == "public"
			if own != strings.Contains(text, "Sign in") || own != (header.Get("Etag") != "") ||
				!own && header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s got %v", visitor, header)
			}
			for _, name := range []string{"editor", "admin", "stranger"} {
				if shown := strings.Contains(text, `who-name">`+name+"<"); shown != (name == visitor) {
					t.Errorf("the page for %s names %s: %v", visitor, name, shown)
				}
			}
		}
	}
	token := h.token(t, "editor", review.ReadScope)
	if answer, _ := h.program(t, token, http.MethodGet, at, ""); answer.Header.Get("Etag") != "" {
		t.Error("what is answered to a token is kept")
	}
}

// TestTheHeadOfAKeptPage: as for GET, before and after it is kept, without the text.
func TestTheHeadOfAKeptPage(t *testing.T) {
	h := open(t)
	server := h.replica(t, time.Now)
	for range 2 {
		for _, at := range []string{"/lists/2025-11", "/rules", "/lists/2025-11/list.csv"} {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodHead, at, nil)
			request.Header.Set("Accept-Encoding", "gzip")
			head := httptest.NewRecorder()
			server.ServeHTTP(head, request)
			whole := ask(t, server, at, "Accept-Encoding", "gzip")
			if head.Code != http.StatusOK || head.Body.Len() > 0 || head.Header().Get("Etag") !=
				whole.header.Get("Etag") || head.Header().Get("Content-Length") != whole.header.Get("Content-Length") ||
				head.Header().Get("Etag") == "" {
				t.Errorf("%s: %d with %d bytes, %v; want %v", at, head.Code, head.Body.Len(),
					head.Header(), whole.header)
			}
		}
	}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodHead, "/entries/"+number(h.waiting), nil)
	hidden := httptest.NewRecorder()
	server.ServeHTTP(hidden, request)
	if hidden.Code != http.StatusNotFound || hidden.Body.Len() > 0 {
		t.Errorf("the head of a hidden entry: %d, %s", hidden.Code, hidden.Body)
	}
}

// TestTheOrderOfAQueryMakesNoOtherPage, however it is escaped.
func TestTheOrderOfAQueryMakesNoOtherPage(t *testing.T) {
	h := open(t)
	server := h.replica(t, time.Now)
	want := ask(t, server, "/lists/2025-11?level=2&q=a-b").header.Get("Etag")
	for _, query := range []string{"q=a-b&level=2", "q=a%2db&level=%32", "level=2&q=a%2Db"} {
		if got := ask(t, server, "/lists/2025-11?"+query).header.Get("Etag"); got != want || want == "" {
			t.Errorf("%s is another page: %s, want %s", query, got, want)
		}
	}
	for _, query := range []string{"level=2;q=a-b", "level=2&q=%zz"} {
		if got := ask(t, server, "/lists/2025-11?"+query); got.header.Get("Etag") != "" {
			t.Errorf("%s is kept", query)
		}
	}
}
