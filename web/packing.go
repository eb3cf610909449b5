package web

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"
)

// liveLevel is that of answers which one person waits for: packing them better takes longer than all else that is done
// for most of them.
const liveLevel = 2

// sentAsItIs are the ends of addresses of what is compressed already, or has a strong validator.
var sentAsItIs = []string{".zip", ".xlsx", ".parquet", "badge.svg"}

// passed reports whether an answer is sent as it is: files of an entry, what is told above, and what is packed where it
// is kept.
func passed(c echo.Context) bool {
	path := c.Request().URL.Path
	return c.Get(recordedKey) != nil || strings.Contains(path, "/files/") || c.Request().Method == http.MethodPatch ||
		slices.ContainsFunc(sentAsItIs, func(end string) bool { return strings.HasSuffix(path, end) })
}

// compressed packs pages and JSON. All routes that it is given to share the room of packing.
func compressed() echo.MiddlewareFunc {
	room := &sync.Pool{}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if passed(c) {
				return next(c)
			}
			response := c.Response()
			response.Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
			if !acceptsGzip(c.Request()) {
				return next(c)
			}
			live := &packing{ResponseWriter: response.Writer, room: room}
			response.Writer = live
			defer func() {
				response.Writer = live.ResponseWriter // where the page of an error goes
				live.end()
			}()
			return next(c)
		}
	}
}

// packing is an answer that is packed while it is written, from when on that pays.
type packing struct {
	http.ResponseWriter
	room   *sync.Pool
	status int
	held   []byte // before it is worthwhile
	writer *gzip.Writer
}

// WriteHeader notes the status: whether the answer is packed has to be known before it is sent.
func (p *packing) WriteHeader(status int) {
	p.Header().Del(echo.HeaderContentLength)
	p.status = status
}

// Write takes a part of the answer.
func (p *packing) Write(part []byte) (int, error) {
	if p.writer != nil {
		return p.writer.Write(part)
	}
	if p.Header().Get(echo.HeaderContentType) == "" {
		p.Header().Set(echo.HeaderContentType, http.DetectContentType(part))
	}
	if p.held = append(p.held, part...); len(p.held) < worthwhile {
		return len(part), nil
	}
	return len(part), p.begin()
}

// begin sends what is held, and packs it and what follows.
func (p *packing) begin() error {
	p.Header().Set(echo.HeaderContentEncoding, "gzip")
	p.sendStatus()
	var err error
	if kept, ok := p.room.Get().(*gzip.Writer); ok {
		p.writer = kept
		p.writer.Reset(p.ResponseWriter)
	} else if p.writer, err = gzip.NewWriterLevel(p.ResponseWriter, liveLevel); err != nil {
		return err
	}
	_, err = p.writer.Write(p.held)
	p.held = nil
	return err
}

func (p *packing) sendStatus() {
	if p.status != 0 {
		p.ResponseWriter.WriteHeader(p.status)
	}
}

// Flush sends all that was written; more of it is to come, so that it is packed however short it is.
func (p *packing) Flush() {
	err := error(nil)
	if p.writer == nil {
		err = p.begin()
	}
	if err = errors.Join(err, p.writer.Flush()); err == nil { // or the next write tells
		_ = http.NewResponseController(p.ResponseWriter).Flush() // whoever is in between may not be able to
	}
}

// Unwrap is where deadlines are set.
func (p *packing) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// end sends the rest, and gives the room of packing back. It fails where nobody is there any more to be answered.
func (p *packing) end() {
	if p.writer == nil {
		p.sendStatus()
		if len(p.held) > 0 {
			_, _ = p.ResponseWriter.Write(p.held)
		}
		return
	}
	_ = p.writer.Close()
	p.writer.Reset(io.Discard) // it must not hold the answer
	p.room.Put(p.writer)
}
