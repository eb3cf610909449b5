package capture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Many tools and scripts write no table but name each figure where it stands: key=value pairs after a time, tegrastats,
// nvidia-smi -q, sensors, powermetrics, or just a number under what date printed. What stands between two times is a
// row then, and a figure of each name is a column. If a name stands several times in a row, the headings above it, by
// their indentation, are part of it: "GPU 00000000:07:00.0 / GPU Power Readings / Power Draw".

// FigureRows goes through the lines of such a log and reports where a row ends.
type FigureRows struct {
	lines      figureLines
	timesAfter bool // a time ends a row instead of beginning it
	headings   []figureHeading
}

type figureHeading struct {
	indent int
	text   string
}

func (r *FigureRows) path(indent int) string {
	var path strings.Builder
	for _, one := range r.headings {
		if one.indent <= indent {
			path.WriteString(one.text + " " + columnname.PathSign + " ")
		}
	}
	return path.String()
}

// Read reads a line.
func (r *FigureRows) Read(line []byte) (l FigureLine, indent int) {
	text := celltext.Latin1(line)
	bare := strings.TrimLeftFunc(text, unicode.IsSpace)
	indent = len(text) - len(bare)
	l = r.lines.of(bare)
	if title := strings.Trim(bare, columnname.Decoration); title != "" && l.Time == "" && len(l.Figures) == 0 &&
		len(title) <= MaxDateLine {
		r.enter(figureHeading{indent, celltext.OneLine(title)})
	}
	return l, indent
}

func (r *FigureRows) enter(h figureHeading) {
	r.headings = slices.DeleteFunc(r.headings, func(one figureHeading) bool { return one.indent >= h.indent })
	if len(r.headings) < maxHeadings {
		r.headings = append(r.headings, h)
	}
}

const maxHeadings = 16

type namedFigures struct {
	table.LineSheet
	survey   *figureSurvey
	rows     FigureRows
	columnOf map[string]int
	units    []power.Unit // of the cells of the row
	headed   []bool       // columns whose names tell their unit, which their cells need not
	next     FigureLine   // the line that begins the next row
	indent   int
	nextAt   int
	more     bool // there is such a line
	filled   bool // the row has a figure
}

// OpenFigures opens a log of named figures as a table with a row for each time.
func OpenFigures(in *input.File) (table.Sheet, error) {
	n := &namedFigures{survey: surveyFigures(in.Head), columnOf: map[string]int{}}
	n.Records = table.NewRecords(in.Source, in.Reader)
	n.rows.timesAfter = n.survey.timesAfter
	n.Have(append([]string{"time"}, n.survey.names...)...)
	n.units, n.headed = make([]power.Unit, len(n.Cells)), make([]bool, len(n.Cells))
	n.Table.Timed, n.Table.Stamp = true, "unknown"
	if n.survey.timesAfter {
		n.Table.Notes.Add(n.Refuse(1, "time",
			"is taken to stand behind its figures, since the log begins with some", ""))
	}
	if n.survey.timeless {
		n.Table.Notes.Add(n.Refuse(1, "time", "is missing in the first lines, whose figures are left out", ""))
	}
	for i, name := range n.survey.names {
		n.columnOf[name] = i + 1
		n.mean(i+1, n.survey.means[name])
	}
	n.Fill = n.row
	_, err := n.Begin()
	return n, err
}

func (n *namedFigures) mean(column int, f Figure) {
	if number, rest := celltext.WithUnit([]byte(f.value)); !IsPlain(number) || len(rest) > 0 {
		return
	}
	means := columnname.Meaning{Unit: f.unit, Certain: f.unit != ""}
	if means.Unit == "" {
		means, n.headed[column] = columnname.Heading(f.name), true
	}
	n.Measures(column, means)
}

func (n *namedFigures) row() error {
	n.filled = false
	if n.more {
		n.At, n.more = n.nextAt, false
		n.take(&n.next, n.indent)
	}
	for {
		line, err := n.Records.Line()
		if errors.Is(err, io.EOF) {
			return n.last()
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		switch l, indent := n.rows.Read(line); {
		case l.Time == "":
			n.take(&l, indent)
		case n.rows.timesAfter:
			if n.take(&l, indent); n.filled {
				return nil
			}
		case n.filled && n.continues(&l, indent):
			n.take(&l, indent)
		case n.filled:
			n.next, n.indent, n.nextAt, n.more = l, indent, n.Lines, true
			return nil
		default:
			n.forget()
			n.take(&l, indent)
		}
	}
}

// continues reports whether a line is of the row as well: it states the same time, and no figure that the row has.
func (n *namedFigures) continues(l *FigureLine, indent int) bool {
	return l.Time == string(n.Cells[0].Text) && !slices.ContainsFunc(l.Figures, func(f Figure) bool {
		column, known := n.column(&f, indent)
		return known && n.Cells[column].There
	})
}

func (n *namedFigures) column(f *Figure, indent int) (column int, known bool) {
	name := f.name
	if n.survey.repeated[name] {
		name = n.rows.path(indent) + name
	}
	column, known = n.columnOf[name]
	return column, known
}

func (n *namedFigures) last() error {
	switch {
	case n.filled && !n.rows.timesAfter:
		return nil
	case n.filled:
		n.Table.Notes.Add(n.Refuse(n.Lines-1, "time",
			"stands behind no figure of the last ones, which are left out", ""))
	default:
		n.forget()
	}
	return io.EOF
}

func (n *namedFigures) forget() {
	if n.Cells[0].There {
		n.Table.Notes.Add(n.Refuse(n.At, "time", "stands above no figure", ""))
	}
	for i := range n.Cells {
		n.Cells[i].There = false
	}
}

// take fills cells of the row. Of figures of one name, the first is taken.
func (n *namedFigures) take(l *FigureLine, indent int) {
	if l.Time != "" {
		n.At = n.Lines
		n.Set(0, []byte(l.Time))
	}
	for i := range l.Figures {
		f := &l.Figures[i]
		switch column, known := n.column(f, indent); {
		case !known && !n.Cells[0].There && !n.rows.timesAfter: // it stands before the first time
		case !known:
			n.Table.Notes.Add(n.Refuse(n.Lines, "",
				"names a figure that the beginning of the log does not; it is left out", ""))
		case n.Cells[column].There && !n.Cells[0].There && n.survey.timeless:
		case n.Cells[column].There:
			n.Table.Notes.Add(n.Refuse(n.Lines, "", "names a figure twice at one time; the first is taken", ""))
		default:
			n.Set(column, []byte(f.value))
			n.units[column] = f.unit
			n.filled = n.filled || n.Cells[0].There || n.rows.timesAfter
		}
	}
}

// Number reads a figure in the unit of its column: sensors write 950 mW, and 1.2 W.
func (n *namedFigures) Number(column int) (float64, *celltext.Error) {
	value, f := n.LineSheet.Number(column)
	unit, usual := n.units[column], n.Table.Means[column]
	switch {
	case f != nil || unit == usual.Unit || unit == "" && (n.headed[column] || !usual.Certain):
		return value, f
	case unit == "":
		return 0, &celltext.Error{Missing: true, Problem: "has no unit, as the others have; it may be cut off",
			Remedy: "give the whole file"}
	case !table.SameQuantity(unit, usual.Unit):
		return 0, &celltext.Error{Problem: fmt.Sprintf("is in %s, but was in %s before", unit, usual.Unit),
			Remedy: "give the readings of one quantity"}
	}
	return value * unit.Steps() / usual.Unit.Steps(), nil
}

// Instant reads times as the calendar of the whole log asks.
func (n *namedFigures) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if column == 0 {
		n.survey.log.Clock(&n.LineSheet, column, as)
	}
	return n.LineSheet.Instant(column, as)
}

type figureSurvey struct {
	timesAfter bool
	timeless   bool // lines with power stand before the first time, which is beside its own
	log        LogTimes
	names      []string // of columns, in the order in which they stand
	means      map[string]Figure
	repeated   map[string]bool // names that stand several times in a row
	times      int
	instants   int    // times that differ from the one before
	last       string // time
	rows       int    // with a figure of power under a time
	tabular    int    // lines that are rather those of a table
	prose      int    // lines that are not
}

// IsFigures recognises figures behind their names ("Power: 300 W") between lines of times.
func IsFigures(head []byte) bool {
	s := surveyFigures(head)
	return s.times > 1 && s.rows > 1 && s.rows >= s.instants/2 && s.prose > s.tabular && !input.IsJSON(head)
}

const (
	// surveyedLines are looked at, or undecidedLines if none of them is one of such a log.
	surveyedLines  = 2000
	undecidedLines = 10
)

func surveyFigures(head []byte) *figureSurvey {
	if head = bytes.TrimPrefix(head, []byte(celltext.Utf8Mark)); len(head) >= input.HeadBytes {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	s := &figureSurvey{means: map[string]Figure{}, repeated: map[string]bool{}}
	for s.survey(head) {
	}
	return s
}

func (s *figureSurvey) survey(head []byte) (more bool) {
	*s = figureSurvey{means: map[string]Figure{}, repeated: s.repeated}
	rows, row, count, before := FigureRows{}, map[string]bool{}, 0, len(s.repeated)
	for line := range bytes.Lines(head) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if count++; count > surveyedLines || count > undecidedLines && s.prose == 0 {
			break
		}
		if count > undecidedLines && line[len(line)-1] != '\n' {
			break // the file ends within it
		}
		l, indent := rows.Read(bytes.TrimRight(line, "\r\n"))
		s.look(line, &l)
		s.sort(&l, rows.path(indent), row)
	}
	if s.times > 0 && !s.timesAfter {
		s.end(row)
	}
	return len(s.repeated) > before
}

func (s *figureSurvey) sort(l *FigureLine, path string, row map[string]bool) {
	if l.Time != "" && !s.timesAfter {
		if s.end(row); s.times == 1 { // what stands before is of no row
			s.names, s.means = nil, map[string]Figure{}
		}
	}
	for i := range l.Figures {
		s.addFigure(row, path, &l.Figures[i])
	}
	if l.Time != "" && s.timesAfter {
		s.end(row)
	}
}

func (s *figureSurvey) look(line []byte, l *FigureLine) {
	if l.Time != "" {
		s.times++
		if l.Time != s.last {
			s.instants, s.last = s.instants+1, l.Time
		}
		s.log.Add([]byte(l.Time))
	}
	named := len(l.Figures) > 1 || slices.ContainsFunc(l.Figures, func(f Figure) bool { return f.Signed })
	cut := bytes.ContainsAny(line, ",;|\t")
	// else two columns tell the time, and others the rest
	bare := len(l.Figures) == 1 && !cut && (l.Words == 0 || l.Words > 2)
	switch {
	case named || bare || l.rails || l.Words > 0 && len(l.Figures) == 0:
		s.prose++
	case l.Words > 0 || cut:
		s.tabular++
	}
	if slices.ContainsFunc(l.Figures, func(f Figure) bool { return f.OfPower() }) {
		s.place(l.Time != "")
	}
}

func (s *figureSurvey) place(timed bool) {
	switch {
	case s.times == 0:
		s.timesAfter = true
	case s.times == 1 && timed: // those before have none, as of a script that did not write it yet
		s.timeless, s.timesAfter = s.timesAfter, false
	}
}

func (s *figureSurvey) addFigure(row map[string]bool, path string, f *Figure) {
	name := f.name
	if s.repeated[name] {
		name = path + name
	}
	if row[name] {
		s.repeated[f.name] = true
		return
	}
	row[name] = true
	known, met := s.means[name]
	if !met && len(s.names) < table.MaxColumns-1 {
		s.names = append(s.names, name)
		known = *f
	}
	if known.unit == "" {
		known.unit = f.unit
	}
	if !known.OfPower() && f.OfPower() { // it had no reading at first
		known.value = f.value
	}
	s.means[name] = known
}

func (s *figureSurvey) end(row map[string]bool) {
	for name := range row {
		if one := s.means[name]; one.OfPower() {
			s.rows++
			break
		}
	}
	clear(row)
}
