package validation_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// verdict is a bundle that was read and graded once; nobody may change it.
type verdict struct {
	name        string
	measurement *power.Measurement
	report      *validation.Report
}

// verdicts lists the clean bundles and those of the demonstration that can be graded.
var verdicts = sync.OnceValues(func() ([]verdict, error) {
	bundles := slices.Clone(clean())
	for _, s := range demo() {
		if !s.Ungraded {
			bundles = append(bundles, sample.Named{Name: s.Name, Bundle: s.Bundle})
		}
	}
	var all []verdict
	for _, b := range bundles {
		read, err := read(b.Bundle)
		if err != nil {
			return nil, err
		}
		report, err := read.Grade("")
		if err != nil {
			return nil, err
		}
		all = append(all, verdict{b.Name, read.Measurement, report})
	}
	return all, nil
})

func all(t failer) []verdict {
	t.Helper()
	list, err := verdicts()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// drawn picks a verdict by its name.
func drawn(t *rapid.T) verdict {
	list := all(t)
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = v.name
	}
	return list[slices.Index(names, rapid.SampledFrom(names).Draw(t, "bundle"))]
}

// printed are the watts of a report as its JSON prints them: decimals, to be added up by hand.
type printed struct {
	Numbers struct {
		Core *struct{ Value json.Number } `json:"core_average_w"`
	}
	Breakdown []struct{ Watts json.Number }
}

// addsUp holds the parts of a breakdown to the published power, to the last digit.
func addsUp(t failer, report *validation.Report) {
	t.Helper()
	text, err := report.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var p printed
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if p.Numbers.Core == nil {
		return
	}
	sum, want := new(big.Rat), new(big.Rat)
	for _, part := range p.Breakdown {
		watts, ok := new(big.Rat).SetString(part.Watts.String())
		if !ok {
			t.Fatal("not a number: " + part.Watts.String())
		}
		sum.Add(sum, watts)
	}
	want.SetString(p.Numbers.Core.Value.String())
	if sum.Cmp(want) != 0 {
		t.Fatal(fmt.Sprintf("the parts add up to %s, the published power is %s", sum.FloatString(9),
			want.FloatString(9)))
	}
}

func TestTheBreakdownAddsUpToTheLastDigit(t *testing.T) {
	for _, v := range all(t) {
		addsUp(t, v.report)
	}
}

// odd draws a figure with more decimals than a watt has.
func odd(t *rapid.T, from, to float64, name string) float64 {
	return rapid.Float64Range(from, to).Draw(t, name)
}

// anyDocument changes counts, losses and estimates of a document to whatever they might be, and the
// order of what it lists.
func anyDocument(t *rapid.T) *power.Measurement {
	m := *drawn(t).measurement
	entry := *m.Entry
	m.Entry = &entry
	entry.NodeSets, entry.Subsystems = shuffled(t, "sets", entry.NodeSets), shuffled(t, "subsystems", entry.Subsystems)
	for i := range entry.NodeSets {
		set := &entry.NodeSets[i]
		set.Nodes = rapid.IntRange(1, 2000).Draw(t, "nodes")
		set.Measured = rapid.IntRange(1, set.Nodes).Draw(t, "measured")
	}
	for i := range entry.Subsystems {
		sub := &entry.Subsystems[i]
		if sub.Name != power.Compute && sub.Treatment != power.Measured {
			sub.Treatment = rapid.SampledFrom([]power.Treatment{power.Estimated, power.LeftOut}).Draw(t, "treatment")
			sub.PowerWatts = odd(t, 0, 1e6, "estimate")
		}
	}
	m.Parts = shuffled(t, "parts", m.Parts)
	for i := range m.Parts {
		meter := *m.Parts[i].Meter
		meter.Location, meter.Loss = power.Downstream, &power.Loss{Factor: odd(t, 1, 2, "loss")}
		m.Parts[i].Meter = &meter
	}
	return &m
}

func TestTheBreakdownOfAnyDocumentAddsUpToTheLastDigit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyDocument(t)
		report, err := validation.Grade(validation.Input{Measurement: m,
			Edition: methodology.Edition(m.Entry.Methodology)})
		if err != nil {
			t.Fatal(err)
		}
		if report.Numbers.CoreAverage == nil {
			t.Skip("more than a machine draws")
		}
		addsUp(t, report)
		m.Parts = shuffled(t, "parts again", m.Parts)
		if other := m.Average(m.AveragingSpan()).Total; float64(other) != report.Numbers.CoreAverage.Value {
			t.Errorf("published are %v W, in another order %v W", report.Numbers.CoreAverage.Value, other)
		}
	})
}

// TestSubsystemsLeftOutAreToldAndNotCounted: with the power that the document states.
func TestSubsystemsLeftOutAreToldAndNotCounted(t *testing.T) {
	b := sample.Clean(1, "2.0")
	for i, sub := range b.Entry.Subsystems {
		if sub.Treatment == power.LeftOut {
			b.Entry.Subsystems[i].PowerWatts = 1234.5
		}
	}
	told := 0
	for _, part := range grade(t, b).Breakdown {
		if part.Kind != power.Omitted {
			continue
		}
		if told++; part.Watts != 0 || part.Stated != 1234.5 {
			t.Errorf("%s: %v W counted, %v W stated", part.Subsystem, part.Watts, part.Stated)
		}
	}
	if told == 0 {
		t.Error("nothing is left out")
	}
}

// TestEveryFigureFollowsFromItsInputs fills each formula with its inputs.
func TestEveryFigureFollowsFromItsInputs(t *testing.T) {
	for _, v := range all(t) {
		for name, number := range numbersOf(t, v.report) {
			follows(t, v.name+": "+name, number.Value, number.Formula, number.Inputs)
		}
		for _, part := range v.report.Breakdown {
			follows(t, v.name+": "+part.Subsystem+" "+string(part.Kind), float64(part.Watts), part.Formula, part.Inputs)
		}
	}
}

func follows(t *testing.T, what string, value float64, formula string, inputs []validation.Term) {
	t.Helper()
	e := &evaluator{rest: strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(formula)), inputs: inputs}
	got := e.sum()
	switch {
	case len(e.rest) > 0 || e.unknown != "":
		t.Errorf("%s: the formula %q cannot be computed at %q %v", what, formula, e.unknown, e.rest)
	case math.Abs(got-value) > 2e-6+1e-12*math.Abs(value):
		t.Errorf("%s is %v, but %s gives %v", what, value, formula, got)
	}
}

// evaluator computes a formula from left to right: sums of products of names, numbers and parentheses.
type evaluator struct {
	rest    []string
	inputs  []validation.Term
	unknown string
}

func (e *evaluator) next() string {
	if len(e.rest) == 0 {
		return ""
	}
	word := e.rest[0]
	e.rest = e.rest[1:]
	return word
}

func (e *evaluator) at(words ...string) string {
	for _, word := range words {
		if len(e.rest) > 0 && e.rest[0] == word {
			return e.next()
		}
	}
	return ""
}

func (e *evaluator) sum() float64 {
	value := e.product()
	for {
		switch e.at("+", "-") {
		case "+":
			value += e.product()
		case "-":
			value -= e.product()
		default:
			return value
		}
	}
}

func (e *evaluator) product() float64 {
	value := e.factor()
	for {
		switch e.at("×", "/") {
		case "×":
			value *= e.factor()
		case "/":
			value /= e.factor()
		default:
			return value
		}
	}
}

func (e *evaluator) factor() float64 {
	word := e.next()
	if word == "(" {
		value := e.sum()
		e.next()
		return value
	}
	if number, err := strconv.ParseFloat(word, 64); err == nil {
		return number
	}
	if word == "sum" && e.at("(") != "" {
		named := e.next()
		e.next()
		return e.named(named, true)
	}
	return e.named(word, false)
}

// named is the input of a name, or the sum of all of it; a name that stands twice is not one figure.
func (e *evaluator) named(name string, many bool) float64 {
	sum, found := 0.0, 0
	for _, input := range e.inputs {
		if input.Name == name {
			sum += input.Value
			found++
		}
	}
	if !many && found != 1 {
		e.unknown = name
	}
	return sum
}

// TestTheWeightedAverageIsShownBesideThePlainOne: on equal intervals they hardly differ.
func TestTheWeightedAverageIsShownBesideThePlainOne(t *testing.T) {
	for _, v := range all(t)[:len(clean())] {
		n := v.report.Numbers
		if ratio := n.WeightedCoreAverage.Value / n.CoreAverage.Value; math.Abs(ratio-1) > 0.01 {
			t.Errorf("%s: weighted over plain is %v", v.name, ratio)
		}
	}
}
