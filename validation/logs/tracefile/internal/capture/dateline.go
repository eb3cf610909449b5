package capture

import (
	"cmp"
	"regexp"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// LineTime reads a text that is nothing but a time. Clocks ask for the order of its parts or its day if these are not
// stated.
func LineTime(text string) (string, bool) {
	if text = strings.Join(strings.Fields(celltext.Latin1([]byte(text))), " "); text == "" || len(text) > MaxDateLine {
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

// LogTimes is what all times of a log show together: whether they are times of day, and in which order day and month
// stand.
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
var ipmiStamps = [...]string{"01/02/2006 15:04:05 MST", "01/02/06 15:04:05 MST", "01/02/2006 15:04:05",
	"01/02/06 15:04:05", "01/02/2006 - 15:04:05"}

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
	DatedName = regexp.MustCompile(
		`(?:^|\D)(\d{4})-?(\d\d)-?(\d\d)[T_ -]?(\d\d)[-:_]?(\d\d)[-:_]?(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?(?:\D|$)`)
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

// MemberTime returns when a member was captured by its name, else by what it states, else when it was last written, and
// notes which.
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

// Caption is the time, the machine or both that a line around captures states, between rulers, in brackets or after a
// label.
type Caption struct{ Time, Host string }

// labels stand before a time or a host and tell no more of it.
var (
	timeLabels = columnname.WordSet(
		"time timestamp date datetime epoch now current local ts sampled measured captured at")
	hostLabels = columnname.WordSet("host hostname node nodename machine server")
)

// CaptionOf reads a line that states a time or a machine, and nothing else.
func CaptionOf(line string) (c Caption, given bool) {
	if len(line) > MaxDateLine+columnname.MaxHostName+len(columnname.Decoration)*8 {
		return c, false
	}
	text := strings.Trim(line, columnname.Decoration)
	if text == "" {
		return c, false
	}
	if c.Time, given = LineTime(withoutLabels(text, timeLabels)); given {
		return c, true
	}
	if host := withoutLabels(text, hostLabels); host != text && !strings.ContainsAny(host, " \t") &&
		len(host) <= columnname.MaxHostName {
		return Caption{Host: host}, columnname.IsHost(host) || strings.ContainsAny(text, ":=")
	}
	if columnname.IsHost(text) {
		return Caption{Host: text}, true
	}
	return timeWithHost(text)
}

func timeWithHost(text string) (Caption, bool) {
	for _, at := range []int{strings.IndexAny(text, " \t"), strings.LastIndexAny(text, " \t")} {
		if at < 0 {
			break
		}
		for _, order := range [][2]string{{text[:at], text[at:]}, {text[at:], text[:at]}} {
			host := strings.Trim(order[0], columnname.Decoration)
			if !columnname.IsHost(host) {
				continue
			}
			if time, ok := LineTime(withoutLabels(strings.Trim(order[1], columnname.Decoration), timeLabels)); ok {
				return Caption{time, host}, true
			}
		}
	}
	return Caption{}, false
}

// PrefixCaption reads what stands before a reading on its line, if loggers put their own name last.
func PrefixCaption(prefix string) (Caption, bool) {
	if c, given := CaptionOf(prefix); given {
		return c, true
	}
	prefix = strings.TrimSpace(prefix)
	if at := strings.LastIndexAny(prefix, " \t"); at > 0 && strings.HasSuffix(prefix, ":") {
		return CaptionOf(prefix[:at])
	}
	return Caption{}, false
}

func withoutLabels(text string, labels map[string]bool) string {
	for {
		end := strings.IndexAny(text, " \t:=")
		if end < 1 || !labels[strings.ToLower(text[:end])] {
			return text
		}
		text = strings.TrimLeft(text[end:], " \t:=")
	}
}

// LinePrefix cuts the name of the machine that pdsh and its like put before every line.
func LinePrefix(line string) (host, rest string, ok bool) {
	host, rest, ok = strings.Cut(line, ":")
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' || host == "" || len(host) > columnname.MaxHostName {
		return "", line, false
	}
	letter := false
	for i := range len(host) {
		c := host[i]
		if !celltext.IsLetter(c) && !celltext.IsDigit(c) && strings.IndexByte(".-_@", c) < 0 {
			return "", line, false
		}
		letter = letter || celltext.IsLetter(c) || c == '.'
	}
	return host, rest, letter
}
