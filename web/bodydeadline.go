package web

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"
)

// bodyDeadline is how long bodies are waited for: a byte an hour would hold a connection for good.
type bodyDeadline struct {
	Now     func() time.Time // of the machine: the network knows no other
	silence time.Duration    // without a byte
	slowest int64            // bytes a second, on the whole
	rest    time.Duration    // for what nobody reads once the request is answered
}

func newBodyDeadline() bodyDeadline {
	p := bodyDeadline{silence: time.Minute, slowest: 1 << 10, rest: 5 * time.Second}
	p.Now = time.Now
	return p
}

// over bounds how long bodies take. Parts of uploads have more patience: they may be gone on with.
func (p bodyDeadline) over(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		body := &timedBody{ReadCloser: r.Body, bodyDeadline: p, connection: http.NewResponseController(w),
			alone: r.Method == http.MethodPatch}
		r.Body = body
		defer body.leave()
		next.ServeHTTP(w, r)
	})
}

type timedBody struct {
	io.ReadCloser
	bodyDeadline
	connection *http.ResponseController
	alone      bool // somebody else watches over the reading
	waited     time.Duration
	taken      int64
	ended      bool
}

var errTooSlow = echo.NewHTTPError(http.StatusRequestTimeout,
	"The request came too slowly and was broken off; send it again.")

// Read reads on. It fails with errTooSlow if next to nothing comes; the connection is of no use then.
func (a *timedBody) Read(into []byte) (int, error) {
	if a.alone {
		n, err := a.ReadCloser.Read(into)
		a.ended = a.ended || err != nil
		return n, err
	}
	begun := a.Now()
	enough := a.silence + time.Duration(a.taken/a.slowest)*time.Second - a.waited
	_ = a.connection.SetReadDeadline(begun.Add(min(a.silence, enough))) // if it cannot be set there is no network
	n, err := a.ReadCloser.Read(into)
	a.waited += a.Now().Sub(begun)
	a.taken += int64(n)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		a.ended = true
		return n, errTooSlow.WithInternal(err)
	}
	a.ended = a.ended || err != nil
	_ = a.connection.SetReadDeadline(time.Time{})
	return n, err
}

// leave bounds how long net/http waits for what nobody has read.
func (a *timedBody) leave() {
	if !a.ended {
		_ = a.connection.SetReadDeadline(a.Now().Add(a.rest))
	}
}

// A client reads a piece of an answer within a time; its connection is closed otherwise.
const (
	unreadTime  = 30 * time.Second
	unreadPiece = 64 << 10 // bytes
)

type readListener struct {
	net.Listener
	unread time.Duration
}

func (l readListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if tcp, ok := accepted.(*net.TCPConn); ok {
		return &readConnection{Conn: tcp, tcp: tcp, unread: l.unread}, err
	}
	return accepted, err
}

// readConnection is written by its handler alone. ReadFrom would send whole files without a deadline.
type readConnection struct {
	net.Conn
	tcp    *net.TCPConn
	unread time.Duration
	until  time.Time // when a handler wants all to be read; zero if it does not say
}

func (c *readConnection) SetWriteDeadline(until time.Time) error {
	c.until = until
	return c.Conn.SetWriteDeadline(until)
}

func (c *readConnection) CloseWrite() error { return c.tcp.CloseWrite() }

func (c *readConnection) Write(part []byte) (written int, err error) {
	for err == nil {
		//nolint:forbidigo // the deadlines of connections are by the clock of the machine
		until := time.Now().Add(c.unread)
		if !c.until.IsZero() && c.until.Before(until) {
			until = c.until
		}
		if err = c.Conn.SetWriteDeadline(until); err != nil {
			break
		}
		var n int
		n, err = c.Conn.Write(part[written:min(len(part), written+unreadPiece)])
		if written += n; written == len(part) {
			break
		}
	}
	return written, err
}
