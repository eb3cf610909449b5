package web

import (
	"net"
	"time"
)

// A client reads a piece of an answer within a time; its connection is closed otherwise.
const (
	unreadTime  = 30 * time.Second
	unreadPiece = 64 << 10 // bytes
)

// readListener is a listener whose connections are closed if nobody reads for the time.
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

// readConnection is a connection on which the handler of a request writes; no other goroutine does. It has no ReadFrom, which would
// send whole files without a deadline.
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
		until := time.Now().Add(c.unread) //nolint:forbidigo // the deadlines of connections are by the clock of the machine
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
