package linelog

import (
	"bytes"
	"cmp"
	"path"
	"strings"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// Cray keeps counters of a node in /sys/cray/pm_counters, a file each: "1234 W 1629384123456789 us",
// or J for energy, which counts up from when the node started. A log of them holds such a line a
// reading, perhaps after the name of its counter and a colon, as grep prints it, after a time of its
// own, or after the node, as pdsh writes it; a folder or archive of captures holds the files themselves.
// It is recognised by such a line among the first, because other files may stand before it in every round. What
// is set and not measured, as power_cap, and counters without a unit are passed over.

// The columns of the table made of it.
const (
	pmTime = iota
	pmCounter
	pmPower
	pmEnergy
	pmNode
)

const pmRound = 64

func isPMCounters(head []byte) bool {
	for line := range capture.HeadLines(head, pmRound) {
		if _, known, _ := pmLineOf(line); known {
			return true
		}
	}
	return false
}

type pmLine struct{ node, name, value, unit, stamp []byte }

// pmLineOf reads "node: name: 1234 W 1629384123456789 us" with or without node and name; counter is true if it ends so,
// known if it is read.
func pmLineOf(line []byte) (l pmLine, known, counter bool) {
	var room [9][]byte
	words := appendFields(room[:0], line)
	n := len(words)
	if n < 4 || string(words[n-1]) != "us" || len(words[n-3]) != 1 || !bytes.ContainsAny(words[n-3], "WJ") ||
		!celltext.OnlyDigits(words[n-2]) {
		return l, false, false
	}
	l = pmLine{value: words[n-4], unit: words[n-3], stamp: words[n-2]}
	before := words[:n-4]
	if at := bytes.LastIndexAny(l.value, ":="); at >= 0 {
		l.name, l.value = l.value[:at], l.value[at+1:]
	} else if n > 4 {
		l.name, before = bytes.TrimRight(words[n-5], ":="), words[:n-5]
	}
	if node, path, found := bytes.Cut(l.name, []byte(":/")); found && len(before) == 0 {
		l.node, l.name = node, path
	}
	l.name = l.name[bytes.LastIndexByte(l.name, '/')+1:]
	_, known = celltext.PlainNumber(l.value)
	return l, l.behind(before) && known, true
}

func (l *pmLine) behind(words [][]byte) (ok bool) {
	for _, word := range words {
		if _, plain := celltext.PlainNumber(word); plain || table.KindOf(word) > table.Number {
			continue
		}
		if l.node != nil {
			return false
		}
		l.node = bytes.TrimRight(word, ":=")
	}
	return true
}

func appendFields(into [][]byte, line []byte) [][]byte {
	for word := range bytes.FieldsSeq(line) {
		if len(into) == cap(into) {
			return into[:0]
		}
		into = append(into, word)
	}
	return into
}

type pmCounters struct {
	table.LineSheet
	named string // the file, which may be called as its counter is
	seen  bool
}

func openPMCounters(in *input.File) (table.Sheet, error) {
	p := &pmCounters{LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)},
		named: path.Base(cmp.Or(in.Member, in.Name))}
	p.Have("time", "counter", "power", "energy", "node")
	p.Table.Keys, p.Table.Local, p.Table.Stamp = []int{pmCounter}, true, "unknown"
	p.Measures(pmPower, columnname.Meaning{Unit: "W", Certain: true})
	p.Measures(pmEnergy, columnname.Meaning{Unit: "J", Counts: table.CountsTotal, Certain: true})
	_, err := openLines(p, &p.LineSheet, p.line)
	if err == nil && in.Member == "" && !p.Lasts() {
		return nil, in.OneInstant("a counter",
			"give a log of it, or an archive of the files as they were captured over time")
	}
	return p, err
}

func (p *pmCounters) line(line []byte) (row bool, err error) {
	l, known, counter := pmLineOf(line)
	switch {
	case counter && !known:
		return false, p.Refuse(p.At, "", celltext.Quoted(line)+" is no line of a counter",
			"write it as node: power: 1234 W 1629384123456789 us")
	case !known || bytes.HasSuffix(l.name, []byte("_cap")) || strings.HasSuffix(p.named, "_cap"):
		return false, nil
	case p.seen && (len(l.node) > 0) != (len(p.Table.Keys) > 1):
		return false, p.Refuse(p.At, "node", "is in some lines and not in others",
			"give the log of each node by itself, or name the node in every line")
	}
	p.take(l)
	return true, nil
}

// Instant reads a stamp in the unit that every line states: many nodes count it from when they started, not since 1970.
func (p *pmCounters) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if clock, fresh := p.Clocks.Find(column, as); fresh {
		clock.Tick = columnname.TickNames["us"].Nanoseconds()
	}
	return p.LineSheet.Instant(column, as)
}

func (p *pmCounters) take(l pmLine) {
	column, kind := pmPower, "power"
	if l.unit[0] == 'J' {
		column, kind = pmEnergy, "energy"
	}
	if p.Table.Value < 0 {
		p.Table.Value = column
	}
	if len(l.node) > 0 {
		p.Set(pmNode, l.node)
		p.Table.Keys = []int{pmNode, pmCounter}
	}
	p.seen = true
	switch {
	case len(l.name) > 0:
		p.Set(pmCounter, l.name)
	case strings.HasSuffix(p.named, kind):
		p.Set(pmCounter, []byte(p.named))
	default:
		p.Set(pmCounter, []byte(kind))
	}
	p.Set(pmTime, l.stamp)
	p.Set(column, l.value)
}
