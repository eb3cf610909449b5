package storetest

import (
	"bytes"
	"io"
	"strconv"
	"time"
)

// LogBegins is when the first reading of a NewLog ends, which is when the meter of the clean submission begins.
func LogBegins() time.Time { return time.Date(2026, 11, 5, 9, 15, 49, 0, time.UTC) }

type meterLog struct {
	at    time.Time
	left  int
	noise uint64
	made  bytes.Buffer
}

// NewLog is a meter log of ten readings a second, of 32 bytes each: "2026-11-05T09:15:49.100Z,897.47". It fits the
// clean submission, and no two seeds make the same one.
func NewLog(readings int, seed uint64) io.Reader {
	l := &meterLog{at: LogBegins(), left: readings, noise: seed*2 + 1}
	l.made.WriteString("time,compute\n")
	return l
}

func (l *meterLog) Read(b []byte) (int, error) {
	for l.made.Len() < len(b) && l.left > 0 {
		l.second()
	}
	return l.made.Read(b)
}

func (l *meterLog) second() {
	var line [64]byte
	const point = len("2026-11-05T09:15:49.")
	text := l.at.AppendFormat(line[:0], "2006-01-02T15:04:05.")
	for tenth := 0; tenth < 10 && l.left > 0; tenth++ {
		l.noise ^= l.noise << 13
		l.noise ^= l.noise >> 7
		l.noise ^= l.noise << 17
		hundredths := l.noise % 100_00 // 850.00 to 949.99 W
		text = append(text[:point], byte('0'+tenth), '0', '0', 'Z', ',')
		text = strconv.AppendUint(text, 850+hundredths/100, 10)
		text = append(text, '.', byte('0'+hundredths/10%10), byte('0'+hundredths%10), '\n')
		l.made.Write(text)
		l.left--
	}
	l.at = l.at.Add(time.Second)
}
