package linelog

import (
	"bytes"
	"regexp"
	"strings"

	"green500/validation/tracefile/internal/capture"
)

type dcmiTool struct {
	name    string
	command string
	marks   []string // words of which each stands in a log of it; found sooner than what a whole line is like
	never   string   // words of what it prints that is several such readings at once
	reading *regexp.Regexp
	columns []string // in the order of the columns below
	figures []dcmiFigure
	state   string // the line that says whether there are readings
	active  string
}

// dcmiFigure is a line of a capture by how it begins; some are no column. The first of a tool begins a capture.
type dcmiFigure struct {
	begin  string
	column int
}

// The columns of the table made of it.
const (
	dcmiTime = iota
	dcmiClock
	dcmiInstant
	dcmiMinimum
	dcmiMaximum
	dcmiAverage
	dcmiColumns
)

var dcmiTools = [...]dcmiTool{
	{
		name: "ipmitool dcmi", command: "ipmitool dcmi power reading",
		marks:   []string{"Instantaneous power reading"},
		reading: dcmiReading("Instantaneous power reading"),
		columns: []string{"time", "IPMI timestamp", "instantaneous", "minimum", "maximum", "average"},
		figures: []dcmiFigure{
			{"Instantaneous power reading", dcmiInstant},
			{"Minimum during sampling period", dcmiMinimum},
			{"Maximum during sampling period", dcmiMaximum},
			{"Average power reading over sampl", dcmiAverage}, // sample, or sampling, period
			{"IPMI timestamp", dcmiClock},
			{"Sampling period", -1},
			{"Power reading state is", -1},
		},
		state: "Power reading state is", active: "activated",
	},
	{
		name: "ipmi-dcmi", command: "ipmi-dcmi --get-system-power-statistics",
		marks:   []string{"Current Power", "Power over sampling duration", "Time Stamp"},
		never:   "Rolling Average Time Period",
		reading: dcmiReading("Current Power"),
		columns: []string{
			"time", "Time Stamp", "Current Power",
			"Minimum Power over sampling duration", "Maximum Power over sampling duration", "Average Power over sampling duration",
		},
		figures: []dcmiFigure{
			{"Current Power", dcmiInstant},
			{"Minimum Power over sampling duration", dcmiMinimum},
			{"Maximum Power over sampling duration", dcmiMaximum},
			{"Average Power over sampling duration", dcmiAverage},
			{"Time Stamp", dcmiClock},
			{"Statistics reporting time period", -1},
			{"Power Measurement", -1},
		},
		state: "Power Measurement", active: "Active",
	},
}

func dcmiReading(first string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(.*)` + first + `[ \t]*:[ \t]*\d+(?:[ \t]+[Ww]atts)?[ \t\r]*$`)
}

// dcmiToolOf recognises whose captures of the power reading a log holds. The words in a cell of a table are none.
func dcmiToolOf(head []byte) (tool *dcmiTool, given bool) {
	for i := range dcmiTools {
		if tool = &dcmiTools[i]; tool.wrote(head) {
			return tool, true
		}
	}
	return nil, false
}

func (t *dcmiTool) wrote(head []byte) bool {
	for _, mark := range t.marks {
		if !bytes.Contains(head, []byte(mark)) {
			return false
		}
	}
	m := t.reading.FindSubmatch(head)
	if m == nil || t.never != "" && bytes.Contains(head, []byte(t.never)) {
		return false
	}
	prefix := strings.TrimSpace(string(m[1]))
	_, given := capture.PrefixCaption(prefix)
	return given || !strings.ContainsAny(prefix, `,;|"`)
}

func (t *dcmiTool) lineOf(line []byte) (prefix, name string, column int, value []byte, own bool) {
	text := string(line)
	from := -1
	for _, f := range t.figures {
		if at := strings.Index(text, f.begin); at >= 0 && (from < 0 || at < from) {
			from, name, column = at, f.begin, f.column
		}
	}
	if from < 0 {
		return "", "", 0, nil, false
	}
	_, value, own = bytes.Cut(line[from+len(name):], []byte{':'})
	return strings.TrimSpace(text[:from]), name, column, bytes.TrimSpace(value), own
}

func (t *dcmiTool) line(line []byte) capture.Line {
	prefix, name, column, _, own := t.lineOf(line)
	return capture.Line{Own: own, Begins: own && column == dcmiInstant, Prefix: prefix, Repeat: name}
}

func (t *dcmiTool) loop() string {
	return "while sleep 1; do date --iso-8601=seconds; " + t.command + "; done"
}
