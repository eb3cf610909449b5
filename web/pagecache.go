package web

import (
	"bytes"
	"crypto/rand"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/review"
)

// keptAddresses is the one table of what is drawn once for everybody who is not signed in. A path that ends in / stands
// for all under it. Nothing at these addresses may tell who asks but through a session or a token.
func keptAddresses() []string {
	return []string{
		"/lists", "/inconsistencies", "/inconsistencies.csv", "/about", "/how-to-submit", "/help", "/lists/", "/entries/", "/rules", "/rules/", "/systems/", "/by/", "/trends", "/trends/", "/models", "/compare", "/schema/",
		"/api", "/data", "/api/openapi.json", "/api/openapi-3.0.json", "/api/v1/columns", "/api/v1/lists", "/api/v1/lists/", "/api/v1/systems/", "/feed.atom", "/sitemap.xml", "/sitemap/", "/robots.txt",
	}
}

// kept reports whether what a route answers is kept.
func (r Route) kept() bool {
	return r.Method == get && r.Action == review.ReadPublic && keptAt(r.Path)
}

// keptAt reports whether what is answered at a path is kept.
func keptAt(path string) bool {
	for _, address := range keptAddresses() {
		if path == address || strings.HasSuffix(address, "/") && strings.HasPrefix(path, address) {
			return true
		}
	}
	return path == "/"
}

// pageCache answers from the cache, before anything else is looked at.
type pageCache struct {
	config  Config
	answers *answerCache
	cookie  string // of a session
	origin  func(*http.Request) string
	log     *slog.Logger
	drawing http.Handler
}

// keyOf names what a request asks for; ok is false where somebody in particular asks, or for a part of a page.
func (k *pageCache) keyOf(r *http.Request) (key string, ok bool) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || len(r.Header["Authorization"]) > 0 || len(r.Header["Hx-Request"]) > 0 || len(r.Header["Range"]) > 0 {
		return "", false
	}
	if len(r.Header["Cookie"]) > 0 {
		if _, err := r.Cookie(k.cookie); err == nil {
			return "", false
		}
	}
	return placeOf(r)
}

// placeOf names the address that a request asks for; ok is false for one that is none.
func placeOf(r *http.Request) (key string, ok bool) {
	key = r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		query, ok := inOrder(r.URL.RawQuery)
		if !ok {
			return "", false
		}
		key += "?" + query
	}
	if r.TLS != nil || r.Header.Get(echo.HeaderXForwardedProto) == "https" {
		key = "https " + key // for which there is one header more
	}
	return key, len(key) <= mostKey
}

// inOrder writes a query in one way, however it was written; ok is false for one that is none.
func inOrder(raw string) (query string, ok bool) {
	if ordered(raw) {
		return raw, true
	}
	values, err := url.ParseQuery(raw)
	return values.Encode(), err == nil
}

// ordered reports whether a query is surely written as url.Values are: names in their order, and nothing that is escaped.
func ordered(raw string) bool {
	before := ""
	for part := range strings.SplitSeq(raw, "&") {
		name, value, whole := strings.Cut(part, "=")
		if !whole || name < before || !unescaped(name) || !unescaped(value) {
			return false
		}
		before = name
	}
	return true
}

// unescaped reports whether a text stands in a query as it is.
func unescaped(text string) bool {
	for i := range len(text) {
		c := text[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' && c != '~' {
			return false
		}
	}
	return true
}

// ServeHTTP answers from the cache, or has the answer drawn.
func (k *pageCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begun := k.config.Now()
	if k.sendPart(w, r, begun) {
		return
	}
	key, ok := k.keyOf(r)
	if !ok {
		k.drawing.ServeHTTP(w, r)
		return
	}
	found := k.find(r, key, begun)
	switch {
	case found != nil:
		id := givenRequestID(r)
		if id == "" {
			id = newRequestID()
		}
		w.Header()[echo.HeaderXRequestID] = []string{id}
		status := found.send(w, r)
		took := k.config.Now().Sub(begun)
		k.config.observe(r, KeptRoute, status, took)
		logRequest(k.log, r, r.URL.Path, status, took, id, k.origin(r))
	case r.Method == http.MethodHead && keptAt(r.URL.Path):
		drawn := r.Clone(r.Context())
		drawn.Method = http.MethodGet
		k.drawing.ServeHTTP(headed{w}, drawn)
	default:
		k.drawing.ServeHTTP(w, r)
	}
}

// sendPart answers a request for a part of what is kept, or can be. It reports whether it did: what cannot be kept is answered by its
// handler.
func (k *pageCache) sendPart(w http.ResponseWriter, r *http.Request, begun time.Time) bool {
	if len(r.Header["Range"]) == 0 || r.Method != http.MethodGet || !keptAt(r.URL.Path) {
		return false
	}
	whole := r.Clone(r.Context())
	whole.Header.Del("Range")
	whole.Header.Del("If-Range")
	whole.Header.Del("If-None-Match")
	key, ok := k.keyOf(whole)
	if !ok {
		return false
	}
	found := k.find(whole, key, begun)
	if found == nil {
		k.drawing.ServeHTTP(&nowhere{header: http.Header{}}, whole)
		found = k.find(whole, key, k.config.Now())
	}
	if found == nil || !takesParts(found.plain.header) {
		return false
	}
	id := givenRequestID(r)
	if id == "" {
		id = newRequestID()
	}
	w.Header()[echo.HeaderXRequestID] = []string{id}
	maps.Copy(w.Header(), found.plain.header)
	w.Header().Del(echo.HeaderContentLength)
	status := &statusNoted{ResponseWriter: w, status: http.StatusOK}
	http.ServeContent(status, r, "", time.Time{}, bytes.NewReader(found.plain.text))
	took := k.config.Now().Sub(begun)
	k.config.observe(r, KeptRoute, status.status, took)
	logRequest(k.log, r, r.URL.Path, status.status, took, id, k.origin(r))
	return true
}

// headed is an answer of which nothing but the head is sent.
type headed struct{ http.ResponseWriter }

// Write leaves the text out.
func (headed) Write(text []byte) (int, error) { return len(text), nil }

// Unwrap is where deadlines are set.
func (h headed) Unwrap() http.ResponseWriter { return h.ResponseWriter }

func newRequestID() string { return rand.Text() }

func (k *pageCache) find(r *http.Request, key string, now time.Time) *answer {
	state, err := k.config.Store.PublicState(r.Context())
	if err != nil {
		return nil // drawing the page reports the error
	}
	return k.answers.find(key, state, now)
}

// send answers a request, with the text only if the client does not have it.
func (a *answer) send(w http.ResponseWriter, r *http.Request) (status int) {
	sent := &a.plain
	if a.packed.text != nil && acceptsGzip(r) {
		sent = &a.packed
	}
	if matches(r.Header["If-None-Match"], sent.tag) {
		w.Header().Del("Content-Type") // of the handler that drew it just now
		maps.Copy(w.Header(), sent.same)
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified
	}
	maps.Copy(w.Header(), sent.header)
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(sent.text) // a client that went away needs no answer
	}
	return http.StatusOK
}

// matches reports whether a tag is among those that a request names (RFC 9110, weak comparison).
func matches(named []string, tag string) bool {
	for _, line := range named {
		for one := range strings.SplitSeq(line, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// keep has what a route draws for everybody kept.
func (k *pageCache) keep() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			key, ok := k.keyOf(c.Request())
			if !ok {
				return next(c)
			}
			state, err := k.config.Store.PublicState(c.Request().Context())
			if err != nil {
				return next(c)
			}
			if wait := k.answers.begin(key); wait != nil {
				return k.await(c, key, wait, next)
			}
			defer k.answers.end(key)
			return k.draw(c, key, state, next)
		}
	}
}

// await waits for somebody who draws the same, and draws it where that is of no use.
func (k *pageCache) await(c echo.Context, key string, wait <-chan struct{}, next echo.HandlerFunc) error {
	ctx := c.Request().Context()
	select {
	case <-wait:
	case <-ctx.Done():
		return ctx.Err()
	}
	if found := k.find(c.Request(), key, k.config.Now()); found != nil {
		c.Response().Status = found.send(c.Response(), c.Request())
		return nil
	}
	return next(c)
}

// recordedKey marks a request whose answer is packed where it is kept.
const recordedKey = "recorded"

// draw has an answer drawn, keeps it where it is one for everybody, and sends it. What says itself for how long it may be
// kept, by a validator of its own, is left as it is.
func (k *pageCache) draw(c echo.Context, key string, state store.PublicState, next echo.HandlerFunc) error {
	recorded := &recorder{ResponseWriter: c.Response().Writer, request: c.Request(), most: mostKept}
	if err := recorded.record(c, next); err != nil {
		return err
	}
	if !recorded.forEverybody() {
		return recorded.release()
	}
	drawn := newAnswer(key, state, recorded.Header().Clone(), recorded.text.Bytes())
	k.answers.put(drawn)
	c.Response().Status = drawn.send(recorded.ResponseWriter, c.Request())
	return nil
}

// RequestMessage is the message of the line of a request in the log.
const RequestMessage = "request"

// logRequest writes the one line of a request.
func logRequest(log *slog.Logger, r *http.Request, path string, status int, took time.Duration, id, from string) {
	log.LogAttrs(r.Context(), slog.LevelInfo, RequestMessage, slog.String("method", r.Method), slog.String("path", path), slog.Int("status", status),
		slog.Duration("duration", took.Round(time.Microsecond)), slog.String("request", id), slog.String("from", from))
}
