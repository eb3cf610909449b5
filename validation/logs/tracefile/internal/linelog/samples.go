package linelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// turbostat of Linux (tools/power/x86/turbostat) prints a table each interval: a line that sums up the machine, with a
// dash for what it counts over, then a line for each processor, which ends if the figures of its core or package were
// written already. Only the first of these is a row: the others are parts of it. Power is the mean of the interval that
// ends with the line.

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
	return !slices.ContainsFunc(t.parts,
		func(i int) bool { return i >= len(cells) || cells[i] != timestamp.TurbostatWhole })
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

type turbostat struct {
	table.LineSheet
	turbostatTable
}

func openTurbostat(in *input.File) (table.Sheet, error) {
	t := &turbostat{}
	t.Records, t.Fill = table.NewRecords(in.Source, in.Reader), t.next
	_, err := t.Begin()
	return t, err
}

func (t *turbostat) resolve() error {
	if len(t.names) > table.MaxColumns {
		return t.Refuse(t.Lines, "", table.TooManyCells().Problem, table.TooManyCells().Remedy)
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
		return t.Refuse(t.Lines, "time", "has no column for it", "have turbostat write it, as: "+timestamp.TurbostatLog)
	}
	t.Table.Time, t.Table.Timed, t.Table.Machine = at, true, true
	return nil
}

func (t *turbostat) next() error {
	for {
		line, err := t.Line()
		if errors.Is(err, io.EOF) && t.Table == nil {
			return t.Refuse(0, "", "has no table of turbostat", "log it as: "+timestamp.TurbostatLog)
		}
		if err != nil {
			return err
		}
		if one, ok := turbostatHead(line); ok && t.Table == nil {
			t.turbostatTable = one
			if err := t.resolve(); err != nil {
				return err
			}
		}
		cells := turbostatCells(line)
		if t.Table == nil || !t.sumsUp(cells) {
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

// SPEC PTDaemon writes a line a sample, pairs of a name and a value, and states no zone:
// "Time,03-17-2021 14:24:56.694,Watts,1579.0,Volts,-1.0,...,Mark,label,Ch1,Watts,574.4,Volts,...".
// If it sums up several meters, pairs of each follow those of the sum: ",Analyzer1,Time,...,Watts,8.1,...".
// It is recognised by the word Time, which a value follows, and by Watts. What the meter could not tell it
// writes as a negative number, which is kept: a rule looks for such codes.

func isPTDaemon(head []byte) bool {
	line := celltext.FirstLine(head)
	return bytes.HasPrefix(line, []byte("Time,")) && bytes.Contains(line, []byte(",Watts,")) && len(line) > 7 &&
		line[7] == '-'
}

type ptdaemon struct {
	table.LineSheet
	pairs [][]byte
	names []string // of the first line, by which the columns go
	time  []byte
}

func openPTDaemon(in *input.File) (table.Sheet, error) {
	p := &ptdaemon{LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)}}
	p.LineSheet.Fill = p.sample
	return p.Begin()
}

func (p *ptdaemon) sample() error {
	line, err := p.SolidLine()
	if err != nil {
		return err
	}
	var f *celltext.Error
	if p.pairs, f = table.CellsOf(p.pairs[:0], line, ','); f != nil {
		return p.Refuse(p.At, f.Field, f.Problem, f.Remedy)
	}
	names, values := ptdaemonPairs(p.pairs)
	if p.names == nil {
		p.resolveDateOrder(names)
	}
	if !slices.Equal(names, p.names) {
		return p.Refuse(p.At, "", "has other columns than the first line",
			"give a line a sample, each as PTDaemon wrote it")
	}
	for i, value := range values {
		p.Set(i, value)
	}
	return p.yearFirst(values[0])
}

func ptdaemonPairs(pairs [][]byte) (names []string, values [][]byte) {
	channel := ""
	for i := 0; i < len(pairs); i++ {
		name := celltext.Latin1(pairs[i])
		if strings.HasPrefix(name, "Ch") || strings.HasPrefix(name, "Analyzer") {
			channel = name + " "
			continue
		}
		i++
		if i < len(pairs) {
			names, values = append(names, channel+name), append(values, pairs[i])
		}
	}
	return names, values
}

func (p *ptdaemon) resolveDateOrder(names []string) {
	p.names = names
	p.Have(names...)
	p.Table.Stamp = "unknown"
	for i, name := range names {
		if strings.HasSuffix(name, "Watts") {
			p.Measures(i, columnname.Meaning{Unit: "W", Certain: true})
		}
		if name == "Watts" {
			p.Table.Value = i
		}
	}
}

// yearFirst puts the year of 03-17-2021 14:24:56.694 first.
func (p *ptdaemon) yearFirst(text []byte) error {
	if len(text) < 11 || text[2] != '-' || text[5] != '-' || text[10] != ' ' {
		return p.Refuse(p.At, "Time", fmt.Sprintf("%s is not a time of PTDaemon", celltext.Quoted(text)),
			"write it as 03-17-2021 14:24:56.694")
	}
	p.time = append(p.time[:0], text[6:10]...)
	p.time = append(p.time, '-')
	p.time = append(p.time, text[:5]...)
	p.time = append(p.time, text[10:]...)
	p.Set(0, p.time)
	return nil
}
