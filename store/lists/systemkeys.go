package lists

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"green500/validation/lists/listing"
)

// KeyLine is a line of a list, with the machine that it is matched to.
type KeyLine struct {
	List    string
	Kind    listing.Kind
	Edition string
	Rank    int
	System  int64
	Entry   int64 // 0 if it was not graded here
	Number  int64 // of the machine in the TOP500's own numbering; 0 if the list states none
	// what the list says of the machine: lines of one list with the same text are told apart by their order only
	Same     string
	own      string // the line as a key
	nameless bool   // the list says the same of other machines, and states no number
}

// SystemKeys are the identifiers of machines.
type SystemKeys struct {
	systems map[int64]string
	lines   map[string]KeyLine // by their own key
	others  map[string]int64
}

// SystemKeysOf returns the identifiers of the machines of lines: the number in the TOP500, if there is one; else the
// earliest line of the machine that was published elsewhere; else its first entry here. numbers are those of the TOP500
// by machine.
func SystemKeysOf(lines []KeyLine, numbers map[int64]int64) *SystemKeys {
	k := &SystemKeys{systems: map[int64]string{}, lines: make(map[string]KeyLine, len(lines)),
		others: map[string]int64{}}
	same := map[[2]string]int{}
	for _, line := range lines {
		same[[2]string{line.List, line.Same}]++
	}
	slices.SortStableFunc(lines, func(a, b KeyLine) int {
		return cmp.Or(cmp.Compare(a.Edition, b.Edition), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Rank, b.Rank))
	})
	for i := range lines {
		line := &lines[i]
		line.own = fmt.Sprintf("%s-%d", line.List, line.Rank)
		if line.Kind == listing.Graded {
			line.own = fmt.Sprintf("entry-%d", line.Entry)
		}
		line.nameless = line.Kind != listing.Graded && line.Number == 0 && same[[2]string{line.List, line.Same}] > 1
		k.lines[line.own] = *line
	}
	for _, fits := range []func(KeyLine) bool{
		func(l KeyLine) bool { return l.Kind != listing.Graded && !l.nameless },
		func(l KeyLine) bool { return l.Kind != listing.Graded }, func(KeyLine) bool { return true },
	} {
		for _, line := range lines {
			if k.systems[line.System] == "" && fits(line) {
				k.systems[line.System] = line.own
			}
		}
	}
	for system, number := range numbers {
		k.systems[system] = numbered(number)
		k.others[numbered(number)] = system
	}
	return k
}

const numberPrefix = "top500-"

func numbered(number int64) string { return numberPrefix + strconv.FormatInt(number, 10) }

// OfSystem is the identifier of a machine; empty if no list has it.
func (k *SystemKeys) OfSystem(id int64) string {
	if k == nil {
		return ""
	}
	return k.systems[id]
}

// OfLine is the identifier of the machine of a line. If the list says the same of several machines and states no
// number, only the line itself is certain: its identifier leads to the machine that it is matched to.
func (k *SystemKeys) OfLine(row listing.Row) string {
	if k == nil {
		return ""
	}
	if row.Kind != listing.Graded {
		own := row.List + "-" + strconv.Itoa(row.Rank)
		if k.lines[own].nameless {
			return own
		}
	}
	return k.systems[row.SystemID]
}

// System is the machine of an identifier, also of one that it had before an earlier line of it was imported; ok is
// false if there is none.
func (k *SystemKeys) System(key string) (id int64, ok bool) {
	if k == nil {
		return 0, false
	}
	if id, ok := k.others[key]; ok {
		return id, true
	}
	line, ok := k.lines[strings.TrimSpace(key)]
	return line.System, ok
}

// DescribeSystem returns what a list says of the machine of a line: its name, site and year, without differences in
// spelling between lists. text cleans what a database would not take.
func DescribeSystem(r listing.Row, text func(string) string) string {
	year := ""
	if r.Year != nil && r.Kind != listing.Graded {
		year = strconv.Itoa(*r.Year)
	}
	return strings.Join([]string{"said", normalName(text(r.System)), normalName(text(r.Site)), year}, "|")
}

func normalName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name),
		func(r rune) bool { return strings.ContainsRune(" \t\u00a0,.;-_()/|", r) }), " ")
}
