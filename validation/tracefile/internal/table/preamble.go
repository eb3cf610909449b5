package table

import (
	"bytes"
	"strings"

	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// Lines above a table may say when its times began, which count from a start or have no date.

// startWords are of a line that says when a log began, and dayWords make up one that says on which day, with nothing else.
var (
	startWords = columnname.WordSet("start started starts starttime startdate startzeit startdatum begin begins began beginning beginn gestartet début debut inicio início inizio origin t0 trigger triggered")
	endWords   = columnname.WordSet("end ended ends stop stopped finish finished ende stopp fin fine duration export exported")
	dayLabels  = columnname.WordSet("date datum fecha data 日期 日付")
)

// preamble is what the lines above a table say of its start.
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
	case undated && p.day+p.anyDay != "":
		t.Started = p.day
		if p.day == "" {
			t.Started = p.anyDay
		}
	}
}

// add looks at a line above the table.
func (p *preamble) add(line []byte, separator byte) {
	text := bytes.TrimSpace(commentText(line))
	text = bytes.TrimSpace(bytes.Trim(bytes.ReplaceAll(text, []byte{'"'}, nil), string(separator)+" \t#*-="))
	if len(text) > MaxPreamble {
		return
	}
	for at := 0; at < len(text); at++ {
		if at > 0 && strings.IndexByte(" \t:=,;|", text[at-1]) < 0 || at == 0 {
			continue
		}
		label, rest := string(text[:at]), bytes.TrimSpace(text[at:])
		switch k := KindOf(rest); {
		case len(rest) == 0 || columnname.Says(label, endWords):
		case k == ZonedTime || k == LocalTime || k == CountedTime:
			if p.start == "" && columnname.Says(label, startWords) {
				p.start = string(rest)
			}
			return
		case k == DateOnly || k == DayTime:
			p.part(label, string(rest), k)
			return
		}
	}
}

// part keeps a date or a time of day alone.
func (p *preamble) part(label, text string, k Kind) {
	starts := columnname.Says(label, startWords)
	switch {
	case k == DateOnly && starts && p.day == "":
		p.day = text
	case k == DayTime && starts && p.clock == "":
		p.clock = text
	case k == DateOnly && p.anyDay == "" && dayLabels[strings.ToLower(strings.Trim(label, " \t:=,;|"))]:
		p.anyDay = text
	}
}

// MaxPreamble bounds a line above a table that may say when it began, in bytes.
const MaxPreamble = 120

// startClock makes a clock count from the start that the lines above the table state.
func (t *Table) startClock(c *timestamp.Clock) {
	if t.Started != "" {
		c.StartAt(t.Started)
	}
}
