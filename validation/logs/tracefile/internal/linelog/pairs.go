package linelog

import (
	"bytes"
	"slices"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Programs log pairs of a key and a value, of which all lines have the same keys, as logfmt does:
//
//	time="2026-06-01T10:00:00Z" level=info host=cn01 power_w=212.5 msg="reading ok"
//
// That is a table, whose names stand in every line. Other lines may stand between, as when a program says what it
// sends.

type pairLines struct {
	separator byte     // between pairs; blanks may follow it
	keys      [][]byte // with the sign of equality
	cells     [][]byte // of the line
	headed    bool
}

const (
	pairHeadLines = 60 // lines that are looked at
	fewestPairs   = 2  // in a line
	leastPairs    = 3  // one line in so many has pairs at least
)

var pairSeparators = [...]byte{' ', ',', ';', '\t'}

func isPairs(head []byte) bool { return pairLinesIn(head) != nil }

func pairLinesIn(head []byte) *pairLines {
	if bytes.IndexByte(celltext.FirstLine(head), '=') < 0 &&
		bytes.IndexByte(head[:min(len(head), table.PieceBytes)], '=') < 0 {
		return nil
	}
	for _, separator := range pairSeparators {
		p := &pairLines{separator: separator}
		if p.fits(head) {
			return p
		}
	}
	return nil
}

func (p *pairLines) fits(head []byte) bool {
	lines, found := 0, 0
	for line := range capture.HeadLines(head, pairHeadLines) {
		lines++
		if p.keys == nil {
			found += celltext.CountIf(p.learn(line) && p.tells())
			if found == 0 {
				p.keys = nil
			}
			continue
		}
		switch {
		case p.cut(line):
			found++
		case (&pairLines{separator: p.separator}).learn(line):
			return false // other pairs
		}
	}
	return p.keys != nil && found > 1 && found*leastPairs >= lines
}

func (p *pairLines) learn(line []byte) (ok bool) {
	p.keys, p.cells = nil, p.cells[:0]
	for len(line) > 0 {
		at := bytes.IndexByte(line, '=')
		if at < 1 || at > columnname.MaxHostName || bytes.ContainsAny(line[:at], " \t,;\"':()<>{}[]") ||
			!celltext.IsLetter(line[0]) && line[0] != '_' {
			return false
		}
		key := bytes.Clone(line[:at+1])
		if slices.ContainsFunc(p.keys, func(other []byte) bool { return bytes.EqualFold(other, key) }) {
			return false
		}
		p.keys = append(p.keys, key)
		var cell []byte
		if cell, line, ok = p.value(line[at+1:]); !ok || bytes.ContainsAny(cell, ";=<>{}") {
			return false
		}
		p.cells = append(p.cells, cell)
	}
	return len(p.keys) >= fewestPairs
}

func (p *pairLines) value(text []byte) (value, rest []byte, ok bool) {
	if len(text) > 0 && text[0] == '"' {
		end := 1
		for end < len(text) && text[end] != '"' {
			end += 1 + celltext.CountIf(text[end] == '\\')
		}
		if end >= len(text) || end+1 < len(text) && text[end+1] != p.separator {
			return nil, nil, false
		}
		value, rest = text[1:end], text[min(end+2, len(text)):]
	} else if at := bytes.IndexByte(text, p.separator); at >= 0 {
		value, rest = text[:at], text[at+1:]
	} else {
		value = text
	}
	for len(rest) > 0 && rest[0] == ' ' {
		rest = rest[1:]
	}
	return value, rest, true
}

func (p *pairLines) cut(line []byte) (ok bool) {
	p.cells = p.cells[:0]
	for _, key := range p.keys {
		if !bytes.HasPrefix(line, key) {
			return false
		}
		var cell []byte
		if cell, line, ok = p.value(line[len(key):]); !ok {
			return false
		}
		p.cells = append(p.cells, cell)
	}
	return len(line) == 0
}

func (p *pairLines) tells() bool {
	timed, read := false, false
	for i, cell := range p.cells {
		name := string(p.keys[i][:len(p.keys[i])-1])
		switch k := table.KindOf(cell); k {
		case table.ZonedTime, table.LocalTime:
			timed = true
		case table.CountedTime:
			timed = timed || columnname.Timely(name)
		case table.Number:
			digits, unit := pairNumber(cell)
			_, known := columnname.UnitNamed(string(unit))
			_, plain := celltext.PlainNumber(digits)
			read = read || plain && (known || len(unit) == 0 && columnname.OfPower(name))
		}
	}
	return timed && read
}

// pairNumber cuts a number such as 212.5:W from its unit.
func pairNumber(cell []byte) (digits, unit []byte) {
	digits, unit = celltext.WithUnit(cell)
	return digits, bytes.TrimPrefix(unit, []byte{':'})
}

func openPairs(in *input.File) (table.Sheet, error) {
	return delimited.OpenRewritten(in, pairLinesIn(in.Head).write)
}

func (p *pairLines) write(line []byte, out *bytes.Buffer) *power.InputError {
	if line = bytes.TrimLeft(line, " \t"); !p.cut(line) {
		return p.other(line, out)
	}
	if !p.headed {
		p.headed = true
		for i, key := range p.keys {
			delimited.WriteCell(out, key[:len(key)-1], i)
		}
		out.WriteByte('\n')
	}
	for i, cell := range p.cells {
		if at := bytes.IndexByte(cell, ':'); at > 0 && at+1 < len(cell) && celltext.IsLetter(cell[at+1]) &&
			!bytes.ContainsAny(cell, " -") {
			digits, unit := pairNumber(cell)
			if _, known := columnname.UnitNamed(string(unit)); known && len(digits) == at {
				cell = slices.Concat(digits, []byte{' '}, unit)
			}
		}
		delimited.WriteCell(out, cell, i)
	}
	return nil
}

// other writes what is left of a line whose pairs are others: the values of the keys that it has in any order, if it
// has a time.
func (p *pairLines) other(line []byte, out *bytes.Buffer) *power.InputError {
	of := pairLines{separator: p.separator}
	switch {
	case !p.headed:
		return nil
	case !of.learn(line):
		if bytes.HasPrefix(line, p.keys[0]) {
			out.WriteString("unreadable pairs") // which are counted
		}
		return nil
	}
	row := make([][]byte, len(p.keys))
	found := 0
	for i, key := range of.keys {
		if at := slices.IndexFunc(p.keys, func(own []byte) bool { return bytes.Equal(own, key) }); at >= 0 {
			row[at] = of.cells[i]
			found++
		}
	}
	if found < fewestPairs || found*2 < len(p.keys) {
		return nil
	}
	for i, cell := range row {
		delimited.WriteCell(out, cell, i)
	}
	return nil
}
