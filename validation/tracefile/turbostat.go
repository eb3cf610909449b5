package tracefile

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
)

// turbostat of Linux (tools/power/x86/turbostat) prints a table each interval: a line that sums up the machine, with a dash
// for what it counts over, then a line for each processor, which ends where the figures of its core or package were told
// already. Only the first of these is a row: the others are parts of it. Power is the mean of the interval that ends with the
// line.

// turbostatParts are the columns of what lines are of.
var turbostatParts = wordSet("Package Die L3 Node Core CPU APIC X2APIC")

const (
	turbostatTime  = "Time_Of_Day_Seconds"
	turbostatWhole = "-"
	turbostatLog   = "turbostat --quiet --enable Time_Of_Day_Seconds --interval 1"
)

// turbostatTable is the names of the columns, and the places of those that tell what a line is of.
type turbostatTable struct {
	names []string
	parts []int
}

// turbostatHead reads a line with the names of the columns.
func turbostatHead(line []byte) (t turbostatTable, ok bool) {
	if bytes.IndexByte(line, '\t') < 0 { // it names a part of the machine, and a power
		return t, false
	}
	t.names = turbostatCells(line)
	power := false
	for i, name := range t.names {
		if turbostatParts[name] {
			t.parts = append(t.parts, i)
		}
		power = power || turbostatMeaning(name).unit != ""
	}
	return t, power && len(t.parts) > 0
}

func turbostatCells(line []byte) []string {
	cells := strings.Split(latin1(bytes.TrimRight(line, "\r\n")), "\t")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// sumsUp reports whether cells are of the whole machine.
func (t *turbostatTable) sumsUp(cells []string) bool {
	return !slices.ContainsFunc(t.parts, func(i int) bool { return i >= len(cells) || cells[i] != turbostatWhole })
}

// turbostatMeaning is what a column holds: PkgWatt and its like, or with --Joules Pkg_J.
func turbostatMeaning(name string) meaning {
	switch {
	case strings.HasSuffix(name, "Watt"):
		return meaning{unit: "W", stated: "average", certain: true}
	case strings.HasSuffix(name, "_J"):
		return meaning{unit: "J", counts: countsInterval, certain: true}
	}
	return meaning{}
}

// isTurbostat tells a table of turbostat by the names of its columns and a line that sums up the machine.
func isTurbostat(head []byte) bool {
	var table turbostatTable
	for line := range bytes.Lines(head) {
		if len(table.parts) > 0 && table.sumsUp(turbostatCells(line)) {
			return true
		}
		if one, ok := turbostatHead(line); ok {
			table = one
		}
	}
	return false
}

// turbostat is such a log, standing on the line of an interval.
type turbostat struct {
	lineSheet
	turbostatTable
}

func openTurbostat(in *input) (sheet, error) {
	t := &turbostat{}
	t.records = newRecords(in.source, in.Reader)
	if err := t.findTable(); err != nil {
		return nil, t.hard(err)
	}
	if len(t.names) > maxColumns {
		return nil, t.refuse(t.lines, "", tooManyCells().problem, tooManyCells().remedy)
	}
	t.have(t.names...)
	t.table.stamp = "end"
	for i, name := range t.names {
		if means := turbostatMeaning(name); means.unit != "" {
			t.measures(i, means)
		}
	}
	at := slices.Index(t.names, turbostatTime)
	if at < 0 {
		return nil, t.refuse(t.lines, "time", "has no column for it", "have turbostat tell it, as: "+turbostatLog)
	}
	t.table.time, t.table.timed, t.table.machine = at, true, true
	t.fill = t.next
	_, err := t.begin()
	return t, err
}

func (t *turbostat) findTable() error {
	for len(t.parts) == 0 {
		line, err := t.line()
		if errors.Is(err, io.EOF) {
			return t.refuse(0, "", "has no table of turbostat", "log it as: "+turbostatLog)
		}
		if err != nil {
			return err
		}
		if one, ok := turbostatHead(line); ok {
			t.turbostatTable = one
		}
	}
	return nil
}

// next stands on the next line that sums up the machine.
func (t *turbostat) next() error {
	for {
		line, err := t.line()
		if err != nil {
			return err
		}
		cells := turbostatCells(line)
		if !t.sumsUp(cells) {
			continue
		}
		if t.at = t.lines; len(cells) < len(t.names) {
			t.table.notes.add(t.refuse(t.at, "", "is cut off, and left out", ""))
			continue
		}
		for i := range t.cells {
			t.set(i, []byte(cells[i]))
		}
		return nil
	}
}
