package tracefile

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"green500/validation/power"
)

// captureSheet is the base of logs of a tool that prints a state: its captures stand one after another
// between lines that a script wrote, which tell their time and, of several machines, their host.
type captureSheet struct {
	lineSheet
	in      *input
	layout  captureLayout
	hostAt  int          // the column of the hosts; -1 where the log tells of no machine
	clock   captionClock // of all machines that have no own
	own     map[string]*captionClock
	host    string // the machine that the lines are of
	lack    *fault // why the row has no time
	stopped bool   // the lines have ended
}

// captionClock is the time that a line told last. Times are counted to tell equal ones apart.
type captionClock struct {
	time  string
	count int
}

// maxSensors bounds the sensors of a machine, and the machines of a log.
const maxSensors = 10_000

// openCaptures looks at the beginning of a log. The columns are those of the tool, of which the first is the
// time, and the host where the lines name several.
func openCaptures(in *input, tool captureTool, columns ...string) captureSheet {
	s := captureSheet{lineSheet: lineSheet{records: newRecords(in.source, in.Reader)}, in: in, hostAt: -1, own: map[string]*captionClock{}}
	s.layout = surveyCaptures(in.head, tool)
	if s.layout.hosts.told() {
		s.hostAt = len(columns)
		columns = append(columns, "host")
	}
	s.have(columns...)
	s.table.stamp, s.table.timed, s.table.machine = "unknown", true, true
	return s
}

// nextLine returns the next line that is not blank, without the name of its machine before it.
func (s *captureSheet) nextLine() ([]byte, error) {
	for {
		line, err := s.solidLine()
		if err != nil {
			s.stopped = s.stopped || errors.Is(err, io.EOF)
			return nil, err
		}
		if !s.layout.prefixed {
			return line, nil
		}
		host, rest, ok := linePrefix(string(line))
		if !ok {
			return nil, s.refuse(s.at, "host", "does not begin with its machine, as the lines before do", "leave the line out, or write its machine before it")
		}
		if trouble := s.enter(host); trouble != nil {
			return nil, trouble
		}
		if line = bytes.TrimSpace([]byte(rest)); len(line) > 0 {
			return line, nil
		}
	}
}

// enter makes a machine the one that the lines are of.
func (s *captureSheet) enter(host string) *power.InputError {
	if s.hostAt < 0 {
		if host != s.layout.hosts.first() {
			return s.refuse(s.at, "host", "names "+quoted([]byte(host))+" where "+quoted([]byte(s.layout.hosts.first()))+" stood before, and nothing tells whether these are machines",
				"give a log of each machine, in a folder")
		}
		return nil
	}
	if s.host = host; s.own[host] == nil {
		if len(s.own) == maxSensors {
			return s.refuse(s.at, "host", "tells too many machines apart", "give the logs of fewer machines")
		}
		s.own[host] = &captionClock{}
	}
	return nil
}

// hear takes what a line between the captures tells; it is true for a time.
func (s *captureSheet) hear(c caption) (timed bool, trouble *power.InputError) {
	if c.host != "" {
		if trouble := s.enter(c.host); trouble != nil {
			return false, trouble
		}
	}
	if c.time == "" {
		return false, nil
	}
	clock := &s.clock
	if s.layout.prefixed || c.host != "" && s.hostAt >= 0 {
		clock = s.own[s.host]
	}
	clock.time = c.time
	clock.count++
	return true, nil
}

// now is the clock that the lines of a machine stand under.
func (s *captureSheet) now() *captionClock {
	if own := s.own[s.host]; own != nil && own.count > 0 || s.layout.prefixed {
		return own
	}
	return &s.clock
}

// dated fills the time of the row and its host; lack says why it has no time.
func (s *captureSheet) dated(time, host string, lack *fault) {
	s.lack = lack
	if time != "" {
		s.lack = nil
		s.set(0, []byte(time))
	}
	if s.hostAt >= 0 {
		s.set(s.hostAt, []byte(host))
	}
}

// instant reads the lines of the time as the calendar of the whole log asks.
func (s *captureSheet) instant(column int, as timing) (int64, *fault) {
	if column != 0 {
		return s.lineSheet.instant(column, as)
	}
	if s.lack != nil {
		return 0, s.lack
	}
	clock, fresh := s.clocks.find(column, as)
	if fresh {
		clock.undated = s.layout.undated
		clock.calendar.among = cmp.Or(ordersNamed(as.dateOrder), s.layout.dating.orders())
	}
	text, f := s.text(column)
	if f != nil {
		return 0, unreadableTime(nil)
	}
	return clock.read(text)
}

// shotTime is when a member of an archive was captured that holds a single capture and tells no time around it.
func (s *captureSheet) shotTime(told ...string) string {
	if s.in.member == "" || s.layout.captures > 1 || s.layout.place != timesNowhere {
		return ""
	}
	return captureTime(s.in, s.table, told...)
}

// timeless is the fault of captures around which no time can be read: the first line that is none of the tool
// should have been it.
func (l *captureLayout) timeless(problem, remedy string) *fault {
	if l.strange != "" {
		return unreadableTime([]byte(l.strange))
	}
	return &fault{problem: problem, remedy: remedy}
}

// hostList is the machines that the lines of a log name.
type hostList struct {
	names    []string
	again    bool // one was named again after another one
	prefixed bool
	whole    bool // these are all lines
}

func (h *hostList) meet(host string) {
	if len(h.names) > 0 && h.names[len(h.names)-1] != host && slices.Contains(h.names, host) {
		h.again = true
	}
	if !slices.Contains(h.names, host) {
		h.names = append(h.names, host)
	}
}

// told reports whether machines are told apart. Names of which none comes again in a whole log may number
// the captures.
func (h *hostList) told() bool { return h.prefixed || h.again || len(h.names) > 1 && !h.whole }

func (h *hostList) first() string { return strings.Join(h.names[:min(1, len(h.names))], "") }
