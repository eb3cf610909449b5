package linelog

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// turbostat of Linux (tools/power/x86/turbostat) prints a table each interval: a line that sums up the machine, with a dash
// for what it counts over, then a line for each processor, which ends if the figures of its core or package were written
// already. Only the first of these is a row: the others are parts of it. Power is the mean of the interval that ends with the
// line.

var turbostatParts = columnname.WordSet("Package Die L3 Node Core CPU APIC X2APIC")

type turbostatTable struct {
	names []string
	parts []int
}

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
		power = power || turbostatMeaning(name).Unit != ""
	}
	return t, power && len(t.parts) > 0
}

func turbostatCells(line []byte) []string {
	cells := strings.Split(celltext.Latin1(bytes.TrimRight(line, "\r\n")), "\t")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func (t *turbostatTable) sumsUp(cells []string) bool {
	return !slices.ContainsFunc(t.parts, func(i int) bool { return i >= len(cells) || cells[i] != timestamp.TurbostatWhole })
}

// turbostatMeaning is what a column holds: PkgWatt and its like, or with --Joules Pkg_J.
func turbostatMeaning(name string) columnname.Meaning {
	switch {
	case strings.HasSuffix(name, "Watt"):
		return columnname.Meaning{Unit: "W", Stated: "average", Certain: true}
	case strings.HasSuffix(name, "_J"):
		return columnname.Meaning{Unit: "J", Counts: table.CountsInterval, Certain: true}
	}
	return columnname.Meaning{}
}

// IsTurbostat recognises a table of turbostat by the names of its columns and a line that sums up the machine.
func IsTurbostat(head []byte) bool {
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

type turbostat struct {
	table.LineSheet
	turbostatTable
}

// OpenTurbostat opens a log of turbostat with times.
func OpenTurbostat(in *input.File) (table.Sheet, error) {
	t := &turbostat{}
	t.Records = table.NewRecords(in.Source, in.Reader)
	if err := t.findTable(); err != nil {
		return nil, t.ReadError(err)
	}
	if len(t.names) > table.MaxColumns {
		return nil, t.Refuse(t.Lines, "", table.TooManyCells().Problem, table.TooManyCells().Remedy)
	}
	t.Have(t.names...)
	t.Table.Stamp = "end"
	for i, name := range t.names {
		if means := turbostatMeaning(name); means.Unit != "" {
			t.Measures(i, means)
		}
	}
	at := slices.Index(t.names, timestamp.TurbostatTime)
	if at < 0 {
		return nil, t.Refuse(t.Lines, "time", "has no column for it", "have turbostat write it, as: "+timestamp.TurbostatLog)
	}
	t.Table.Time, t.Table.Timed, t.Table.Machine = at, true, true
	t.Fill = t.next
	_, err := t.Begin()
	return t, err
}

func (t *turbostat) findTable() error {
	for len(t.parts) == 0 {
		line, err := t.Line()
		if errors.Is(err, io.EOF) {
			return t.Refuse(0, "", "has no table of turbostat", "log it as: "+timestamp.TurbostatLog)
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

func (t *turbostat) next() error {
	for {
		line, err := t.Line()
		if err != nil {
			return err
		}
		cells := turbostatCells(line)
		if !t.sumsUp(cells) {
			continue
		}
		if t.At = t.Lines; len(cells) < len(t.names) {
			t.Table.Notes.Add(t.Refuse(t.At, "", "is cut off, and left out", ""))
			continue
		}
		for i := range t.Cells {
			t.Set(i, []byte(cells[i]))
		}
		return nil
	}
}
