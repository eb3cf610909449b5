package capture

import (
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// Caption is what a line around the captures of a tool states: their time, their machine, or both. Scripts
// write it as they like: between rulers, in brackets, after a label.
type Caption struct{ Time, Host string }

// labels stand before a time or a host and tell no more of it.
var (
	timeLabels = columnname.WordSet("time timestamp date datetime epoch now current local ts sampled measured captured at")
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
	if host := withoutLabels(text, hostLabels); host != text && !strings.ContainsAny(host, " \t") && len(host) <= columnname.MaxHostName {
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

// PrefixCaption reads what stands before a reading on its line, where loggers put their own name last.
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
