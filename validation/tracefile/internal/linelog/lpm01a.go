package linelog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// The LPM01A of ST measures microcontrollers. Its energy trace is binary: a byte 0xF1, the samples a
// second, and the microjoules of each sample, all as float32 with the lowest byte first. It is recognised by
// the byte and a rate that the meter has. Times count from the start; the stamp of a sample is its end.

// The layout of the binary log of an LPM01A, in bytes.
const (
	lpm01aMark    = 0xF1
	lpm01aHead    = 5
	lpm01aSample  = 4
	lpm01aMaxRate = 100_000 // samples a second that the meter takes at most
)

func isLPM01A(head []byte) bool {
	if len(head) < lpm01aHead+lpm01aSample || head[0] != lpm01aMark {
		return false
	}
	rate := float32At(head[1:])
	return rate >= 1 && rate <= lpm01aMaxRate && rate == math.Trunc(rate)
}

func float32At(bytes []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(bytes)))
}

type lpm01a struct {
	*input.File
	table      *table.Table
	rate       int64 // samples a second
	samples    int64 // up to the one it stands on
	microjoule float64
}

// The columns of the table made of it.
const (
	lpm01aTime = iota
	lpm01aEnergy
	lpm01aPower
)

func openLPM01A(in *input.File) (table.Sheet, error) {
	l := &lpm01a{File: in, rate: int64(float32At(in.Head[1:])), table: table.NewTable(in.Source, []string{"time", "energy", "power"})}
	l.table.Value, l.table.Stamp = lpm01aEnergy, "end"
	l.table.Numeric = []bool{false, true, true}
	l.table.Means = []columnname.Meaning{{Elapsed: true}, {Unit: "J", Counts: table.CountsInterval, Certain: true}, {Unit: "W", Stated: "average", Certain: true}}
	return l, nil
}

func (l *lpm01a) Columns() *table.Table { return l.table }

func (l *lpm01a) Each(_ []int, take func() error) error {
	if _, err := l.Discard(lpm01aHead); err != nil {
		return fmt.Errorf("reading %s: %w", l.Name, err)
	}
	var sample [lpm01aSample]byte
	for {
		n, err := io.ReadFull(l.Reader, sample[:])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return l.Refuse(0, "", fmt.Sprintf("ends within sample %d, %d bytes into it", l.samples+1, n), "give the whole file")
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", l.Name, err)
		}
		l.samples++
		l.microjoule = float32At(sample[:])
		if err := take(); err != nil {
			return err
		}
	}
}

func (l *lpm01a) Text(column int) ([]byte, *celltext.Error) {
	if column == lpm01aTime {
		return fmt.Appendf(nil, "%.9f", float64(l.samples)/float64(l.rate)), nil
	}
	value, f := l.Number(column)
	return fmt.Appendf(nil, "%v", value), f
}

// Number returns the energy of the sample in joules, or its power in watts.
func (l *lpm01a) Number(column int) (float64, *celltext.Error) {
	switch {
	case column == lpm01aTime || math.IsNaN(l.microjoule) || math.IsInf(l.microjoule, 0):
		return 0, &celltext.Error{Problem: fmt.Sprintf("sample %d is not a number", l.samples), Remedy: "give the trace as the meter wrote it"}
	case column == lpm01aPower:
		return l.microjoule / 1e6 * float64(l.rate), nil
	}
	return l.microjoule / 1e6, nil
}

func (l *lpm01a) Instant(_ int, _ timestamp.Timing) (int64, *celltext.Error) {
	if l.samples/l.rate > timestamp.MaxElapsed {
		return 0, timestamp.UnreadableElapsed([]byte("the time"))
	}
	return l.samples/l.rate*timestamp.NanosecondsPerSecond + l.samples%l.rate*timestamp.NanosecondsPerSecond/l.rate, nil
}

func (l *lpm01a) Place(column int, f *celltext.Error) *power.InputError {
	field := f.Field
	if field == "" {
		field = l.table.Names[column]
	}
	return l.Refuse(0, field, f.Problem, f.Remedy)
}
