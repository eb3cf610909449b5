package linelog

import (
	"bytes"
	"regexp"

	"green500/validation/power"
	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/delimited"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

func openRows(in *input.File, columns []string, rowsOf func(line []byte) [][]string) (*delimited.Delimited, error) {
	headed := false
	return delimited.OpenRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		for i, row := range rowsOf(bytes.TrimSpace(line)) {
			if !headed {
				delimited.WriteCells(out, columns)
			}
			if !headed || i > 0 {
				out.WriteByte('\n')
			}
			headed = true
			delimited.WriteCells(out, row)
		}
		return nil
	})
}

// answers are what a script prints that asks a tool or a meter again and again: lines of a form of their own, below a line of the time or
// behind the time.
type answers struct {
	row   *regexp.Regexp
	cells func(parts []string) (before string, cells []string) // what stands before an answer, and its cells
	time  string                                               // of the next answer
}

var timeLine = regexp.MustCompile(`^(?:Time ?stamp|Time|Date)[^:]*: *(\S.*)$`)

func (a *answers) take(line []byte) []string {
	if len(line) > table.MaxRecord {
		return nil
	}
	parts := a.row.FindStringSubmatch(string(line))
	if parts == nil {
		if labelled := timeLine.FindStringSubmatch(string(line)); labelled != nil && !bytes.HasPrefix(line, []byte("Time elapsed")) && a.at(labelled[1]) {
			return nil
		}
		a.at(string(line))
		return nil
	}
	before, cells := a.cells(parts)
	a.at(before)
	return append([]string{a.time}, cells...)
}

func (a *answers) at(text string) bool {
	time, ok := capture.LineTime(text)
	if ok {
		a.time = time
	}
	return ok
}

func (a *answers) in(head []byte, lines int) (timed, bare int) {
	for line := range bytes.Lines(head) {
		if lines--; lines < 0 && timed+bare > 0 {
			break
		}
		if row := a.take(bytes.TrimSpace(line)); row != nil && row[0] != "" {
			timed++
		} else if row != nil {
			bare++
		}
	}
	return timed, bare
}

func (a *answers) open(in *input.File, columns ...string) (*delimited.Delimited, error) {
	return openRows(in, columns, func(line []byte) [][]string {
		if row := a.take(line); row != nil && row[0] != "" {
			return [][]string{row}
		}
		return nil
	})
}

func openLines(sheet table.Sheet, lines *table.LineSheet, take func(line []byte) (row bool, err error)) (table.Sheet, error) {
	lines.Fill = func() error {
		for {
			line, err := lines.SolidLine()
			if err != nil {
				return err
			}
			if row, err := take(line); row || err != nil {
				return err
			}
		}
	}
	_, err := lines.Begin()
	return sheet, err
}
