package jsonlog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

type damaged struct {
	count, first int
	broken       int   // of these, those that were begun as rows
	problem      error // of the first
}

func (d *damaged) add(line int, problem error) {
	if d.count++; d.count == 1 {
		d.first, d.problem = line, problem
	}
}

// lineGuard reads lines that are no whole record as blanks, so that they cost no other record.
type lineGuard struct {
	in    *bufio.Reader
	torn  func(line int)
	line  int
	out   []byte // of a line, what was not read yet
	long  bool   // a line is longer than a record may be: it is passed on as it is
	whole []byte
}

const guardedLines = 4

func hasRecordInLine(head []byte) bool {
	lines := bytes.Split(head, celltext.Newline)
	lines = slices.DeleteFunc(lines[:len(lines)-1], func(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 })
	lines = lines[:min(len(lines), guardedLines)]
	whole := 0
	for _, line := range lines {
		if isWholeRecord(line) {
			whole++
		}
	}
	return whole > 1 && 2*whole > len(lines)
}

func isWholeRecord(line []byte) bool {
	if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' {
		return false
	}
	n := nesting{}
	used, ended := n.end(line)
	return ended && used == len(line) && n.depth == 0
}

func (g *lineGuard) Read(into []byte) (int, error) {
	for len(g.out) == 0 {
		piece, err := g.in.ReadSlice('\n')
		if len(piece) == 0 {
			return 0, err
		}
		g.whole = append(g.whole, piece...)
		if errors.Is(err, bufio.ErrBufferFull) && len(g.whole) <= table.MaxRecord && !g.long {
			continue
		}
		g.long = errors.Is(err, bufio.ErrBufferFull)
		g.out = g.whole
		g.whole = g.whole[len(g.whole):]
		if ended := piece[len(piece)-1] == '\n'; ended || !g.long {
			g.line++
			g.check()
		}
	}
	n := copy(into, g.out)
	if g.out = g.out[n:]; len(g.out) == 0 {
		g.whole = g.whole[:0]
	}
	return n, nil
}

func (g *lineGuard) check() {
	if len(bytes.TrimSpace(g.out)) == 0 || isWholeRecord(g.out) {
		return
	}
	g.torn(g.line)
	for i, c := range g.out {
		if c != '\n' {
			g.out[i] = ' '
		}
	}
}

func (t *jsonTable) guarded() io.Reader {
	t.damaged = damaged{}
	bytesOf := io.NewSectionReader(t.Bytes, 0, t.Length)
	head := make([]byte, min(t.Length, table.PieceBytes))
	n, _ := bytesOf.ReadAt(head, 0) // an error comes again when the records are read
	if t.guards = hasRecordInLine(head[:n]); !t.guards {
		return bytesOf
	}
	return &lineGuard{in: bufio.NewReaderSize(bytesOf, table.PieceBytes), torn: func(line int) {
		t.damaged.add(line, t.Refuse(line, "", "is no whole record", "export it again, or leave the line out"))
	}}
}

// cutOff counts a record that the file ends within, after others. What is far longer than these hides more than one.
func (t *jsonTable) cutOff(j *JSONReader, err error) error {
	const fewest, longer = 2, 3
	if err == nil || !j.early || t.row <= fewest || t.Length-t.at > longer*t.at/int64(t.row-1) {
		return err
	}
	t.damaged.add(t.Line, err)
	t.damaged.broken++
	return nil
}

func (t *jsonTable) settleDamage() error {
	d := &t.damaged
	if d.count == 0 {
		return nil
	}
	if good := t.row - d.broken; !table.FewDamaged(d.count, d.count+good) || d.count >= good {
		return d.problem
	}
	t.Notes = append(t.Notes, power.Note{File: t.Name, Line: d.first,
		Problem: "is cut off or damaged, so its record is left out", Count: d.count})
	return nil
}
