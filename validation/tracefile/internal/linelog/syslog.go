package linelog

import (
	"regexp"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// Daemons write what they read to syslog, whose lines begin with a time, which mostly has no year, a host and a program:
//
//	Apr 14 13:20:00 mgmt01 pdud[812]: rack05 inlet A power 212 W
//
// A figure with its unit is a row: the words before it say of what. Lines without one are left out.

var (
	syslogLine = regexp.MustCompile(`^(?:<\d{1,3}>)?([A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,9})?) (\S+) ([^\s:\[]+)(?:\[[^\]\s]*\])?: +(.+)$`)
	// As of RFC 5424, with structured data or none.
	newSyslogLine = regexp.MustCompile(`^(?:<\d{1,3}>1 )(\S+) (\S+) (\S+) \S+ \S+ (?:-|(?:\[[^\]]*\])+) +(.+)$`)
	// As rsyslog and journalctl -o short-iso write it.
	datedSyslogLine = regexp.MustCompile(`^(?:<\d{1,3}>)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)) (\S+) ([^\s:\[]+)(?:\[[^\]\s]*\])?: +(.+)$`)
)

const (
	syslogHead   = 100 // lines that are looked at
	fewestSyslog = 2
)

type syslogFigure struct {
	name, value string
	unit        power.Unit
}

type syslog struct {
	form     *regexp.Regexp
	quantity power.Quantity // of the readings that are taken
}

// IsSyslog reports whether head, the beginning of a file, is of lines of syslog with readings.
func IsSyslog(head []byte) bool {
	return syslogIn(head, syslogLine) != nil || syslogIn(head, newSyslogLine) != nil
}

// IsDatedSyslog reports the same of lines whose times have a year, which begin as those of many programs do.
func IsDatedSyslog(head []byte) bool { return syslogIn(head, datedSyslogLine) != nil }

func syslogIn(head []byte, form *regexp.Regexp) *syslog {
	s := &syslog{form: form}
	lines, found, read := 0, 0, 0
	for line := range capture.HeadLines(head, syslogHead) {
		lines++
		parts := form.FindSubmatch(line)
		if parts == nil {
			continue
		}
		found++
		for _, one := range syslogFigures(celltext.Latin1(parts[4])) {
			if quantity, _ := one.unit.Quantity(); s.quantity != power.Power {
				s.quantity = quantity // energy only where no power is told
			}
			read++
		}
	}
	if found < fewestSyslog || 10*found < 9*lines || read == 0 {
		return nil
	}
	return s
}

func syslogFigures(message string) (found []syslogFigure) {
	words := strings.Fields(message)
	var before []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if at := strings.LastIndexAny(word, "=:"); at > 0 && at+1 < len(word) && !celltext.IsDigit(word[at-1]) {
			before, word = append(before, word[:at]), word[at+1:]
		}
		number, sign := celltext.WithUnit([]byte(strings.Trim(word, `,;()"'`)))
		if len(sign) == 0 && i+1 < len(words) {
			sign = []byte(strings.Trim(words[i+1], `,;.()"'`))
		}
		unit, known := columnname.UnitNamed(celltext.Latin1(sign))
		if _, f := (celltext.Notation{}).Number(number); f != nil || !known {
			before = append(before, word)
			continue
		}
		if i+1 < len(words) && strings.Trim(words[i+1], `,;.()"'`) == string(sign) {
			i++
		}
		found = append(found, syslogFigure{strings.Trim(strings.Join(before, " "), columnname.Decoration), string(number), unit})
		before = nil
	}
	return found
}

// OpenSyslog opens lines of syslog as a table with a row for each reading.
func OpenSyslog(in *input.File) (table.Sheet, error) {
	for _, form := range []*regexp.Regexp{syslogLine, newSyslogLine, datedSyslogLine} {
		if s := syslogIn(in.Head, form); s != nil {
			return openRows(in, []string{"time", "host", "program", "name", "reading"}, s.rows)
		}
	}
	return nil, nil // it was recognised by one of them
}

func (s *syslog) rows(line []byte) (rows [][]string) {
	parts := s.form.FindSubmatch(line)
	if parts == nil {
		return nil
	}
	for _, one := range syslogFigures(celltext.Latin1(parts[4])) {
		if quantity, _ := one.unit.Quantity(); quantity == s.quantity {
			rows = append(rows, []string{celltext.OneLine(string(parts[1])), string(parts[2]), string(parts[3]), one.name, one.value + " " + string(one.unit)})
		}
	}
	return rows
}
