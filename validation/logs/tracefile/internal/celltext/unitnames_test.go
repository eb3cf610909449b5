package celltext

import (
	"strings"
	"testing"

	"green500/validation/power"
)

func TestEveryNameOfAUnitIsThatUnit(t *testing.T) {
	tried := 0
	for unit, names := range map[power.Unit]string{
		"uW": "uw µw μw microwatt microwatts", "mW": "milliwatt milliwatts", "W": "w watt watts вт",
		"kW": "kw kilowatt kilowatts kwatt kwatts квт", "MW": "megawatt megawatts", "GW": "gw",
		"nJ": "nj nanojoule nanojoules", "uJ": "uj µj μj microjoule microjoules", "mJ": "millijoule millijoules",
		"J": "j joule joules ws wattsecond wattseconds", "kJ": "kj kilojoule kilojoules kjoule kjoules",
		"MJ":  "megajoule megajoules",
		"Wh":  "wh whs watthour watthours втч вт·ч",
		"kWh": "kwh kwhs kilowatthour kilowatthours квтч квт·ч", "GWh": "gwh",
	} {
		for name := range strings.FieldsSeq(names) {
			tried++
			if got := UnitNames[name]; got != unit {
				t.Errorf("%q is %q, want %s", name, got, unit)
			}
		}
	}
	if tried != len(UnitNames) {
		t.Errorf("%d of %d names were tried", tried, len(UnitNames))
	}
}
