package web

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
)

const (
	answerCacheSize = 64 << 20 // bytes of answers that are kept
	mostKept        = 8 << 20  // bytes of one answer
	mostKey         = 2 << 10  // bytes of an address
	worthwhile      = 512      // bytes from when on packing pays
	answerCost      = 4 << 10  // bytes an answer takes beside its text, about
)

// answer is what everybody is answered at an address.
type answer struct {
	key    string
	state  store.PublicState // of what it was drawn from
	plain  form
	packed form // gzip; its text is nil where packing does not pay
	cut    int  // where in the text begins what is the same for all readers; 0 for what is no page
}

// form is how an answer is sent, ready but for what belongs to one request. Requests share it, and nobody changes it.
type form struct {
	text   []byte
	tag    string // of the text, as headers have it
	header http.Header
	same   http.Header // if the client has the text
}

func newForm(text []byte, tag, coding string, header http.Header) form {
	f := form{text: text, tag: tag, header: header.Clone(), same: header.Clone()}
	f.header.Set("Etag", tag)
	f.header.Set("Content-Length", strconv.Itoa(len(text)))
	if coding != "" {
		f.header.Del(acceptRanges) // parts are those of the text as it is
		f.header.Set("Content-Encoding", coding)
	}
	f.same.Set("Etag", tag)
	f.same.Del("Content-Type")
	return f
}

// newAnswer takes over the header; the text it keeps is as long as it is, and no longer.
func newAnswer(key string, state store.PublicState, header http.Header, text []byte) *answer {
	text = bytes.Clone(text)
	sum := sha256.Sum256(text)
	digest := base64.RawURLEncoding.EncodeToString(sum[:])
	for _, own := range []string{"X-Request-Id", "Content-Length", "Content-Encoding", "Etag"} {
		header.Del(own)
	}
	header.Set("Cache-Control", "public, max-age=0, must-revalidate")
	if takesParts(header) {
		header.Set(acceptRanges, "bytes")
	}
	header["Vary"] = []string{"Accept-Encoding, Authorization, Cookie"}
	a := &answer{key: key, state: state, plain: newForm(text, `"`+digest+`"`, "", header)}
	if strings.HasPrefix(header.Get("Content-Type"), echo.MIMETextHTML) {
		a.cut = handlers.CutPage(text)
	}
	if packable(header.Get("Content-Type")) {
		if packed := pack(text); packed != nil {
			a.packed = newForm(packed, `"`+digest+`-gzip"`, "gzip", header)
		}
	}
	return a
}

func (a *answer) size() int { return len(a.key) + len(a.plain.text) + len(a.packed.text) + answerCost }

// holds reports whether the answer is right in a state of what is public.
func (a *answer) holds(state store.PublicState, now time.Time) bool {
	return a.state.Version == state.Version && now.Before(a.state.Until)
}

// packable reports whether texts of a type get smaller; pictures and archives do not.
func packable(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	return strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "xml")
}

// acceptsGzip reports whether the client can unpack.
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

// answerCache keeps answers, those that were asked for last, within a room.
type answerCache struct {
	room   int
	mutex  sync.Mutex
	taken  int
	places map[string]*list.Element
	recent *list.List               // of *answer, what was asked for last in front
	drawn  map[string]chan struct{} // answers that are being drawn; closed once they are
}

func newAnswerCache(room int) *answerCache {
	return &answerCache{room: room, places: map[string]*list.Element{}, recent: list.New(), drawn: map[string]chan struct{}{}}
}

// find returns the answer that is kept for an address and right, or nil.
func (s *answerCache) find(key string, state store.PublicState, now time.Time) *answer {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	place, there := s.places[key]
	if !there {
		return nil
	}
	found, _ := place.Value.(*answer)
	if !found.holds(state, now) {
		if found.state.Version <= state.Version {
			s.drop(place)
		}
		return nil
	}
	s.recent.MoveToFront(place)
	return found
}

// put keeps an answer. One that would push out most others is not kept.
func (s *answerCache) put(a *answer) {
	if a.size() > s.room/2 {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if place, there := s.places[a.key]; there {
		s.drop(place)
	}
	for s.taken+a.size() > s.room {
		s.drop(s.recent.Back())
	}
	s.places[a.key] = s.recent.PushFront(a)
	s.taken += a.size()
}

func (s *answerCache) drop(place *list.Element) {
	dropped, _ := s.recent.Remove(place).(*answer)
	delete(s.places, dropped.key)
	s.taken -= dropped.size()
}

// begin says that an answer is being drawn. Where somebody draws it already it returns what is closed once they are done.
func (s *answerCache) begin(key string) (wait <-chan struct{}) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if drawn, running := s.drawn[key]; running {
		return drawn
	}
	s.drawn[key] = make(chan struct{})
	return nil
}

func (s *answerCache) end(key string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	close(s.drawn[key])
	delete(s.drawn, key)
}
