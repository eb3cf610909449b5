package table

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// Meters write several lines above their readings: of which devices the columns are, what they are called, in which
// units they are, how each was formed of what was sampled, when the times began.

const headlines = 8

func (l *Layout) pastHeadings(all []Sample, first int) int {
	for at := first; at+1 < min(len(all), first+headlines); at++ {
		cells := CellsIn(all[at], l.Separator)
		if all[at].Comment || holdsDate(cells) {
			break
		}
		if all[at].Cells == all[at+1].Cells && onlyWords(cells) && holdsDate(CellsIn(all[at+1], l.Separator)) {
			return at + 1
		}
	}
	return first
}

func onlyWords(cells [][]byte) bool {
	said := 0
	for _, cell := range cells {
		k := KindOf(cell)
		if k != Words && k != KindNone {
			return false
		}
		said += celltext.CountIf(k == Words)
	}
	return said > 1
}

// holdsDate reports whether a cell is a date that is written as such: numbers of devices may look like counts since
// 1970.
func holdsDate(cells [][]byte) bool { return hasKind(cells, ZonedTime, LocalTime, DateOnly) }

var formedWords = columnname.WordSet("avg average mean min minimum max maximum tot total sum smp sample std stdev")

var typeName = regexp.MustCompile(
	`(?i)^((LowCardinality|Nullable)\()*(string|text|(var)?char|symbol|bool(ean)?|date(time)?(32|64)?|time(stamp)?(tz)?|timestamp with time zone|u?int(eger)?\d*|(tiny|small|big|huge)int|float\d*|real|double( precision)?|decimal|numeric)(\([^()]*\))?\)*$`)

// aboveUnits returns which line holds the names: that above units or types, and above one that says how columns were
// formed.
func (l *Layout) aboveUnits(all []Sample, at int) int {
	if !l.alikeAbove(all, at) {
		return at
	}
	cells := CellsIn(all[at], l.Separator)
	said := slices.ContainsFunc(cells, func(cell []byte) bool { return len(cell) > 0 })
	if said && !slices.ContainsFunc(cells,
		func(cell []byte) bool { return len(cell) > 0 && !formedWords[strings.ToLower(string(cell))] }) {
		l.formed = TextsOf(cells)
		if at--; !l.alikeAbove(all, at) {
			return at
		}
		cells = CellsIn(all[at], l.Separator)
	}
	names, units := TextsOf(CellsIn(all[at-1], l.Separator)), TextsOf(cells)
	bare := slices.Clone(units)
	for i := range min(len(bare), len(names)) {
		if columnname.Timely(bare[i]) && columnname.Timely(names[i]) {
			bare[i] = "" // it is that of the times below their name
		}
	}
	areTypes := len(cells) > 1 && !slices.ContainsFunc(cells, func(cell []byte) bool { return !typeName.Match(cell) })
	if IsUnits(bare) || areTypes || l.formed != nil && !slices.Equal(bare, units) {
		l.Units = units
		at--
	}
	return at
}

func (l *Layout) alikeAbove(all []Sample, at int) bool {
	return at > 0 && !all[at-1].Comment && all[at-1].Cells == all[at].Cells
}

func (l *Layout) nameFormed() {
	times := map[string]int{}
	for i, name := range l.Names {
		if times[name]++; i >= len(l.formed) || l.formed[i] == "" {
			times[name] = -len(l.Names)
		}
	}
	for i, name := range l.Names {
		if name != "" && times[name] > 1 {
			l.Names[i] = name + " " + l.formed[i]
		}
	}
}

func (l *Layout) namesTimes(s Sample) bool {
	cells := CellsIn(s, l.Separator)
	return onlyWords(cells) && slices.ContainsFunc(cells, NamesTime)
}

// Above the names of columns may stand what several of them are of, as "Socket 0" above some and "Proc Energy (Joules)"
// above others in the logs of Intel's PCM, or the numbers of devices; if cells were merged, it stands above the first
// of them alone.

// group puts the nearest line above the names that tells any of them apart in front of them, and returns where the
// heading begins.
func (l *Layout) group(all []Sample, header int) int {
	for at := header - 1; at >= max(0, header-headlines) && !all[at].Comment && all[at].Cells == len(l.Names); at-- {
		cells := CellsIn(all[at], l.Separator)
		if len(cells) != len(l.Names) || holdsDate(cells) { // quotes may stand so that there are none
			break
		}
		if l.grouped(cells) {
			return at
		}
	}
	return header
}

func (l *Layout) grouped(above [][]byte) bool {
	// what each column is of, and whether one is named for each but those of times
	groups, complete := make([]string, len(above)), true
	shared, first := map[string]bool{}, map[string]string{}
	group := ""
	for i, name := range l.Names {
		if len(above[i]) > 0 {
			group = celltext.Latin1(above[i])
		}
		complete = complete && (len(above[i]) > 0 || columnname.Timely(name))
		groups[i] = group
		if first[name] = cmp.Or(first[name], group); name != "" && first[name] != group {
			shared[name] = true
		}
	}
	for i, name := range l.Names {
		alone := !complete || name == "" || columnname.Timely(name)
		if of := groups[i]; len(shared) > 0 && of != "" && of != name && (shared[name] || !alone) {
			l.Names[i] = of + ": " + name
		}
	}
	return len(shared) > 0
}

// startWords are of a line that says when a log began, and dayLabels make up one that says on which day, with nothing
// else.
var (
	startWords = columnname.WordSet("start started starts starttime startdate startzeit startdatum begin begins " +
		"began beginning beginn gestartet début debut inicio início inizio origin t0 trigger triggered")
	endWords = columnname.WordSet(
		"end ended ends stop stopped finish finished ende stopp fin fine duration export exported")
	dayLabels = columnname.WordSet("date datum fecha data 日期 日付")
)

type preamble struct {
	start, day, clock string // a date with a time of day, or each alone
	anyDay            string // the date of a line that says date alone
}

// ResolveStart takes from the lines above the table when its times began, if they count from a start or have no date.
func (t *Table) ResolveStart(s *Survey, all []Sample, l *Layout) {
	undated := s.Undated(t.Time)
	if t.Untimed != nil || !undated && s.Kinds[t.Time] != Number {
		return
	}
	var p preamble
	for i := range all {
		if all[i].Line >= l.Line || all[i].From >= l.Begin {
			break
		}
		p.add(all[i].Text, l.Separator)
	}
	switch {
	case p.start != "":
		t.Started = p.start
	case p.day != "" && p.clock != "":
		t.Started = p.day + " " + p.clock
	case undated:
		t.Started = cmp.Or(p.day, p.anyDay, t.Started)
	}
}

// MaxPreamble bounds a line above a table that may say when it began, in bytes.
const MaxPreamble = 120

func (p *preamble) add(line []byte, separator byte) {
	text := bytes.TrimSpace(commentText(line))
	text = bytes.TrimSpace(bytes.Trim(bytes.ReplaceAll(text, celltext.Quote, nil), string(separator)+" \t#*-="))
	if len(text) > MaxPreamble {
		return
	}
	for at := 1; at < len(text); at++ {
		if strings.IndexByte(" \t:=,;|", text[at-1]) < 0 {
			continue
		}
		label, rest := string(text[:at]), bytes.TrimSpace(text[at:])
		if k := KindOf(rest); len(rest) > 0 && !columnname.Says(label, endWords) && k > Number {
			p.part(label, string(rest), k)
			return
		}
	}
}

func (p *preamble) part(label, text string, k Kind) {
	switch starts := columnname.Says(label, startWords); {
	case k == DateOnly && starts && p.day == "":
		p.day = text
	case k == DateOnly && p.anyDay == "" && dayLabels[strings.ToLower(strings.Trim(label, " \t:=,;|"))]:
		p.anyDay = text
	case k == DayTime && starts:
		p.clock = cmp.Or(p.clock, text)
	case k != DateOnly && starts:
		p.start = cmp.Or(p.start, text)
	}
}
