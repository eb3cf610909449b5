package bundle_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
)

// recording is a long measurement with a file of its readings in the canonical form a series.
type recording struct {
	*power.Measurement
	files []string
}

// record stores a measurement of many readings on the disk: instruments at the compute nodes, and
// one each for the other series. The core phase takes most of it. A late reading comes up to so long
// after its second.
func record(b *testing.B, instruments, readings int, late time.Duration) recording {
	b.Helper()
	clean := sample.Clean(2, string(methodology.V20))
	folder := fstest.MapFS{}
	for name, content := range clean.Files {
		folder[name] = &fstest.MapFile{Data: content}
	}
	read, err := bundle.Assemble(&clean.Entry, folder, canonical.Memory)
	if err != nil {
		b.Fatal(err)
	}
	r := recording{Measurement: read.Measurement}
	each := readings / (instruments + len(r.Parts) - 1)
	r.run(time.Duration(each) * time.Second)
	for i, part := range r.Parts {
		traces := []*power.Trace{}
		for range instruments {
			traces = append(traces, r.readings(rand.New(rand.NewPCG(uint64(i), uint64(len(traces)))), each, uint64(late)))
			traces[len(traces)-1].Instrument = fmt.Sprint("node", len(traces))
			if part.Series.Covers.Subsystem != power.Compute {
				break
			}
		}
		r.files = append(r.files, filepath.Join(b.TempDir(), fmt.Sprint(i)))
		keep(b, r.files[i], traces)
	}
	return r
}

// run lets the machine run for most of a time, after it was idle.
func (r *recording) run(length time.Duration) {
	entry, begin := r.Entry, r.Core.Start.Time
	entry.Idle[0].Start, entry.Idle[0].End = power.Time{Time: begin.Add(length / 100)}, power.Time{Time: begin.Add(length / 20)}
	entry.Run.FullRun = power.NewSpan(begin.Add(length/16), begin.Add(length-length/16))
	r.Core = power.NewSpan(begin.Add(length/8), begin.Add(length-length/8))
}

func (r recording) readings(noise *rand.Rand, count int, late uint64) *power.Trace {
	at, value := make([]int64, count), make([]int64, count)
	begin := r.Whole().Start.UnixNano()
	for i := range at {
		at[i] = begin + int64(i)*int64(time.Second) + int64(noise.Uint64N(late+1))
		value[i] = 600_000_000 + int64(noise.NormFloat64()*5_000)*1_000
	}
	return power.NewTrace("", power.Power, at, value)
}

func keep(b *testing.B, name string, traces []*power.Trace) {
	b.Helper()
	file, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriter(file)
	if err := canonical.Write(out, traces); err != nil {
		b.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
}

// grade opens the files and forms a verdict. Where whole is set it reads them whole before.
func (r recording) grade(b *testing.B, whole bool) *validation.Report {
	b.Helper()
	m := *r.Measurement
	m.Parts = nil
	for i, part := range r.Parts {
		file, err := os.Open(r.files[i])
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			b.Fatal(err)
		}
		if part.Traces, err = canonical.Open(file, info.Size()); err != nil {
			b.Fatal(err)
		}
		for k, t := range part.Traces {
			if whole {
				at, value := t.Columns()
				part.Traces[k] = power.NewTrace(t.Instrument, t.Quantity, at, value)
			}
		}
		m.Parts = append(m.Parts, part)
	}
	report, err := validation.Grade(validation.Input{Measurement: &m, Edition: methodology.V20})
	if err != nil {
		b.Fatal(err)
	}
	return report
}

// BenchmarkGradeStored grades ten million readings from the files that are kept of them. It tells the
// shortest time, which other work on the machine hardly changes, and how many times longer the same
// takes where every reading is read first.
func BenchmarkGradeStored(b *testing.B) {
	for _, c := range []struct {
		name        string
		instruments int
		late        time.Duration
	}{{"1 instrument", 1, 0}, {"8 instruments", 8, 0}, {"100 instruments", 100, 0}, {"8 unsteady instruments", 8, 50 * time.Millisecond}} {
		b.Run(c.name, func(b *testing.B) {
			r := record(b, c.instruments, 10_000_000, c.late)
			took := func(whole bool) time.Duration {
				start := time.Now()
				r.grade(b, whole)
				return time.Since(start)
			}
			least := took(false)
			for b.Loop() {
				least = min(least, took(false))
			}
			whole := min(took(true), took(true), took(true))
			b.ReportMetric(float64(least.Microseconds())/1e3, "ms-least")
			b.ReportMetric(float64(whole)/float64(least), "whole/stored")
		})
	}
}
