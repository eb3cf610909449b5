// Package capture reads output that a tool printed again and again: captures that begin with a time, and lines of named
// figures.
package capture

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// Sheet is the base of logs of captures, between lines of a script that tell time and host.
type Sheet struct {
	table.LineSheet
	In     *input.File
	Layout captureLayout
	HostAt int          // the column of the hosts; -1 if the log names no machine
	clock  CaptionClock // of all machines that have no own
	own    map[string]*CaptionClock
	Host   string // the machine that the lines are of
	Finish func(*Row)
	row    *Row
	ready  []*Row
	held   []*Row         // which wait for the time after them
	spent  map[string]int // how many times had been read at the capture before, by machine
}

// CaptionClock is the time that the last such line states. Times are counted to distinguish equal ones.
type CaptionClock struct {
	Time  string
	Count int
}

// MaxSensors bounds the sensors of a machine, and the machines of a log.
const MaxSensors = 10_000

// OpenCaptures opens a log with the columns of its tool, time first, and one of hosts if lines name several.
func OpenCaptures(in *input.File, tool captureTool, columns ...string) *Sheet {
	s := &Sheet{spent: map[string]int{}, LineSheet: table.LineSheet{Records: table.NewRecords(in.Source, in.Reader)},
		In: in, HostAt: -1, own: map[string]*CaptionClock{}}
	if s.Layout = surveyCaptures(in.Head, tool); s.Layout.hosts.distinguished() {
		s.HostAt = len(columns)
		columns = append(columns, "host")
	}
	s.Have(columns...)
	s.Table.Stamp, s.Table.Timed, s.Table.Machine = "unknown", true, true
	return s
}

// NextLine returns the next line that is not blank, without the name of its machine before it.
func (s *Sheet) NextLine() ([]byte, error) {
	for {
		line, err := s.SolidLine()
		if err != nil {
			return nil, err
		}
		if !s.Layout.Prefixed {
			return line, nil
		}
		host, rest, ok := LinePrefix(string(line))
		if !ok {
			return nil, s.Refuse(s.At, "host", "does not begin with its machine, as the lines before do",
				"leave the line out, or write its machine before it")
		}
		if err := s.enter(host); err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace([]byte(rest)); len(line) > 0 {
			return line, nil
		}
	}
}

func (s *Sheet) enter(host string) error {
	if s.HostAt < 0 {
		if host != s.Layout.hosts.first() {
			return s.Refuse(s.At, "host", "names "+celltext.Quoted([]byte(host))+" where "+celltext.Quoted(
				[]byte(s.Layout.hosts.first()))+" stood before, and it is unclear whether these are machines",
				"give a log of each machine, in a folder")
		}
		return nil
	}
	if s.Host = host; s.own[host] == nil {
		if len(s.own) == MaxSensors {
			return s.Refuse(s.At, "host", "has too many machines", "give the logs of fewer machines")
		}
		s.own[host] = &CaptionClock{}
	}
	return nil
}

// ApplyCaption takes what a line between the captures states: its time may be that of the rows before it.
func (s *Sheet) ApplyCaption(c Caption) error {
	err := s.ApplyInline(c)
	if err == nil && c.Time != "" && s.Layout.Place == TimesAfter {
		s.release(c)
	}
	return err
}

// ApplyInline takes what a line of a capture states.
func (s *Sheet) ApplyInline(c Caption) error {
	if c.Host != "" {
		if err := s.enter(c.Host); err != nil {
			return err
		}
	}
	if c.Time == "" {
		return nil
	}
	clock := &s.clock
	if s.Layout.Prefixed || c.Host != "" && s.HostAt >= 0 {
		clock = s.own[s.Host]
	}
	clock.Time = c.Time
	clock.Count++
	return nil
}

// Now is the clock that the lines of a machine stand under.
func (s *Sheet) Now() *CaptionClock {
	if own := s.own[s.Host]; own != nil && own.Count > 0 || s.Layout.Prefixed {
		return own
	}
	return &s.clock
}

// Instant reads the lines of the time as the calendar of the whole log asks.
func (s *Sheet) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if column != 0 {
		return s.LineSheet.Instant(column, as)
	}
	if s.row.NoTime != nil && (s.row.Time == "" || s.row.Unclear) {
		return 0, s.row.NoTime
	}
	clock := s.Layout.times.Clock(&s.LineSheet, column, as)
	text, f := s.Text(column)
	if f != nil {
		return 0, timestamp.UnreadableTime(nil)
	}
	return clock.Read(text)
}

// ShotTime is when a member of an archive was captured that holds a single capture and states no time around it.
func (s *Sheet) ShotTime(given ...string) string {
	if s.In.Member == "" || s.Layout.Captures > 1 || s.Layout.Place != TimesNowhere {
		return ""
	}
	return MemberTime(s.In, s.Table, given...)
}

// Timeless is the error of captures around which no time can be read.
func (l *captureLayout) Timeless(problem, remedy string) *celltext.Error {
	if l.Unrecognised != "" {
		return timestamp.UnreadableTime([]byte(l.Unrecognised))
	}
	return &celltext.Error{Problem: problem, Remedy: remedy}
}

type hostList struct {
	names     []string
	alternate bool // one was named again after another one
	prefixed  bool
	whole     bool // these are all lines
}

func (h *hostList) add(host string) {
	if len(h.names) > 0 && h.names[len(h.names)-1] != host && slices.Contains(h.names, host) {
		h.alternate = true
	}
	if !slices.Contains(h.names, host) {
		h.names = append(h.names, host)
	}
}

// distinguished is false for names of which none comes again in a whole log: they may number the captures.
func (h *hostList) distinguished() bool {
	return h.prefixed || h.alternate || len(h.names) > 1 && !h.whole
}

func (h *hostList) first() string { return strings.Join(h.names[:min(1, len(h.names))], "") }

// Row is a row of a capture.
type Row struct {
	At         int
	Time, Host string
	NoTime     *celltext.Error // why it has no time
	Unclear    bool            // it has none, whatever line of the time stands beside it
	Cells      [][]byte        // behind the time; nil if there is none
	NoValue    *celltext.Error // why its value is no reading
	Unread     int             // rows without a reading that come first
}

// Next fills the row with the next one that read makes of lines. If they end, those that are held get no time any more.
func (s *Sheet) Next(read func(line []byte) error) error {
	for len(s.ready) == 0 {
		line, err := s.NextLine()
		if errors.Is(err, io.EOF) && len(s.held) > 0 {
			s.ready, s.held = s.held, nil
			continue
		}
		if err == nil {
			err = read(line)
		}
		if err != nil {
			return err
		}
	}
	s.row = s.ready[0]
	if s.Finish != nil {
		s.Finish(s.row)
	}
	s.At = s.row.At
	for i, cell := range s.row.Cells {
		if cell != nil {
			s.Set(i+1, cell)
		}
	}
	if s.row.Unread--; s.row.Unread < 0 {
		s.ready = s.ready[1:]
	} else {
		s.Set(s.Table.Value, []byte("no reading"))
	}
	if s.row.Time != "" && !s.row.Unclear {
		s.Set(0, []byte(s.row.Time))
	}
	if s.HostAt >= 0 {
		s.Set(s.HostAt, []byte(s.row.Host))
	}
	return nil
}

// Under returns the row of a capture that begins. A time before captures is that of the next one of its machine only.
func (s *Sheet) Under(lost func(side string) *celltext.Error) *Row {
	row, now := &Row{At: s.At, Host: s.Host}, s.Now()
	switch s.Layout.Place {
	case TimesAfter:
		row.NoTime = lost("behind")
	case TimesBefore:
		row.NoTime = lost("before")
		if now.Count > s.spent[s.Host] {
			row.Time = now.Time
		}
	}
	s.spent[s.Host] = now.Count
	return row
}

// Hold keeps a row until it is complete or its time comes.
func (s *Sheet) Hold(row *Row) { s.held = append(s.held, row) }

// Complete makes a row ready that was held.
func (s *Sheet) Complete(row *Row) {
	if at := slices.Index(s.held, row); at >= 0 {
		s.held, s.ready = slices.Delete(s.held, at, at+1), append(s.ready, row)
	}
}

// Keep makes a row ready, or holds it until the time after it; what is the word for its capture.
func (s *Sheet) Keep(row *Row, what string) error {
	switch {
	case s.Layout.Place != TimesAfter:
		s.ready = append(s.ready, row)
	case len(s.held) == MaxSensors:
		return s.Refuse(s.At, "time", "stands behind too many "+what+"s", "log a line of the time before each "+what)
	default:
		s.Hold(row)
	}
	return nil
}

// release gives a time to the rows that it follows: those of its machine, if it states one.
func (s *Sheet) release(given Caption) {
	kept := s.held[:0]
	for _, row := range s.held {
		if row.Host != s.Host && (s.Layout.Prefixed || given.Host != "") {
			kept = append(kept, row)
			continue
		}
		row.Time = given.Time
		s.ready = append(s.ready, row)
	}
	s.held = kept
}

// Number returns a cell of the row as a number.
func (s *Sheet) Number(column int) (float64, *celltext.Error) {
	if column == s.Table.Value && s.row.NoValue != nil {
		return 0, s.row.NoValue
	}
	return s.LineSheet.Number(column)
}
