package tracefile

import (
	"net/netip"
	"regexp"
	"strings"
)

// caption is what a line around the captures of a tool tells: their time, their machine, or both. Scripts
// write it as they like: between rulers, in brackets, behind a label.
type caption struct{ time, host string }

// labels stand before a time or a host and tell no more of it.
var (
	timeLabels = wordSet("time timestamp date datetime epoch now current local ts sampled measured captured at")
	hostLabels = wordSet("host hostname node nodename machine server")
)

const (
	maxHostName = 64 // bytes
	decoration  = "=-#*~_<>[](){}:;,| \t"
)

// captionOf reads a line that tells a time or a machine, and nothing else.
func captionOf(line string) (c caption, told bool) {
	if len(line) > maxDateLine+maxHostName+len(decoration)*8 {
		return c, false
	}
	text := strings.Trim(line, decoration)
	if text == "" {
		return c, false
	}
	if c.time, told = lineTime(withoutLabels(text, timeLabels)); told {
		return c, true
	}
	if host := withoutLabels(text, hostLabels); host != text && !strings.ContainsAny(host, " \t") && len(host) <= maxHostName {
		return caption{host: host}, isHost(host) || strings.ContainsAny(text, ":=")
	}
	if isHost(text) {
		return caption{host: text}, true
	}
	return timeWithHost(text)
}

// timeWithHost reads a time beside the name of a machine.
func timeWithHost(text string) (caption, bool) {
	for _, at := range []int{strings.IndexAny(text, " \t"), strings.LastIndexAny(text, " \t")} {
		if at < 0 {
			break
		}
		for _, order := range [][2]string{{text[:at], text[at:]}, {text[at:], text[:at]}} {
			host := strings.Trim(order[0], decoration)
			if !isHost(host) {
				continue
			}
			if time, ok := lineTime(withoutLabels(strings.Trim(order[1], decoration), timeLabels)); ok {
				return caption{time, host}, true
			}
		}
	}
	return caption{}, false
}

// prefixCaption reads what stands before a reading on its line, where loggers put their own name last.
func prefixCaption(prefix string) (caption, bool) {
	if c, told := captionOf(prefix); told {
		return c, true
	}
	prefix = strings.TrimSpace(prefix)
	if at := strings.LastIndexAny(prefix, " \t"); at > 0 && strings.HasSuffix(prefix, ":") {
		return captionOf(prefix[:at])
	}
	return caption{}, false
}

// withoutLabels takes the labels from before a text.
func withoutLabels(text string, labels map[string]bool) string {
	for {
		end := strings.IndexAny(text, " \t:=")
		if end < 1 || !labels[strings.ToLower(text[:end])] {
			return text
		}
		text = strings.TrimLeft(text[end:], " \t:=")
	}
}

// noHosts are words of letters and digits that are none: what scripts call the rounds that they go, times that can't be read,
// numbers of another base.
var noHosts = regexp.MustCompile(`(?i)^((samples?|runs?|iter|iteration|capture|measurement|loop|step|reading|probe|poll|round|test|try|attempt)[-_]?\d*$|\d\d|0x)`)

// isHost reports whether a word alone may be the name of a machine: letters and digits, or an address.
func isHost(word string) bool {
	if len(word) < 2 || len(word) > maxHostName {
		return false
	}
	if _, err := netip.ParseAddr(word); err == nil {
		return true
	}
	if noHosts.MatchString(word) {
		return false
	}
	letter, digit := false, false
	for i := range len(word) {
		switch c := word[i]; {
		case isDigit(c):
			digit = true
		case isLetter(c):
			letter = true
		case c != '.' && c != '-' && c != '_':
			return false
		}
	}
	return letter && digit
}

// linePrefix cuts the name of the machine that pdsh and its like put before every line.
func linePrefix(line string) (host, rest string, ok bool) {
	host, rest, ok = strings.Cut(line, ":")
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' || host == "" || len(host) > maxHostName {
		return "", line, false
	}
	letter := false
	for i := range len(host) {
		c := host[i]
		if !isLetter(c) && !isDigit(c) && strings.IndexByte(".-_@", c) < 0 {
			return "", line, false
		}
		letter = letter || isLetter(c) || c == '.'
	}
	return host, rest, letter
}
