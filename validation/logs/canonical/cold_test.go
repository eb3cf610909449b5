package canonical

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"green500/validation/power"
)

// counted tells how much of a file is read, and how often.
type counted struct {
	*bytes.Reader
	mutex       sync.Mutex
	read, times int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(b, at)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.read, c.times = c.read+n, c.times+1
	return n, err
}

// TestOpeningIsOneRead of the end, whatever the number of readings.
func TestOpeningIsOneRead(t *testing.T) {
	file := content(t, steady(1, 500_000).write(t, usual()))
	in := &counted{Reader: bytes.NewReader(file)}
	x, err := readIndex(in, int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if in.times != 1 || in.read > int(tailBytes(int64(len(file)))) {
		t.Errorf("%d bytes are read %d times", in.read, in.times)
	}
	s := &source{stripes: &x.stripes, count: 500_000}
	if err := s.Readings(300_000, make([]int64, 900), make([]int64, 900)); err != nil {
		t.Error(err)
	}
	if in.times > 4 {
		t.Errorf("a page of readings takes %d reads: its head, times and values are needed", in.times-1)
	}
}

// TestFewReadsAnswer: a cold disk takes some tenths of a millisecond for each, however long it is. The end of the file
// is one. At each end of a span, the head of a stripe and values are two, as times in even steps are not read.
func TestFewReadsAnswer(t *testing.T) {
	l := steady(1, 46*stripeRows-5000)
	s := usual()
	s.heads = 80 << 10 // of sixteen stripes
	file := content(t, l.write(t, s))
	held := power.NewTrace("", power.Power, l.at, l.value)
	whole := held.Span()
	for name, c := range map[string]struct {
		from, to int // seconds that are left out
		cells    int // of an envelope; 0 is a window
		most     int
	}{
		"window":              {100_001, 200_002, 0, 1 + 2*2},
		"whole":               {0, -1, 0, 1},
		"within a page":       {100_001, l.length() - 103_000, 0, 1 + 2},
		"within a stripe":     {132_001, l.length() - 190_000, 0, 1 + 1 + 2},
		"envelope of few":     {100_001, l.length() - 101_000, 2000, 1 + 2},
		"envelope of stripes": {30_001, 40_002, 20, 1 + 2*2},
	} {
		t.Run(name, func(t *testing.T) {
			in := &counted{Reader: bytes.NewReader(file)}
			traces, err := Open(in, int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			span := whole.Trim(time.Duration(c.from)*time.Second, time.Duration(c.to)*time.Second)
			ask := func(one *power.Trace) (power.Window, []power.Cell) {
				if c.cells > 0 {
					return power.Window{}, one.Envelope(span, c.cells, "begin")
				}
				return one.Window(span), nil
			}
			window, cells := ask(traces[0])
			wantWindow, wantCells := ask(held)
			if traces[0].Err() != nil || window != wantWindow || !slices.Equal(cells, wantCells) {
				t.Errorf("answers %v and %d cells, want %v and %d: %v", window, len(cells), wantWindow, len(wantCells),
					traces[0].Err())
			}
			if in.times > c.most {
				t.Errorf("%d bytes are read %d times, want %d times at most", in.read, in.times, c.most)
			}
		})
	}
}

// length is how many seconds pass in a steady log of one instrument.
func (l log) length() int { return len(l.at) - 1 }

// TestHeadsStandAnywhere: files in which they follow each row group are read like those in which they stand together.
func TestHeadsStandAnywhere(t *testing.T) {
	l := steady(3, 2000)
	for _, together := range []int{0, 500, 5000, 1 << 20} {
		s := small()
		s.heads = together
		if err := same(l.traces(), l.write(t, s).Traces); err != nil {
			t.Errorf("heads of %d bytes together: %v", together, err)
		}
	}
}

// TestEachPageIsReadOnce by whoever goes through all readings, also if blocks begin in one page and end in the next.
func TestEachPageIsReadOnce(t *testing.T) {
	file := content(t, steady(30, 10_800).write(t, usual()))
	in := &counted{Reader: bytes.NewReader(file)}
	traces, err := Open(in, int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range traces {
		if at, _ := one.Columns(); len(at) != 10_800 || one.Err() != nil {
			t.Fatal(len(at), one.Err())
		}
	}
	if in.read > len(file)*3/2 {
		t.Errorf("%d bytes are read of %d", in.read, len(file))
	}
}

// TestDrawingsOfAFileAreThoseOfReadings, of which those of most instruments begin and end within pages that hold others
// too.
func TestDrawingsOfAFileAreThoseOfReadings(t *testing.T) {
	for name, c := range map[string]struct{ gap, jitter int64 }{"even": {0, 0}, "gaps": {7_500_000_000, 0},
		"uneven": {7_500_000_000, 1_000_000}} {
		t.Run(name, func(t *testing.T) {
			l := steady(5, 25_001)
			for i := range l.at {
				l.at[i] += int64(i/20_000)*c.gap + int64(i%7)*c.jitter
			}
			for i, one := range l.onDisk(t) {
				held := l.traces()[i]
				for _, s := range []power.Span{held.Span(), held.Span().Trim(777*time.Second, 3*time.Second),
					held.Span().Trim(9000*time.Second, 900*time.Second)} {
					for _, width := range []int{4, 20, 300, 700, 2500} {
						if !slices.Equal(one.Envelope(s, width, "middle"), held.Envelope(s, width, "middle")) ||
							one.Err() != nil {
							t.Errorf("%s in %d cells: another, %v", one.Instrument, width, one.Err())
						}
					}
				}
			}
		})
	}
}

func (l log) onDisk(t *testing.T) []*power.Trace {
	t.Helper()
	text, name := content(t, l.write(t, usual())), filepath.Join(t.TempDir(), "log.parquet")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	traces, err := Open(file, int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return traces
}
