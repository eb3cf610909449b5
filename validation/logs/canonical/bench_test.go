package canonical

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"green500/validation/power"
)

// benchmarked is how many readings are written: as many as the goals speak of.
const benchmarked = 20_000_000

// disk is a Scratch whose files lie in a folder of the benchmark.
func disk(b testing.TB) Scratch {
	folder := b.TempDir()
	return func() (File, error) {
		f, err := os.CreateTemp(folder, "")
		if err != nil {
			return nil, err
		}
		return removed{f}, nil
	}
}

// removed goes when it is closed.
type removed struct{ *os.File }

func (r removed) Close() error {
	if err := r.File.Close(); err != nil {
		return err
	}
	return os.Remove(r.Name())
}

// write writes readings of instruments that take turns, so many together.
func write(b *testing.B, scratch Scratch, instruments, together, readings int) *Readings {
	b.Helper()
	w := NewWriter(power.Power, scratch)
	one := make([]int32, instruments)
	for i := range one {
		one[i] = w.Instrument(string(rune('a'+i%26)) + time.Duration(i).String())
	}
	noise := rand.New(rand.NewPCG(1, 2))
	values := make([]int64, 1<<16)
	for i := range values {
		values[i] = 897_470_000 + noise.Int64N(1000)*10_000
	}
	at, value, who := make([]int64, 0, 4096), make([]int64, 0, 4096), make([]int32, 0, 4096)
	flush := func() {
		if err := w.AddRows(one, who, at, value, Multiples{}); err != nil {
			b.Fatal(err)
		}
		at, value, who = at[:0], value[:0], who[:0]
	}
	for i := range readings {
		turn := i / together
		at = append(at, 1_780_272_000_100_000_000+int64(turn/instruments*together+i%together)*1_000_000_000)
		value, who = append(value, values[(i*31+i>>16)&0xffff]), append(who, int32(turn%instruments))
		if len(at) == cap(at) {
			flush()
		}
	}
	flush()
	r, err := w.Finish(nil)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// BenchmarkWrite writes readings as they come from a log, into a file on the disk.
func BenchmarkWrite(b *testing.B) {
	for _, c := range []struct {
		name                  string
		instruments, together int
	}{{"1 instrument", 1, 1}, {"1,000 instruments in turn", 1000, 1}, {"1,000 instruments one after another", 1000,
		benchmarked / 1000}, {"100,000 instruments in turn", 100_000, 1}} {
		b.Run(c.name, func(b *testing.B) {
			scratch := disk(b)
			size := int64(0)
			for b.Loop() {
				r := write(b, scratch, c.instruments, c.together, benchmarked)
				size = r.size
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchmarked, "ns/reading")
			b.ReportMetric(float64(size)/benchmarked, "bytes/reading")
		})
	}
}

// BenchmarkWindowCold opens a file that the system does not hold in memory, and averages any window of
// its readings, or draws it: one of any length, and those of the lengths at which that takes longest, since readings or
// blocks are as many as they may be. Beside it stands the same for a file that is read whole.
func BenchmarkWindowCold(b *testing.B) {
	r := write(b, disk(b), 1, 1, benchmarked)
	b.Cleanup(func() { _ = r.Close() })
	name := filepath.Join(b.TempDir(), "cold")
	to, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(to, r.Reader()); err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(to.Sync(), to.Close()); err != nil {
		b.Fatal(err)
	}
	whole := r.Traces[0].Span()
	random := rand.New(rand.NewPCG(3, 4))
	anyLength := func() time.Duration { return time.Duration(random.Int64N(int64(whole.Duration()) / 2)) }
	of := func(readings int) func() time.Duration {
		return func() time.Duration { return whole.Duration() / time.Duration(benchmarked) * time.Duration(readings) }
	}
	average := func(t *power.Trace, s power.Span) (float64, bool) {
		w, ok := t.Window(s).Average()
		return float64(w), ok
	}
	envelope := func(t *power.Trace, s power.Span) (float64, bool) {
		cells := t.Envelope(s, 2000, "")
		return cells[0].Mean, len(cells) > 0
	}
	for _, c := range []struct {
		name   string
		length func() time.Duration
		ask    func(*power.Trace, power.Span) (float64, bool)
	}{
		{"overview", anyLength, average},
		{"envelope of 2,000", anyLength, envelope},
		{"envelope of 500,000 readings", of(500_000), envelope},
		{"envelope of 5,400,000 readings", of(5_400_000), envelope},
		{"envelope of nearly all", of(benchmarked - 2), envelope},
		{"every reading", anyLength, everyReading},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				f, err := os.Open(name)
				if err != nil {
					b.Fatal(err)
				}
				forget(b, f)
				length := c.length()
				from := time.Duration(random.Int64N(int64(whole.Duration() - length)))
				span := power.NewSpan(whole.Start.Add(from), whole.Start.Add(from+length))
				b.StartTimer()
				traces, err := Open(f, r.size)
				if err != nil {
					b.Fatal(err)
				}
				if _, ok := c.ask(traces[0], span); !ok || traces[0].Err() != nil {
					b.Fatal("no average", traces[0].Err())
				}
				b.StopTimer()
				if err := f.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

func everyReading(t *power.Trace, s power.Span) (float64, bool) {
	from, to, sum, count := s.Start.UnixNano(), s.End.UnixNano(), 0.0, 0
	for at, value := range t.Each() {
		for i := range at {
			if from <= at[i] && at[i] < to {
				sum, count = sum+float64(value[i]), count+1
			}
		}
	}
	return sum / float64(count), count > 0
}

// forget asks the system to drop what it holds of a file.
func forget(b *testing.B, f *os.File) {
	b.Helper()
	const dontNeed = 4
	if _, _, errno := syscall.Syscall6(syscall.SYS_FADVISE64, f.Fd(), 0, 0, dontNeed, 0, 0); errno != 0 {
		b.Log("the file stays in memory:", errno)
	}
}
