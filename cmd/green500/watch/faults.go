package watch

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Fault is something that goes wrong now.
type Fault struct {
	Kind        string   `json:"kind"`
	Source      string   `json:"source,omitempty"`
	Instruments []string `json:"instruments,omitempty"`
	Message     string   `json:"message"`
	Remedy      string   `json:"remedy,omitempty"`
}

// The kinds of faults that are not those of a rule. A fault by a rule has the id of the rule.
const (
	Unreachable = "source-unreachable"
	Silent      = "meter-silent"
	Missing     = "instruments-missing"
	Irregular   = "interval-irregular"
	OtherUnit   = "unit-changed"
	UnknownUnit = "unit-unknown"
	ClockOff    = "clock-off"
	NoIdle      = "idle-missing"
	NoSource    = "series-without-source"
)

func (f Fault) key() string { return f.Kind + " " + f.Source }

// Faults is what goes wrong now, in the order of the sources.
func Faults(s *Seen) []Fault {
	var found []Fault
	for _, r := range s.Sources {
		if r.Problem != "" {
			found = append(found, Fault{Kind: Unreachable, Source: r.Name,
				Message: fmt.Sprintf("%s cannot be read: %s.", r.Name, strings.TrimSuffix(r.Problem, "."))})
		}
		for _, look := range []func(*Seen, *Recording) (Fault, bool){silent, absent, irregular, unitUnknown,
			unitChanged} {
			if one, is := look(s, r); is {
				one.Source = r.Name
				found = append(found, one)
			}
		}
	}
	return found
}

// WithoutSource reports that series of the document are of no source.
func WithoutSource(s *Seen, _ Load) (Fault, bool) {
	return Fault{Kind: NoSource, Message: fmt.Sprintf(
		"The document has a series of %s, and no source gives its readings.", strings.Join(s.Unwatched, ", ")),
		Remedy: "Add a source, or put the log into the bundle afterwards."}, len(s.Unwatched) > 0
}

const mostNamed = 4

func named(all []string) string {
	if len(all) <= mostNamed+1 {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:mostNamed], ", "), len(all)-mostNamed)
}

func several(count int, one, more string) string {
	if count == 1 {
		return one
	}
	return more
}

func rounded(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// How long nothing is said of silence at the beginning, when it is not known how readings arrive.
const (
	patienceAtStart = 15 * time.Second
	arrivalsToTrust = 4
)

// silent finds instruments that should have had readings by now. One whose clock is behind is not silent while it goes
// on.
func silent(s *Seen, r *Recording) (Fault, bool) {
	var names []string
	var last time.Time
	for _, i := range r.Instruments {
		interval := i.interval(r)
		patience := max(time.Duration(methodology.LongestStepOfInterval*float64(interval)), r.slowest+interval/2)
		if r.arrivals < arrivalsToTrust {
			patience = max(patience, patienceAtStart)
		}
		if len(i.at) > 0 && s.Now.Sub(i.newest())-i.delay > patience {
			names = append(names, i.Name)
			if i.newest().After(last) {
				last = i.newest()
			}
		}
	}
	f := Fault{Kind: Silent, Instruments: names, Remedy: "Check the meter, its network and what collects its readings."}
	switch {
	case len(r.Instruments) == 0:
		if s.Now.Sub(s.Began) <= max(patienceAtStart,
			time.Duration(methodology.LongestStepOfInterval*float64(r.interval()))) {
			return f, false
		}
		f.Message, f.Remedy = fmt.Sprintf("%s has no readings yet.", r.Name),
			"Check the query, and whether the meter is read."
	case len(names) == 0:
		return f, false
	case len(names) == len(r.Instruments):
		f.Message = fmt.Sprintf("All of %s fell silent: the last reading is of %s; one every %s is usual.", r.Name,
			s.clock(last), rounded(r.interval()))
	default:
		f.Message = fmt.Sprintf("%s of %s fell silent: the last reading is of %s; one every %s is usual.", named(names),
			r.Name, s.clock(last), rounded(r.interval()))
	}
	return f, true
}

func (s *Seen) clock(at time.Time) string { return at.In(s.Now.Location()).Format(time.TimeOnly) }

func absent(s *Seen, r *Recording) (Fault, bool) {
	patience := r.interval() + r.interval()/2 // each has had a reading by then
	if r.Expected == 0 || len(r.Instruments) == 0 || s.Now.Sub(r.first) <= patience {
		return Fault{}, false
	}
	switch count := len(r.Instruments); {
	case count < r.Expected:
		return Fault{Kind: Missing, Message: fmt.Sprintf("%s has readings of %d instruments; %d are stated: "+
			"%d %s missing.", r.Name, count, r.Expected, r.Expected-count, several(r.Expected-count, "is", "are")),
			Remedy: "Add what is missing, or correct how many there are."}, true
	case count > r.Expected:
		return Fault{Kind: Missing, Message: fmt.Sprintf("%s has readings of %d instruments; %d are stated.", r.Name,
			count, r.Expected), Remedy: "Narrow the query, or correct how many there are."}, true
	}
	return Fault{}, false
}

// How many last steps are looked at, and when one is long: whole seconds show single ones of two.
const (
	lastSteps    = 3
	longOfUsual  = 1.4
	stepsToTrust = 4
)

func irregular(s *Seen, r *Recording) (Fault, bool) {
	var names []string
	var longest, usual time.Duration
	for _, i := range r.Instruments {
		if step, is := i.irregularNow(s.Now); is {
			if names = append(names, i.Name); step > longest {
				longest, usual = step, i.usual
			}
		}
	}
	return Fault{Kind: Irregular, Instruments: names,
		Remedy: "Check what reads the meter: readings must come at a constant interval.",
		Message: fmt.Sprintf("%s of %s: the interval between readings became irregular: %s instead of %s.",
			named(names), r.Name, rounded(longest), rounded(usual))}, len(names) > 0
}

// irregularNow returns the longest last step if a reading is missing, two are long, or one is overdue.
func (i *Instrument) irregularNow(now time.Time) (longest time.Duration, is bool) {
	n := len(i.at)
	if n < lastSteps+stepsToTrust || i.usual == 0 {
		return 0, false
	}
	limit := time.Duration(longOfUsual * float64(i.usual))
	if !slices.ContainsFunc(i.at[n-lastSteps-1:], func(at int64) bool { return at%int64(time.Second) != 0 }) {
		limit = max(limit, i.usual+time.Second)
	}
	steps := i.stepsOf(n-lastSteps-1, n)
	long := 0
	for _, step := range steps {
		if step > limit {
			long++
		}
	}
	overdue := float64(now.Sub(i.newest())-i.delay) > longOfUsual*float64(i.usual)
	longest = slices.Max(steps)
	return longest, float64(longest) > methodology.LongestStepOfInterval*float64(i.usual) || long > 1 ||
		steps[lastSteps-1] > limit && overdue
}

func unitUnknown(_ *Seen, r *Recording) (Fault, bool) {
	enough := slices.ContainsFunc(r.Instruments, func(i *Instrument) bool { return len(i.at) >= readingsToRead })
	return Fault{Kind: UnknownUnit,
		Message: fmt.Sprintf("The unit of %s is not known: neither the server nor the names state it.", r.Name),
		Remedy:  "State the unit of the source, and start again with --from."}, enough && r.Series.Unit == ""
}

// Factors between units that are mistaken for each other: a thousand or more.
const otherUnitFrom = 500

// powerOf is the mean power of an instrument between two places of its readings, in the unit that is stated; NaN if not
// known.
func (r *Recording) powerOf(i *Instrument, from, to int) float64 {
	if from < 0 || to-from < 2 {
		return math.NaN()
	}
	if r.Series.Quantity == power.Energy {
		seconds := time.Duration(i.at[to-1] - i.at[from]).Seconds()
		return (i.value[to-1] - i.value[from]) * r.Series.Unit.Steps() / seconds / power.Unit("J").Steps()
	}
	sum := 0.0
	for _, value := range i.value[from:to] {
		sum += value
	}
	return sum / float64(to-from) * r.Series.Unit.Steps() / power.Unit("W").Steps()
}

const recent = 2

// unitChanged finds instruments whose power is hundreds of times what it was, or what that of the others is.
func unitChanged(_ *Seen, r *Recording) (Fault, bool) {
	if r.Series.Unit == "" {
		return Fault{}, false
	}
	var now []float64
	for _, i := range r.Instruments {
		now = append(now, r.powerOf(i, len(i.at)-recent, len(i.at)))
	}
	usual := median(now)
	var names, words []string
	for k, i := range r.Instruments {
		before := r.powerOf(i, max(0, len(i.at)-recent-usualSteps), len(i.at)-recent)
		switch {
		case farOff(now[k], before):
			words = append(words, fmt.Sprintf("%s W instead of %s W before", figure(now[k]), figure(before)))
		case len(now) > 2 && (now[k] > otherUnitFrom*usual || thousandth(now[k], usual)):
			words = append(words, fmt.Sprintf("%s W instead of %s W as the others", figure(now[k]), figure(usual)))
		default:
			continue
		}
		names = append(names, i.Name)
	}
	if len(names) == 0 {
		return Fault{}, false
	}
	return Fault{Kind: OtherUnit, Instruments: names, Remedy: "Check in which unit the source writes its readings.",
		Message: fmt.Sprintf("%s of %s: %s: probably another unit.", named(names), r.Name, words[0])}, true
}

// farOff reports whether one power is hundreds of times the other. One of nothing at all is no other unit.
func farOff(a, b float64) bool {
	a, b = math.Abs(a), math.Abs(b)
	return a > 0 && b > 0 && (a >= otherUnitFrom*b || b >= otherUnitFrom*a)
}

// thousandth reports whether one power is about a thousandth, or a millionth, of another. Far less alone may be a feed
// in reserve.
func thousandth(a, b float64) bool {
	const kilo, about = 1e3, 0.3
	return math.Abs(a/b*kilo-1) < about || math.Abs(a/b*kilo*kilo-1) < about
}

func median(values []float64) float64 { return quantile(values, 2) }

func quantile(values []float64, oneIn int) float64 {
	known := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(known) == 0 {
		return math.NaN()
	}
	slices.Sort(known)
	return known[len(known)/oneIn]
}

func figure(v float64) string {
	if math.Abs(v) >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

func atOnce() []string {
	return []string{"node-power-plausible", "instruments-match-nodes", "unit-as-named"}
}

const recentIntervals = 4

// Implausible runs the rules that hold at any time, once each source has readings that have no Faults.
func Implausible(s *Seen) []Fault {
	newest := s.newest()
	span := recentIntervals * s.interval()
	for _, r := range s.Sources {
		if len(r.Instruments) == 0 || r.Series.Unit == "" || s.Now.Sub(r.first) < recent*r.interval() {
			return nil
		}
	}
	m := s.measurement(newest.Add(-2*span), power.NewSpan(newest.Add(-span), newest))
	if !m.Covers(power.Compute) {
		return nil
	}
	var found []Fault
	edition := methodology.Edition(s.Entry.Methodology)
	for _, rule := range rules.For(edition) {
		if !slices.Contains(atOnce(), rule.ID) {
			continue
		}
		result := rule.Check(rules.Case{Measurement: m, Level: s.Entry.ClaimedLevel,
			Limits: edition.Limits(s.Entry.ClaimedLevel), Facts: forensics.Of(m)})
		if result.Outcome == rules.Fail {
			found = append(found, Fault{Kind: rule.ID, Message: result.Message, Remedy: rule.Remedy})
		}
	}
	return found
}
