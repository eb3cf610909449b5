package capture

import (
	"cmp"
	"regexp"
	"strings"
	"time"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// LineTime reads a text that is a time and nothing else, and returns it as clocks read it. Where the order of
// its day and month or its day is not stated, it is returned all the same: the clock asks for them.
func LineTime(text string) (string, bool) {
	text = strings.Join(strings.Fields(celltext.Latin1([]byte(text))), " ")
	if text == "" || len(text) > MaxDateLine {
		return "", false
	}
	if readsAsTime(text) {
		return text, true
	}
	if m := zoneAfter.FindStringSubmatch(text); m != nil && readsAsTime(m[1]) {
		return m[1], true
	}
	return timestamp.WrittenDate(text)
}

// LogTimes is what all times of a log show together: whether they are times of day, and in which order day and month stand.
type LogTimes struct {
	undated bool
	dating  timestamp.Dating
}

// Add takes a time.
func (l *LogTimes) Add(time []byte) {
	l.undated = l.undated || table.KindOf(time) == table.DayTime
	l.dating.Add(time)
}

// Clock returns that of a column, which reads as the whole log asks.
func (l *LogTimes) Clock(of *table.LineSheet, column int, as timestamp.Timing) *timestamp.Clock {
	clock, fresh := of.Clocks.Find(column, as)
	if fresh {
		clock.Undated = l.undated
		clock.Calendar.Among = cmp.Or(timestamp.OrdersNamed(as.DateOrder), l.dating.Orders())
	}
	return clock
}

// MaxDateLine bounds what may be a time, in bytes.
const MaxDateLine = 60

// zoneAfter finds the name of a zone: only UTC and GMT are taken from it, since others stand for several.
var zoneAfter = regexp.MustCompile(`^(.*\d) [A-Z]{3,5}$`)

func readsAsTime(text string) bool {
	if _, interval := (timestamp.Calendar{}).BeginOf([]byte(text)); interval {
		return false
	}
	if _, _, v := (timestamp.Calendar{}).Read([]byte(text)); v != timestamp.Unreadable {
		return true
	}
	return timestamp.IsTime([]byte(text))
}

// ipmiStamps are how ipmitool and FreeIPMI write the clock of a management controller: with the month first.
var ipmiStamps = [...]string{"01/02/2006 15:04:05 MST", "01/02/06 15:04:05 MST", "01/02/2006 15:04:05", "01/02/06 15:04:05", "01/02/2006 - 15:04:05"}

// IpmiStamp reads the clock of a management controller.
func IpmiStamp(text string) (string, bool) {
	text = strings.Join(strings.Fields(text), " ")
	for _, layout := range ipmiStamps {
		at, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		local := at.Format("2006-01-02 15:04:05")
		if name, _ := at.Zone(); name == "UTC" && strings.HasSuffix(text, "UTC") || name == "GMT" {
			return local + "Z", true
		}
		return local, true
	}
	return timestamp.WrittenDate(text)
}

var (
	// DatedName matches 2025-06-03T00:00:01Z in a file name, and the spellings that file systems allow.
	DatedName = regexp.MustCompile(`(?:^|\D)(\d{4})-?(\d\d)-?(\d\d)[T_ -]?(\d\d)[-:_]?(\d\d)[-:_]?(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?(?:\D|$)`)
	// EpochName matches seconds, milliseconds, microseconds or nanoseconds since 1970 in a file name.
	EpochName = regexp.MustCompile(`(?:^|\D)(\d{10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})(?:\D|$)`)
)

func nameTime(name string) (text string, ok bool) {
	if m := DatedName.FindStringSubmatch(name); m != nil {
		text = m[1] + "-" + m[2] + "-" + m[3] + " " + m[4] + ":" + m[5] + ":" + m[6] + m[7] + m[8]
		if timestamp.IsTime([]byte(text)) {
			return text, true
		}
	}
	if m := EpochName.FindStringSubmatch(name); m != nil && timestamp.IsTime([]byte(m[1])) {
		return m[1], true
	}
	return "", false
}

// MemberTime returns when a member of an archive or a folder was captured, and notes in the table where
// that is taken from: its name, else what the capture states, else when it was last written. It is empty
// for what is no member.
func MemberTime(in *input.File, t *table.Table, given ...string) string {
	if in.Member == "" {
		return ""
	}
	if text, ok := nameTime(in.Member); ok {
		takenFrom(in, t, "the name of the file")
		return text
	}
	for _, text := range given {
		if timestamp.IsTime([]byte(text)) {
			return text
		}
	}
	if in.Modified.IsZero() {
		return ""
	}
	takenFrom(in, t, "when the file was last written")
	return in.Modified.UTC().Format(time.RFC3339Nano)
}

func takenFrom(in *input.File, t *table.Table, what string) {
	t.Notes.Add(in.Refuse(0, "time", "is "+what, ""))
}
