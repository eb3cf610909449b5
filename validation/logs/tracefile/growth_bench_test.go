package tracefile

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// days is a log of any length that is never held: the rows of one day, with the date of each day.
type days struct {
	rows []byte // of one day, all of a length
	left int    // rows
	day  time.Time
	held []byte
}

const (
	headOfDays  = "time,power\n"
	rowsOfDay   = 864_000
	lengthOfRow = len("2026-06-01T00:00:00.100Z,897.47\n")
	lengthOfDay = len(time.DateOnly)
)

func newDays(rows int) *days {
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	d := &days{left: rows, day: start, held: []byte(headOfDays)}
	for i := range rowsOfDay {
		d.rows = start.Add(time.Duration(i)*100*time.Millisecond).AppendFormat(d.rows, tracetest.TimeLayout)
		d.rows = fmt.Appendf(d.rows, ",%.2f\n", 800+float64(i*7919%19_999)/100)
	}
	return d
}

// Read gives the next rows.
func (d *days) Read(b []byte) (int, error) {
	if len(d.held) == 0 {
		if d.left == 0 {
			return 0, io.EOF
		}
		date := d.day.AppendFormat(nil, time.DateOnly)
		d.held = d.rows[:min(d.left, rowsOfDay)*lengthOfRow]
		for at := 0; at < len(d.held); at += lengthOfRow {
			copy(d.held[at:at+lengthOfDay], date)
		}
		d.left, d.day = d.left-len(d.held)/lengthOfRow, d.day.AddDate(0, 0, 1)
	}
	n := copy(b, d.held)
	d.held = d.held[n:]
	return n, nil
}

func onDisk(b *testing.B) canonical.Scratch {
	folder := b.TempDir()
	return func() (canonical.File, error) {
		file, err := os.CreateTemp(folder, "")
		if err != nil {
			return nil, err
		}
		return file, os.Remove(file.Name())
	}
}

// BenchmarkText reads a log from the disk into the canonical form on the disk, and takes its digest beside, as bundles
// do. The digest alone, which cores cannot share, is what nobody who takes one can go below. What a program of the
// standard library's parts does keeps nothing but holds the text; it is left out for lengths beyond 20 million.
// GREEN500_BENCH_MILLIONS names other lengths, as 1,10,100,300. The metrics of all lengths and cores are to be compared
// within one run.
func BenchmarkText(b *testing.B) {
	for _, millions := range lengthsToBench(b) {
		name := filepath.Join(b.TempDir(), "log.csv")
		file, err := os.Create(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = file.Close() })
		size, err := io.Copy(file, newDays(millions*1e6))
		// what is still written to the disk would take its time of what is measured
		if err = errors.Join(err, file.Sync()); err != nil {
			b.Fatal(err)
		}
		work := func(b *testing.B, do func() error) {
			b.SetBytes(size)
			for b.Loop() {
				if err := do(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(millions*1e6), "ns/reading")
		}
		for cores := 1; cores <= runtime.NumCPU(); cores *= 2 {
			b.Run(fmt.Sprintf("%dM/cores=%d", millions, cores), func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				scratch := onDisk(b)
				work(b, func() error { return readHashed(file, size, scratch) })
			})
		}
		b.Run(fmt.Sprintf("%dM/digest", millions), func(b *testing.B) {
			work(b, func() error {
				_, err := input.NewHashed(file, size).Digest()
				return err
			})
		})
		if millions > mostHeld {
			continue
		}
		b.Run(fmt.Sprintf("%dM/naive", millions), func(b *testing.B) {
			text, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			work(b, func() error { return readNaively(text) })
		})
	}
}

const mostHeld = 20 // million readings

// readNaively reads text of times and power with the standard library, and keeps nothing.
func readNaively(text []byte) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.ReuseRecord = true
	if _, err := r.Read(); err != nil {
		return err
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			_, err = time.Parse(tracetest.TimeLayout, cells[0])
		}
		if err == nil {
			_, err = strconv.ParseFloat(cells[1], 64)
		}
		if err != nil {
			return err
		}
	}
}

// BenchmarkGrowth reads one text in parts of each length, so that all lengths read the same bytes from the same memory,
// some of which is slower than other, and compares what a reading takes in each: the mean, and that of the slowest
// length over that of the fastest. The parts of all lengths take turns. Beside stands the middle of all millions, with
// what beginning and end take more: seconds in which a shared machine is busy otherwise strike the mean of one length,
// and what only some millions cost is not in the middle. Before each part that counts is read the one after it, which
// does not, so that a long output finds its memory then.
func BenchmarkGrowth(b *testing.B) {
	lengths := lengthsToBench(b)
	longest := slices.Max(lengths)
	file, err := os.Create(filepath.Join(b.TempDir(), "log.csv"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = file.Close() })
	if _, err = io.Copy(file, newDays(longest*1e6)); err == nil {
		err = file.Sync()
	}
	for range 2 { // what lies in memory since it was written is fetched more slowly the first times
		if err == nil {
			_, err = io.Copy(io.Discard, io.NewSectionReader(file, 0, sizeOfDays(longest*1e6)))
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	scratch := onDisk(b)
	paces := make([]pace, len(lengths))
	for b.Loop() {
		for step := range longest {
			for i, millions := range lengths {
				if (step+1)%millions != 0 {
					continue
				}
				one := (step+1)/millions - 1
				for _, of := range []struct {
					part int
					*pace
				}{{(one + 1) % (longest / millions), &pace{}}, {one, &paces[i]}} {
					if err := of.time(millionsOf{file, of.part * millions}, millions, scratch); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
	var means, middles []float64
	for i, millions := range lengths {
		means, middles = append(means, paces[i].mean(millions)), append(middles, paces[i].middle(millions))
		b.ReportMetric(means[i], fmt.Sprintf("%dM-ns/reading", millions))
		b.ReportMetric(middles[i], fmt.Sprintf("%dM-middle-ns/reading", millions))
	}
	b.ReportMetric(slices.Max(means)/slices.Min(means), "slowest/fastest")
	b.ReportMetric(slices.Max(middles)/slices.Min(middles), "middle-slowest/fastest")
}

// millionsOf is a log of some of the millions, after the head of all.
type millionsOf struct {
	file io.ReaderAt
	skip int // millions
}

func (m millionsOf) ReadAt(b []byte, at int64) (int, error) {
	skipped := int64(m.skip) * 1_000_000 * int64(lengthOfRow)
	if at >= int64(len(headOfDays)) {
		return m.file.ReadAt(b, at+skipped)
	}
	n := copy(b, headOfDays[at:])
	more, err := m.file.ReadAt(b[n:], int64(len(headOfDays))+skipped)
	return n + more, err
}

// pace is how long the millions of a log took, each from the moment the one before it was fetched.
type pace struct {
	first, within, last []time.Duration
	log                 io.ReaderAt
	since               time.Time
	met                 []time.Duration
}

func (p *pace) time(log io.ReaderAt, millions int, scratch canonical.Scratch) error {
	p.log, p.since, p.met = log, time.Now(), nil
	err := readHashed(p, sizeOfDays(millions*1e6), scratch)
	p.meet()
	if end := len(p.met) - 1; end > 0 {
		p.first, p.within, p.last = append(p.first, p.met[0]), append(p.within, p.met[1:end]...),
			append(p.last, p.met[end])
	} else {
		p.first = append(p.first, p.met[0])
	}
	return err
}

// ReadAt records the time when a million was fetched, but for the last.
func (p *pace) ReadAt(b []byte, at int64) (int, error) {
	if at >= sizeOfDays((len(p.met)+1)*1e6) {
		p.meet()
	}
	return p.log.ReadAt(b, at)
}

// meet ends a million.
func (p *pace) meet() {
	now := time.Now()
	p.met, p.since = append(p.met, now.Sub(p.since)), now
}

// middle is what a reading took in the middle of the millions.
func (p *pace) middle(millions int) float64 {
	all := middleOf(p.first) + middleOf(p.last) + time.Duration(max(0, millions-2))*middleOf(p.within)
	return float64(all.Nanoseconds()) / float64(millions*1e6)
}

// mean is what a reading took with all that struck it.
func (p *pace) mean(millions int) float64 {
	all := time.Duration(0)
	for _, some := range [][]time.Duration{p.first, p.within, p.last} {
		for _, one := range some {
			all += one
		}
	}
	return float64(all.Nanoseconds()) / float64(len(p.first)*millions*1e6)
}

func middleOf(durations []time.Duration) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	slices.Sort(durations)
	return durations[len(durations)/2]
}

func sizeOfDays(rows int) int64 { return int64(len(headOfDays) + rows*lengthOfRow) }

func lengthsToBench(b *testing.B) []int {
	b.Helper()
	var lengths []int
	for _, text := range strings.Split(cmp.Or(os.Getenv("GREEN500_BENCH_MILLIONS"), "1,10,20"), ",") {
		millions, err := strconv.Atoi(text)
		if err != nil || millions <= 0 {
			b.Fatalf("GREEN500_BENCH_MILLIONS names %q, which is no length", text)
		}
		lengths = append(lengths, millions)
	}
	return lengths
}

func readHashed(file io.ReaderAt, size int64, scratch canonical.Scratch) error {
	hashed := input.NewHashed(file, size)
	read, err := Read(Input{Name: "log.csv", At: hashed, Size: size}, &power.Series{Unit: "W"}, time.UTC, scratch)
	if err == nil {
		err = read.Close()
	}
	_, failed := hashed.Digest()
	return errors.Join(err, failed)
}

func TestDaysAreALog(t *testing.T) {
	rows := rowsOfDay + 3
	read, err := Read(Input{Name: "log.csv", Stream: newDays(rows)}, &power.Series{Unit: "W"}, time.UTC,
		canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	one := read.Traces[0]
	if one.Len() != rows || one.Reading(rows-1).At.Format(time.RFC3339) != "2026-06-02T00:00:00Z" {
		t.Errorf("%d readings, the last at %s", one.Len(), one.Reading(rows-1).At)
	}
	if bytes.Count(newDays(1).rows, []byte{'\n'}) != rowsOfDay {
		t.Error("rows are not all of a length")
	}
}
