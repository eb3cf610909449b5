package sample

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"green500/validation/power"
)

var pointText = regexp.MustCompile(`^([a-z]+)(?:([+-])(.+))?$`)

// points are the instants that changes name.
func points(m *power.Measurement) map[string]power.Time {
	run, whole := m.Entry.Run.FullRun, m.Whole()
	return map[string]power.Time{
		"start": m.Core.Start, "end": m.Core.End, "launch": run.Start, "finish": run.End, "first": whole.Start, "last": whole.End,
	}
}

// point reads an instant, "start+30s".
func point(m *power.Measurement, text string) (time.Time, error) {
	parts := pointText.FindStringSubmatch(text)
	if parts == nil {
		return time.Time{}, fmt.Errorf("%q is no point of time", text)
	}
	at, known := points(m)[parts[1]]
	if !known {
		return time.Time{}, fmt.Errorf("there is no point of time %q", parts[1])
	}
	if parts[2] == "" {
		return at.Time, nil
	}
	offset, err := time.ParseDuration(parts[2] + parts[3])
	return at.Add(offset), err
}

func pointWords(text string) string {
	parts := pointText.FindStringSubmatch(text)
	if parts == nil {
		return text
	}
	name := map[string]string{
		"start": "the start of the core phase", "end": "the end of the core phase",
		"launch": "the start of the full run", "finish": "the end of the full run", "first": "the first reading", "last": "the last reading",
	}[parts[1]]
	if parts[2] == "" {
		return name
	}
	return parts[3] + " " + map[string]string{"+": "after", "-": "before"}[parts[2]] + " " + name
}

// reach reads a range of time, "start to end-30s".
func reach(m *power.Measurement, text string) (power.Span, error) {
	from, to, found := strings.Cut(text, " to ")
	if !found {
		return power.Span{}, fmt.Errorf("%q is no range", text)
	}
	start, err := point(m, from)
	if err != nil {
		return power.Span{}, err
	}
	end, err := point(m, to)
	return power.NewSpan(start, end), err
}

func reachWords(text string) string {
	from, to, _ := strings.Cut(text, " to ")
	return pointWords(from) + " to " + pointWords(to)
}
