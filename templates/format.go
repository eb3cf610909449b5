package templates

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"green500/validation"
	"green500/validation/power"
)

// Missing stands if a figure is not known.
const Missing = "–"

// Digits writes a number with decimals and with commas between thousands.
func Digits(x float64, decimals int) string {
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

// Significant writes a number with at least four significant digits and no more decimals than help.
func Significant(x float64) string {
	if x == 0 {
		return "0"
	}
	magnitude := int(math.Floor(math.Log10(math.Abs(x))))
	return Digits(x, min(max(3-magnitude, 0), 6))
}

// Whole writes a count; nothing is known of zero.
func Whole(n int) string {
	if n == 0 {
		return Missing
	}
	return Digits(float64(n), 0)
}

// Efficiency is GFlops/W as the lists print it.
func Efficiency(x float64) string { return Digits(x, 2) }

// PlusMinus is a half width in a place of its own.
func PlusMinus(half float64, decimals int) string {
	return strings.TrimSpace(power.PlusMinus(&half, decimals))
}

// Uncertainty is the half width of an efficiency, or a dash.
func Uncertainty(x *float64) string {
	if x == nil {
		return Missing
	}
	return PlusMinus(*x, 2)
}

// Measured is an efficiency with its uncertainty and unit, as headlines say it.
func Measured(n *validation.Number) string {
	if n == nil {
		return "efficiency unknown"
	}
	return Efficiency(n.Value) + power.PlusMinus(n.Uncertainty, 2) + " GFlops/W"
}

// mostMargin is the margin in percent beyond which the number says nothing more.
const mostMargin = 999

// Margin is a margin in percent with its sign.
func Margin(s *float64) string {
	if s == nil {
		return Missing
	}
	percent := *s * 100
	if math.Abs(percent) > mostMargin {
		return map[bool]string{true: "> ", false: "< −"}[percent > 0] + Digits(mostMargin, 0) + "%"
	}
	decimals := Either(math.Abs(percent) < 10, 1, 0)
	return Either(percent > 0, "+", "") + Digits(percent, decimals) + "%"
}

// ByteSize is the size of a file in words.
func ByteSize(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1e6:
		return Digits(float64(n)/1e3, 1) + " kB"
	case n < 1e9:
		return Digits(float64(n)/1e6, 1) + " MB"
	}
	return Digits(float64(n)/1e9, 2) + " GB"
}

// Stamp is an instant for people, with its zone.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return Missing
	}
	if _, offset := t.Zone(); offset == 0 {
		return t.Format("2006-01-02 15:04 UTC")
	}
	return t.Format("2006-01-02 15:04 -07:00")
}

// Clock is the time of day to the second.
func Clock(t time.Time) string { return t.Format("15:04:05") }

// Machine is an instant for machines, as datetime attributes and queries hold it.
func Machine(t time.Time) string { return t.Format(time.RFC3339Nano) }

// KilowattWords is a power in kilowatts, with more decimals if it is small.
func KilowattWords(w power.Watts) string {
	return Either(math.Abs(w.Kilowatts()) < 0.1, Digits(w.Kilowatts(), 3), Digits(w.Kilowatts(), 1))
}

// Lasting is a duration in the unit that reads best.
func Lasting(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	case d < 2*time.Hour:
		return strconv.FormatFloat(math.Round(d.Minutes()*10)/10, 'f', -1, 64) + " min"
	case d < 48*time.Hour:
		return strconv.FormatFloat(math.Round(d.Hours()*10)/10, 'f', -1, 64) + " h"
	}
	return Digits(math.Floor(d.Hours()/24), 0) + " days"
}

// SpanWords is a stretch of time for people: its ends and its length.
func SpanWords(s power.Span) string {
	if s.IsZero() {
		return Missing
	}
	layout := Either(s.Start.Format(time.DateOnly) != s.End.Format(time.DateOnly), "2006-01-02 15:04:05", "15:04:05")
	return s.Start.Format("2006-01-02 15:04:05") + " to " + s.End.Format(layout) + ", " + Seconds(s.Duration())
}

// Seconds is a duration in seconds, the unit of spans of a run.
func Seconds(d time.Duration) string {
	return Digits(math.Round(d.Seconds()*10)/10, decimalsOf(d)) + " s"
}

func decimalsOf(d time.Duration) int {
	if d%time.Second == 0 {
		return 0
	}
	return 1
}

// Words turns the name of a subsystem into words.
func Words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Plural writes a count with its noun.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Digits(float64(n), 0) + " " + many
}

// Short is the beginning of a digest.
func Short(digest string) string {
	digest = strings.TrimPrefix(digest, "sha256:")
	if len(digest) <= 12 {
		return digest
	}
	return digest[:12]
}

// PercentText is a part as percent, with two digits however small it is.
func PercentText(part float64) string {
	if part == 0 {
		return "0%"
	}
	decimals := min(8, max(1, 1-int(math.Floor(math.Log10(math.Abs(part*100))))))
	return Either(part > 0, "+", "") + Digits(part*100, decimals) + "%"
}

// InPercent writes a part of a whole, in as many digits as a reader can use.
func InPercent(part float64) string { return fmt.Sprintf("%.3g%%", 100*part) }

// SystemOr is the name of a system, or words if it has none.
func SystemOr(name string) string { return cmp.Or(name, "an unnamed system") }

// Capital is a sentence that begins with a capital letter.
func Capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// ZoneOf names the zone of an instant.
func ZoneOf(t time.Time) string { return t.Format("MST") }
