package web

import (
	"context"
	"net"
)

// roomOfHead is how much net/http gathers of an answer before it writes it.
const roomOfHead = 4 << 10

// bundling is a listener whose connections can write the beginning of an answer together with the rest of it: net/http
// writes what it gathered first by itself, which is a system call more for each answer that is longer.
type bundling struct{ net.Listener }

// Accept returns a connection that bundles.
func (b bundling) Accept() (net.Conn, error) {
	accepted, err := b.Listener.Accept()
	if tcp, ok := accepted.(*net.TCPConn); ok {
		return &bundled{TCPConn: tcp}, err
	}
	return accepted, err
}

// bundled is a connection on which the handler of a request writes; no other goroutine does.
type bundled struct {
	*net.TCPConn
	due  bool   // more is written right after the next write
	held []byte // what was written, until the rest comes
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
		return b.TCPConn.Write(part)
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
