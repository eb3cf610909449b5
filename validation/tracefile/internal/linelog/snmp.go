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

// A script that asks a meter by SNMP prints a time, and below or beside it what snmpget or snmpwalk answers:
//
//	Tue Apr 14 13:20:00 UTC 2026
//	SNMPv2-SMI::enterprises.318.1.1.26.4.3.1.5.1 = Gauge32: 21
//
// Answers state no unit: one maker counts watts, another one hundredths of a kilowatt.

var snmpAnswer = regexp.MustCompile(`^(.*?)\s*(\S+) = (?:INTEGER|Gauge32|Gauge64|Counter32|Counter64|Unsigned32|STRING|Opaque: Float|Opaque|Integer32): (?:Float: )?"?(-?\d+(?:\.\d*)?\x04?)"?(?: +([A-Za-z]+))?$`)

// snmpLoop takes the time above answers, or before one.
type snmpLoop struct {
	time   string
	headed bool
}

const (
	fewestSNMP = 2   // answers with a time
	snmpHead   = 100 // lines that are looked at
)

// IsSNMP reports whether head, the beginning of a file, has answers of SNMP, each with a time.
func IsSNMP(head []byte) bool {
	if !bytes.Contains(head, []byte(" = ")) {
		return false
	}
	s, found, lines := snmpLoop{}, 0, 0
	for line := range bytes.Lines(head) {
		if lines++; lines > snmpHead {
			break
		}
		if _, object, _ := s.take(bytes.TrimSpace(line)); object != "" && s.time != "" {
			found++
		}
	}
	return found >= fewestSNMP
}

// take takes a line: the time of the answers that follow, or an answer.
func (s *snmpLoop) take(line []byte) (time, object, value string) {
	if len(line) == 0 || len(line) > table.MaxRecord {
		return "", "", ""
	}
	parts := snmpAnswer.FindSubmatch(line)
	if parts == nil {
		if len(line) <= capture.MaxDateLine {
			if text, ok := capture.LineTime(string(line)); ok {
				s.time = text
			}
		}
		return "", "", ""
	}
	if len(parts[1]) > 0 {
		if text, ok := capture.LineTime(string(parts[1])); ok {
			s.time = text
		}
	}
	value = string(parts[3])
	if len(parts[4]) > 0 {
		value += " " + string(parts[4])
	}
	return s.time, string(parts[2]), value
}

// OpenSNMP opens answers of SNMP as a table with a row for each.
func OpenSNMP(in *input.File) (table.Sheet, error) {
	d, err := delimited.OpenRewritten(in, (&snmpLoop{}).write)
	if err != nil {
		return nil, err
	}
	d.Unitless = "The answers of SNMP state no unit, and makers count in watts, in tenths or hundredths of a kilowatt, and others: see the description of the object."
	return d, nil
}

func (s *snmpLoop) write(line []byte, out *bytes.Buffer) *power.InputError {
	time, object, value := s.take(bytes.TrimSpace(line))
	if time == "" || object == "" {
		return nil
	}
	if !s.headed {
		s.headed = true
		delimited.WriteCells(out, []string{"time", "object", "value"})
		out.WriteByte('\n')
	}
	delimited.WriteCells(out, []string{time, object, value})
	return nil
}
