package linelog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Clients of databases put a rule of dashes below the names of their columns, and each cell below its name: if that
// holds blanks, only its place distinguishes it from the next one.
//
//	time                 host    watts
//	-------------------  ------  -----
//	2026-06-01 10:00:00  node 1  500
//
// The client of InfluxDB 1 prints a table for each group, below what it is called and its tags.

var (
	ruleOfDashes  = regexp.MustCompile(`^ *-+( +-+)+ *$`)
	dashes        = regexp.MustCompile(`-+`)
	influxHeading = regexp.MustCompile(`^(name|tags): (.*)$`)
)

type ruledTable struct {
	starts []int // of the columns, in letters
	names  []string
	tags   []string // of the group, name=value
	called string   // the measurement; empty if there is none
	header string   // the line of the names
	named  bool     // which was written
	above  string   // the line before
}

func ruledTableIn(head []byte) (t ruledTable, ok bool) {
	lines := bytes.Split(head, celltext.Newline)
	if len(head) == input.HeadBytes {
		lines = lines[:len(lines)-1] // the last one may be cut off
	}
	above := ""
	for i, line := range lines {
		switch text := strings.TrimRight(celltext.Latin1(line), " \r"); {
		case ruleOfDashes.MatchString(text):
			return t, t.under(above, text) && t.holds(lines[i+1:])
		case strings.TrimSpace(text) == "", t.heading(text):
		case above != "":
			return t, false
		default:
			above = text
		}
	}
	return t, false
}

func (t *ruledTable) holds(lines [][]byte) bool {
	for _, line := range lines[:min(len(lines), table.Sampled)] {
		text := strings.TrimRight(celltext.Latin1(line), " \r")
		if text == "" {
			break
		}
		if _, torn := t.cells(text); torn {
			return false
		}
	}
	return true
}

func (t *ruledTable) heading(text string) bool {
	switch parts := influxHeading.FindStringSubmatch(text); {
	case parts == nil:
		return false
	case parts[1] == "name":
		t.called, t.tags = parts[2], nil
	default:
		t.tags = strings.Split(parts[2], ", ")
	}
	return true
}

func (t *ruledTable) under(names, rule string) bool {
	t.starts, t.header = nil, names
	for _, span := range dashes.FindAllStringIndex(rule, -1) {
		t.starts = append(t.starts, span[0])
	}
	var torn bool
	t.names, torn = t.cells(names)
	return !torn && !slices.Contains(t.names, "")
}

func (t *ruledTable) cells(line string) (cells []string, torn bool) {
	letters := []rune(line)
	for i, start := range t.starts {
		end := len(letters)
		if i+1 < len(t.starts) {
			end = min(end, t.starts[i+1])
		}
		start = min(start, end)
		torn = torn || i > 0 && start < len(letters) && letters[start-1] != ' '
		cells = append(cells, strings.TrimSpace(string(letters[start:end])))
	}
	return cells, torn || t.starts[0] > 0 && strings.TrimSpace(string(letters[:min(len(letters), t.starts[0])])) != ""
}

func isRuled(head []byte) bool {
	_, ok := ruledTableIn(head)
	return ok
}

func openRuled(in *input.File) (table.Sheet, error) {
	t, _ := ruledTableIn(in.Head)
	return delimited.OpenRewritten(in, t.write)
}

func (t *ruledTable) write(line []byte, out *bytes.Buffer) *power.InputError {
	text := celltext.Latin1(line)
	cells, torn := t.cells(text)
	defer func() { t.above = text }()
	switch {
	case text == t.header:
		if !t.named {
			t.named = true
			delimited.WriteCells(out, append(t.group(true), t.names...))
		}
	case ruleOfDashes.MatchString(text) && t.above != t.header:
		return &power.InputError{Problem: "begins another table, with other columns than the first",
			Remedy: "give each table in a file of its own"}
	case text == "", ruleOfDashes.MatchString(text), t.heading(text):
	case torn || !table.IsReading(cellBytes(cells)):
		out.WriteString(text)
	default:
		delimited.WriteCells(out, append(t.group(false), cells...))
	}
	return nil
}

func (t *ruledTable) group(names bool) (cells []string) {
	if t.called == "" {
		return nil
	}
	cells = append(cells, t.called)
	if names {
		cells[0] = "measurement"
	}
	for _, tag := range t.tags {
		name, value, _ := strings.Cut(tag, "=")
		if names {
			value = name
		}
		cells = append(cells, value)
	}
	return cells
}

func cellBytes(cells []string) [][]byte {
	all := make([][]byte, len(cells))
	for i, cell := range cells {
		all[i] = []byte(cell)
	}
	return all
}
