package linelog

import (
	"bytes"
	"fmt"
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

type dcmi struct {
	*capture.Sheet
	tool    *dcmiTool
	open    map[string]*capture.Row // of each machine the last one
	twice   bool                    // a machine was captured twice
	unset   *celltext.Error
	clocked bool // a capture had the clock of the management controller
}

// OpenDCMI opens captures of the power reading that ipmitool dcmi or ipmi-dcmi prints.
func OpenDCMI(in *input.File) (table.Sheet, error) {
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
	d.unset = d.Layout.Timeless("has no time: no line of it stands beside the capture, and the capture lacks the clock of the management controller",
		"log one before each capture, as: "+tool.loop())
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
			Remedy:  "leave the capture out, or name " + d.tool.columns[dcmiClock] + " as time, which is the clock of the management controller",
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

// controllerClock reads the clock of the management controller; newer versions write the sampling period
// after it.
func controllerClock(value []byte) []byte {
	value, _, _ = bytes.Cut(value, []byte("Sampling"))
	if text, is := capture.IpmiStamp(string(value)); is {
		return []byte(text)
	}
	return []byte(celltext.Shortened(bytes.TrimSpace(value)))
}

// finish gives a capture its time: that of the line beside it, else of the member that it is, else that of the management controller.
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
	if at, f := timestamp.NewClock(timestamp.Timing{Zone: time.UTC}).Read([]byte(clock)); f == nil && at < timestamp.EarliestCount*timestamp.NanosecondsPerSecond {
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
		problem += fmt.Sprintf("; line %d, %s, is not a time that can be read", l.UnrecognisedAt, celltext.Quoted([]byte(l.Unrecognised)))
	}
	d.Table.Notes.Add(d.Refuse(one.At, "time", problem, ""))
}
