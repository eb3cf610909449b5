package web

import (
	"context"
	"io"
	"net"
	"time"
)

// roomOfHead is how much net/http gathers of an answer before it writes it.
const roomOfHead = 4 << 10

// A client reads a piece of an answer within a time; its connection is closed otherwise. What the network holds on the way
// counts as read.
const (
	unreadTime  = 30 * time.Second
	unreadPiece = 64 << 10 // bytes
)

// bundling is a listener whose connections can write the beginning of an answer together with the rest of it: net/http
// writes what it gathered first by itself, which is a system call more for each answer that is longer. They are closed if nobody reads.
type bundling struct {
	net.Listener
	now    func() time.Time // of the machine: the network knows no other
	unread time.Duration    // for which a piece of an answer may be unread
}

func newBundling(listener net.Listener) bundling {
	b := bundling{Listener: listener, unread: unreadTime}
	b.now = time.Now //nolint:forbidigo // the deadlines of connections are by the clock of the machine
	return b
}

// Accept returns a connection that bundles.
func (b bundling) Accept() (net.Conn, error) {
	accepted, err := b.Listener.Accept()
	if tcp, ok := accepted.(*net.TCPConn); ok {
		return &bundled{TCPConn: tcp, bundling: b}, err
	}
	return accepted, err
}

// bundled is a connection on which the handler of a request writes; no other goroutine does.
type bundled struct {
	*net.TCPConn
	bundling bundling
	due      bool      // more is written right after the next write
	held     []byte    // what was written, until the rest comes
	until    time.Time // when a handler wants all to be read; zero if it does not say
}

// SetWriteDeadline says until when all is to be read. The zero time is as long as somebody reads.
func (b *bundled) SetWriteDeadline(until time.Time) error {
	b.until = until
	return b.TCPConn.SetWriteDeadline(until)
}

// expect gives the client the time to read a piece.
func (b *bundled) expect() error {
	until := b.bundling.now().Add(b.bundling.unread)
	if !b.until.IsZero() && b.until.Before(until) {
		until = b.until
	}
	return b.TCPConn.SetWriteDeadline(until)
}

// send writes piece by piece.
func (b *bundled) send(part []byte) (written int, err error) {
	for {
		piece := part[written:min(len(part), written+unreadPiece)]
		if err := b.expect(); err != nil {
			return written, err
		}
		n, err := b.TCPConn.Write(piece)
		if written += n; err != nil || written == len(part) {
			return written, err
		}
	}
}

// ReadFrom sends a file piece by piece, as the system does it best.
func (b *bundled) ReadFrom(from io.Reader) (sent int64, err error) {
	b.due = false
	if len(b.held) > 0 {
		held := b.held
		b.held = b.held[:0]
		if _, err := b.send(held); err != nil {
			return 0, err
		}
	}
	left := &io.LimitedReader{R: from, N: 1<<63 - 1}
	if limited, ok := from.(*io.LimitedReader); ok {
		left = limited
	}
	for left.N > 0 {
		if err := b.expect(); err != nil {
			return sent, err
		}
		piece := &io.LimitedReader{R: left.R, N: min(left.N, unreadPiece)}
		n, err := b.TCPConn.ReadFrom(piece)
		sent, left.N = sent+n, left.N-n
		if err != nil || n == 0 {
			return sent, err
		}
	}
	return sent, nil
}

// Write holds the beginning of a long answer back, and writes it with what follows.
func (b *bundled) Write(part []byte) (int, error) {
	due := b.due
	b.due = false
	if due && len(part) == roomOfHead {
		b.held = append(b.held[:0], part...)
		return len(part), nil
	}
	if len(b.held) == 0 {
		return b.send(part)
	}
	if len(part) > unreadPiece {
		held := b.held
		b.held = b.held[:0]
		if _, err := b.send(held); err != nil {
			return 0, err
		}
		return b.send(part)
	}
	if err := b.expect(); err != nil {
		return 0, err
	}
	both, before := net.Buffers{b.held, part}, len(b.held)
	b.held = b.held[:0]
	written, err := both.WriteTo(b.TCPConn)
	return max(0, int(written)-before), err
}

type bundledKey struct{}

func withBundled(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, bundledKey{}, c)
}

// bundle announces a text that is written whole, right after the head. One that fits in with the head is written once anyway.
func bundle(ctx context.Context, length int) {
	if b, ok := ctx.Value(bundledKey{}).(*bundled); ok && length > roomOfHead {
		b.due = true
	}
}
