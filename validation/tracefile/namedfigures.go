package tracefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"green500/validation/power"
)

// Many tools and scripts write no table but name each figure where it stands: key=value pairs behind a time, tegrastats,
// nvidia-smi -q, sensors, powermetrics, or just a number under what date printed. What stands between two times is a row then, and
// a figure of each name is a column. Where a name stands several times in a row, the headings above it, by their indentation, are
// part of it: "GPU 00000000:07:00.0 / GPU Power Readings / Power Draw".

// figureRows goes through the lines of such a log and tells where a row ends.
type figureRows struct {
	lines    figureLines
	behind   bool // a time ends a row instead of beginning it
	headings []figureHeading
}

type figureHeading struct {
	indent int
	text   string
}

// path returns the headings of a line of such an indentation, each before a slash.
func (r *figureRows) path(indent int) string {
	var path strings.Builder
	for _, one := range r.headings {
		if one.indent <= indent {
			path.WriteString(one.text + " " + pathSign + " ")
		}
	}
	return path.String()
}

// pathSign stands between what a figure is of and its name.
const pathSign = "/"

// read reads a line.
func (r *figureRows) read(line []byte) (l figureLine, indent int) {
	text := latin1(line)
	bare := strings.TrimLeftFunc(text, unicode.IsSpace)
	indent = len(text) - len(bare)
	l = r.lines.of(bare)
	if title := strings.Trim(bare, decoration); title != "" && l.time == "" && len(l.figures) == 0 && len(title) <= maxDateLine {
		r.enter(figureHeading{indent, oneLine(title)})
	}
	return l, indent
}

// enter makes a heading that of the lines which follow, instead of those that stood no less far left.
func (r *figureRows) enter(h figureHeading) {
	r.headings = slices.DeleteFunc(r.headings, func(one figureHeading) bool { return one.indent >= h.indent })
	if len(r.headings) < maxHeadings {
		r.headings = append(r.headings, h)
	}
}

// maxHeadings bounds how deep headings stand in one another.
const maxHeadings = 16

// namedFigures is such a log, standing on a row.
type namedFigures struct {
	lineSheet
	survey   *figureSurvey
	rows     figureRows
	columnOf map[string]int
	units    []power.Unit // of the cells of the row
	headed   []bool       // columns whose names tell their unit, which their cells need not
	next     figureLine   // the line that begins the next row
	indent   int
	nextAt   int
	more     bool // there is such a line
	filled   bool // the row has a figure
}

func openFigures(in *input) (sheet, error) {
	n := &namedFigures{survey: surveyFigures(in.head), columnOf: map[string]int{}}
	n.records = newRecords(in.source, in.Reader)
	n.rows.behind = n.survey.behind
	n.have(append([]string{"time"}, n.survey.names...)...)
	n.units, n.headed = make([]power.Unit, len(n.cells)), make([]bool, len(n.cells))
	n.table.timed, n.table.stamp = true, "unknown"
	if n.survey.behind {
		n.table.notes.add(n.refuse(1, "time", "is taken to stand behind its figures, since the log begins with some", ""))
	}
	if n.survey.timeless {
		n.table.notes.add(n.refuse(1, "time", "is told by none of the first lines, whose figures are left out", ""))
	}
	for i, name := range n.survey.names {
		n.columnOf[name] = i + 1
		n.mean(i+1, n.survey.means[name])
	}
	n.fill = n.row
	_, err := n.begin()
	return n, err
}

// mean says of a column what its figures are.
func (n *namedFigures) mean(column int, f figure) {
	number, rest := withUnit([]byte(f.value))
	if !isPlain(number) || len(rest) > 0 {
		return
	}
	means := meaning{unit: f.unit, certain: f.unit != ""}
	if means.unit == "" {
		means, n.headed[column] = heading(f.name), true
	}
	n.measures(column, means)
}

// row stands on the next row.
func (n *namedFigures) row() error {
	n.filled = false
	if n.more {
		n.at, n.more = n.nextAt, false
		n.take(&n.next, n.indent)
	}
	for {
		line, err := n.records.line()
		if errors.Is(err, io.EOF) {
			return n.last()
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		l, indent := n.rows.read(line)
		switch {
		case l.time == "":
			n.take(&l, indent)
		case n.rows.behind:
			if n.take(&l, indent); n.filled {
				return nil
			}
		case n.filled && n.continues(&l, indent):
			n.take(&l, indent)
		case n.filled:
			n.next, n.indent, n.nextAt, n.more = l, indent, n.lines, true
			return nil
		default:
			n.forget()
			n.take(&l, indent)
		}
	}
}

// continues reports whether a line is of the row as well: it tells the same time, and no figure that the row has.
func (n *namedFigures) continues(l *figureLine, indent int) bool {
	return l.time == string(n.cells[0].text) && !slices.ContainsFunc(l.figures, func(f figure) bool {
		column, known := n.column(&f, indent)
		return known && n.cells[column].there
	})
}

// column returns that of a figure.
func (n *namedFigures) column(f *figure, indent int) (column int, known bool) {
	name := f.name
	if n.survey.repeated[name] {
		name = n.rows.path(indent) + name
	}
	column, known = n.columnOf[name]
	return column, known
}

// last ends the last row. Figures behind which no time stands are left out.
func (n *namedFigures) last() error {
	switch {
	case n.filled && !n.rows.behind:
		return nil
	case n.filled:
		n.table.notes.add(n.refuse(n.lines-1, "time", "stands behind no figure of the last ones, which are left out", ""))
	default:
		n.forget()
	}
	return io.EOF
}

// forget leaves out what stands before the first time, and a time without figures.
func (n *namedFigures) forget() {
	if n.cells[0].there {
		n.table.notes.add(n.refuse(n.at, "time", "stands above no figure", ""))
	}
	for i := range n.cells {
		n.cells[i].there = false
	}
}

// take fills cells of the row. Of figures of one name, the first is taken.
func (n *namedFigures) take(l *figureLine, indent int) {
	if l.time != "" {
		n.at = n.lines
		n.set(0, []byte(l.time))
	}
	for i := range l.figures {
		f := &l.figures[i]
		column, known := n.column(f, indent)
		switch {
		case !known && !n.cells[0].there && !n.rows.behind: // it stands before the first time
		case !known:
			n.table.notes.add(n.refuse(n.lines, "", "names a figure that the beginning of the log does not; it is left out", ""))
		case n.cells[column].there && !n.cells[0].there && n.survey.timeless:
		case n.cells[column].there:
			n.table.notes.add(n.refuse(n.lines, "", "names a figure twice at one time; the first is taken", ""))
		default:
			n.set(column, []byte(f.value))
			n.units[column] = f.unit
			n.filled = n.filled || n.cells[0].there || n.rows.behind
		}
	}
}

// number reads a figure in the unit of its column: sensors write 950 mW, and 1.2 W.
func (n *namedFigures) number(column int) (float64, *fault) {
	value, f := n.lineSheet.number(column)
	unit, usual := n.units[column], n.table.means[column]
	switch {
	case f != nil || unit == usual.unit || unit == "" && (n.headed[column] || !usual.certain):
		return value, f
	case unit == "":
		return 0, &fault{missing: true, problem: "has no unit, as the others have; it may be cut off", remedy: "give the whole file"}
	case !sameQuantity(unit, usual.unit):
		return 0, &fault{problem: fmt.Sprintf("is in %s, where it was in %s before", unit, usual.unit), remedy: "give the readings of one quantity"}
	}
	return value * unit.Steps() / usual.unit.Steps(), nil
}

// instant reads times as the calendar of the whole log asks.
func (n *namedFigures) instant(column int, as timing) (int64, *fault) {
	if clock, fresh := n.clocks.find(column, as); fresh && column == 0 {
		clock.undated = n.survey.undated
		clock.calendar.among = cmp.Or(ordersNamed(as.dateOrder), n.survey.dating.orders())
	}
	return n.lineSheet.instant(column, as)
}
