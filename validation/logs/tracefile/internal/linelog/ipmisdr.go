package linelog

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// ipmitool sdr prints a line a sensor, "Sys Power | 10 Watts | ok"; sdr elist and sdr type print
// "Sys Power | 3Ah | ok | 21.0 | 10 Watts", and sensor prints "Sys Power | 10.000 | Watts | ok | ...".
// ipmi-sensors of FreeIPMI prints "12 | Sys Power | Current | 10.00 | W | 'OK'" under a line of names.
// It is recognised by the status in its place. A log of it holds lines of the time before or after the captures,
// or on the lines of the sensors. Only sensors that read watts are rows.

// sdrStates are what ipmitool says of a sensor: ok, or beyond a limit, which its number still is right of.
// sdrNone is said of one that reads nothing.
var (
	sdrStates = [...]string{"ok", "nc", "cr", "nr", "lnc", "lcr", "lnr", "unc", "ucr", "unr"}
	sdrNone   = [...]string{"ns", "na"}
)

var sdrNames = regexp.MustCompile(`^ID\s*\| Name\s*\| Type\s*\|(.*\|)? Reading\s*\| Units\s*\| Event\s*$`)

// sdrShape is where the cells of a line stand; unit is -1 behind the value, id if there is none.
type sdrShape struct {
	cells, name, value, unit, state, id int
	says                                func(state []byte) bool
}

var sdrShapes = [...]sdrShape{
	{3, 0, 1, -1, 2, -1, isSDRState}, {5, 0, 4, -1, 2, 1, isSDRState}, {10, 0, 1, 2, 3, -1, isSensorState},
	{6, 1, 3, 4, 5, 0, isFreeIPMIState}, {7, 1, 4, 5, 6, 0, isFreeIPMIState},
}

func isSDRState(cell []byte) bool {
	return slices.Contains(sdrStates[:], string(cell)) || slices.Contains(sdrNone[:], string(cell))
}

var discreteState = regexp.MustCompile(`^0x[0-9a-f]{4}$`)

func isSensorState(cell []byte) bool { return isSDRState(cell) || discreteState.Match(cell) }

// isFreeIPMIState reports whether a cell is what FreeIPMI says of a sensor: 'OK', or what it is beyond.
func isFreeIPMIState(cell []byte) bool {
	return string(cell) == "N/A" || len(cell) > 1 && cell[0] == '\'' && cell[len(cell)-1] == '\''
}

// The columns of the table made of it.
const (
	sdrTime = iota
	sdrSensor
	sdrValue
	sdrState
	sdrID // if sensors have the same name
)

func isSDR(head []byte) bool {
	for line := range bytes.Lines(head) {
		if bytes.IndexByte(line, '|') < 0 {
			continue
		}
		if sdrNames.Match(bytes.TrimSpace(line)) {
			return true
		}
		l, known := sdrLineOf(bytes.Clone(line)) // quotes are taken out in place
		return known && !isFreeIPMIState(l.state)
	}
	return false
}

type sdrLine struct{ sensor, value, unit, state, id []byte }

func sdrLineOf(line []byte) (l sdrLine, ok bool) {
	var room [10][]byte
	cells, f := table.CellsOf(room[:0], line, '|')
	if f != nil {
		return l, false
	}
	for _, shape := range sdrShapes {
		if len(cells) != shape.cells || !shape.says(cells[shape.state]) {
			continue
		}
		l = sdrLine{sensor: cells[shape.name], value: cells[shape.value], state: cells[shape.state]}
		if shape.id >= 0 {
			l.id = cells[shape.id]
		}
		if shape.unit >= 0 {
			l.unit = cells[shape.unit]
		} else {
			l.value, l.unit, _ = bytes.Cut(l.value, []byte{' '})
		}
		if string(l.unit) == "W" {
			l.unit = []byte("Watts")
		}
		return l, len(l.sensor) > 0
	}
	return l, false
}

func (l *sdrLine) reads() bool {
	_, number := celltext.PlainNumber(l.value)
	return number && !slices.Contains(sdrNone[:], string(l.state))
}

func sdrCaptureLine(line []byte) capture.Line {
	l, known := sdrLineOf(line)
	if !known {
		return capture.Line{Own: sdrNames.Match(line)}
	}
	prefix, _ := timedSensor(string(l.sensor))
	return capture.Line{Own: true, Begins: true, Prefix: prefix}
}

// fewestDigits are those of a time that states hours, minutes and seconds.
const fewestDigits = 6

// timedSensor parts the time on the line of a sensor from its name.
func timedSensor(text string) (time, sensor string) {
	digits := 0
	for i := range len(text) {
		if celltext.IsDigit(text[i]) {
			digits++
		}
	}
	if digits < fewestDigits {
		return "", text
	}
	for at := len(text); ; {
		if at = strings.LastIndexByte(text[:at], ' '); at < 0 {
			return "", text
		}
		if c, given := capture.CaptionOf(text[:at]); given && c.Time != "" {
			return text[:at], strings.TrimLeft(text[at:], " :,")
		}
	}
}

type sdr struct {
	*capture.Sheet
	sensors map[string]*sdrHistory
	shot    string // the time of a member that is a single capture
	ids     bool
}

// sdrHistory is whether a sensor reads watts, how often it read nothing before, and at which of the times it was last
// read.
type sdrHistory struct {
	power   bool
	nothing int
	last    int
}

const sdrLog = "log a line of the time before each capture, as: date --iso-8601=seconds; ipmitool sdr"

func openSDR(in *input.File) (table.Sheet, error) {
	columns := []string{"time", "sensor", "value", "status"}
	ids := sameNames(in.Head)
	if ids {
		columns = append(columns, "id")
	}
	s := &sdr{Sheet: capture.OpenCaptures(in, sdrCaptureLine, columns...), sensors: map[string]*sdrHistory{}, ids: ids}
	s.LineSheet.Fill = func() error { return s.Next(s.read) }
	s.Missing = func([]byte) bool { return true }
	if s.HostAt >= 0 {
		s.Table.Keys = []int{s.HostAt}
	}
	if s.Table.Keys = append(s.Table.Keys, sdrSensor); ids {
		s.Table.Keys = append(s.Table.Keys, sdrID)
	}
	s.Table.Value = sdrValue
	s.Measures(sdrValue, columnname.Meaning{Unit: "W", Certain: true})
	if s.Layout.Place == capture.TimesNowhere {
		if inputErr := s.withoutTimes(); inputErr != nil {
			return nil, inputErr
		}
	}
	return s, s.Advance()
}

func (s *sdr) withoutTimes() *power.InputError {
	if s.In.Member != "" {
		if s.shot = capture.MemberTime(s.In, s.Table); s.shot != "" {
			return nil
		}
	}
	if s.Layout.Unrecognised != "" {
		f := timestamp.UnreadableTime([]byte(s.Layout.Unrecognised))
		return s.Refuse(s.Layout.UnrecognisedAt, "time", f.Problem, f.Remedy)
	}
	return s.OneInstant("ipmitool sdr", sdrLog)
}

func sameNames(head []byte) bool {
	ids := map[string]string{}
	for line := range bytes.Lines(head) {
		l, known := sdrLineOf(bytes.Clone(line))
		if !known || len(l.id) == 0 || string(l.unit) != "Watts" {
			continue
		}
		if id, met := ids[string(l.sensor)]; met && id != string(l.id) {
			return true
		}
		ids[string(l.sensor)] = string(l.id)
	}
	return false
}

// read takes the line of a sensor, or one around them; ipmitool writes its warnings among the sensors.
func (s *sdr) read(line []byte) error {
	if l, known := sdrLineOf(line); known {
		return s.take(l)
	}
	c, given := capture.CaptionOf(string(line))
	if !given {
		if s.Cut && bytes.IndexByte(line, '|') > 0 {
			s.LeaveOutLast()
		}
		return nil
	}
	return s.ApplyCaption(c)
}

// take counts the rows a line is worth: one, and those of a sensor that read nothing until now.
func (s *sdr) take(l sdrLine) error {
	one := &capture.Row{At: s.At, Time: s.shot}
	if s.Layout.Place == capture.TimesInline {
		prefix, sensor := timedSensor(string(l.sensor))
		c, _ := capture.CaptionOf(prefix)
		if err := s.ApplyCaption(c); err != nil {
			return err
		}
		one.Time, one.NoTime = c.Time, timestamp.UnreadableTime(l.sensor)
		l.sensor = []byte(sensor)
	}
	one.Host = s.Host
	h, err := s.historyOf(l)
	if err != nil {
		return err
	}
	if h.power = h.power || l.reads() && string(l.unit) == "Watts"; !h.power {
		if !l.reads() {
			h.nothing++
		}
		return nil
	}
	count := s.Now().Count + 1
	one.Unclear = h.last == count && s.Layout.Place != capture.TimesInline
	h.last = count
	if !l.reads() {
		l.value = l.state
	}
	one.Unread, h.nothing = h.nothing, 0
	one.Cells = [][]byte{bytes.Clone(l.sensor), bytes.Clone(l.value), bytes.Clone(l.state)}
	if s.ids {
		one.Cells = append(one.Cells, append([]byte{}, l.id...))
	}
	return s.keep(one)
}

func (s *sdr) historyOf(l sdrLine) (*sdrHistory, error) {
	key := s.Host + "\n" + string(l.sensor)
	if s.ids {
		key += "\n" + string(l.id)
	}
	h := s.sensors[key]
	if h == nil {
		if len(s.sensors) == capture.MaxSensors {
			return nil, s.Refuse(s.At, "sensor", "has too many sensors", "give the log of one machine")
		}
		h = &sdrHistory{}
		s.sensors[key] = h
	}
	return h, nil
}

func (s *sdr) keep(one *capture.Row) error {
	switch s.Layout.Place {
	case capture.TimesAfter:
		one.NoTime = &celltext.Error{
			Problem: "has no time: the times of the log stand behind the captures, and none stands behind this one",
			Remedy: "leave the capture out; " +
				"if the times belong to the captures behind them, leave out what stands before the first",
		}
	case capture.TimesBefore, capture.TimesOnce:
		one.Time = s.Now().Time
		one.NoTime = timestamp.UnreadableTime(nil)
	}
	if one.Unclear {
		one.NoTime = &celltext.Error{
			Field: "sensor",
			Problem: celltext.Quoted(one.Cells[0]) +
				" stands twice at one time, and it is unclear whether these are two sensors or two captures",
			Remedy: "log a line of the time before each capture, and ipmitool sdr elist, which numbers the sensors",
		}
	}
	return s.Keep(one, "capture")
}
