package linelog

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"time"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// perf stat -I prints a line an event and an interval: with -x the seconds since the start, the value, its unit, the
// event and how long it was counted, between separators; else the same in columns, the value with commas between
// thousands. With --per-socket and its like the place follows the seconds. It is recognised by the seconds with nine
// decimals at the head of the first line and by joules, or by its comments. Energy is that of the interval, which ends
// at the seconds. Events that are no energy are passed over. The seconds have a point in every locale, the value has
// what stands before decimals in that of perf; joules always have decimals, so they tell.

var (
	perfSeconds = regexp.MustCompile(`^[ \t]*\d+\.\d{9}[ \t,;|]`)
	perfPlace   = regexp.MustCompile(`^(S|CPU|N)\d[-A-Z0-9]*$`)
)

// groupMarks stand between thousands in some locales: blanks that don't break, and an apostrophe.
var groupMarks = []string{"\u202f", "\u00a0", "\u2009", "\u2019", "\xa0"}

const (
	perfStarted = "# started on "
	perfHeader  = "counts unit events"
	perfUnit    = "Joules"
	perfSum     = "Performance counter stats for "
)

// The columns of the table made of it.
const (
	perfTime = iota
	perfWhere
	perfEvent
	perfEnergy
)

// PerfLog is the command that logs perf stat once a second.
const PerfLog = "perf stat -a -e power/energy-pkg/,power/energy-ram/ -I 1000 -x,"

// perfTotal is a line of perf stat without -I: joules have two decimals in every locale.
var perfTotal = regexp.MustCompile(
	`^(?:<not (?:counted|supported)>|(?:\d+|\d{1,3}(?:[^\w-]{1,3}\d{3})+)(?:\.\d\d|,\d\d[;|\s]))[,;|\s]*` + perfUnit +
		`[,;|\s]+\S*energy`)

func isPerfTotal(head []byte) bool {
	text := firstEvent(head)
	return bytes.HasPrefix(text, []byte(perfSum)) || perfTotal.Match(text) || perfJSONTotal.Match(text)
}

func firstEvent(head []byte) []byte {
	for line := range capture.HeadLines(head, 0) {
		if line[0] != '#' {
			return line
		}
	}
	return nil
}

func isPerfStat(head []byte) bool {
	comments := bytes.Contains(head, []byte(perfHeader)) || bytes.HasPrefix(bytes.TrimSpace(head), []byte(perfStarted))
	return perfSeconds.Match(firstEvent(head)) && (comments || bytes.Contains(head, []byte(perfUnit)))
}

type perfStat struct {
	table.LineSheet
	separator byte // a blank if columns are aligned
	seen      bool
	whole     []byte // a record that stood in two lines
	added     bool   // what perf adds up at the end is reached
	again     string // when perf was started again that appended to the log
	seconds   int64  // of the record before, in nanoseconds
}

func openPerf(take func(p *perfStat, line []byte) (bool, error)) func(in *input.File) (table.Sheet, error) {
	return func(in *input.File) (table.Sheet, error) {
		p := &perfStat{LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}}
		p.LineSheet.Fill = func() error { return p.next(take) }
		p.Missing = func(text []byte) bool { return bytes.HasPrefix(text, []byte("<not")) }
		p.Have("time", "place", "event", "energy")
		p.Table.Keys, p.Table.Local, p.Table.Value, p.Table.Stamp = []int{perfEvent}, true, perfEnergy, "end"
		p.Table.Means[perfTime].Elapsed = true
		p.Measures(perfEnergy, columnname.Meaning{Unit: "J", Counts: table.CountsInterval, Certain: true})
		if _, err := p.Begin(); err != nil {
			return nil, err
		}
		return p, nil
	}
}

// Instant reads the seconds, which count from the first start after perf was started again too.
func (p *perfStat) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	at, f := p.LineSheet.Instant(column, as)
	if f != nil || column != perfTime || p.again == "" {
		return at, f
	}
	if as.Zone == nil {
		as.Zone = time.UTC // the starts are only held against each other
	}
	first, f := p.Clocks.Of(table.StartColumn, as).Read([]byte(p.Table.Started))
	if f != nil {
		return 0, f
	}
	later, f := p.Clocks.Of(againColumn, as).Read([]byte(p.again))
	return at + later - first, f
}

// againColumn stands for the start of what was appended among the columns of times.
const againColumn = table.StartColumn - 1

func (p *perfStat) next(take func(p *perfStat, line []byte) (row bool, err error)) error {
	for {
		line, err := p.SolidLine()
		switch row := false; {
		case errors.Is(err, io.EOF) && !p.seen:
			return p.Refuse(0, "", "counts no energy", "log it with "+PerfLog)
		case err != nil:
			return err
		case line[0] == '#':
			err = p.comment(line)
		default:
			if row, err = take(p, line); row {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}

func (p *perfStat) interval(line []byte) (row bool, err error) {
	switch timed := perfSeconds.Match(line); {
	case bytes.HasPrefix(line, []byte(perfSum)):
		p.added = true
	case line[0] == p.separator || bytes.HasPrefix(line, []byte("summary")):
		// the second line of a record that is no energy; or what perf adds up at the end
	case !timed && !p.added:
		return false,
			p.Refuse(p.At, "", "does not begin with the seconds of perf stat -I", "give the log as perf wrote it")
	case timed:
		return p.record(line)
	}
	return false, nil
}

func (p *perfStat) comment(line []byte) error {
	rest, found := bytes.CutPrefix(line, []byte(perfStarted))
	if !found {
		return nil
	}
	switch text, ok := timestamp.WrittenDate(string(rest)); {
	case !p.seen:
		p.Table.Started = text
	case !ok || p.Table.Started == "":
		return p.Refuse(p.At, "time", "is counted from zero again from here, "+
			"and how long after the first start is unknown", "give each log by itself")
	default:
		p.again, p.added, p.seconds = text, false, 0
		p.Table.Notes.Add(p.Refuse(p.At, "time", "is counted from zero again from here, "+
			"because perf was started again; what was used in between is unknown", ""))
	}
	return nil
}

func (p *perfStat) record(line []byte) (is bool, err error) {
	if p.separator == 0 {
		p.separator = line[bytes.IndexByte(line, '.')+1+9]
	}
	cells := p.split(line)
	unit := slices.IndexFunc(cells, func(cell []byte) bool { return string(cell) == perfUnit })
	if unit < 2 {
		if p.Cut && len(cells) <= 3 { // it may be one of energy
			p.LeaveOutLast()
		}
		return false, nil
	}
	if unit == len(cells)-1 {
		if cells, err = p.joined(line); err != nil {
			return false, err
		}
	}
	if p.Cut && unit == len(cells)-2 {
		return false,
			p.Refuse(p.At, "event", "may be cut off, as the file ends with it", "give the log as perf wrote it")
	}
	place, value := p.reading(cells[1:unit])
	if value == nil {
		return false, p.Refuse(p.At, "energy", "has other cells in front of it than perf stat writes",
			`log it with perf stat -x\;, or with LC_ALL=C`)
	}
	return true, p.keep(cells[0], place, cells[unit+1], value)
}

func (p *perfStat) keep(at, place, event, value []byte) error {
	seconds, f := timestamp.Elapsed(at)
	if f == nil && seconds < p.seconds {
		return p.Refuse(p.At, "time", "lies before the line above it, as when perf was started again",
			"give each log by itself, or have perf stat -o write each start")
	}
	p.seconds = seconds
	p.Set(perfTime, at)
	p.Set(perfEvent, event)
	p.Set(perfEnergy, p.written(value))
	if !p.seen && place != nil {
		p.Table.Keys = []int{perfWhere, perfEvent}
	}
	p.seen = true
	if len(p.Table.Keys) > 1 && place != nil {
		p.Set(perfWhere, place)
	}
	return nil
}

// reading takes apart a place, how many CPUs it has, and the value, which a decimal comma may cut; nil for anything
// else.
func (p *perfStat) reading(cells [][]byte) (place, value []byte) {
	if perfPlace.Match(cells[0]) && len(cells) > 1 {
		if place, cells = cells[0], cells[1:]; len(cells) > 1 && !bytes.HasPrefix(place, []byte("CPU")) {
			cells = cells[1:]
		}
	}
	switch {
	case len(cells) == 1:
		return place, cells[0]
	case len(cells) == 2 && p.separator == ',' && celltext.OnlyDigits(cells[0]) && celltext.OnlyDigits(cells[1]):
		return place, bytes.Join(cells, []byte{','})
	}
	return place, nil
}

func (p *perfStat) split(line []byte) [][]byte {
	if p.separator == ' ' { // the columns are aligned
		words := bytes.ReplaceAll(line, []byte("<not "), []byte("<not_"))
		// others may stand between thousands
		return bytes.FieldsFunc(words, func(r rune) bool { return r == ' ' || r == '\t' })
	}
	cells := bytes.Split(line, []byte{p.separator})
	for i := range cells {
		cells[i] = bytes.TrimSpace(cells[i])
	}
	return slices.DeleteFunc(cells, func(cell []byte) bool { return len(cell) == 0 })
}

// joined returns the cells of a record whose event stands in the next line, after a separator.
func (p *perfStat) joined(line []byte) ([][]byte, error) {
	p.whole = append(p.whole[:0], line...)
	at := p.At
	rest, err := p.SolidLine()
	p.At = at
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(rest) < 2 || rest[0] != p.separator {
		return nil, p.Refuse(p.At, "event", "is missing behind the unit",
			"give the log as perf wrote it; the last record may be cut off")
	}
	cells := p.split(append(p.whole, rest...))
	if string(cells[len(cells)-1]) == perfUnit {
		return nil, p.Refuse(p.At, "event", "is missing behind the unit", "give the log as perf wrote it")
	}
	return cells, nil
}

// written makes one mark of those between thousands, and notes what stands before decimals.
func (p *perfStat) written(value []byte) []byte {
	for _, mark := range groupMarks {
		if bytes.Contains(value, []byte(mark)) {
			value = bytes.ReplaceAll(value, []byte(mark), []byte{'\''})
		}
	}
	if !p.Notation.Known {
		comma, point := celltext.Evidence(bytes.ReplaceAll(value, []byte{'\''}, nil))
		p.Notation = celltext.Notation{Comma: comma, Known: comma != point}
	}
	return value
}

// perf stat -I -j prints an object a line. In locales with a decimal comma it writes that into numbers
// without quotes, which is no JSON; so only the members that are needed are looked for.
var (
	perfJSONTime   = regexp.MustCompile(`^\{"interval" ?: ?(\d+\.\d{9})\b`)
	perfJSONTotal  = regexp.MustCompile(`^\{"counter-value" ?: ?"[^"]*", "unit" ?: ?"` + perfUnit + `"`)
	perfJSONPlace  = regexp.MustCompile(`"(?:cpu|core|cluster|cache|die|socket|node)" ?: ?"([^"]*)"`)
	perfJSONValue  = regexp.MustCompile(`"counter-value" ?: ?"([^"]*)"`)
	perfJSONEvent  = regexp.MustCompile(`"event" ?: ?"([^"]*)"`)
	perfJSONJoules = regexp.MustCompile(`"unit" ?: ?"` + perfUnit + `"`)
)

func isPerfJSON(head []byte) bool {
	first := firstEvent(head)
	return perfJSONTime.Match(first) && perfJSONValue.Match(first)
}

func (p *perfStat) object(line []byte) (row bool, err error) {
	at := perfJSONTime.FindSubmatch(line)
	if at == nil {
		return false,
			p.Refuse(p.At, "", "does not begin with the interval of perf stat -I", "give the log as perf wrote it")
	}
	value, event := perfJSONValue.FindSubmatch(line), perfJSONEvent.FindSubmatch(line)
	joules := perfJSONJoules.Match(line)
	if line[len(line)-1] != '}' || joules && (value == nil || event == nil) {
		return false, p.Refuse(p.At, "", "is no whole object of perf stat -j",
			"give the log as perf wrote it; the last line may be cut off")
	}
	if !joules {
		return false, nil
	}
	var place []byte
	if given := perfJSONPlace.FindSubmatch(line); given != nil {
		place = given[1]
	}
	return true, p.keep(at[1], place, event[1], value[1])
}
