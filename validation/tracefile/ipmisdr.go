package tracefile

import (
	"bytes"
	"slices"
)

// ipmitool sdr prints a line a sensor, "Sys Power | 10 Watts | ok"; sdr elist and sdr type print
// "Sys Power | 3Ah | ok | 21.0 | 10 Watts", and sensor prints "Sys Power | 10.000 | Watts | ok | ...".
// It is told by the status in its place. A log of it holds a line of the time before each capture. Only
// sensors that read watts are rows; a reading that is not marked ok is none.

// sdrStates are what ipmitool says of a sensor: ok, no reading, disabled, or beyond a limit.
var sdrStates = [...]string{"ok", "ns", "na", "nc", "cr", "nr", "lnc", "lcr", "lnr", "unc", "ucr", "unr"}

// sdrShape tells where the cells of a line stand, by how many it has; unit is -1 where it follows the
// value.
type sdrShape struct{ cells, value, unit, state int }

var sdrShapes = [...]sdrShape{{3, 1, -1, 2}, {5, 4, -1, 2}, {10, 1, 2, 3}}

// The columns of the table made of it.
const (
	sdrTime = iota
	sdrSensor
	sdrValue
	sdrState
)

// isSDR tells ipmitool sdr by its first line with a bar.
func isSDR(head []byte) bool {
	for line := range bytes.Lines(head) {
		if bytes.IndexByte(line, '|') >= 0 {
			_, known := sdrLineOf(bytes.Clone(line)) // quotes are taken out in place
			return known
		}
	}
	return false
}

// sdrLine is a sensor of a capture.
type sdrLine struct{ sensor, value, unit, state []byte }

// sdrLineOf reads the line of a sensor.
func sdrLineOf(line []byte) (l sdrLine, ok bool) {
	var room [10][]byte
	cells, f := cellsOf(room[:0], line, '|')
	if f != nil {
		return l, false
	}
	for _, shape := range sdrShapes {
		if len(cells) != shape.cells || !slices.Contains(sdrStates[:], string(cells[shape.state])) {
			continue
		}
		l = sdrLine{sensor: cells[0], value: cells[shape.value], state: cells[shape.state]}
		if shape.unit >= 0 {
			l.unit = cells[shape.unit]
		} else {
			l.value, l.unit, _ = bytes.Cut(l.value, []byte{' '})
		}
		return l, len(l.sensor) > 0
	}
	return l, false
}

// sdr is a log of ipmitool sdr, standing on a sensor of a capture.
type sdr struct {
	lineSheet
	time    string
	sensors map[string]*sdrHistory
	held    sdrLine // the line of a sensor whose missing readings come first
	owed    int
}

// sdrHistory is what is known of a sensor: whether it reads watts, and how often it read nothing before
// that was known.
type sdrHistory struct {
	power   bool
	nothing int
}

// maxSensors bounds the sensors of a machine.
const maxSensors = 10_000

func openSDR(in *input) (sheet, error) {
	s := &sdr{lineSheet: lineSheet{records: newRecords(in)}, sensors: map[string]*sdrHistory{}}
	s.lineSheet.fill = s.reading
	s.missing = func([]byte) bool { return true }
	s.have("time", "sensor", "value", "status")
	s.time = in.captureTime(s.table)
	s.table.keys, s.table.value, s.table.stamp = []int{sdrSensor}, sdrValue, "unknown"
	s.measures(sdrValue, meaning{unit: "W", certain: true})
	return s.begin()
}

// reading stands on the next reading of a sensor of power.
func (s *sdr) reading() error {
	for s.owed == 0 {
		line, err := s.solidLine()
		if err != nil {
			return err
		}
		if text, is := dateLine(line); is {
			s.time = text
			continue
		}
		l, known := sdrLineOf(line)
		if !known {
			continue // ipmitool writes its warnings among the sensors
		}
		if s.time == "" {
			return s.oneInstant("ipmitool sdr", "log a line of the time before each capture, as: date --iso-8601=seconds; ipmitool sdr")
		}
		if err := s.take(l); err != nil {
			return err
		}
	}
	s.stand()
	return nil
}

// take counts the rows a line is worth: one, and those of a sensor that read nothing until now.
func (s *sdr) take(l sdrLine) error {
	h := s.sensors[string(l.sensor)]
	if h == nil {
		if len(s.sensors) == maxSensors {
			return s.refuse(s.at, "sensor", "tells too many sensors apart", "give the log of one machine")
		}
		h = &sdrHistory{}
		s.sensors[string(l.sensor)] = h
	}
	_, number := plainNumber(l.value)
	reads := number && string(l.state) == "ok"
	if h.power = h.power || number && string(l.unit) == "Watts"; !h.power {
		if !reads {
			h.nothing++
		}
		return nil
	}
	if !reads {
		l.value = l.state
	}
	s.held, s.owed, h.nothing = l, 1+h.nothing, 0
	return nil
}

// stand fills the row with the held line, or with a reading it missed before.
func (s *sdr) stand() {
	s.set(sdrTime, []byte(s.time))
	s.set(sdrSensor, s.held.sensor)
	s.set(sdrValue, s.held.value)
	s.set(sdrState, s.held.state)
	if s.owed--; s.owed > 0 {
		s.set(sdrValue, []byte("no reading"))
	}
}
