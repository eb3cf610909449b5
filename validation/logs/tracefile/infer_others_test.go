package tracefile

import (
	"fmt"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// What a log says is something else than power and energy is no reading of them, though it is the only number; a person
// may say otherwise.
func TestWhatIsNeitherPowerNorEnergy(t *testing.T) {
	for name, c := range map[string]struct {
		header, before, behind string
		told                   ImportSettings
		proposed               bool
	}{
		"elapsed time":           {header: "time,rel_ms"},
		"millivolts":             {header: "time,SHUNT_MV"},
		"bytes":                  {header: "time,Network Sent (bytes)"},
		"a share of the time":    {header: "time,GPU_Usage"},
		"load of a house":        {header: "time,load", proposed: true},
		"an entity, a voltmeter": {header: "entity_id,time,state", before: "sensor.plug_voltmeter,"},
		"an entity, of power":    {header: "entity_id,time,state", before: "sensor.plug_power,", proposed: true},
		"an entity, of a name":   {header: "entity_id,time,state", before: "sensor.plug,", proposed: true},
		"a sensor with a number": {header: "sensor,time,state", before: "node id 7,", proposed: true},
		"a metric that counts":   {header: "Metric Name,time,Value", before: "A2rocm_smi:::energy_count:device=0,"},
		"a metric, a person says so": {header: "Metric Name,time,Value", before: "A2rocm_smi:::energy_count:device=0,",
			told: ImportSettings{Unit: "J"}, proposed: true},
		"a metric with a unit": {header: "metric,time,Value,unit", before: "temperature,", behind: ",W",
			proposed: true},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf(c.header, 30, func(i int) string {
				return fmt.Sprintf("%s%s,%d.5%s", c.before, stampOf(i), 40+i*7%5, c.behind)
			}), c.told)
			if len(u.Series) > 0 != c.proposed {
				t.Errorf("%+v", u.Columns)
			}
		})
	}
	u := understand(t, tableOf("entity_id,time,state", 30, func(i int) string {
		return fmt.Sprintf("sensor.plug_voltmeter,%s,%d", stampOf(i), 230+i*7%5)
	}), ImportSettings{Value: "state", Unit: "W"})
	if len(u.Series) != 1 || u.Series[0].Series.Quantity != power.Power {
		t.Errorf("%+v", u.Columns)
	}
}

// What is said of the course of numbers is true of them, and power is not guessed of numbers that only rise.
func TestReasonsOfTheCourseOfNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		rows   int
		number func(i int) int
		field  string
		sure   table.Confidence
		why    string
	}{
		"rise and fall": {"time,Value", 12, func(i int) int { return 40 + i*7%5 }, "quantity", table.Guess,
			"The numbers rise and fall, as power does."},
		"rise once": {"time,Value", 2, func(i int) int { return 40 + 3*i }, "quantity", table.Guess,
			"Nothing states the quantity. Most logs are of power."},
		"only rise, rather few": {"time,Value", 11, func(i int) int { return 5000 + 3*i }, "unit", table.Open,
			"The numbers only rise, in 10 intervals, so they may be power or a running total of energy, " +
				"in an unknown unit."},
		"only rise, many": {"time,Value", 30, func(i int) int { return 5000 + 3*i }, "quantity", table.Likely,
			"The numbers never fall and rise in 29 of 29 intervals, as a running total does."},
		"a total that was reset": {"time,Value", 30, func(i int) int { return i % 28 * 3 }, "quantity", table.Likely,
			"The numbers fall in only 1 of 29 intervals, as a running total does that is reset."},
		"only rise, of power": {"time,power", 11, func(i int) int { return 5000 + 3*i }, "quantity", table.Likely,
			`"power" says so.`},
		"one number of energy": {"time,energy_kwh", 1, func(i int) int { return 5000 + 3*i }, "counts", table.Open,
			"No number is seen to rise or fall, so it is unclear whether each is a running total or the energy since " +
				"the reading before."},
		"energy that rises once": {"time,energy_kwh", 2, func(i int) int { return 5000 + 3*i }, "counts", table.Guess,
			"The numbers rise in 1 step, as a running total does, but these are few."},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf(c.header, c.rows,
				func(i int) string { return fmt.Sprintf("%s,%d", stampOf(i), c.number(i)) }), ImportSettings{})
			if len(u.Series) != 1 {
				t.Fatalf("%+v", u.Columns)
			}
			if r, _ := reasonOf(u.Series[0], c.field); r.Confidence != c.sure || r.Why != c.why {
				t.Errorf("%+v", u.Series[0].Reasons)
			}
		})
	}
}

// If a person names the column, nothing else is proposed under its name, in the unit of another.
func TestOnlyTheColumnThatIsNamedIsProposed(t *testing.T) {
	log := tableOf("time,CPU power (W),DRAM power (mW),DRAM energy (J)", 30, func(i int) string {
		return fmt.Sprintf("%s,%d,%d,%d", stampOf(i), 200+i*7%5, 9000+i*7%5, 50+9*i)
	})
	for given, units := range map[string][]power.Unit{
		"":                {"W", "mW", "J"},
		"dram power (mW)": {"mW"},
		"DRAM*":           {"mW", "J"},
		"*power*":         {"W", "mW"},
		"nothing":         {"W", "mW", "J"},
	} {
		var got []power.Unit
		for _, p := range understand(t, log, ImportSettings{Value: given}).Series {
			got = append(got, p.Series.Unit)
		}
		if fmt.Sprint(got) != fmt.Sprint(units) {
			t.Errorf("%q: %v, want %v", given, got, units)
		}
	}
}
