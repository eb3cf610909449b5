package linelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// ipmitool dcmi power reading prints a line a figure, "Instantaneous power reading: 234 Watts" and so
// on, and the clock of the management controller; ipmi-dcmi of FreeIPMI does the same in other words. It is recognised
// by the first of these words. A log of it is a sequence of captures. Lines of the time before each, after each
// or on the line of the reading are taken for their time, and if there are none, that clock, which is said.

// IsDCMI recognises the captures of a power reading of DCMI.
func IsDCMI(head []byte) bool {
	_, given := dcmiToolOf(head)
	return given
}

// dcmiCapture is a capture of a machine, as far as it was read.
type dcmiCapture struct {
	host  string
	at    int
	time  string
	lack  *celltext.Error
	cells [dcmiColumns]string // empty if it lacks a figure
}

// dcmi is a log of ipmitool dcmi power reading, standing on a capture.
type dcmi struct {
	capture.Sheet
	tool  *dcmiTool
	open  map[string]*dcmiCapture // of each machine the last one
	ready []*dcmiCapture
	spent map[string]int // how many times had been read at the capture before, by machine
	twice bool           // a machine was captured twice
	unset *celltext.Error

	clocked bool // a capture had the clock of the management controller
}

// OpenDCMI opens captures of the power reading that ipmitool dcmi or ipmi-dcmi prints.
func OpenDCMI(in *input.File) (table.Sheet, error) {
	tool, _ := dcmiToolOf(in.Head)
	d := &dcmi{tool: tool, open: map[string]*dcmiCapture{}, spent: map[string]int{}}
	d.Sheet = capture.OpenCaptures(in, tool.line, tool.columns...)
	d.LineSheet.Fill = d.capture
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
	d.unset = d.Layout.Timeless("has no time: no line of it stands beside the capture, and the capture lacks the clock of the management controller",
		"log one before each capture, as: "+tool.loop())
	err := d.Advance()
	if err == nil && in.Member == "" && !d.twice && d.Stopped {
		return nil, in.OneInstant(tool.name, "log one capture after another, as: "+tool.loop())
	}
	return d, err
}

// capture stands on the next capture that is whole.
func (d *dcmi) capture() error {
	for len(d.ready) == 0 {
		line, err := d.NextLine()
		if errors.Is(err, io.EOF) && len(d.open) > 0 {
			d.ready = slices.SortedFunc(maps.Values(d.open), func(a, b *dcmiCapture) int { return a.at - b.at })
			clear(d.open)
			continue
		}
		if err == nil {
			err = d.read(line)
		}
		if err != nil {
			return err
		}
	}
	one := d.ready[0]
	d.ready = d.ready[1:]
	d.At = one.at
	for column, text := range one.cells {
		if text != "" {
			d.Set(column, []byte(text))
		}
	}
	d.Dated(d.timeOf(one), one.host, one.lack)
	return nil
}

// read takes a line of a capture or around it.
func (d *dcmi) read(line []byte) error {
	prefix, name, column, value, own := d.tool.lineOf(line)
	if !own {
		if c, given := capture.CaptionOf(string(line)); given {
			return d.applyCaption(c)
		}
		return nil
	}
	if column == dcmiInstant {
		if inputErr := d.begin(prefix); inputErr != nil {
			return inputErr
		}
	}
	if one := d.open[d.Host]; one != nil {
		one.figure(d.tool, name, column, value)
	}
	return nil
}

// applyCaption takes a time or a machine; a time after captures is that of all which have none yet.
func (d *dcmi) applyCaption(c capture.Caption) error {
	timed, inputErr := d.ApplyCaption(c)
	if inputErr != nil {
		return inputErr
	}
	if !timed || d.Layout.Place != capture.TimesAfter {
		return nil
	}
	for _, one := range d.open {
		if one.time == "" && (one.host == d.Host || !d.Layout.Prefixed && c.Host == "") {
			one.time = c.Time
		}
	}
	return nil
}

// begin begins a capture, which ends the one before of the same machine.
func (d *dcmi) begin(prefix string) error {
	inline, _ := capture.PrefixCaption(prefix)
	if _, inputErr := d.ApplyCaption(inline); inputErr != nil {
		return inputErr
	}
	if before := d.open[d.Host]; before != nil {
		d.twice = true
		d.ready = append(d.ready, before)
	}
	one := &dcmiCapture{host: d.Host, at: d.At}
	d.open[d.Host] = one
	switch clock := d.Now(); d.Layout.Place {
	case capture.TimesInline:
		one.time, one.lack = inline.Time, timestamp.UnreadableTime([]byte(prefix))
	case capture.TimesAfter:
		one.lack = d.lostTime("behind")
	case capture.TimesBefore:
		one.lack = d.lostTime("before")
		if clock.Count > d.spent[d.Host] {
			one.time = clock.Time
		}
		d.spent[d.Host] = clock.Count
	}
	return nil
}

func (d *dcmi) lostTime(side string) *celltext.Error {
	return &celltext.Error{
		Problem: "has no time: no line of it stands " + side + " the capture, as one does with the first",
		Remedy:  "leave the capture out, or name " + d.tool.columns[dcmiClock] + " as time, which is the clock of the management controller",
	}
}

func (c *dcmiCapture) figure(tool *dcmiTool, name string, column int, value []byte) {
	switch {
	case column == dcmiClock:
		c.cells[column] = controllerClock(value)
	case column >= 0:
		watts, _, _ := bytes.Cut(value, []byte{' '})
		c.cells[column] = celltext.Shortened(watts)
	case name == tool.state && string(value) != tool.active:
		for column := dcmiInstant; column <= dcmiAverage; column++ {
			c.cells[column] = "deactivated"
		}
	}
}

// controllerClock reads the clock of the management controller; newer versions write the sampling period
// after it.
func controllerClock(value []byte) string {
	value, _, _ = bytes.Cut(value, []byte("Sampling"))
	if text, is := capture.IpmiStamp(string(value)); is {
		return text
	}
	return celltext.Shortened(bytes.TrimSpace(value))
}

// timeOf returns the time of a capture: that of the line beside it, else of the member that it is, else
// that of the management controller.
func (d *dcmi) timeOf(one *dcmiCapture) string {
	if d.Layout.Place != capture.TimesNowhere && d.Layout.Place != capture.TimesOnce {
		return one.time
	}
	clock := one.cells[dcmiClock]
	given := clock
	if at, f := timestamp.NewClock(timestamp.Timing{Zone: time.UTC}).Read([]byte(clock)); f == nil && at < timestamp.EarliestCount*timestamp.NanosecondsPerSecond {
		given = "" // it counts from when the controller started
	}
	if text := d.ShotTime(given); text != "" && text != given {
		return text
	}
	switch {
	case clock == "":
		lack := *d.unset
		lack.Unreadable = d.clocked // as that of a capture which the file ends within
		one.lack = &lack
	case given == "":
		one.lack = &celltext.Error{
			Problem: "is " + clock + " by the management controller, whose clock was never set",
			Remedy:  "log a line of the time before each capture, as: " + d.tool.loop(),
		}
	default:
		d.clocked = true
		d.note(one)
	}
	return given
}

// note says that the times are those of the management controller, and what should have written them.
func (d *dcmi) note(one *dcmiCapture) {
	problem := "is that of the management controller, whose clock may be wrong"
	switch l := &d.Layout; {
	case d.In.Member != "": // an archive holds many, and its notes are few
	case l.Place == capture.TimesOnce:
		problem += "; no line of the time stands beside each capture"
	case l.Unrecognised != "":
		problem += fmt.Sprintf("; line %d, %s, is not a time that can be read", l.UnrecognisedAt, celltext.Quoted([]byte(l.Unrecognised)))
	}
	d.Table.Notes.Add(d.Refuse(one.at, "time", problem, ""))
}
