package tracefile

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"strings"
)

// ipmitool dcmi power reading prints a line a figure, "Instantaneous power reading: 234 Watts" and so
// on, and the clock of the management controller. It is told by the first of these words. A log of it
// is a sequence of captures; a line of the time before each is taken for its time, else that clock is.

const dcmiFirst = "Instantaneous power reading"

// isDCMI tells the captures of ipmitool dcmi power reading.
func isDCMI(head []byte) bool { return bytes.Contains(head, []byte(dcmiFirst+":")) }

// The columns of the table made of it.
const (
	dcmiTime = iota
	dcmiClock
	dcmiInstant
	dcmiMinimum
	dcmiMaximum
	dcmiAverage
)

// dcmiFigures are the lines of a capture by how they begin.
var dcmiFigures = [...]struct {
	begin  string
	column int
}{
	{dcmiFirst, dcmiInstant},
	{"Minimum during sampling period", dcmiMinimum},
	{"Maximum during sampling period", dcmiMaximum},
	{"Average power reading over sampl", dcmiAverage}, // sample, or sampling, period
}

// dcmi is a log of ipmitool dcmi power reading, standing on a capture.
type dcmi struct {
	lineSheet
	in   *input
	time string // of the line before the captures
	next []byte // the first line of the next capture, already read
	from int    // its number
}

func openDCMI(in *input) (sheet, error) {
	d := &dcmi{lineSheet: lineSheet{records: newRecords(in)}, in: in}
	d.have("time", "IPMI timestamp", "instantaneous", "minimum", "maximum", "average")
	d.lineSheet.fill = d.capture
	d.missing = func(text []byte) bool { return string(text) == "deactivated" }
	d.table.value, d.table.stamp = dcmiInstant, "unknown"
	for column := dcmiInstant; column <= dcmiAverage; column++ {
		d.measures(column, meaning{unit: "W", certain: true})
	}
	d.table.means[dcmiInstant].stated = "instant"
	d.table.means[dcmiAverage].stated = "average"
	s, err := d.begin()
	if err == nil && in.member == "" && d.next == nil {
		return nil, in.oneInstant("ipmitool dcmi", "log one capture after another, as: while sleep 1; do date --iso-8601=seconds; ipmitool dcmi power reading; done")
	}
	return s, err
}

// capture stands on the next capture: the lines from one instantaneous reading to the next.
func (d *dcmi) capture() error {
	line, at := d.next, d.from
	for line == nil {
		another, err := d.solidLine()
		if err != nil {
			return err
		}
		if line = another; !bytes.HasPrefix(line, []byte(dcmiFirst)) {
			d.between(line)
			line = nil
		}
		at = d.at
	}
	before := d.time
	d.next, d.time = nil, ""
	err := d.figures(line)
	d.at = at
	d.when(before)
	return err
}

// when sets the time of a capture: that of the line before it, else of the member that it is, else that
// of the management controller.
func (d *dcmi) when(before string) {
	clock := ""
	if c := &d.cells[dcmiClock]; c.there {
		clock = string(c.text)
	}
	if text := cmp.Or(before, d.in.captureTime(d.table, clock), clock); text != "" {
		d.set(dcmiTime, []byte(text))
	}
}

// between takes the time from a line that belongs to the next capture.
func (d *dcmi) between(line []byte) {
	if text, is := dateLine(line); is {
		d.time = text
	}
}

// figures takes the lines of a capture.
func (d *dcmi) figures(line []byte) error {
	for {
		name, value, _ := bytes.Cut(line, []byte{':'})
		d.figure(string(bytes.TrimSpace(name)), bytes.TrimSpace(value), line)
		var err error
		if line, err = d.solidLine(); errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if bytes.HasPrefix(line, []byte(dcmiFirst)) {
			d.next, d.from = bytes.Clone(line), d.at
			return nil
		}
	}
}

func (d *dcmi) figure(name string, value, line []byte) {
	for _, f := range dcmiFigures {
		if strings.HasPrefix(name, f.begin) {
			watts, _, _ := bytes.Cut(value, []byte{' '})
			d.set(f.column, watts)
			return
		}
	}
	switch name {
	case "IPMI timestamp":
		d.stamp(value)
	case "Power reading state is":
		if string(value) != "activated" {
			for column := dcmiInstant; column <= dcmiAverage; column++ {
				d.set(column, []byte("deactivated"))
			}
		}
	default:
		d.between(line)
	}
}

// stamp takes the clock of the management controller; newer versions write the sampling period behind it.
func (d *dcmi) stamp(value []byte) {
	value, _, _ = bytes.Cut(value, []byte("Sampling"))
	text, is := writtenDate(string(value))
	if !is {
		text = string(bytes.TrimSpace(value))
	}
	d.set(dcmiClock, []byte(text))
}
