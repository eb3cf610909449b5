package plan

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// figure writes a number with significant digits only.
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

// Seconds writes a number of seconds as people say it.
func Seconds(v float64) string { return seconds(v) }

// Offset writes a time from the start of the job.
func Offset(v float64) string {
	switch {
	case v < 0:
		return seconds(-v) + " before"
	case v == 0:
		return "start"
	}
	return seconds(v) + " after"
}

// Nodes is how many compute nodes the machine has.
func (p *Plan) Nodes() int {
	sum := 0
	for _, set := range p.Request.NodeSets {
		sum += set.Nodes
	}
	return sum
}

// Nodes is how many compute nodes are to be measured.
func (l *Level) Nodes() int {
	sum := 0
	for _, set := range l.Sets {
		sum += set.Measured
	}
	return sum
}

// AccuracyWords is the largest error of a meter.
func (l *Level) AccuracyWords() string {
	if l.Accuracy == 0 {
		return "not required"
	}
	return "at most " + figure(l.Accuracy) + "%"
}

// IdleWords is the requirement for idle power.
func (l *Level) IdleWords() string {
	if l.Idle == 0 {
		return "optional"
	}
	return fmt.Sprintf("%d required", l.Idle)
}

// Words is the half width of the uncertainty, in percent of the power.
func (u Uncertainty) Words() string {
	if u.Percent == nil {
		return "not known"
	}
	return strings.TrimSpace(power.PlusMinus(u.Percent, 2)) + "%"
}

// Words says how many nodes the wanted uncertainty takes.
func (g *Goal) Words() string {
	if g.Problem != "" {
		return fmt.Sprintf("An uncertainty of %s%% cannot be planned. %s", figure(g.Percent), g.Problem)
	}
	var parts []string
	for _, set := range g.Sets {
		parts = append(parts, fmt.Sprintf("%d of the %d nodes of %s", set.Measured, set.Nodes, set.Name))
	}
	return fmt.Sprintf("An uncertainty of %s%% needs %s, if equal nodes differ by %s%%.", figure(g.Percent), listed(parts), figure(100*methodology.AssumedVariation))
}
