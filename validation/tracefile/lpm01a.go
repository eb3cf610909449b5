package tracefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"green500/validation/power"
)

// The LPM01A of ST measures microcontrollers. Its energy trace is binary: a byte 0xF1, the samples a
// second, and the microjoules of each sample, all as float32 with the lowest byte first. It is told by
// the byte and a rate that the instrument has. Times count from the start; the stamp of a sample is its end.

const (
	lpm01aMark    = 0xF1
	lpm01aHead    = 5
	lpm01aSample  = 4
	lpm01aMaxRate = 100_000 // samples a second that the instrument takes at most
)

// isLPM01A tells an energy trace of the LPM01A.
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

// lpm01a is an energy trace, standing on a sample.
type lpm01a struct {
	*input
	table      *table
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

func openLPM01A(in *input) (sheet, error) {
	l := &lpm01a{input: in, rate: int64(float32At(in.head[1:])), table: newTable(in.source, []string{"time", "energy", "power"})}
	l.table.value, l.table.stamp = lpm01aEnergy, "end"
	l.table.numeric = []bool{false, true, true}
	l.table.means = []meaning{{elapsed: true}, {unit: "J", counts: countsInterval, certain: true}, {unit: "W", stated: "average", certain: true}}
	return l, nil
}

func (l *lpm01a) columns() *table { return l.table }

func (l *lpm01a) each(_ []int, take func() error) error {
	if _, err := l.Discard(lpm01aHead); err != nil {
		return fmt.Errorf("reading %s: %w", l.name, err)
	}
	var sample [lpm01aSample]byte
	for {
		n, err := io.ReadFull(l.Reader, sample[:])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return l.refuse(0, "", fmt.Sprintf("ends within sample %d, %d bytes into it", l.samples+1, n), "give the whole file")
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", l.name, err)
		}
		l.samples++
		l.microjoule = float32At(sample[:])
		if err := take(); err != nil {
			return err
		}
	}
}

func (l *lpm01a) text(column int) ([]byte, *fault) {
	if column == lpm01aTime {
		return fmt.Appendf(nil, "%.9f", float64(l.samples)/float64(l.rate)), nil
	}
	value, f := l.number(column)
	return fmt.Appendf(nil, "%v", value), f
}

// number returns the energy of the sample in joules, or its power in watts.
func (l *lpm01a) number(column int) (float64, *fault) {
	switch {
	case column == lpm01aTime || math.IsNaN(l.microjoule) || math.IsInf(l.microjoule, 0):
		return 0, &fault{problem: fmt.Sprintf("sample %d is not a number", l.samples), remedy: "give the trace as the instrument wrote it"}
	case column == lpm01aPower:
		return l.microjoule / 1e6 * float64(l.rate), nil
	}
	return l.microjoule / 1e6, nil
}

func (l *lpm01a) instant(_ int, _ timing) (int64, *fault) {
	if l.samples/l.rate > maxElapsed {
		return 0, unreadableElapsed([]byte("the time"))
	}
	return l.samples/l.rate*nanosecondsPerSecond + l.samples%l.rate*nanosecondsPerSecond/l.rate, nil
}

func (l *lpm01a) place(column int, f *fault) *power.InputError {
	field := f.field
	if field == "" {
		field = l.table.names[column]
	}
	return l.refuse(0, field, f.problem, f.remedy)
}
