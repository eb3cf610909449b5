package tracefile

import (
	"bytes"
	"regexp"
	"strings"
	"time"
)

// Times of programs that write them for people: date, perf, ipmitool. Only UTC is taken from the name of
// a zone, because other names stand for several.
var dateLines = [...]string{
	"Mon Jan _2 15:04:05 2006", // ANSI C, so date and perf without a zone
	"Mon Jan _2 15:04:05 MST 2006",
	"Mon _2 Jan 2006 15:04:05 MST",
	"Mon Jan _2 03:04:05 PM MST 2006",
	"Mon _2 Jan 2006 03:04:05 PM MST",
	time.RFC1123Z,
	time.RFC1123,
	"01/02/2006 15:04:05 MST", // ipmitool
	"01/02/06 15:04:05 MST",
	"01/02/2006 15:04:05",
	"01/02/06 15:04:05",
}

// dateLine reads a line that holds nothing but a time, perhaps after a word such as Timestamp, and
// returns the time as clocks read it.
func dateLine(line []byte) (text string, ok bool) {
	if word, rest, found := bytes.Cut(line, []byte{':'}); found && isDateWord(word) {
		line = bytes.TrimSpace(rest)
	}
	if len(line) == 0 || len(line) > maxQuoted {
		return "", false
	}
	if isTime(line) {
		return string(line), true
	}
	return writtenDate(string(line))
}

func isDateWord(word []byte) bool {
	for _, known := range [...]string{"timestamp", "time", "date"} {
		if strings.EqualFold(string(word), known) {
			return true
		}
	}
	return false
}

// writtenDate reads a time that is written for people.
func writtenDate(text string) (string, bool) {
	text = strings.Join(strings.Fields(text), " ")
	for _, layout := range dateLines {
		at, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		local := at.Format("2006-01-02 15:04:05")
		name, east := at.Zone()
		if east != 0 || strings.HasSuffix(layout, "-0700") || strings.Contains(layout, "MST") && (name == "UTC" || name == "GMT") {
			return local + at.Format("Z07:00"), true
		}
		return local, true
	}
	return "", false
}

var (
	// 2025-06-03T00:00:01Z, and what file systems and people make of it
	datedName = regexp.MustCompile(`(?:^|\D)(\d{4})-?(\d\d)-?(\d\d)[T_ -]?(\d\d)[-:_]?(\d\d)[-:_]?(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?(?:\D|$)`)
	// seconds, milliseconds, microseconds or nanoseconds since 1970
	epochName = regexp.MustCompile(`(?:^|\D)(\d{10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})(?:\D|$)`)
)

// nameTime returns the time that the name of a capture tells, as clocks read it.
func nameTime(name string) (text string, ok bool) {
	if m := datedName.FindStringSubmatch(name); m != nil {
		text = m[1] + "-" + m[2] + "-" + m[3] + " " + m[4] + ":" + m[5] + ":" + m[6] + m[7] + m[8]
		if isTime([]byte(text)) {
			return text, true
		}
	}
	if m := epochName.FindStringSubmatch(name); m != nil && isTime([]byte(m[1])) {
		return m[1], true
	}
	return "", false
}

// captureTime returns when a member of an archive or a folder was captured, and notes in the table where
// that is taken from: its name, else what the capture tells, else when it was last written. It is empty
// for what is no member.
func (in *input) captureTime(t *table, told ...string) string {
	if in.member == "" {
		return ""
	}
	if text, ok := nameTime(in.member); ok {
		in.takenFrom(t, "the name of the file")
		return text
	}
	for _, text := range told {
		if isTime([]byte(text)) {
			return text
		}
	}
	if in.modified.IsZero() {
		return ""
	}
	in.takenFrom(t, "when the file was last written")
	return in.modified.UTC().Format(time.RFC3339Nano)
}

func (in *input) takenFrom(t *table, what string) {
	t.notes.add(in.refuse(0, "time", "is "+what, ""))
}
