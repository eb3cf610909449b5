package templates

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/review"
)

// missing stands where a figure is not known.
const missing = "–"

// digits writes a number with decimals and with commas between thousands.
func digits(x float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if x < 0 && strings.Trim(text, "0.") != "" {
		return "−" + whole
	}
	return whole
}

// significant writes a number with at least four significant digits and no more decimals than help.
func significant(x float64) string {
	if x == 0 {
		return "0"
	}
	magnitude := int(math.Floor(math.Log10(math.Abs(x))))
	return digits(x, min(max(3-magnitude, 0), 6))
}

// whole writes a count; nothing is known of zero.
func whole(n int) string {
	if n == 0 {
		return missing
	}
	return digits(float64(n), 0)
}

// efficiency is GFlops/W as the lists print it.
func efficiency(x float64) string { return digits(x, 2) }

// plusMinus is a half width in a place of its own.
func plusMinus(half float64, decimals int) string { return "±" + digits(half, decimals) }

// uncertainty is the half width of an efficiency, or a dash.
func uncertainty(x *float64) string {
	if x == nil {
		return missing
	}
	return plusMinus(*x, 2)
}

// measured is an efficiency with its uncertainty and unit, as headlines say it.
func measured(n *validation.Number) string {
	if n == nil {
		return "efficiency not known"
	}
	return efficiency(n.Value) + power.PlusMinus(n.Uncertainty, 2) + " GFlops/W"
}

// mostSlack is the margin in percent beyond which the figure says nothing more.
const mostSlack = 999

// slack is a margin in percent with its sign.
func slack(s *float64) string {
	if s == nil {
		return missing
	}
	percent := *s * 100
	if math.Abs(percent) > mostSlack {
		return map[bool]string{true: "> ", false: "< −"}[percent > 0] + digits(mostSlack, 0) + " %"
	}
	decimals := 0
	if math.Abs(percent) < 10 {
		decimals = 1
	}
	sign := ""
	if percent > 0 {
		sign = "+"
	}
	return sign + digits(percent, decimals) + " %"
}

// bytesize is the size of a file in words.
func bytesize(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1e6:
		return digits(float64(n)/1e3, 1) + " kB"
	case n < 1e9:
		return digits(float64(n)/1e6, 1) + " MB"
	}
	return digits(float64(n)/1e9, 2) + " GB"
}

// stamp is an instant for people, with its zone.
func stamp(t time.Time) string {
	if t.IsZero() {
		return missing
	}
	if _, offset := t.Zone(); offset == 0 {
		return t.Format("2006-01-02 15:04 UTC")
	}
	return t.Format("2006-01-02 15:04 -07:00")
}

// clock is the time of day to the second.
func clock(t time.Time) string { return t.Format("15:04:05") }

// machine is an instant for machines, as datetime attributes and queries hold it.
func machine(t time.Time) string { return t.Format(time.RFC3339Nano) }

// kilowattWords is a power in kilowatts, with more decimals where it is small.
func kilowattWords(w power.Watts) string {
	if math.Abs(w.Kilowatts()) < 0.1 {
		return digits(w.Kilowatts(), 3)
	}
	return digits(w.Kilowatts(), 1)
}

// lasting is a duration in the unit that reads best.
func lasting(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	case d < 2*time.Hour:
		return strconv.FormatFloat(math.Round(d.Minutes()*10)/10, 'f', -1, 64) + " min"
	case d < 48*time.Hour:
		return strconv.FormatFloat(math.Round(d.Hours()*10)/10, 'f', -1, 64) + " h"
	}
	return digits(math.Floor(d.Hours()/24), 0) + " days"
}

// spanWords is a stretch of time for people: its ends and its length.
func spanWords(s power.Span) string {
	if s.IsZero() {
		return missing
	}
	layout := "15:04:05"
	if s.Start.Format(time.DateOnly) != s.End.Format(time.DateOnly) {
		layout = "2006-01-02 15:04:05"
	}
	return s.Start.Format("2006-01-02 15:04:05") + " to " + s.End.Format(layout) + ", " + seconds(s.Duration())
}

// seconds is a duration in seconds, the unit in which spans of a run are told.
func seconds(d time.Duration) string {
	return digits(math.Round(d.Seconds()*10)/10, decimalsOf(d)) + " s"
}

func decimalsOf(d time.Duration) int {
	if d%time.Second == 0 {
		return 0
	}
	return 1
}

// words turns the name of a subsystem into words.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// plural writes a count with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return digits(float64(n), 0) + " " + many
}

// short is the beginning of a digest.
func short(digest string) string {
	digest = strings.TrimPrefix(digest, "sha256:")
	if len(digest) <= 12 {
		return digest
	}
	return digest[:12]
}

// levelClass is the style of a level's badge.
func levelClass(l power.Level) string { return "level level-" + strconv.Itoa(int(l)) }

// stateClass is the style of a state's mark.
func stateClass(s review.State) string { return "state state-" + string(s) }

// percentText is a part as percent, with two digits however small it is.
func percentText(part float64) string {
	if part == 0 {
		return "0 %"
	}
	decimals := min(8, max(1, 1-int(math.Floor(math.Log10(math.Abs(part*100))))))
	sign := ""
	if part > 0 {
		sign = "+"
	}
	return sign + digits(part*100, decimals) + " %"
}

// inPercent writes a part of a whole, in as many digits as a reader can use.
func inPercent(part float64) string { return fmt.Sprintf("%.3g%%", 100*part) }

// systemOr is the name of a system, or words where it has none.
func systemOr(name string) string {
	if name == "" {
		return "an unnamed system"
	}
	return name
}

// capital is a sentence that begins with a capital letter.
func capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// zoneOf names the zone of an instant.
func zoneOf(t time.Time) string { return t.Format("MST") }
