package columnname

import (
	"strings"
	"testing"
	"time"

	"green500/validation/power"
)

// TestEveryWordOfAUnitInANameIsThatUnit: as words of a name, and each alone in brackets.
func TestEveryWordOfAUnitInANameIsThatUnit(t *testing.T) {
	tried := 0
	for unit, words := range map[power.Unit]string{
		"uW": "uw µw μw microwatt microwatts", "mW": "mW mWatt mWatts milliwatt milliwatts", "W": "w watt watts",
		"kW": "kw kwatt kwatts kilowatt kilowatts", "MW": "MW MWatt MWatts megawatt megawatts", "GW": "gw",
		"nJ": "nj nanojoule nanojoules", "uJ": "uj µj μj microjoule microjoules", "mJ": "mJ millijoule millijoules",
		"J":  "j joule joules wattsecond wattseconds wattsekunde wattsekunden Ws",
		"kJ": "kj kjoule kjoules kilojoule kilojoules", "MJ": "MJ megajoule megajoules",
		"mWh": "mWh", "Wh": "wh whs", "kWh": "kwh kwhs", "MWh": "MWh", "GWh": "gwh",
	} {
		quantity, _ := unit.Quantity()
		for word := range strings.FieldsSeq(words) {
			tried++
			if h, foreign := HintOf("Rack_" + word); h.Unit != unit || h.Quantity != quantity || foreign {
				t.Errorf("%q: %+v, want %s", word, h, unit)
			}
		}
		if meaning := Heading("Rack [" + string(unit) + "]"); meaning.Unit != unit || !meaning.Certain {
			t.Errorf("in brackets %s is %+v", unit, meaning)
		}
	}
	if all := len(UnitWords) + len(exactWords); tried != all {
		t.Errorf("%d of %d words were tried", tried, all)
	}
}

// TestUnitsOverTimesAreUnits: power times hours is energy, energy over time is power, and letters of one case leave
// open which it is.
func TestUnitsOverTimesAreUnits(t *testing.T) {
	for name, want := range map[string]power.Unit{
		"mW h": "mWh", "W h": "Wh", "kW h": "kWh", "MW h": "MWh", "GW h": "GWh", "kilowatt hours": "kWh",
		"uJ/s": "uW", "mJ/s": "mW", "J/s": "W", "kJ/s": "kW", "MJ/s": "MW",
		"mWh/h": "mW", "Wh/h": "W", "kWh/h": "kW", "MWh/h": "MW", "GWh/h": "GW",
	} {
		if h, _ := HintOf("Rack " + name); h.Unit != want {
			t.Errorf("%s is %s, want %s", name, h.Unit, want)
		}
	}
	for name, want := range map[string][2]power.Unit{"mw": {"mW", "MW"}, "mj": {"mJ", "MJ"}, "mwh": {"mWh", "MWh"},
		"mwatt": {"mW", "MW"}, "mwatts": {"mW", "MW"}} {
		if h, _ := HintOf("rack_" + name); h.Either != want || h.Unit != "" {
			t.Errorf("%s is %+v, want either of %v", name, h, want)
		}
	}
}

func TestEveryWordOfATickIsThatTime(t *testing.T) {
	tried := 0
	for tick, words := range map[time.Duration]string{
		time.Second:      "s sec secs second seconds",
		time.Millisecond: "ms msec millis milliseconds", time.Microsecond: "us µs μs usec microseconds",
		time.Nanosecond: "ns nsec nanoseconds", time.Minute: "min minutes", time.Hour: "h hours",
		Picosecond: "ps psec picosecond picoseconds",
	} {
		for word := range strings.FieldsSeq(words) {
			tried++
			if got := TickOf("Time (" + word + ")"); got != tick {
				t.Errorf("%q is %v, want %v", word, got, tick)
			}
		}
	}
	if tried != len(TickNames) {
		t.Errorf("%d of %d words were tried", tried, len(TickNames))
	}
	if TickOf("Power (PS)") != 0 {
		t.Error("horsepower is a time")
	}
}
