package whatif_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/lab/whatif"
	"green500/validation/power"
)

func nothing(string) string { return "" }

func outcome(t *testing.T, model, part string, typed map[string]string) whatif.Outcome {
	t.Helper()
	m, ok := whatif.Named(model)
	if !ok {
		t.Fatalf("there is no model %s", model)
	}
	values, _, err := m.Read(func(name string) string { return typed[name] }, whatif.KnownValues{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.Parts {
		if p.ID == part {
			return p.Compute(values)
		}
	}
	t.Fatalf("%s has no part %s", model, part)
	return whatif.Outcome{}
}

// TestExamplesOfTheSources shows the figures that the sources print, or that models.md derives from them.
func TestExamplesOfTheSources(t *testing.T) {
	for _, c := range []struct {
		model, part, result string
		want, within        float64
	}{
		{"algorithmic", "clock", "Share of it", 17.02, 0.01},
		{"algorithmic", "equal-power", "Power of B", 6, 1e-9},
		{"algorithmic", "equal-power", "Time of B at the power of A", 0.606, 0.001},
		{"algorithmic", "equal-power", "as the lecture writes it", 0.55, 0.001},
		{"algorithmic", "growth", "Rate then", 3.2, 1e-9},
		{"algorithmic", "growth", "The balance doubles every", 5.51, 1e-9},
		{"algorithmic", "growth", "Longest edge of a die", 70.7, 0.1},
		{"pascol", "variant", "Change of energy", -6, 0.1},
		{"pascol", "ceiling", "At most, of the whole", 17, 0.1},
		{"pascol", "ceiling", "the same, of the lower", 22.6, 0.1},
		{"merpsys", "run", "Energy of the run", 0.1512, 1e-4},
		{"merpsys", "curve", "Idle", 79.5, 1e-9},
		{"simgrid", "node", "A node with these cores busy", 114.62 + (174.38-114.62)*5/11, 1e-9},
		{"simgrid", "node", "the same by the linear model", (92.75 + 174.38) / 2, 1e-9},
		{"simgrid", "node", "The whole machine", 12 * (114.62 + (174.38-114.62)*5/11) / 1000, 1e-9},
	} {
		found := false
		for _, result := range outcome(t, c.model, c.part, nil).Results {
			if result.Name == c.result {
				found = true
				if math.Abs(result.Value-c.want) > c.within {
					t.Errorf("%s, %s, %s: %v, want %v", c.model, c.part, c.result, result.Value, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s, %s does not tell %q", c.model, c.part, c.result)
		}
	}
}

// TestNamesAreTold holds every model to fields, parts and drawings whose names are their own.
func TestNamesAreTold(t *testing.T) {
	for _, m := range whatif.All() {
		seen := map[string]bool{"entry": true}
		for _, f := range m.Fields() {
			if seen[f.Name] || f.Label == "" || f.Default < f.Least || f.Default > f.Most ||
				f.Whole && f.Default != math.Trunc(f.Default) {
				t.Errorf("%s: the field %q cannot be", m.Name, f.Name)
			}
			seen[f.Name] = true
		}
		values, origins, err := m.Read(nothing, whatif.KnownValues{})
		if err != nil {
			t.Fatal(err)
		}
		drawings := map[string]bool{}
		for _, p := range m.Parts {
			if p.Title == "" || p.About == "" || len(p.Formulas) == 0 {
				t.Errorf("%s: the part %q says too little", m.Name, p.ID)
			}
			out := p.Compute(values)
			if len(out.Results) == 0 || len(out.Drawings) == 0 {
				t.Errorf("%s: the part %q answers nothing", m.Name, p.ID)
			}
			for _, d := range out.Drawings {
				if drawings[d.ID] {
					t.Errorf("%s: there are two drawings %q", m.Name, d.ID)
				}
				drawings[d.ID] = true
			}
		}
		for name, origin := range origins {
			if origin != whatif.Example && origin != whatif.Chosen && origin != whatif.Derived {
				t.Errorf("%s: %s comes from %v", m.Name, name, origin)
			}
		}
	}
}

// TestWhateverIsTypedIsAnswered asks every model with any numbers that its fields take: nothing panics, and every
// number that comes out is one.
func TestWhateverIsTypedIsAnswered(t *testing.T) {
	for _, m := range whatif.All() {
		t.Run(m.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				values := whatif.Values{}
				for _, f := range m.Fields() {
					values[f.Name] = rapid.Float64Range(f.Least, f.Most).Draw(t, f.Name)
					if f.Whole {
						values[f.Name] = math.Trunc(values[f.Name])
					}
				}
				for _, p := range m.Parts {
					finite(t, p.ID, p.Compute(values))
				}
			})
		})
	}
}

func finite(t *rapid.T, part string, out whatif.Outcome) {
	if len(out.Results)+len(out.Notes) == 0 {
		t.Fatalf("%s answers nothing", part)
	}
	for _, r := range out.Results {
		if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
			t.Fatalf("%s: %s is %v", part, r.Name, r.Value)
		}
	}
	for _, d := range out.Drawings {
		for _, line := range d.Lines {
			for _, p := range line.Points {
				if v := p.X + p.Y; math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%s: %s, %s has a point at %v, %v", part, d.ID, line.Name, p.X, p.Y)
				}
			}
		}
	}
}

func TestWhatCannotBeReadIsTold(t *testing.T) {
	m, _ := whatif.Named("simgrid")
	for typed, want := range map[string]string{
		"x": "is not a number", "NaN": "is not a number", "-1": "out of range", "1e300": "out of range",
		"Inf": "out of range", "1.5": "not whole",
	} {
		values, _, err := m.Read(func(name string) string { return map[string]string{"cores": typed}[name] },
			whatif.KnownValues{})
		var wrong power.InputErrors
		if !errors.As(err, &wrong) || len(wrong) != 1 || wrong[0].Field != "cores" ||
			!strings.Contains(wrong[0].Problem, want) {
			t.Errorf("%q: %v", typed, err)
		}
		if values["cores"] != 12 {
			t.Errorf("%q: reckoned with %v", typed, values["cores"])
		}
	}
}

func TestAnEntryTellsItsNumbers(t *testing.T) {
	m, _ := whatif.Named("merpsys")
	known := whatif.KnownValues{Nodes: 100, CoreAverage: 50_000, Idle: 20_000, CoreSeconds: 3600}
	values, origins, err := m.Read(
		func(name string) string { return map[string]string{"node_idle": "150", "seconds": "3600"}[name] }, known)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		value  float64
		origin whatif.Origin
	}{
		"nodes": {100, whatif.OfEntry}, "active": {500, whatif.OfEntry}, "node_idle": {150, whatif.Typed},
		"seconds": {3600, whatif.OfEntry}, "curve_cores": {12, whatif.Example}, "on_node": {4, whatif.Chosen},
		"curve_idle": {200, whatif.OfEntry},
	} {
		if values[name] != want.value || origins[name] != want.origin {
			t.Errorf("%s: %v from %v, want %v from %v", name, values[name], origins[name], want.value, want.origin)
		}
	}
}

// TestASavingAboveTheCeilingIsNamed: what idle power does not leave is implausible, and in no table of thresholds.
func TestASavingAboveTheCeilingIsNamed(t *testing.T) {
	for change, implausible := range map[string]bool{"-30": true, "-17.5": true, "-10.5": false, "10": false} {
		notes := strings.Join(outcome(t, "pascol", "variant", map[string]string{"power_change": change}).Notes, " ")
		if strings.Contains(notes, "implausible") != implausible || implausible && strings.Contains(notes, "Table 1") {
			t.Errorf("%s%%: %s", change, notes)
		}
	}
}

// TestIdlePowerOfAnEntryIsItsOwn: half of the maximum stands only if nothing else is known.
func TestIdlePowerOfAnEntryIsItsOwn(t *testing.T) {
	m, _ := whatif.Named("merpsys")
	for _, c := range []struct {
		typed  map[string]string
		known  whatif.KnownValues
		want   float64
		origin whatif.Origin
	}{
		{nil, whatif.KnownValues{}, 79.5, whatif.Derived},
		{map[string]string{"most": "200"}, whatif.KnownValues{}, 100, whatif.Derived},
		{nil, whatif.KnownValues{Nodes: 1, CoreAverage: 2334.6, Idle: 809.2}, 809.2, whatif.OfEntry},
	} {
		values, origins, err := m.Read(func(name string) string { return c.typed[name] }, c.known)
		if err != nil || values["curve_idle"] != c.want || origins["curve_idle"] != c.origin {
			t.Errorf("%v, %v: %v W from %v, %v", c.typed, c.known, values["curve_idle"], origins["curve_idle"], err)
		}
	}
}

// TestABalanceNeedsTheBandwidth: if an entry states the peak of a machine, the example's bandwidth is not put beside
// it.
func TestABalanceNeedsTheBandwidth(t *testing.T) {
	m, _ := whatif.Named("algorithmic")
	values, origins, err := m.Read(nothing, whatif.KnownValues{Rpeak: 5e6, Rmax: 4e6, Idle: 1e4, CoreAverage: 1e5})
	if err != nil || values["bandwidth"] != 0 || origins["bandwidth"] != whatif.Unstated {
		t.Fatalf("%v from %v, %v", values["bandwidth"], origins["bandwidth"], err)
	}
	for _, part := range m.Parts {
		if out := part.Compute(values); part.ID == "roofline" &&
			(len(out.Results) > 0 || !strings.Contains(strings.Join(out.Notes, " "), "memory bandwidth")) {
			t.Errorf("%+v", out)
		}
	}
}

// TestSourcesAreCited: by author, title, year and identifier if the source has them.
func TestSourcesAreCited(t *testing.T) {
	for _, m := range whatif.All() {
		s := m.Source
		if s.Authors == "" || s.Title == "" || s.Identifier != "" && (s.Year == 0 || s.Href == "") ||
			!strings.Contains(s.Text(), s.Title) {
			t.Errorf("%s: %+v", m.Name, s)
		}
	}
}

// TestNodesOfLeastEnergy: a minimum is found if communication makes one, by trying every number; else the boundary is
// named.
func TestNodesOfLeastEnergy(t *testing.T) {
	for exchange, words := range map[string]string{"0": "at the boundary: with all nodes", "40": "is a minimum",
		"65": "at the boundary: with one node"} {
		out := outcome(t, "merpsys", "run", map[string]string{"exchange": exchange})
		got := 0.0
		for _, r := range out.Results {
			if r.Name == "Nodes of least energy" {
				got = r.Value
			}
		}
		c := map[string]float64{"0": 0, "40": 40, "65": 65}[exchange]
		want, least := 0.0, math.Inf(1)
		for n := 1.0; n <= 32; n++ {
			if e := (n*84 + (32-n)*79.5) * ((211-3*c)*8/n + c*math.Log2(n)); e < least {
				want, least = n, e
			}
		}
		if got != want || !strings.Contains(out.Notes[0], words) {
			t.Errorf("communication of %s s: %v nodes, want %v: %s", exchange, got, want, out.Notes[0])
		}
	}
}
