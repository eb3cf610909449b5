package observing

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"green500/web"
)

const (
	// gatheredFor is how long the line of a request may wait until it is written.
	gatheredFor = time.Second
	// mostGathered is how many bytes of lines wait at most.
	mostGathered = 64 << 10
)

// NewLog is the log of a server in a format, "text" or "json". stop writes what waits.
func NewLog(out io.Writer, format string) (log *slog.Logger, stop func()) {
	lines := &gathering{out: out}
	var handler slog.Handler = slog.NewTextHandler(lines, nil)
	if format == "json" {
		handler = slog.NewJSONHandler(lines, nil)
	}
	return slog.New(traceNaming{prompt{handler, lines}}), lines.begin()
}

// gathering writes lines together: a system call a line would cost more than most answers.
type gathering struct {
	out   io.Writer
	mutex sync.Mutex
	lines []byte
}

func (g *gathering) Write(line []byte) (int, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.lines = append(g.lines, line...)
	if len(g.lines) < mostGathered {
		return len(line), nil
	}
	return len(line), g.write()
}

func (g *gathering) flush() error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.write()
}

// write is under the lock. What could not be written is gone, as it would be without gathering.
func (g *gathering) write() error {
	if len(g.lines) == 0 {
		return nil
	}
	_, err := g.out.Write(g.lines)
	g.lines = g.lines[:0]
	return err
}

// begin writes what was gathered from time to time, and once more when it is stopped.
func (g *gathering) begin() (stop func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(gatheredFor)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				_ = g.flush() // there is nowhere to report it
				return
			case <-ticker.C:
				_ = g.flush()
			}
		}
	}()
	return func() {
		close(ended)
		<-done
	}
}

type prompt struct {
	slog.Handler
	lines *gathering
}

func (p prompt) Handle(ctx context.Context, record slog.Record) error {
	if err := p.Handler.Handle(ctx, record); err != nil || record.Message == web.RequestMessage {
		return err
	}
	return p.lines.flush()
}

func (p prompt) WithAttrs(attrs []slog.Attr) slog.Handler {
	return prompt{p.Handler.WithAttrs(attrs), p.lines}
}

func (p prompt) WithGroup(name string) slog.Handler {
	return prompt{p.Handler.WithGroup(name), p.lines}
}
