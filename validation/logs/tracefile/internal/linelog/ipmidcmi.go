package linelog

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// ipmitool dcmi power reading prints a line a figure, "Instantaneous power reading: 234 Watts" and so
// on, and the clock of the management controller; ipmi-dcmi of FreeIPMI does the same in other words. It is recognised
// by the first of these words. A log of it is a sequence of captures. Lines of the time before each, after each
// or on the line of the reading are taken for their time, and if there are none, that clock, which is said.

func isDCMI(head []byte) bool {
	_, given := dcmiToolOf(head)
	return given
}

type dcmi struct {
	*capture.Sheet
	tool    *dcmiTool
	open    map[string]*capture.Row // of each machine the last one
	twice   bool                    // a machine was captured twice
	unset   *celltext.Error
	clocked bool // a capture had the clock of the management controller
}

func openDCMI(in *input.File) (table.Sheet, error) {
	tool, _ := dcmiToolOf(in.Head)
	d := &dcmi{Sheet: capture.OpenCaptures(in, tool.line, tool.columns...), tool: tool, open: map[string]*capture.Row{}}
	d.LineSheet.Fill, d.Finish = func() error { return d.Next(d.read) }, d.finish
	d.Missing = func(text []byte) bool { return string(text) == "deactivated" }
	d.Table.Value = dcmiInstant
	for column := dcmiInstant; column <= dcmiAverage; column++ {
		d.Measures(column, columnname.Meaning{Unit: "W", Certain: true})
	}
	d.Table.Means[dcmiInstant].Stated = "instant"
	d.Table.Means[dcmiAverage].Stated = "average"
	if d.HostAt >= 0 {
		d.Table.Keys = []int{d.HostAt}
	}
	d.unset = d.Layout.Timeless("has no time: no line of it stands beside the capture, "+
		"and the capture lacks the clock of the management controller", "log one before each capture, as: "+tool.loop())
	err := d.Advance()
	if err == nil && in.Member == "" && !d.twice && !d.Lasts() {
		return nil, in.OneInstant(tool.name, "log one capture after another, as: "+tool.loop())
	}
	return d, err
}

func (d *dcmi) read(line []byte) error {
	prefix, name, column, value, own := d.tool.lineOf(line)
	if !own {
		if c, given := capture.CaptionOf(string(line)); given {
			return d.ApplyCaption(c)
		}
		return nil
	}
	if column == dcmiInstant {
		if err := d.begin(prefix); err != nil {
			return err
		}
	}
	if one := d.open[d.Host]; one != nil {
		d.figure(one, name, column, value)
	}
	return nil
}

func (d *dcmi) begin(prefix string) error {
	inline, _ := capture.PrefixCaption(prefix)
	if err := d.ApplyInline(inline); err != nil {
		return err
	}
	if before := d.open[d.Host]; before != nil {
		d.twice = true
		d.Complete(before)
	}
	one := d.Under(func(side string) *celltext.Error {
		return &celltext.Error{
			Problem: "has no time: no line of it stands " + side + " the capture, as one does with the first",
			Remedy: "leave the capture out, or name " + d.tool.columns[dcmiClock] +
				" as time, which is the clock of the management controller",
		}
	})
	if d.Layout.Place == capture.TimesInline {
		one.Time, one.NoTime = inline.Time, timestamp.UnreadableTime([]byte(prefix))
	}
	one.Cells = make([][]byte, dcmiColumns-1)
	d.open[d.Host] = one
	d.Hold(one)
	return nil
}

func (d *dcmi) figure(one *capture.Row, name string, column int, value []byte) {
	switch {
	case column == dcmiClock:
		one.Cells[column-1] = controllerClock(value)
	case column >= 0:
		watts, _, _ := bytes.Cut(value, []byte{' '})
		one.Cells[column-1] = []byte(celltext.Shortened(watts))
	case name == d.tool.state && string(value) != d.tool.active:
		for column := dcmiInstant; column <= dcmiAverage; column++ {
			one.Cells[column-1] = []byte("deactivated")
		}
	}
}

func controllerClock(value []byte) []byte {
	value, _, _ = bytes.Cut(value, []byte("Sampling"))
	if text, is := capture.IpmiStamp(string(value)); is {
		return []byte(text)
	}
	return []byte(celltext.Shortened(bytes.TrimSpace(value)))
}

// finish gives a capture its time: that of the line beside it, else of the member that it is, else that of the
// management controller.
func (d *dcmi) finish(one *capture.Row) {
	for i, cell := range one.Cells {
		if len(cell) == 0 {
			one.Cells[i] = nil
		}
	}
	if d.Layout.Place != capture.TimesNowhere && d.Layout.Place != capture.TimesOnce {
		return
	}
	clock := string(one.Cells[dcmiClock-1])
	given := clock
	if at, f := timestamp.NewClock(timestamp.Timing{Zone: time.UTC}).Read([]byte(clock)); f == nil &&
		at < timestamp.EarliestCount*timestamp.NanosecondsPerSecond {
		given = "" // it counts from when the controller started
	}
	if one.Time = d.ShotTime(given); one.Time != "" && one.Time != given {
		return
	}
	one.Time = given
	switch {
	case clock == "":
		lack := *d.unset
		lack.Unreadable = d.clocked // as that of a capture which the file ends within
		one.NoTime = &lack
	case given == "":
		one.NoTime = &celltext.Error{
			Problem: "is " + clock + " by the management controller, whose clock was never set",
			Remedy:  "log a line of the time before each capture, as: " + d.tool.loop(),
		}
	default:
		d.clocked = true
		d.note(one)
	}
}

func (d *dcmi) note(one *capture.Row) {
	problem := "is that of the management controller, whose clock may be wrong"
	switch l := &d.Layout; {
	case d.In.Member != "": // an archive holds many, and its notes are few
	case l.Place == capture.TimesOnce:
		problem += "; no line of the time stands beside each capture"
	case l.Unrecognised != "":
		problem += fmt.Sprintf("; line %d, %s, is not a time that can be read", l.UnrecognisedAt,
			celltext.Quoted([]byte(l.Unrecognised)))
	}
	d.Table.Notes.Add(d.Refuse(one.At, "time", problem, ""))
}

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
			"Minimum Power over sampling duration", "Maximum Power over sampling duration",
			"Average Power over sampling duration",
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

// dcmiToolOf recognises whose captures of the power reading a log holds. The words in a cell of a table do not count.
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
