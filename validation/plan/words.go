package plan

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// figure writes a number with no more digits than tell something.
func figure(v float64) string { return strconv.FormatFloat(rounded(v), 'f', -1, 64) }

// seconds writes a time as people say it.
func seconds(v float64) string {
	if v < 120 {
		return figure(v) + " s"
	}
	const hour = 3600
	whole := time.Duration(v) * time.Second
	switch {
	case v != whole.Seconds():
		return figure(v) + " s"
	case v < hour:
		return minutes(whole)
	}
	return strings.TrimSuffix(fmt.Sprintf("%d h %s", int(whole.Hours()), minutes(whole%time.Hour)), " 0 min")
}

func minutes(d time.Duration) string {
	if rest := d % time.Minute; rest > 0 {
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(rest.Seconds()))
	}
	return fmt.Sprintf("%d min", int(d.Minutes()))
}

// words is the name of a subsystem as a sentence has it.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// listed joins names in a sentence.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// counted writes a number with its noun.
func counted(count int, noun string) string {
	if count != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", count, noun)
}
