package linelog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
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

func openLPM01A(in *input.File) (table.Sheet, error) {
	rate, samples := int64(float32At(in.Head[1:])), int64(0)
	l := &table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}
	l.Have("time", "energy", "power")
	l.Table.Value, l.Table.Stamp, l.Table.Means[0].Elapsed = 1, "end", true
	l.Measures(1, columnname.Meaning{Unit: "J", Counts: table.CountsInterval, Certain: true})
	l.Measures(2, columnname.Meaning{Unit: "W", Stated: "average", Certain: true})
	if _, err := in.Discard(lpm01aHead); err != nil {
		return nil, in.ReadError(err)
	}
	l.Fill = func() error {
		var sample [lpm01aSample]byte
		n, err := io.ReadFull(in.Reader, sample[:])
		samples++
		microjoule := float32At(sample[:])
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return l.Refuse(0, "", fmt.Sprintf("ends within sample %d, %d bytes into it", samples, n),
				"give the whole file")
		case err != nil:
			return err
		case math.IsNaN(microjoule) || math.IsInf(microjoule, 0):
			return l.Refuse(0, "energy", fmt.Sprintf("sample %d is not a number", samples),
				"give the trace as the meter wrote it")
		}
		l.Set(0, fmt.Appendf(nil, "%d.%09d", samples/rate, samples%rate*timestamp.NanosecondsPerSecond/rate))
		l.Set(1, fmt.Appendf(nil, "%v", microjoule/1e6))
		l.Set(2, fmt.Appendf(nil, "%v", microjoule/1e6*float64(rate)))
		return nil
	}
	_, err := l.Begin()
	return lpm01a{l}, err
}

type lpm01a struct{ *table.LineSheet }

func (l lpm01a) Instant(int, timestamp.Timing) (int64, *celltext.Error) {
	return timestamp.Elapsed(l.Cells[0].Text)
}
