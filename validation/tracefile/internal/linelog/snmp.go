package linelog

import (
	"bytes"
	"regexp"
	"strings"

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

func snmpAnswers() *answers {
	return &answers{row: snmpAnswer, cells: func(parts []string) (string, []string) {
		return parts[1], []string{parts[2], strings.TrimSpace(parts[3] + " " + parts[4])}
	}}
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
	timed, _ := snmpAnswers().in(head, snmpHead)
	return timed >= fewestSNMP
}

// OpenSNMP opens answers of SNMP as a table with a row for each.
func OpenSNMP(in *input.File) (table.Sheet, error) {
	d, err := snmpAnswers().open(in, "time", "object", "value")
	if err != nil {
		return nil, err
	}
	d.Unitless = "The answers of SNMP state no unit, and makers count in watts, in tenths or hundredths of a kilowatt, and others: see the description of the object."
	return d, nil
}
