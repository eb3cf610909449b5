package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"green500/store/recorded"
	"green500/validation/power"
	"green500/validation/review"
)

const (
	roomOfKept = 64 << 20 // bytes of answers that are kept
	mostKept   = 8 << 20  // bytes of one answer
	mostKey    = 2 << 10  // bytes of an address
	worthwhile = 512      // bytes from when on packing pays
	keptLevel  = 4        // of packing: somebody waits, and the last percents of size would take several times as long
	answerCost = 4 << 10  // bytes an answer takes beside its text, about
)

// keptAddresses is the one table of what is drawn once for everybody who is not signed in. A path that ends in / stands
// for all under it. Nothing at these addresses may tell who asks but through a session or a token.
func keptAddresses() []string {
	return []string{
		"/lists", "/inconsistencies", "/inconsistencies.csv", "/about", "/how-to-submit", "/help", "/guides/",
		"/lists/", "/entries/", "/rules", "/rules/", "/systems/", "/by/", "/trends", "/trends/", "/models",
		"/compare", "/schema/", "/api", "/data", "/api/openapi.json", "/api/openapi-3.0.json", "/api/v1/columns",
		"/api/v1/lists", "/api/v1/lists/", "/api/v1/systems/", "/feed.atom", "/sitemap.xml", "/sitemap/",
		"/robots.txt",
	}
}

func (r Route) kept() bool {
	if r.Method != get || r.Action != review.ReadPublic {
		return false
	}
	for _, address := range keptAddresses() {
		if r.Path == address || strings.HasSuffix(address, "/") && strings.HasPrefix(r.Path, address) {
			return true
		}
	}
	return r.Path == "/"
}

// keptPages are what everybody is answered, until something public changes. Of many who ask for the same at once one
// has it drawn.
type keptPages struct {
	config  Config
	cookie  string // of a session
	packing echo.MiddlewareFunc
	answers *power.Cache[string, *answer]
	mutex   sync.Mutex
	drawn   map[string]chan struct{} // what is being drawn; closed once it is
}

// keyOf names what a request asks for; ok is false if somebody in particular asks, or for a part of a page.
func (k *keptPages) keyOf(r *http.Request) (key string, ok bool) {
	if len(r.Header["Authorization"]) > 0 || len(r.Header["Hx-Request"]) > 0 {
		return "", false
	}
	if len(r.Header["Cookie"]) > 0 {
		if _, err := r.Cookie(k.cookie); err == nil {
			return "", false
		}
	}
	key = r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return "", false
		}
		key += "?" + query.Encode()
	}
	return key, len(key) <= mostKey
}

func (k *keptPages) find(key string, state recorded.PublicState) *answer {
	found, _ := k.answers.Get(key)
	if found == nil || found.state.Version != state.Version || !k.config.Now().Before(found.state.Until) {
		return nil
	}
	return found
}

// begin says that an answer is being drawn. If somebody draws it already it returns what is closed once they are done.
func (k *keptPages) begin(key string) (wait <-chan struct{}) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if drawn, running := k.drawn[key]; running {
		return drawn
	}
	k.drawn[key] = make(chan struct{})
	return nil
}

func (k *keptPages) end(key string) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	close(k.drawn[key])
	delete(k.drawn, key)
}

func (k *keptPages) keep(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		key, ok := k.keyOf(c.Request())
		state, err := k.config.Store.Lists.PublicState(ctx)
		if !ok || err != nil { // which drawing the page reports
			return next(c)
		}
		found := k.find(key, state)
		if found == nil {
			wait := k.begin(key)
			if wait == nil {
				defer k.end(key)
				return k.packing(func(c echo.Context) error { return k.draw(c, key, state, next) })(c)
			}
			select {
			case <-wait:
			case <-ctx.Done():
				return ctx.Err()
			}
			if found = k.find(key, state); found == nil {
				return next(c) // which is not for everybody, or too long
			}
		}
		c.SetPath(KeptRoute)
		found.send(c.Response(), c.Request())
		return nil
	}
}

// recordedKey marks a request whose answer is packed where it is kept.
const recordedKey = "recorded"

// draw has an answer drawn, keeps it if it is one for everybody, and sends it. What says itself for how long it may be
// kept, by a validator of its own, is left as it is.
func (k *keptPages) draw(c echo.Context, key string, state recorded.PublicState, next echo.HandlerFunc) error {
	response, to := c.Response(), c.Response().Writer
	recorded := &heldAnswer{ResponseWriter: to, most: mostKept, end: func() {}}
	response.Writer = recorded
	c.Set(recordedKey, true)
	defer func() { response.Writer = to }()
	if err := next(c); err != nil {
		return err
	}
	header := recorded.Header()
	if recorded.sending || recorded.status != http.StatusOK || len(header["Set-Cookie"]) > 0 ||
		len(header["Etag"]) > 0 {
		return recorded.send()
	}
	drawn := newAnswer(header.Clone(), recorded.text.Bytes(), keptLevel)
	drawn.state = state
	drawn.header.Set(echo.HeaderCacheControl, "public, max-age=0, must-revalidate")
	drawn.header["Vary"] = []string{"Accept-Encoding, Authorization, Cookie"}
	k.answers.Put(key, drawn, len(key)+len(drawn.text)+len(drawn.packed)+answerCost)
	sent := echo.NewResponse(to, c.Echo())
	drawn.send(sent, c.Request())
	response.Status = sent.Status
	return nil
}

type answer struct {
	state  recorded.PublicState // of what it was drawn from
	header http.Header          // but for what belongs to one request
	text   []byte
	packed []byte // gzip; nil if packing does not pay
	tag    string // of the text
}

// newAnswer takes over the header; the text it keeps is as long as it is, and no longer.
func newAnswer(header http.Header, text []byte, level int) *answer {
	for _, own := range []string{echo.HeaderXRequestID, echo.HeaderContentLength, echo.HeaderContentEncoding,
		echo.HeaderStrictTransportSecurity} {
		header.Del(own)
	}
	sum := sha256.Sum256(text)
	a := &answer{header: header, text: bytes.Clone(text), tag: base64.RawURLEncoding.EncodeToString(sum[:])}
	if packable(header.Get(echo.HeaderContentType)) && len(text) >= worthwhile {
		a.packed = pack(text, level)
	}
	return a
}

// pack returns text compressed with gzip, or nil if this is not smaller.
func pack(text []byte, level int) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return nil
	}
	if _, err := w.Write(text); err != nil || w.Close() != nil || out.Len() >= len(text) {
		return nil
	}
	return bytes.Clone(out.Bytes()) // with no room left over
}

// send answers a request: with a part if it asks for one, which is one of the text as it is, and with the text only if
// the client does not have it. A client that went away needs no answer. A whole text is written at once:
// http.ServeContent copies it in pieces, which takes three times as long.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	header, text, tag := w.Header(), a.text, a.tag
	maps.Copy(header, a.header)
	if a.packed != nil && acceptsGzip(r) && len(r.Header["Range"]) == 0 {
		text, tag = a.packed, tag+"-gzip"
		header.Set(echo.HeaderContentEncoding, "gzip")
		header.Set(echo.HeaderContentLength, strconv.Itoa(len(text)))
	}
	header.Set("Etag", `"`+tag+`"`)
	if r.Method == http.MethodGet && len(r.Header["Range"])+len(r.Header["If-None-Match"]) == 0 {
		header.Set("Accept-Ranges", "bytes")
		header.Set(echo.HeaderContentLength, strconv.Itoa(len(text)))
		_, _ = w.Write(text)
		return
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

func packable(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	return strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "xml")
}

func acceptsGzip(r *http.Request) bool {
	for accepted := range strings.SplitSeq(strings.Join(r.Header["Accept-Encoding"], ","), ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(accepted), ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			weight = strings.TrimRight(strings.ReplaceAll(weight, " ", ""), "0")
			return weight != "q=" && weight != "q=0."
		}
	}
	return false
}
