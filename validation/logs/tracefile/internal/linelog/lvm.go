package linelog

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// LabVIEW writes measurement files
// (https://www.ni.com/en/support/documentation/supplemental/06/specification-for-the-labview-measurement-file---lvm-.html):
// a header of the file and one of each segment, tags with what they say of each channel, then names and rows:
//
//	LabVIEW Measurement
//	Separator	Tab
//	Decimal_Separator	.
//	X_Columns	One
//	***End_of_Header***
//
//	Channels	2
//	Date	2026/06/01	2026/06/01
//	Time	10:00:00.5111323470585990021	10:00:00.5111323470585990021
//	Y_Unit_Label	V	W
//	X_Dimension	Time	Time
//	X0	0.0000000000000000E+0	0.0000000000000000E+0
//	Delta_X	1.000000	1.000000
//	***End_of_Header***
//	X_Value	Voltage	Active Power	Comment
//	0.000000	230.351467	1188.599633
//
// Times are seconds since the date and time of the segment. There is one column of them, one before each channel, or
// none: then the rows stand as far apart as the header says.

const (
	lvmHead      = "LabVIEW Measurement"
	lvmHeaderEnd = "***End_of_Header***"
	lvmNames     = "X_Value"
	lvmSpecial   = "***Start_Special***" // begins a block of another program
	lvmOrdinary  = "***End_Special***"
)

func isLVM(head []byte) bool { return bytes.HasPrefix(celltext.FirstLine(head), []byte(lvmHead)) }

type lvm struct {
	table.LineSheet
	separator byte
	tags      map[string][]string // of the file, and over those of the segment
	headed    bool                // the header of the segment has ended
	multi     bool                // every channel has times of its own
	names     []string            // of the channels
	start     int64               // of the first segment by its clock, in nanoseconds
	offset    float64             // of the segment since that, in seconds
	rows      int                 // of the segment
}

func openLVM(in *input.File) (table.Sheet, error) {
	l := &lvm{separator: '\t', tags: map[string][]string{}}
	l.Records = table.NewRecords(in.Source, in.Reader)
	l.Notation.Known = true
	l.Have(lvmNames)
	l.Fill = l.next
	_, err := l.Begin()
	return l, err
}

func (l *lvm) next() error {
	for special := false; ; {
		line, err := l.Line() // which may begin with the separator
		if err != nil {
			return err
		}
		if l.At = l.Lines; bytes.HasPrefix(line, []byte("Separator,")) {
			l.separator = ','
		}
		switch cells := bytes.Split(line, []byte{l.separator}); {
		case len(bytes.Trim(line, "\t, ")) == 0:
		case bytes.HasPrefix(line, []byte(lvmSpecial)), bytes.HasPrefix(line, []byte(lvmOrdinary)):
			special = bytes.HasPrefix(line, []byte(lvmSpecial))
		case special:
		case bytes.HasPrefix(line, []byte(lvmNames)) && l.headed:
			if err := l.segment(table.TextsOf(cells)); err != nil {
				return err
			}
		case celltext.IsLetter(line[0]) || line[0] == '*':
			l.tag(table.TextsOf(cells))
		case l.names == nil:
			return l.Refuse(l.At, "", "is a row above the names of the channels",
				"give the file as LabVIEW wrote it, with its headers")
		default:
			return l.row(cells)
		}
	}
}

func (l *lvm) tag(cells []string) {
	name := strings.TrimSpace(cells[0])
	l.headed = name == lvmHeaderEnd
	l.tags[name] = cells[1:]
	if name == "Decimal_Separator" {
		l.Notation.Comma = l.headerValue(name, 0) == ","
	}
}

func (l *lvm) headerValue(tag string, channel int) string {
	values := l.tags[tag]
	if l.multi { // a cell of the times stands between two of channels
		channel *= 2
	}
	if channel >= len(values) {
		return ""
	}
	return strings.TrimSpace(values[channel])
}

func (l *lvm) segment(cells []string) error {
	l.multi = strings.EqualFold(celltext.First(l.tags["X_Columns"]), "Multi")
	names := namesOfLVM(cells[1:], l.multi)
	l.rows = 0
	start, err := l.started()
	switch {
	case err != nil:
		return err
	case len(names) >= table.MaxColumns:
		return l.Refuse(l.At, "", table.TooManyCells().Problem, table.TooManyCells().Remedy)
	case l.headerValue("X_Dimension", 0) != "Time" && l.headerValue("X_Dimension", 0) != "":
		return l.Refuse(l.At, "", "has no times but "+celltext.Quoted([]byte(l.headerValue("X_Dimension", 0))),
			"give a file whose X dimension is Time")
	case l.names == nil:
		l.setColumns(names, start)
		return nil
	case !slices.Equal(names, l.names):
		return l.Refuse(l.At, "", "begins a segment of other channels than the first",
			"give each segment as a file of its own")
	}
	l.offset = float64(start-l.start) / timestamp.NanosecondsPerSecond
	return nil
}

func namesOfLVM(cells []string, multi bool) []string {
	names := []string{}
	for i, cell := range cells {
		if i == len(cells)-1 && strings.TrimSpace(cell) == "Comment" || multi && i%2 == 1 {
			continue
		}
		names = append(names, strings.TrimSpace(cell))
	}
	return names
}

func (l *lvm) started() (int64, error) {
	at, f := timestamp.NewClock(timestamp.Timing{Zone: time.UTC}).Read([]byte(l.startText()))
	if f != nil {
		return 0, l.Refuse(l.At, "", "stands below a header without date and time",
			"give the file as LabVIEW wrote it, with its headers")
	}
	return at, nil
}

// startText is the date and time of the segment, without what lies below a nanosecond.
func (l *lvm) startText() string {
	clock := l.headerValue("Time", 0)
	return l.headerValue("Date", 0) + " " + clock[:min(len(clock), len("15:04:05.999999999"))]
}

func (l *lvm) setColumns(names []string, start int64) {
	l.names, l.start = names, start
	l.Have(append([]string{lvmNames}, names...)...)
	l.Table.Names = table.Named(l.Table.Names)
	l.Table.Means[0].Elapsed, l.Table.Started = true, l.startText()
	for i := range names {
		unit := l.headerValue("Y_Unit_Label", i)
		means := columnname.Heading("[" + columnname.TrimBrackets(unit) + "]")
		if !means.Certain {
			means = columnname.Heading(names[i])
		}
		if l.Measures(i+1, means); unit != "" && means.Unit == "" {
			l.Table.Aside = append(l.Table.Aside, i+1)
		}
	}
}

// row takes the cells of a row. The file is written line by line, so that one without an end was not written whole.
func (l *lvm) row(cells [][]byte) error {
	if l.Cut {
		l.LeaveOutLast()
		return io.EOF
	}
	x, err := l.seconds(cells)
	if err != nil {
		return err
	}
	l.rows++
	l.Set(0, x)
	for i := range l.names {
		at := 1 + i
		if l.multi {
			at = 1 + 2*i
		}
		if at < len(cells) && len(bytes.TrimSpace(cells[at])) > 0 {
			l.Set(i+1, bytes.TrimSpace(cells[at]))
		}
	}
	return nil
}

func (l *lvm) seconds(cells [][]byte) ([]byte, error) {
	if strings.EqualFold(celltext.First(l.tags["X_Columns"]), "No") {
		from, given := l.float(l.headerValue("X0", 0))
		step, too := l.float(l.headerValue("Delta_X", 0))
		if !given || !too || step <= 0 {
			return nil, l.Refuse(l.At, "", "has no time, nor does the header state the interval between rows",
				"write the file in LabVIEW with one X column")
		}
		return l.since(from + float64(l.rows)*step), nil
	}
	for i := 2; l.multi && i < len(cells)-1 && i < 2*len(l.names); i += 2 {
		if len(cells[i]) > 0 && !bytes.Equal(cells[i], cells[0]) {
			return nil, l.Refuse(l.At, "", "has another time for each channel",
				"write the file in LabVIEW with one X column")
		}
	}
	if x, reads := l.float(celltext.Latin1(cells[0])); reads {
		return l.since(x), nil
	}
	return cells[0], nil
}

func (l *lvm) since(seconds float64) []byte { return fmt.Appendf(nil, "%.9f", l.offset+seconds) }

func (l *lvm) float(text string) (n float64, reads bool) {
	if l.Notation.Comma {
		text = strings.Replace(text, ",", ".", 1)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n, err == nil
}
