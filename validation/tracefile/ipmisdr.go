package tracefile

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// ipmitool sdr prints a line a sensor, "Sys Power | 10 Watts | ok"; sdr elist and sdr type print
// "Sys Power | 3Ah | ok | 21.0 | 10 Watts", and sensor prints "Sys Power | 10.000 | Watts | ok | ...".
// ipmi-sensors of FreeIPMI prints "12 | Sys Power | Current | 10.00 | W | 'OK'" under a line of names.
// It is told by the status in its place. A log of it holds lines of the time before or behind the captures,
// or on the lines of the sensors. Only sensors that read watts are rows.

// sdrStates are what ipmitool says of a sensor: ok, or beyond a limit, which its number still is right of.
// sdrNone is said of one that reads nothing.
var (
	sdrStates = [...]string{"ok", "nc", "cr", "nr", "lnc", "lcr", "lnr", "unc", "ucr", "unr"}
	sdrNone   = [...]string{"ns", "na"}
)

// sdrNames is the line of names that FreeIPMI prints first.
var sdrNames = regexp.MustCompile(`^ID\s*\| Name\s*\| Type\s*\|(.*\|)? Reading\s*\| Units\s*\| Event\s*$`)

// sdrShape tells where the cells of a line stand, by how many it has; unit is -1 where it follows the
// value, id where there is none.
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

// discreteState is what ipmitool sensor says of a sensor that reads no number.
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
	sdrID // where sensors have the same name
)

// isSDR tells ipmitool sdr by its first line with a bar, and FreeIPMI by the names.
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

// sdrLine is a sensor of a capture.
type sdrLine struct{ sensor, value, unit, state, id []byte }

// sdrLineOf reads the line of a sensor.
func sdrLineOf(line []byte) (l sdrLine, ok bool) {
	var room [10][]byte
	cells, f := cellsOf(room[:0], line, '|')
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

// reads reports whether a sensor reads a number.
func (l *sdrLine) reads() bool {
	_, number := plainNumber(l.value)
	return number && !slices.Contains(sdrNone[:], string(l.state))
}

// sdrCaptureLine tells the lines of the tool. A time on the line of a sensor stands before its name.
func sdrCaptureLine(line []byte) captureLine {
	l, known := sdrLineOf(line)
	if !known {
		return captureLine{own: sdrNames.Match(line)}
	}
	prefix, _ := timedSensor(string(l.sensor))
	return captureLine{own: true, begins: true, prefix: prefix}
}

// fewestDigits are those of a time that tells hours, minutes and seconds.
const fewestDigits = 6

// timedSensor parts the time on the line of a sensor from its name.
func timedSensor(text string) (time, sensor string) {
	digits := 0
	for i := range len(text) {
		if isDigit(text[i]) {
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
		if c, told := captionOf(text[:at]); told && c.time != "" {
			return text[:at], strings.TrimLeft(text[at:], " :,")
		}
	}
}

// sdrRow is a line of a sensor that is a row.
type sdrRow struct {
	sdrLine
	capturedRow
	owed  int    // readings of nothing that come first
	twice *fault // why it may be of another sensor
}

// sdr is a log of ipmitool sdr, standing on a sensor of a capture.
type sdr struct {
	captureSheet
	capturedRows[*sdrRow]
	sensors map[string]*sdrHistory
	shot    string // the time of a member that is a single capture
	ids     bool
}

// sdrHistory is what is known of a sensor: whether it reads watts, how often it read nothing before
// that was known, and at which of the times it was read last.
type sdrHistory struct {
	power   bool
	nothing int
	last    int
}

const sdrLog = "log a line of the time before each capture, as: date --iso-8601=seconds; ipmitool sdr"

func openSDR(in *input) (sheet, error) {
	columns := []string{"time", "sensor", "value", "status"}
	ids := sameNames(in.head)
	if ids {
		columns = append(columns, "id")
	}
	s := &sdr{captureSheet: openCaptures(in, sdrCaptureLine, columns...), sensors: map[string]*sdrHistory{}, ids: ids}
	s.lineSheet.fill = s.reading
	s.missing = func([]byte) bool { return true }
	if s.hostAt >= 0 {
		s.table.keys = []int{s.hostAt}
	}
	if s.table.keys = append(s.table.keys, sdrSensor); ids {
		s.table.keys = append(s.table.keys, sdrID)
	}
	s.table.value = sdrValue
	s.measures(sdrValue, meaning{unit: "W", certain: true})
	if s.layout.place == timesNowhere {
		if trouble := s.withoutTimes(); trouble != nil {
			return nil, trouble
		}
	}
	return s, s.advance()
}

// withoutTimes takes the time of a member that is a single capture, and refuses all else.
func (s *sdr) withoutTimes() *power.InputError {
	if s.in.member != "" {
		if s.shot = captureTime(s.in, s.table); s.shot != "" {
			return nil
		}
	}
	if s.layout.strange != "" {
		f := unreadableTime([]byte(s.layout.strange))
		return s.refuse(s.layout.strangeAt, "time", f.problem, f.remedy)
	}
	return s.oneInstant("ipmitool sdr", sdrLog)
}

// sameNames reports whether sensors of power have the same name and differ in their number alone.
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

// reading stands on the next reading of a sensor of power.
func (s *sdr) reading() error {
	if err := s.capturedRows.fill(s.nextLine, s.read); err != nil {
		return err
	}
	one := s.ready[0]
	s.at = one.at
	s.stand(one)
	if one.owed--; one.owed < 0 {
		s.ready = s.ready[1:]
	}
	return nil
}

// read takes the line of a sensor, or one around them; ipmitool writes its warnings among the sensors.
func (s *sdr) read(line []byte) error {
	l, known := sdrLineOf(line)
	if known {
		return s.take(l)
	}
	c, told := captionOf(string(line))
	if !told {
		return nil
	}
	timed, trouble := s.hear(c)
	if trouble != nil {
		return trouble
	}
	if timed && s.layout.place == timesBehind {
		s.release(&s.captureSheet, c)
	}
	return nil
}

// take counts the rows a line is worth: one, and those of a sensor that read nothing until now.
func (s *sdr) take(l sdrLine) error {
	one := &sdrRow{capturedRow: capturedRow{at: s.at, time: s.shot}}
	if s.layout.place == timesInline {
		prefix, sensor := timedSensor(string(l.sensor))
		c, _ := captionOf(prefix)
		if _, trouble := s.hear(c); trouble != nil {
			return trouble
		}
		one.time, one.lack = c.time, unreadableTime(l.sensor)
		l.sensor = []byte(sensor)
	}
	one.host = s.host
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
	count := s.now().count + 1
	if h.last == count && s.layout.place != timesInline {
		one.twice = &fault{
			field:   "sensor",
			problem: quoted(l.sensor) + " stands twice at one time, and nothing tells whether these are two sensors or two captures",
			remedy:  "log a line of the time before each capture, and ipmitool sdr elist, which numbers the sensors",
		}
	}
	h.last = count
	if !l.reads() {
		l.value = l.state
	}
	one.owed, h.nothing = h.nothing, 0
	one.sdrLine = sdrLine{sensor: bytes.Clone(l.sensor), value: bytes.Clone(l.value), state: bytes.Clone(l.state), id: bytes.Clone(l.id)}
	return s.keep(one)
}

func (s *sdr) historyOf(l sdrLine) (*sdrHistory, error) {
	key := s.host + "\n" + string(l.sensor)
	if s.ids {
		key += "\n" + string(l.id)
	}
	h := s.sensors[key]
	if h == nil {
		if len(s.sensors) == maxSensors {
			return nil, s.refuse(s.at, "sensor", "tells too many sensors apart", "give the log of one machine")
		}
		h = &sdrHistory{}
		s.sensors[key] = h
	}
	return h, nil
}

// keep makes a row ready, or holds it until the time behind it.
func (s *sdr) keep(one *sdrRow) error {
	switch s.layout.place {
	case timesBehind:
		one.lack = &fault{
			problem: "has no time: the times of the log stand behind the captures, and none stands behind this one",
			remedy:  "leave the capture out; if the times belong to the captures behind them, leave out what stands before the first",
		}
		if !s.hold(one) {
			return s.refuse(s.at, "time", "stands behind too many sensors", "log a line of the time before each capture")
		}
		return nil
	case timesBefore, timesOnce:
		one.time = s.now().time
		one.lack = unreadableTime(nil)
	}
	s.ready = append(s.ready, one)
	return nil
}

// stand fills the row with a line, or with a reading it missed before.
func (s *sdr) stand(one *sdrRow) {
	s.set(sdrSensor, one.sensor)
	s.set(sdrValue, one.value)
	s.set(sdrState, one.state)
	if s.ids {
		s.set(sdrID, one.id)
	}
	if one.owed > 0 {
		s.set(sdrValue, []byte("no reading"))
	}
	if one.twice != nil {
		one.time, one.lack = "", one.twice
	}
	s.dated(one.time, one.host, one.lack)
}
