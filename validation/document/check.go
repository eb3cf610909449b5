package document

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

var editionName = regexp.MustCompile(`^\d{4}-(06|11)$`)

// Check looks for what makes a document impossible to grade, whatever its files hold: references to nothing, units that
// do not fit, spans that end before they start. What the methodology asks is not checked here: that is for the rules.
func Check(entry *power.Entry) error {
	c := &checker{}
	c.head(entry)
	c.run(entry)
	if len(entry.NodeSets) == 0 {
		c.problem("node_sets", "no compute nodes are given", "give at least one set with nodes and measured")
	}
	c.nodeSets(entry)
	c.subsystems(entry)
	c.meters(entry)
	for i := range entry.Series {
		c.series(entry, i)
	}
	c.leftOut(entry)
	c.explained(entry)
	c.idle(entry)
	c.environment(entry.Environment)
	c.study(entry.Study)
	return c.problems.OrNil()
}

type checker struct{ problems power.InputErrors }

func (c *checker) problem(field, problem, remedy string) {
	c.problems = append(c.problems, &power.InputError{Field: field, Problem: problem, Remedy: remedy})
}

func (c *checker) needed(field, value, remedy string) {
	if value == "" {
		c.problem(field, "this is missing", remedy)
	}
}

func (c *checker) among(field, value string, words ...string) {
	if !slices.Contains(words, value) {
		c.problem(field, fmt.Sprintf("%q is not a known value", value), "write one of "+strings.Join(words, ", "))
	}
}

func (c *checker) optional(field, value string, words ...string) {
	if value != "" {
		c.among(field, value, words...)
	}
}

func (c *checker) notNegative(field string, value float64) {
	if value < 0 {
		c.problem(field, "the value is negative", "write the value of the data sheet, such as 0.5")
	}
}

func (c *checker) zone(field, name string) {
	if _, err := Zone(name); err != nil {
		c.problem(field, fmt.Sprintf("%q is not a time zone", name),
			"write the IANA name, such as Europe/Berlin or UTC")
	}
}

// Zone returns the zone of an IANA name; nil without an error if none is named.
func Zone(name string) (*time.Location, error) {
	switch name {
	case "":
		return nil, nil
	case "Local":
		return nil, fmt.Errorf("%q is not the name of a zone", name)
	}
	return time.LoadLocation(name)
}

func (c *checker) span(field string, s power.Span) {
	switch {
	case s.IsZero():
	case s.Start.IsZero() || s.End.IsZero():
		c.problem(field, "only one end of the time range is given", "give both start and end")
	case !s.End.After(s.Start.Time):
		c.problem(field, "the time range ends before it starts", "swap or correct start and end")
	}
}

func (c *checker) head(entry *power.Entry) {
	if entry.Schema != power.Schema {
		c.problem("schema", fmt.Sprintf("%q is not a schema that this version reads", entry.Schema),
			"write "+power.Schema)
	}
	if !editionName.MatchString(entry.Edition) {
		c.problem("edition", fmt.Sprintf("%q is not the name of an edition", entry.Edition),
			"write the year and 06 or 11, such as 2026-11")
	}
	c.methodology(methodology.Edition(entry.Methodology))
	if !slices.Contains(power.Levels(), entry.ClaimedLevel) {
		problem := fmt.Sprintf("%d is not a level", entry.ClaimedLevel)
		if entry.ClaimedLevel == 0 {
			problem = "no level is chosen"
		}
		c.problem("claimed_level", problem, "write 1, 2 or 3")
	}
	c.needed("contact.name", entry.Contact.Name, "name the person who answers questions")
	c.needed("contact.email", entry.Contact.Email, "give an address for questions")
	c.needed("site.name", entry.Site.Name, "name the site")
	if hz := entry.Site.MainsHz; hz != 0 && hz != methodology.SlowMains && hz != methodology.FastMains {
		c.problem("site.mains_hz", fmt.Sprintf("mains of %d Hz are not supported", hz),
			"write 50 or 60, or leave it out")
	}
	c.needed("system.name", entry.System.Name, "name the system")
}

// methodology refuses a draft: what a document says would count on a list once it is submitted.
func (c *checker) methodology(named methodology.Edition) {
	var listed []string
	for _, edition := range methodology.Listed() {
		listed = append(listed, string(edition))
	}
	if named.Draft() && slices.Contains(methodology.Editions(), named) {
		c.problem("methodology", string(named)+" is a draft, which no list uses",
			"write one of "+strings.Join(listed, ", ")+", and grade by the draft with green500 check --methodology "+
				string(named))
		return
	}
	c.among("methodology", string(named), listed...)
}

func (c *checker) run(entry *power.Entry) {
	run := entry.Run
	if run.Workload != "HPL" {
		c.problem("run.workload", fmt.Sprintf("%q is not ranked by the Green500", run.Workload), "write HPL")
	}
	c.zone("run.timezone", run.Timezone)
	c.span("run.full_run", run.FullRun)
	c.span("run.core_phase", run.CorePhase)
	c.span("run.averaging_window", run.AveragingWindow)
	if run.Output == "" && run.CorePhase.IsZero() {
		c.problem("run.output", "neither an HPL output nor a core phase is given",
			"name the file with the HPL output, or state run.core_phase and run.rmax_tflops")
	}
	if run.Output == "" && run.RmaxTeraflops <= 0 {
		c.problem("run.rmax_tflops", "Rmax is given neither here nor by an HPL output",
			"name the file with the HPL output, or state Rmax in TFlop/s")
	}
	if run.RmaxTeraflops < 0 {
		c.problem("run.rmax_tflops", "Rmax is negative", "write it in TFlop/s")
	}
	if run.Order < 0 {
		c.problem("run.order", fmt.Sprintf("a matrix cannot have order %d", run.Order), "write N, or leave it out")
	}
	if entry.System.Top500Teraflops < 0 {
		c.problem("system.top500_rmax_tflops", "Rmax is negative", "write it in TFlop/s")
	}
	if !run.AveragingWindow.IsZero() && entry.Methodology != string(methodology.V12) {
		c.problem("run.averaging_window", "methodology "+entry.Methodology+" averages the whole core phase",
			"leave the window out")
	}
}

func (c *checker) nodeSets(entry *power.Entry) {
	for i, set := range entry.NodeSets {
		at := fmt.Sprintf("node_sets[%d]", i)
		c.needed(at+".name", set.Name, "name the set")
		if slices.ContainsFunc(entry.NodeSets[:i],
			func(other power.NodeSet) bool { return sameName(set.Name, other.Name) }) {
			c.problem(at+".name", fmt.Sprintf("%q names two node sets", set.Name),
				"give each its own name, and say in series: covers: node_set which of them the readings cover")
		}
		if set.Nodes <= 0 {
			c.problem(at+".nodes", fmt.Sprintf("a set cannot have %d nodes", set.Nodes),
				"state the number of nodes of the set")
		}
		if set.Measured < 0 || set.Measured > set.Nodes {
			c.problem(at+".measured", fmt.Sprintf("%d of %d nodes were measured", set.Measured, set.Nodes),
				"give a number from 0 to the number of nodes")
		}
		c.optional(at+".selection_method", string(set.SelectionMethod), power.SelectionMethods()...)
		c.notNegative(at+".nodes_per_chassis", float64(set.PerChassis))
		c.notNegative(at+".memory_gb_s", set.MemoryRate)
		c.notNegative(at+".memory_gb", set.MemoryGB)
	}
}

func (c *checker) subsystems(entry *power.Entry) {
	for i, sub := range entry.Subsystems {
		at := fmt.Sprintf("subsystems[%d]", i)
		c.needed(at+".name", sub.Name, "name the subsystem")
		if slices.ContainsFunc(entry.Subsystems[:i],
			func(other power.Subsystem) bool { return sameName(sub.Name, other.Name) }) {
			c.problem(at+".name", fmt.Sprintf("%q names two subsystems", sub.Name), "list each subsystem once")
		}
		c.measuredWith(entry, at, sub)
		c.among(at+".treatment", string(sub.Treatment), string(power.Measured), string(power.Estimated),
			string(power.LeftOut))
		if sub.Measured < 0 || sub.Units < 0 || sub.Measured > sub.Units {
			c.problem(at+".measured", fmt.Sprintf("%d of %d units were measured", sub.Measured, sub.Units),
				"give units, and measured from 0 to units")
		}
		if sub.Units > 0 && sub.Measured == 0 && sub.Treatment == power.Measured {
			c.problem(at+".measured", "no unit was measured",
				"state how many of the units were measured, or declare the subsystem as estimated")
		}
		if sub.PowerWatts < 0 {
			c.problem(at+".power_w", "the estimate is negative",
				"write a positive power; do not use a negative estimate to subtract measured power")
		}
	}
}

func sameName(a, b string) bool {
	return a != "" && strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

func (c *checker) measuredWith(entry *power.Entry, at string, sub power.Subsystem) {
	with := entry.Subsystem(sub.MeasuredWith)
	switch {
	case sub.MeasuredWith == "":
	case with == nil || sub.MeasuredWith == sub.Name || with.Treatment != power.Measured:
		c.problem(at+".measured_with", fmt.Sprintf("%q is not another measured subsystem", sub.MeasuredWith),
			"name the subsystem whose meters see this one too, such as compute")
	case sub.Treatment != power.Measured:
		c.problem(at+".measured_with", fmt.Sprintf("the subsystem is called %s", sub.Treatment),
			"write treatment measured, or leave measured_with out")
	}
}

func (c *checker) meters(entry *power.Entry) {
	ids := map[string]bool{}
	for i, meter := range entry.Meters {
		at := fmt.Sprintf("meters[%d]", i)
		c.needed(at+".id", meter.ID, "give the meter a short name")
		id := strings.ToLower(strings.TrimSpace(meter.ID))
		if ids[id] {
			c.problem(at+".id", fmt.Sprintf("%q names two meters", meter.ID), "give each its own name")
		}
		ids[id] = id != ""
		c.among(at+".measures", string(meter.Measures), string(power.Power), string(power.Energy))
		c.optional(at+".current", strings.ToUpper(meter.Current), "AC", "DC")
		c.optional(at+".location", string(meter.Location), string(power.Upstream), string(power.Delivery),
			string(power.Equivalent), string(power.Downstream))
		c.optional(at+".accuracy.grade", meter.Accuracy.Grade, power.Grades()...)
		c.optional(at+".accuracy.kind", string(meter.Accuracy.Kind), string(power.HardBound),
			string(power.OneStandardDeviation), string(power.TwoStandardDeviations))
		accuracy := meter.Accuracy
		c.notNegative(at+".accuracy.current_transformers_percent", accuracy.Transformers)
		c.notNegative(at+".accuracy.of_reading_percent", accuracy.OfReadingPercent)
		c.notNegative(at+".accuracy.of_range_percent", accuracy.OfRangePercent)
		c.notNegative(at+".accuracy.range_w", accuracy.RangeWatts)
		c.ranges(at+".accuracy", meter.Accuracy)
		if until := meter.Calibration.ValidUntil; !until.IsZero() && until.Before(meter.Calibration.Calibrated) {
			c.problem(at+".calibration.valid_until", "the calibration ends before its own date",
				"swap or correct the two days")
		}
		c.notNegative(at+".sampling_hz", meter.SamplingHertz)
		c.notNegative(at+".reading_interval_s", meter.IntervalSeconds)
		if meter.Loss != nil {
			c.notNegative(at+".loss.interval_s", meter.Loss.IntervalSeconds)
		}
	}
}

func (c *checker) series(entry *power.Entry, i int) {
	s, at := &entry.Series[i], fmt.Sprintf("series[%d]", i)
	c.needed(at+".file", s.File, "name the file with the readings")
	c.notNegative(at+".nodes", float64(s.Nodes))
	if entry.MeterOf(s) == nil {
		c.problem(at+".meter", fmt.Sprintf("no meter has the id %q", s.Meter), "name one of the meters")
	}
	if quantity, known := s.Unit.Quantity(); !known {
		c.among(at+".unit", string(s.Unit), power.Units()...)
	} else if s.Quantity != quantity {
		c.problem(at+".quantity", fmt.Sprintf("%s is a unit of %s, but the quantity is %q", s.Unit, quantity,
			s.Quantity), "write quantity "+string(quantity)+", or correct the unit")
	}
	for _, wrong := range power.ImportSettings(*s).Unknown() {
		if field := wrong.Field(); field != "unit" && field != "quantity" {
			c.among(at+"."+field, wrong.In((*power.ImportSettings)(s)).String(), strings.Fields(wrong.Words)...)
		}
	}
	if problem, remedy := power.CheckTimeFormat(s.TimeFormat); s.TimeFormat != "" && problem != "" {
		c.problem(at+".time_format", problem, remedy)
	}
	c.counts(at, s)
	c.zone(at+".timezone", s.Timezone)
	c.covers(entry, s, at)
}

func (c *checker) covers(entry *power.Entry, s *power.Series, at string) {
	c.needed(at+".covers.subsystem", s.Covers.Subsystem, "state which subsystem the readings cover")
	if s.Covers.Subsystem != "" && entry.Subsystem(s.Covers.Subsystem) == nil {
		c.problem(at+".covers.subsystem", fmt.Sprintf("%q is not among the subsystems", s.Covers.Subsystem),
			"list it under subsystems, or name one that is listed")
	}
	if s.Covers.NodeSet != "" && entry.NodeSet(s.Covers.NodeSet) == nil {
		c.problem(at+".covers.node_set", fmt.Sprintf("%q is not among the node sets", s.Covers.NodeSet),
			"name one of the node sets")
	}
	if s.Covers.Subsystem == power.Compute && s.Covers.NodeSet == "" && len(entry.NodeSets) > 1 {
		c.problem(at+".covers.node_set", "the machine has several node sets", "state which of them the readings cover")
	}
}

func (c *checker) leftOut(entry *power.Entry) {
	var logs []string
	for _, s := range entry.Series {
		logs = append(logs, s.Files()...)
	}
	for _, attachment := range entry.Attachments {
		logs = append(logs, attachment.File)
	}
	for i, unused := range entry.LeftOut {
		at := fmt.Sprintf("left_out[%d]", i)
		switch {
		case unused.File == "":
			c.needed(at+".file", unused.File, "name the log, as in series: file")
		case !slices.Contains(logs, unused.File):
			c.problem(at+".file", fmt.Sprintf("no series and no attachment has the file %q", unused.File),
				"name the log as in series: file, or list it under attachments")
		}
		if !slices.ContainsFunc(unused.Instruments, func(name string) bool { return strings.TrimSpace(name) != "" }) {
			c.problem(at+".instruments", "no instrument is listed",
				"list the columns of the log, or values such as rack=12, that no series reads")
		}
		c.needed(at+".reason", strings.TrimSpace(unused.Reason),
			"state why they are not used, such as: racks of another machine")
	}
}

func (c *checker) explained(entry *power.Entry) {
	for i, one := range entry.Explained {
		if one == (power.Explanation{}) {
			continue // it was taken back
		}
		at := fmt.Sprintf("explained[%d]", i)
		c.needed(at+".rule", strings.TrimSpace(one.Rule),
			"name the rule as a report does, such as node-power-plausible")
		c.needed(at+".reason", strings.TrimSpace(one.Reason),
			"say why the measurement is right all the same, or take the explanation out")
	}
}

func (c *checker) counts(at string, s *power.Series) {
	c.notNegative(at+".wraps_at", s.WrapsAt)
	counted := "counts"
	if s.WrapsAt != 0 {
		counted = "wraps_at"
	}
	switch {
	case (s.Counts != "" || s.WrapsAt != 0) && s.Quantity != power.Energy:
		c.problem(at+"."+counted, "readings of power have no counter", "leave it out, or write quantity energy")
	case s.Counts == "interval" && s.WrapsAt != 0:
		c.problem(at+".wraps_at", "the energy of an interval never wraps", "leave it out, or write counts total")
	}
}

func (c *checker) environment(e power.Environment) {
	fields := []string{"humidity_percent", "distortion_percent", "line_impedance_ohm"}
	for i, value := range []*float64{e.HumidityPercent, e.DistortionPercent, e.LineImpedanceOhm} {
		if value != nil {
			c.notNegative("environment."+fields[i], *value)
		}
	}
}

func (c *checker) idle(entry *power.Entry) {
	if len(entry.Series) == 0 {
		c.problem("series", "no readings are given", "add at least one series with a file, such as file: meter.csv")
	}
	for i, idle := range entry.Idle {
		at := fmt.Sprintf("idle[%d]", i)
		c.span(at, idle.Span())
		if idle.Span().IsZero() && idle.PowerWatts <= 0 {
			c.problem(at, "neither a time range nor a power is given", "give start and end, or power_w")
		}
	}
}

// study refuses what no run can be. A run that lacks something is no error: the page of the study says what it lacks.
func (c *checker) study(runs []power.StudyRun) {
	for i, run := range runs {
		at := fmt.Sprintf("study[%d].", i)
		c.optional(at+"role", run.Role, power.StudyBaseline, power.StudySubmitted)
		for _, figure := range []struct {
			field string
			value float64
		}{
			{"order", float64(run.Order)}, {"work_tflop", run.WorkTeraflop},
			{"message_kilobytes", run.MessageKilobytes}, {"moved_megabytes", run.MovedMegabytes},
			{"duration_s", run.DurationSeconds}, {"power_w", run.PowerWatts}, {"readings", float64(run.Readings)},
			{"clock_mhz", run.ClockMegahertz},
		} {
			if figure.value < 0 {
				c.problem(at+figure.field, "the value is negative", "write the value of the run, or leave it out")
			}
		}
	}
}
