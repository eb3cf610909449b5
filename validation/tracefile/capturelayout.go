package tracefile

import (
	"bytes"
	"slices"
)

// captureLine is a line as the tool of a log sees it.
type captureLine struct {
	own    bool   // the tool wrote it
	begins bool   // a capture begins with it
	prefix string // what a logger put before it
	repeat string // what only comes again in another capture; empty where that can't be told
}

// captureTool tells the lines of a tool.
type captureTool func(line []byte) captureLine

// timesPlace is where the lines of the time stand.
type timesPlace int

const (
	timesNowhere timesPlace = iota
	timesBefore             // each capture, or the captures of several machines together
	timesBehind
	timesInline // on the line of the reading
	timesOnce   // before the first capture only
)

// captureLayout is what the beginning of a log tells of the lines around its captures.
type captureLayout struct {
	prefixed  bool // each line begins with its machine, as pdsh writes it
	place     timesPlace
	captures  int // that begin there
	hosts     hostList
	undated   bool   // the times are times of day
	dating    dating // of the times
	strange   string // the first line that is none of the tool and tells nothing
	strangeAt int
}

// captureEvent is a capture or a time, in the order of the log.
type captureEvent struct {
	capture bool
	host    string
	repeat  string
}

// surveyCaptures looks at the beginning of a log.
func surveyCaptures(head []byte, tool captureTool) captureLayout {
	head = bytes.TrimPrefix(head, []byte(utf8Mark))
	whole := len(head) < headBytes
	if !whole {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	l := captureLayout{prefixed: allPrefixed(head)}
	l.hosts.prefixed, l.hosts.whole = l.prefixed, whole
	var events []captureEvent
	host, number := "", 0
	for line := range bytes.Lines(head) {
		number++
		text := bytes.TrimSpace(bytes.Clone(line)) // quotes are taken out in place
		if l.prefixed {
			name, rest, _ := linePrefix(string(text))
			host, text = name, bytes.TrimSpace([]byte(rest))
			if len(text) > 0 {
				l.hosts.meet(host)
			}
		}
		if len(text) > 0 {
			host = l.look(tool(text), string(text), number, host, &events)
		}
	}
	if l.place != timesInline {
		l.place = placeOf(events)
	}
	return l
}

// look takes a line, and returns the machine that it and the next ones are of.
func (l *captureLayout) look(one captureLine, text string, number int, host string, events *[]captureEvent) string {
	c, told := caption{}, false
	switch {
	case !one.own:
		c, told = captionOf(text)
	case one.begins && one.prefix != "":
		text = one.prefix
		c, told = prefixCaption(one.prefix)
	default:
		told = true
	}
	if !told && l.strange == "" {
		l.strange, l.strangeAt = text, number
	}
	if c.host != "" && !l.prefixed {
		host = c.host
		l.hosts.meet(host)
	}
	if c.time != "" {
		l.dates(c.time)
		*events = append(*events, captureEvent{host: host})
	}
	if one.begins {
		if l.captures == 0 && c.time != "" {
			l.place = timesInline
		}
		l.captures++
		*events = append(*events, captureEvent{true, host, one.repeat})
	}
	return host
}

func (l *captureLayout) dates(time string) {
	l.undated = l.undated || kindOf([]byte(time)) == dayTime
	l.dating.add([]byte(time))
}

// placeOf tells where the times stand by what comes first, and by whether another follows it.
func placeOf(events []captureEvent) timesPlace {
	first := slices.IndexFunc(events, func(e captureEvent) bool { return !e.capture })
	switch {
	case first < 0, first > 0 && again(events[:first]):
		return timesNowhere
	case first > 0:
		return timesBehind
	}
	begin := slices.IndexFunc(events, func(e captureEvent) bool { return e.capture })
	if begin < 0 {
		return timesBefore
	}
	rest := events[begin:]
	if next := slices.IndexFunc(rest, func(e captureEvent) bool { return !e.capture }); next >= 0 {
		rest = rest[:next]
	}
	if again(rest) {
		return timesOnce
	}
	return timesBefore
}

// again reports whether captures have something that comes only once a capture of a machine.
func again(captures []captureEvent) bool {
	for i, one := range captures {
		same := func(e captureEvent) bool { return e.repeat != "" && e.repeat == one.repeat && e.host == one.host }
		if slices.ContainsFunc(captures[:min(i, maxListed)], same) {
			return true
		}
	}
	return false
}

// allPrefixed reports whether a machine stands before every line.
func allPrefixed(head []byte) bool {
	met := false
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if _, _, ok := linePrefix(string(line)); !ok {
			return false
		}
		met = true
	}
	return met
}
