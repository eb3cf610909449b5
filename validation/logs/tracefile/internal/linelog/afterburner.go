package linelog

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// MSI Afterburner logs what its graphs show to HardwareMonitoring.hml. A line begins with its kind and its time:
//
//	00, 03-01-2026 17:43:55, Hardware monitoring log v1.6
//	01, 03-01-2026 17:43:55, the names of the GPUs
//	02, 03-01-2026 17:43:55, GPU1 temperature    ,GPU1 power
//	03, 03-01-2026 17:43:55, 1                   ,W                   ,0.000               ,300.000
//	80, 03-01-2026 17:43:56, 46.000              ,39.247
//
// 02 names the columns, 03 states the unit of one of them and how its graph is drawn, and 80 is a row. Each start of
// the program begins with the first four again, perhaps of other columns. How dates are written depends on the machine.

// The kinds of lines that are read.
const (
	afterburnerNames = "02"
	afterburnerUnit  = "03"
	afterburnerRow   = "80"
)

var afterburnerHead = regexp.MustCompile(`^0[0-3], *\d\d?[-./]\d\d?[-./]\d{4} \d\d:\d\d:\d\d *,`)

func isAfterburner(head []byte) bool {
	names := []byte("\n" + afterburnerNames + ",")
	return afterburnerHead.Match(celltext.FirstLine(head)) &&
		(bytes.HasPrefix(celltext.FirstLine(head), names[1:]) || bytes.Contains(head, names))
}

type afterburner struct {
	table.LineSheet
	order []int // the column of each cell of a row; 0, that of the times, for those that the first names do not have
	times capture.LogTimes
}

func openAfterburner(in *input.File) (table.Sheet, error) {
	a := &afterburner{}
	a.Records = table.NewRecords(in.Source, in.Reader)
	a.LineSheet.Missing = func(text []byte) bool { return celltext.Absent(text) != nil }
	for line := range bytes.Lines(in.Head) {
		if kind, time, _, ok := afterburnerLine(line); ok && kind == afterburnerRow {
			a.times.Add(time)
		}
	}
	a.Have("time")
	return openLines(a, &a.LineSheet, a.line)
}

func afterburnerLine(line []byte) (kind string, time, rest []byte, ok bool) {
	first, rest, _ := bytes.Cut(line, []byte{','})
	time, rest, ok = bytes.Cut(rest, []byte{','})
	return string(first), bytes.TrimSpace(time), rest, ok
}

func (a *afterburner) line(line []byte) (row bool, err error) {
	kind, time, rest, ok := afterburnerLine(line)
	if !ok {
		return false, nil
	}
	switch cells, f := table.CellsOf(nil, rest, ','); {
	case f != nil:
		return false, a.Refuse(a.At, f.Field, f.Problem, f.Remedy)
	case kind == afterburnerNames:
		a.name(cells)
	case kind == afterburnerUnit:
		a.measure(cells)
	case kind == afterburnerRow:
		return a.take(time, cells)
	}
	return false, nil
}

func (a *afterburner) name(cells [][]byte) {
	names := table.TextsOf(cells)
	if a.order == nil {
		met := a.Table.Notes
		a.Have(append([]string{"time"}, names...)...)
		a.Table.Timed, a.Table.Machine, a.Table.Notes = true, true, met
	}
	same := slices.Equal(names, a.Table.Raw[1:])
	a.order = make([]int, len(names))
	for i, name := range names {
		if a.order[i] = i + 1; same {
			continue
		}
		if a.order[i] = 1 + slices.Index(a.Table.Raw[1:], name); a.order[i] == 0 {
			a.Table.Notes.Add(a.Refuse(a.At, "",
				"names a column that the beginning of the log does not; it is left out", ""))
		}
	}
}

func (a *afterburner) measure(cells [][]byte) {
	at, err := strconv.Atoi(string(cells[0]))
	if err != nil || len(cells) < 2 || at < 0 || at >= len(a.order) || a.order[at] == 0 {
		return
	}
	column, unit := a.order[at], celltext.Latin1(cells[1])
	switch known, ok := columnname.UnitNamed(unit); {
	case ok:
		a.Measures(column, columnname.Meaning{Unit: known, Certain: true})
	case unit != "" && !slices.Contains(a.Table.Aside, column):
		a.Table.Aside = append(a.Table.Aside, column)
	}
}

func (a *afterburner) take(time []byte, cells [][]byte) (taken bool, err error) {
	switch {
	case a.order == nil:
		a.Table.Notes.Add(a.Refuse(a.At, "", "stands above the names of the columns, and is left out", ""))
		return false, nil
	case len(cells) != len(a.order):
		return false, a.Refuse(a.At, "", fmt.Sprintf("has %d cells, but there are %d columns", len(cells),
			len(a.order)), "give the log as MSI Afterburner wrote it")
	}
	a.Set(0, time)
	for i, cell := range cells {
		if column := a.order[i]; column > 0 {
			a.Set(column, cell)
		}
	}
	return true, nil
}

// Instant reads times as the calendar of the whole log asks.
func (a *afterburner) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	a.times.Clock(&a.LineSheet, column, as)
	return a.LineSheet.Instant(column, as)
}
