package linelog

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
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

// answers are lines that a tool or a meter gives to a script, below a line of the time or behind the time.
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
		if labelled := timeLine.FindStringSubmatch(string(line)); labelled != nil &&
			!bytes.HasPrefix(line, []byte("Time elapsed")) && a.at(labelled[1]) {
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

func openLines(sheet table.Sheet, lines *table.LineSheet, take func(line []byte) (row bool, err error)) (
	table.Sheet, error) {
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

// A script that asks a meter by SNMP prints a time, and below or beside it what snmpget or snmpwalk answers:
//
//	Tue Apr 14 13:20:00 UTC 2026
//	SNMPv2-SMI::enterprises.318.1.1.26.4.3.1.5.1 = Gauge32: 21
//
// Answers state no unit: one maker counts watts, another one hundredths of a kilowatt.

var snmpAnswer = regexp.MustCompile(
	`^(.*?)\s*(\S+) = (?:INTEGER|Gauge32|Gauge64|Counter32|Counter64|Unsigned32|STRING|Opaque: Float|Opaque|Integer32): (?:Float: )?"?(-?\d+(?:\.\d*)?\x04?)"?(?: +([A-Za-z]+))?$`)

func snmpAnswers() *answers {
	return &answers{row: snmpAnswer, cells: func(parts []string) (string, []string) {
		return parts[1], []string{parts[2], strings.TrimSpace(parts[3] + " " + parts[4])}
	}}
}

const (
	fewestSNMP = 2   // answers with a time
	snmpHead   = 100 // lines that are looked at
)

func isSNMP(head []byte) bool {
	if !bytes.Contains(head, []byte(" = ")) {
		return false
	}
	timed, _ := snmpAnswers().in(head, snmpHead)
	return timed >= fewestSNMP
}

func openSNMP(in *input.File) (table.Sheet, error) {
	d, err := snmpAnswers().open(in, "time", "object", "value")
	if err != nil {
		return nil, err
	}
	d.Unitless = "The answers of SNMP state no unit, and makers count in watts, " +
		"in tenths or hundredths of a kilowatt, and others: see the description of the object."
	return d, nil
}

// Power of the sockets of Intel's pcm-power, which its -i option prints below a line of the time:
//
//	Timestamp (us): 1776172800118203
//	S0; Consumed energy units: 1736704; Consumed Joules: 105.68; Watts: 106.00; Thermal headroom below TjMax: 58
//	S0; Consumed DRAM energy units: 1179648; Consumed DRAM Joules: 18.00; DRAM Watts: 18.00
var pcmReading = regexp.MustCompile(`^(S\d+(?:P\d+|CH\d+)?); .*?(?:; |^)(?:(DRAM) )?Watts: (-?[\d.]+\x04?)`)

func pcmAnswers() *answers {
	return &answers{row: pcmReading, cells: func(parts []string) (string, []string) {
		return "", []string{parts[1], cmp.Or(parts[2], "package"), parts[3]}
	}}
}

func pcmPowerIn(head []byte) (timed, bare int) {
	if !bytes.Contains(head, []byte("Watts: ")) || !bytes.Contains(head, []byte("S0; ")) {
		return 0, 0
	}
	return pcmAnswers().in(head, 0)
}

func isPCMPower(head []byte) bool {
	timed, _ := pcmPowerIn(head)
	return timed > 0
}

func isTimelessPCMPower(head []byte) bool {
	_, bare := pcmPowerIn(head)
	return bare > 0
}

func openPCMPower(in *input.File) (table.Sheet, error) {
	d, err := pcmAnswers().open(in, "time", "socket", "domain", "Watts")
	if err != nil {
		return nil, err
	}
	d.Table.Keys = []int{1, 2} // socket and domain
	return d, nil
}

// Daemons write what they read to syslog, whose lines begin with a time, which mostly has no year, a host and a
// program:
//
//	Apr 14 13:20:00 mgmt01 pdud[812]: rack05 inlet A power 212 W
//
// A figure with its unit is a row: the words before it say of what. Lines without one are left out.

var (
	syslogLine = regexp.MustCompile(
		`^(?:<\d{1,3}>)?([A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,9})?) (\S+) ([^\s:\[]+)(?:\[[^\]\s]*\])?: +(.+)$`)
	// As of RFC 5424, with structured data or none.
	newSyslogLine = regexp.MustCompile(`^(?:<\d{1,3}>1 )(\S+) (\S+) (\S+) \S+ \S+ (?:-|(?:\[[^\]]*\])+) +(.+)$`)
	// As rsyslog and journalctl -o short-iso write it.
	datedSyslogLine = regexp.MustCompile(
		`^(?:<\d{1,3}>)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)) (\S+) ([^\s:\[]+)(?:\[[^\]\s]*\])?: +(.+)$`)
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

func isSyslog(head []byte) bool {
	return syslogIn(head, syslogLine) != nil || syslogIn(head, newSyslogLine) != nil
}

func isDatedSyslog(head []byte) bool { return syslogIn(head, datedSyslogLine) != nil }

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
				s.quantity = quantity // energy only if no power is told
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
		found = append(found,
			syslogFigure{strings.Trim(strings.Join(before, " "), columnname.Decoration), string(number), unit})
		before = nil
	}
	return found
}

func openSyslog(in *input.File) (table.Sheet, error) {
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
			rows = append(rows, []string{celltext.OneLine(string(parts[1])), string(parts[2]), string(parts[3]),
				one.name, one.value + " " + string(one.unit)})
		}
	}
	return rows
}
