package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// ipmitool dcmi power reading prints a line a figure, "Instantaneous power reading: 234 Watts" and so
// on, and the clock of the management controller; ipmi-dcmi of FreeIPMI does the same in other words. It is told
// by the first of these words. A log of it is a sequence of captures. Lines of the time before each, behind each
// or on the line of the reading are taken for their time, and where there are none, that clock, which is said.

// isDCMI tells the captures of a power reading of DCMI.
func isDCMI(head []byte) bool {
	_, told := dcmiToolOf(head)
	return told
}

// dcmiCapture is a capture of a machine, as far as it was read.
type dcmiCapture struct {
	host  string
	at    int
	time  string
	lack  *fault
	cells [dcmiColumns]string // empty where it lacks a figure
}

// dcmi is a log of ipmitool dcmi power reading, standing on a capture.
type dcmi struct {
	captureSheet
	tool  *dcmiTool
	open  map[string]*dcmiCapture // of each machine the last one
	ready []*dcmiCapture
	spent map[string]int // how many times had been told at the capture before, by machine
	twice bool           // a machine was captured twice
	unset *fault
}

func openDCMI(in *input) (sheet, error) {
	tool, _ := dcmiToolOf(in.head)
	d := &dcmi{tool: tool, open: map[string]*dcmiCapture{}, spent: map[string]int{}}
	d.captureSheet = openCaptures(in, tool.line, tool.columns...)
	d.lineSheet.fill = d.capture
	d.missing = func(text []byte) bool { return string(text) == "deactivated" }
	d.table.value = dcmiInstant
	for column := dcmiInstant; column <= dcmiAverage; column++ {
		d.measures(column, meaning{unit: "W", certain: true})
	}
	d.table.means[dcmiInstant].stated = "instant"
	d.table.means[dcmiAverage].stated = "average"
	if d.hostAt >= 0 {
		d.table.keys = []int{d.hostAt}
	}
	d.unset = d.layout.timeless("has no time: no line of it stands beside the capture, and the capture lacks the clock of the management controller",
		"log one before each capture, as: "+tool.loop())
	err := d.advance()
	if err == nil && in.member == "" && !d.twice && d.stopped {
		return nil, in.oneInstant(tool.name, "log one capture after another, as: "+tool.loop())
	}
	return d, err
}

// capture stands on the next capture that is whole.
func (d *dcmi) capture() error {
	for len(d.ready) == 0 {
		line, err := d.nextLine()
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
	d.at = one.at
	for column, text := range one.cells {
		if text != "" {
			d.set(column, []byte(text))
		}
	}
	d.dated(d.timeOf(one), one.host, one.lack)
	return nil
}

// read takes a line of a capture or around it.
func (d *dcmi) read(line []byte) error {
	prefix, name, column, value, own := d.tool.lineOf(line)
	if !own {
		if c, told := captionOf(string(line)); told {
			return d.told(c)
		}
		return nil
	}
	if column == dcmiInstant {
		if trouble := d.begin(prefix); trouble != nil {
			return trouble
		}
	}
	if one := d.open[d.host]; one != nil {
		one.figure(d.tool, name, column, value)
	}
	return nil
}

// told takes a time or a machine; a time behind captures is that of all which have none yet.
func (d *dcmi) told(c caption) error {
	timed, trouble := d.hear(c)
	if trouble != nil {
		return trouble
	}
	if !timed || d.layout.place != timesBehind {
		return nil
	}
	for _, one := range d.open {
		if one.time == "" && (one.host == d.host || !d.layout.prefixed && c.host == "") {
			one.time = c.time
		}
	}
	return nil
}

// begin begins a capture, which ends the one before of the same machine.
func (d *dcmi) begin(prefix string) error {
	inline, _ := prefixCaption(prefix)
	if _, trouble := d.hear(inline); trouble != nil {
		return trouble
	}
	if before := d.open[d.host]; before != nil {
		d.twice = true
		d.ready = append(d.ready, before)
	}
	one := &dcmiCapture{host: d.host, at: d.at}
	d.open[d.host] = one
	switch clock := d.now(); d.layout.place {
	case timesInline:
		one.time, one.lack = inline.time, unreadableTime([]byte(prefix))
	case timesBehind:
		one.lack = d.lostTime("behind")
	case timesBefore:
		one.lack = d.lostTime("before")
		if clock.count > d.spent[d.host] {
			one.time = clock.time
		}
		d.spent[d.host] = clock.count
	}
	return nil
}

func (d *dcmi) lostTime(side string) *fault {
	return &fault{
		problem: "has no time: no line of it stands " + side + " the capture, as one does with the first",
		remedy:  "leave the capture out, or name " + d.tool.columns[dcmiClock] + " as time, which is the clock of the management controller",
	}
}

func (c *dcmiCapture) figure(tool *dcmiTool, name string, column int, value []byte) {
	switch {
	case column == dcmiClock:
		c.cells[column] = controllerClock(value)
	case column >= 0:
		watts, _, _ := bytes.Cut(value, []byte{' '})
		c.cells[column] = shortened(watts)
	case name == tool.state && string(value) != tool.active:
		for column := dcmiInstant; column <= dcmiAverage; column++ {
			c.cells[column] = "deactivated"
		}
	}
}

// controllerClock reads the clock of the management controller; newer versions write the sampling period
// behind it.
func controllerClock(value []byte) string {
	value, _, _ = bytes.Cut(value, []byte("Sampling"))
	if text, is := ipmiStamp(string(value)); is {
		return text
	}
	return shortened(bytes.TrimSpace(value))
}

// timeOf returns the time of a capture: that of the line beside it, else of the member that it is, else
// that of the management controller.
func (d *dcmi) timeOf(one *dcmiCapture) string {
	if d.layout.place != timesNowhere && d.layout.place != timesOnce {
		return one.time
	}
	clock := one.cells[dcmiClock]
	told := clock
	if at, f := newClock(timing{zone: time.UTC}).read([]byte(clock)); f == nil && at < earliestCount*nanosecondsPerSecond {
		told = "" // it counts from when the controller started
	}
	if text := d.shotTime(told); text != "" && text != told {
		return text
	}
	switch {
	case clock == "":
		one.lack = d.unset
	case told == "":
		one.lack = &fault{
			problem: "is " + clock + " by the management controller, whose clock was never set",
			remedy:  "log a line of the time before each capture, as: " + d.tool.loop(),
		}
	default:
		d.note(one)
	}
	return told
}

// note says that the times are those of the management controller, and what should have told them.
func (d *dcmi) note(one *dcmiCapture) {
	problem := "is that of the management controller, whose clock may be wrong"
	switch l := &d.layout; {
	case d.in.member != "": // an archive holds many, and its notes are few
	case l.place == timesOnce:
		problem += "; no line of the time stands beside each capture"
	case l.strange != "":
		problem += fmt.Sprintf("; line %d, %s, is not a time that can be read", l.strangeAt, quoted([]byte(l.strange)))
	}
	d.table.notes.add(d.refuse(one.at, "time", problem, ""))
}
