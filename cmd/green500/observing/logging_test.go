package observing

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"green500/web"
)

// written is what a log was written to, and how often.
type written struct {
	mutex sync.Mutex
	text  bytes.Buffer
	times int
}

func (w *written) Write(part []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.times++
	return w.text.Write(part)
}

func (w *written) String() string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.text.String()
}

// TestNoLineOfTheLogIsLost: lines of requests are written together, all others at once with those before them, and at
// the end every line is there, whole and in the order of whoever wrote it.
func TestNoLineOfTheLogIsLost(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		var out written
		log, stop := NewLog(&out, format)
		log.Info(web.RequestMessage, "number", "first")
		log.With("part", "x").Warn("trouble")
		if said := out.String(); strings.Count(said, "\n") != 2 || !strings.Contains(said, "trouble") {
			t.Errorf("%s: a warning waits: %q", format, said)
		}
		const writers, lines = 8, 2000
		var group sync.WaitGroup
		for writer := range writers {
			group.Go(func() {
				for line := range lines {
					log.WithGroup("g").Info(web.RequestMessage, "mark", fmt.Sprintf("[%d-%d]", writer, line))
				}
			})
		}
		group.Wait()
		stop()
		said := out.String()
		if count := strings.Count(said, "\n"); count != 2+writers*lines || out.times > count/10 {
			t.Errorf("%s: %d lines in %d pieces, want %d", format, count, out.times, 2+writers*lines)
		}
		for writer := range writers {
			at := 0
			for line := range lines {
				mark := fmt.Sprintf("[%d-%d]", writer, line)
				next := strings.Index(said[at:], mark)
				if next < 0 {
					t.Fatalf("%s: the line %s is not there, or too early", format, mark)
				}
				at += next
			}
		}
	}
}
