package canonical

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"green500/validation/power"
)

// benchmarked is how many readings are written: as many as the goals speak of.
const benchmarked = 20_000_000

// disk is a Scratch whose files lie in a folder of the benchmark.
func disk(b *testing.B) Scratch {
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
		if err := w.AddRows(who, at, value); err != nil {
			b.Fatal(err)
		}
		at, value, who = at[:0], value[:0], who[:0]
	}
	for i := range readings {
		turn := i / together
		at = append(at, 1_780_272_000_100_000_000+int64(turn/instruments*together+i%together)*1_000_000_000)
		value, who = append(value, values[(i*31+i>>16)&0xffff]), append(who, one[turn%instruments])
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
	}{{"1 instrument", 1, 1}, {"1,000 instruments in turn", 1000, 1}, {"1,000 instruments one after another", 1000, benchmarked / 1000}, {"100,000 instruments in turn", 100_000, 1}} {
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

var _ = filepath.Join
