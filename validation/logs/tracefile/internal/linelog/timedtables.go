package linelog

import (
	"bytes"
	"slices"
	"strconv"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// A script that calls a tool again and again, such as nvidia-smi --format=csv, writes a table each time, with its line
// of names, under what date printed. Its time becomes the first column of a table, and the second one the number of the
// row in its own table:
// that identifies meters if nothing else does.

// The columns that come before those of the log.
const (
	timedTime    = "time"
	timedRow     = "row"
	timedColumns = 2
)

type timedTables struct {
	separator byte
	names     []byte // the line of names, without white space around it
	cells     int
	own       bool // rows tell their own times
	rows      int  // of the longest table
}

func timedTablesIn(head []byte) (t timedTables, ok bool) {
	begun, rows := 0, 0 // tables, and those of the last one
	for line := range capture.HeadLines(bytes.TrimPrefix(head, []byte(celltext.Utf8Mark)), 0) {
		switch _, timed := capture.LineTime(string(line[:min(len(line), capture.MaxDateLine+1)])); {
		case begun == 0 && !timed:
			return t, false
		case begun == 0:
			begun++
		case t.cells == 0:
			if t, ok = tableUnder(line); !ok {
				return t, false
			}
		case timed && !t.isRow(line):
			begun, rows = begun+1, 0
		case bytes.Equal(line, t.names) && begun > 1:
			return t, t.rows > 0
		case t.isRow(line):
			rows++
			t.rows, t.own = max(t.rows, rows), t.own || t.statesTime(line)
		}
	}
	return t, false
}

// statesTime reports whether a row states its own time, which is closer to its reading than that above the table.
func (t *timedTables) statesTime(line []byte) bool {
	return slices.ContainsFunc(table.CellsIn(table.Sample{Text: line, Cells: t.cells}, t.separator),
		func(cell []byte) bool {
			k := table.KindOf(cell)
			return k == table.ZonedTime || k == table.LocalTime || k == table.DayTime
		}) || slices.ContainsFunc(bytes.Split(t.names, []byte{t.separator}),
		func(name []byte) bool { return columnname.Says(celltext.Latin1(name), columnname.TimeWords) })
}

func tableUnder(line []byte) (t timedTables, ok bool) {
	for _, separator := range table.Separators[:len(table.Separators)-1] { // a blank may stand in times and in names
		t = timedTables{separator: separator, names: bytes.Clone(line), cells: table.CellCount(line, separator)}
		if t.cells > 1 {
			cells := table.CellsIn(table.Sample{Text: t.names, Cells: t.cells}, separator)
			return t, len(cells) > 0 &&
				!slices.ContainsFunc(cells, func(cell []byte) bool { return table.KindOf(cell) != table.Words })
		}
	}
	t.separator = table.Separators[0]
	return t, table.KindOf(line) == table.Words
}

// isRow reports whether a line has as many cells as the names; a single one is a number.
func (t *timedTables) isRow(line []byte) bool {
	return table.CellCount(line, t.separator) == t.cells && (t.cells > 1 || table.PlainKind(line) == table.Number)
}

// isTimedTables leaves to the reader of figures one figure under a time, and all that it reads of several cells.
func isTimedTables(head []byte) bool {
	t, ok := timedTablesIn(head)
	return ok && (t.cells == 1 && t.rows > 1 || t.cells > 1 && !capture.IsFigures(head))
}

func openTimedTables(in *input.File) (table.Sheet, error) {
	t, _ := timedTablesIn(in.Head)
	d, err := delimited.OpenRewritten(in, (&tableJoiner{timedTables: t}).write)
	if err != nil {
		return nil, err
	}
	if !t.own {
		d.Added = timedColumns
	}
	return d, nil
}

type tableJoiner struct {
	timedTables
	time  []byte // of the table, as a cell; empty if none stands above it
	under bool   // the names stand below the time already
	begun bool   // the first names were written
	row   int
}

func (j *tableJoiner) write(line []byte, out *bytes.Buffer) *power.InputError {
	switch line = bytes.TrimSpace(line); {
	case bytes.Equal(line, j.names):
		if j.under {
			j.time, j.row = nil, 0 // the table stands under no time of its own
		}
		if j.under = true; !j.begun {
			j.begun = true
			j.prefix(out, []byte(timedTime), timedRow)
			out.Write(line)
		}
	case !j.isRow(line) && (len(line) == 0 || j.takeTime(line)):
	case table.CommentMark(line) > 0, table.CellCount(line, j.separator) == 1 && table.IsSentence(line):
		out.Write(line)
	default:
		j.row++
		j.prefix(out, j.time, strconv.Itoa(j.row))
		out.Write(line)
	}
	return nil
}

func (j *tableJoiner) takeTime(line []byte) bool {
	if len(line) > capture.MaxDateLine {
		return false
	}
	text, ok := capture.LineTime(string(line))
	if !ok {
		return false
	}
	j.time, j.row, j.under = []byte(text), 0, false
	if bytes.IndexByte(j.time, j.separator) >= 0 {
		j.time = append(append([]byte{'"'}, text...), '"')
	}
	return true
}

func (j *tableJoiner) prefix(out *bytes.Buffer, time []byte, row string) {
	if j.own {
		return
	}
	out.Write(time)
	out.WriteByte(j.separator)
	out.WriteString(row)
	out.WriteByte(j.separator)
}
