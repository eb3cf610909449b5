package capture

import (
	"bytes"
	"iter"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
)

// Line is a line as the tool of a log sees it.
type Line struct {
	Own    bool   // the tool wrote it
	Begins bool   // a capture begins with it
	Prefix string // what a logger put before it
	Repeat string // what only comes again in another capture; empty if that is unknown
}

type captureTool func(line []byte) Line

type timesPlace int

// Where the lines with times are, relative to the captures.
const (
	TimesNowhere timesPlace = iota
	TimesBefore             // each capture, or the captures of several machines together
	TimesAfter
	TimesInline // on the line of the reading
	TimesOnce   // before the first capture only
)

type captureLayout struct {
	Prefixed       bool // each line begins with its machine, as pdsh writes it
	Place          timesPlace
	Captures       int // that begin there
	hosts          hostList
	times          LogTimes
	Unrecognised   string // the first line that is not of the tool and states nothing
	UnrecognisedAt int
}

type captureEvent struct {
	capture bool
	host    string
	repeat  string
}

func surveyCaptures(head []byte, tool captureTool) captureLayout {
	head = bytes.TrimPrefix(head, []byte(celltext.Utf8Mark))
	whole := len(head) < input.HeadBytes
	if !whole {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	l := captureLayout{Prefixed: allPrefixed(head)}
	l.hosts.prefixed, l.hosts.whole = l.Prefixed, whole
	var events []captureEvent
	host, number := "", 0
	for line := range bytes.Lines(head) {
		number++
		text := bytes.TrimSpace(bytes.Clone(line)) // quotes are taken out in place
		if l.Prefixed {
			name, rest, _ := LinePrefix(string(text))
			host, text = name, bytes.TrimSpace([]byte(rest))
			if len(text) > 0 {
				l.hosts.add(host)
			}
		}
		if len(text) > 0 {
			host = l.look(tool(text), string(text), number, host, &events)
		}
	}
	if l.Place != TimesInline {
		l.Place = placeOf(events)
	}
	return l
}

// look takes a line, and returns the machine that it and the next ones are of.
func (l *captureLayout) look(one Line, text string, number int, host string, events *[]captureEvent) string {
	c, given := Caption{}, false
	switch {
	case !one.Own:
		c, given = CaptionOf(text)
	case one.Begins && one.Prefix != "":
		text = one.Prefix
		c, given = PrefixCaption(one.Prefix)
	default:
		given = true
	}
	if !given && l.Unrecognised == "" {
		l.Unrecognised, l.UnrecognisedAt = text, number
	}
	if c.Host != "" && !l.Prefixed {
		host = c.Host
		l.hosts.add(host)
	}
	if c.Time != "" {
		l.times.Add([]byte(c.Time))
		*events = append(*events, captureEvent{host: host})
	}
	if one.Begins {
		if l.Captures == 0 && c.Time != "" {
			l.Place = TimesInline
		}
		l.Captures++
		*events = append(*events, captureEvent{true, host, one.Repeat})
	}
	return host
}

// placeOf returns where the times are by what comes first, and by whether another follows it.
func placeOf(events []captureEvent) timesPlace {
	first := slices.IndexFunc(events, func(e captureEvent) bool { return !e.capture })
	switch {
	case first < 0, first > 0 && again(events[:first]):
		return TimesNowhere
	case first > 0:
		return TimesAfter
	}
	begin := slices.IndexFunc(events, func(e captureEvent) bool { return e.capture })
	if begin < 0 {
		return TimesBefore
	}
	rest := events[begin:]
	if next := slices.IndexFunc(rest, func(e captureEvent) bool { return !e.capture }); next >= 0 {
		rest = rest[:next]
	}
	if again(rest) {
		return TimesOnce
	}
	return TimesBefore
}

func again(captures []captureEvent) bool {
	for i, one := range captures {
		same := func(e captureEvent) bool { return e.repeat != "" && e.repeat == one.repeat && e.host == one.host }
		if slices.ContainsFunc(captures[:min(i, celltext.MaxListed)], same) {
			return true
		}
	}
	return false
}

func allPrefixed(head []byte) bool {
	met := false
	for line := range HeadLines(head, 0) {
		if _, _, ok := LinePrefix(string(line)); !ok {
			return false
		}
		met = true
	}
	return met
}

// HeadLines goes through lines that are not blank, without white space around them, at most so many of them; 0 stands
// for all.
func HeadLines(head []byte, most int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for line := range bytes.Lines(head) {
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			if most--; !yield(line) || most == 0 {
				return
			}
		}
	}
}
