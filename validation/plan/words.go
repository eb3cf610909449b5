package plan

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

func figure(v float64) string { return strconv.FormatFloat(rounded(v), 'f', -1, 64) }

// Seconds writes a number of seconds as people say it.
func Seconds(v float64) string {
	const hour = 3600
	switch whole := time.Duration(v) * time.Second; {
	case v < 120 || v != whole.Seconds():
		return figure(v) + " s"
	case v < hour:
		return minutes(whole)
	default:
		return strings.TrimSuffix(fmt.Sprintf("%d h %s", int(whole.Hours()), minutes(whole%time.Hour)), " 0 min")
	}
}

func minutes(d time.Duration) string {
	if rest := d % time.Minute; rest > 0 {
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(rest.Seconds()))
	}
	return fmt.Sprintf("%d min", int(d.Minutes()))
}

func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func counted(count int, noun string) string {
	if count != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", count, noun)
}

// Offset writes a time from the start of the job.
func Offset(v float64) string {
	switch {
	case v < 0:
		return Seconds(-v) + " before"
	case v == 0:
		return "start"
	}
	return Seconds(v) + " after"
}

// Nodes is how many compute nodes the machine has.
func (p *Plan) Nodes() int { return p.Request.nodes() }

func (r Request) nodes() (sum int) {
	for _, set := range r.NodeSets {
		sum += set.Nodes
	}
	return sum
}

// Nodes is how many compute nodes are to be measured.
func (l *Level) Nodes() (sum int) {
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
	return fmt.Sprintf("An uncertainty of %s%% needs %s, if equal nodes differ by %s%%.", figure(g.Percent),
		listed(parts), figure(100*methodology.AssumedVariation))
}
