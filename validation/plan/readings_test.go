package plan_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/plan"
	"green500/validation/power"
)

// outcomeOf is what a report says of a rule.
func outcomeOf(t *testing.T, report *validation.Report, rule string) bool {
	t.Helper()
	for _, f := range report.Findings {
		if f.Rule == rule {
			return !f.Outcome.Open()
		}
	}
	t.Fatalf("the report does not speak of %s", rule)
	return false
}

// planFor is a plan of one meter at all measured nodes, read every second.
func planFor(t *testing.T, level power.Level, quantity power.Quantity) *plan.Plan {
	t.Helper()
	request := hundred()
	request.Goal, request.Level, request.Meter.Measures, request.Meter.Count = 0, level, quantity, 1
	request.Meter.SamplingHertz = 8000
	for _, name := range power.SubsystemNames() {
		if name != power.Compute {
			request.Subsystems = append(request.Subsystems,
				plan.Subsystem{Name: name, Participates: new(name == power.Interconnect)})
		}
	}
	p, err := plan.Of(request)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// changed is a run as planned whose log of the compute nodes is another one.
func changed(p *plan.Plan, change func(at, value []int64) (changedAt, changedValue []int64)) *power.Measurement {
	m := carriedOut(p, 7)
	for i := range m.Parts {
		if m.Parts[i].Series.Covers.Subsystem != power.Compute {
			continue
		}
		old := m.Parts[i].Traces[0]
		at, value := old.Columns()
		at, value = change(slices.Clone(at), slices.Clone(value))
		m.Parts[i].Traces[0] = power.NewTrace("", old.Quantity, at, value)
	}
	return m
}

// TestThePlannedResolutionIsFine: a log that is rounded to the planned step keeps its level without a remark; one that
// is three times as coarse has one.
func TestThePlannedResolutionIsFine(t *testing.T) {
	for _, level := range power.Levels() {
		for _, quantity := range []power.Quantity{power.Power, power.Energy} {
			p := planFor(t, level, quantity)
			l := p.Chosen()
			if !l.Reachable() {
				continue
			}
			step := float64(l.Resolution.Power) * 1e6
			if quantity == power.Energy {
				step = l.Resolution.Energy * 3600 * 1e3
			}
			for times, fine := range map[float64]bool{1: true, 3: false} {
				coarse := int64(times * step)
				m := changed(p, func(at, value []int64) ([]int64, []int64) {
					for i := range value {
						value[i] = (value[i] + coarse/2) / coarse * coarse
					}
					return at, value
				})
				report := gradeOf(t, m, methodology.V20)
				if got := outcomeOf(t, report, "resolution-fine"); got != fine {
					t.Errorf("%s of %s: steps %v times as large as planned are fine: %v", quantity, level, times, got)
				}
				if fine && report.GrantedLevel < level {
					t.Errorf("%s: %s is granted, not %s: %v", quantity, report.GrantedLevel, level,
						unmet(report, level))
				}
			}
		}
	}
}

// TestThePlannedTimeMayBeLost: a log without so many readings keeps its level, and one without two more does not.
func TestThePlannedTimeMayBeLost(t *testing.T) {
	for _, level := range []power.Level{1, 2} {
		p := planFor(t, level, power.Power)
		may := int(p.Chosen().Lost)
		if may != 6 { // of 600 s
			t.Errorf("%s: %d s may be lost", level, may)
		}
		for lost, fine := range map[int]bool{may: true, may + 2: false} {
			m := changed(p, func(at, value []int64) ([]int64, []int64) {
				from := slices.IndexFunc(at,
					func(at int64) bool { return time.Unix(0, at).After(launch().Add(300 * time.Second)) })
				return slices.Delete(at, from, from+lost), slices.Delete(value, from, from+lost)
			})
			report := gradeOf(t, m, methodology.V20)
			if got := outcomeOf(t, report, "no-time-lost"); got != fine {
				t.Errorf("%s: %d s lost is fine: %v", level, lost, got)
			}
			if granted := report.GrantedLevel >= level; granted != fine {
				t.Errorf("%s: %d s lost, granted is %s: %v", level, lost, report.GrantedLevel, unmet(report, level))
			}
		}
	}
}

// TestReadingsInWords: by the level, the meters and the edition.
func TestReadingsInWords(t *testing.T) {
	request := hundred()
	request.Goal = 0
	for name, c := range map[string]struct {
		change func(*plan.Request)
		says   []string
		never  string
	}{
		"a meter": {func(*plan.Request) {}, []string{
			"Interval: 54 s or less, always the same. The values must change as often",
			"Resolution: steps of at most 5.8 W of power at a meter that sees one node (640 W), in proportion for " +
				"more. Then rounding is within the stated error of 0.5%, even if the nodes draw 8% less than expected.",
			"Lost time: at most 6 s of the core phase and 7.1 s of the full run (1%); " +
				"at an interval of 1 s that is 6 readings.",
		}, "Wh"},
		"nothing said of the meter": {func(r *plan.Request) { r.Meter = power.Meter{} }, []string{
			"steps of at most 23 W of power or 1.9 Wh of energy", "within the error that the level allows, 2%",
			"at an interval of 54 s no reading may be missing",
		}, "stated error"},
		"meters": {func(r *plan.Request) { r.Meter.Count = 4 },
			[]string{"a meter that sees 3.2 kW", "at most 29 W of power"}, "one node"},
		"Level 1": {func(r *plan.Request) { r.Level = 1 },
			[]string{"at most 6 s of the core phase (1%)"}, "full run"},
		"Level 3": {func(r *plan.Request) { r.Level = 3 },
			[]string{"Interval: 5 s or less", "Wh of energy"}, "of power"},
		"no more than core": {func(r *plan.Request) { r.Run.Before, r.Run.After = 0, 0 },
			[]string{"at most 6 s of the core phase (1%)"}, "full run"},
		"1.2": {func(r *plan.Request) { r.Methodology = "1.2" },
			[]string{"Interval: 54 s or less, always the same."}, "Lost time"},
		"1.2, no error": {func(r *plan.Request) { r.Methodology, r.Meter = "1.2", power.Meter{} },
			[]string{"Interval:"}, "Resolution"},
	} {
		changed := request
		c.change(&changed)
		p, err := plan.Of(changed)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Join(p.Chosen().ReadingWords(), "\n")
		for _, says := range c.says {
			if !strings.Contains(words, says) {
				t.Errorf("%s: %q is not said:\n%s", name, says, words)
			}
		}
		if strings.Contains(words, c.never) {
			t.Errorf("%s: %q is said:\n%s", name, c.never, words)
		}
	}
}
