package tracefile

import (
	"fmt"
	"testing"

	"green500/validation/power"
)

// What a log says is something else than power and energy is no reading of them, though it is the only number; a person may say otherwise.
func TestWhatIsNeitherPowerNorEnergy(t *testing.T) {
	for name, c := range map[string]struct {
		header, before, behind string
		told                   Reading
		proposed               bool
	}{
		"elapsed time":               {header: "time,rel_ms"},
		"millivolts":                 {header: "time,SHUNT_MV"},
		"bytes":                      {header: "time,Network Sent (bytes)"},
		"a share of the time":        {header: "time,GPU_Usage"},
		"load of a house":            {header: "time,load", proposed: true},
		"an entity, a voltmeter":     {header: "entity_id,time,state", before: "sensor.plug_voltmeter,"},
		"an entity, of power":        {header: "entity_id,time,state", before: "sensor.plug_power,", proposed: true},
		"an entity, of a name":       {header: "entity_id,time,state", before: "sensor.plug,", proposed: true},
		"a sensor with a number":     {header: "sensor,time,state", before: "node id 7,", proposed: true},
		"a metric that counts":       {header: "Metric Name,time,Value", before: "A2rocm_smi:::energy_count:device=0,"},
		"a metric, a person says so": {header: "Metric Name,time,Value", before: "A2rocm_smi:::energy_count:device=0,", told: Reading{Unit: "J"}, proposed: true},
		"a metric with a unit":       {header: "metric,time,Value,unit", before: "temperature,", behind: ",W", proposed: true},
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
	}), Reading{Value: "state", Unit: "W"})
	if len(u.Series) != 1 || u.Series[0].Series.Quantity != power.Power {
		t.Errorf("%+v", u.Columns)
	}
}
