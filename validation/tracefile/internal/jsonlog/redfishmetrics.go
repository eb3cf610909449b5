package jsonlog

import (
	"bytes"
	"encoding/json"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// Controllers that follow newer editions of Redfish (DSP2046) tell power by EnvironmentMetrics, of a chassis or a part of
// one, and by PowerSupplyMetrics, in place of Power. They are recognised by their type, and captured as Power is.

type redfishMetric struct {
	member string
	means  columnname.Meaning
	value  func(c *redfishDocument) json.Number
}

var (
	wattsRead  = columnname.Meaning{Unit: "W", Certain: true}
	joulesRead = columnname.Meaning{Unit: "J", Counts: table.CountsTotal, Certain: true}
	kWhRead    = columnname.Meaning{Unit: "kWh", Counts: table.CountsTotal, Certain: true}
)

const redfishSupply = "PowerSupplyMetrics"

type redfishType struct {
	name    string
	metrics []redfishMetric
}

var redfishTypes = [...]redfishType{
	{"EnvironmentMetrics", []redfishMetric{
		{"PowerWatts", wattsRead, func(c *redfishDocument) json.Number { return c.Power.Reading }},
		{"EnergykWh", kWhRead, func(c *redfishDocument) json.Number { return c.KilowattHours.Reading }},
		{"EnergyJoules", joulesRead, func(c *redfishDocument) json.Number { return c.Joules.Reading }},
	}},
	{redfishSupply, []redfishMetric{
		{"InputPowerWatts", wattsRead, func(c *redfishDocument) json.Number { return c.Input.Reading }},
		{"OutputPowerWatts", wattsRead, func(c *redfishDocument) json.Number { return c.Output.Reading }},
		{"EnergykWh", kWhRead, func(c *redfishDocument) json.Number { return c.KilowattHours.Reading }},
	}},
}

// IsRedfishMetrics reports whether head, the beginning of a file, has the type of a Redfish resource with metrics.
func IsRedfishMetrics(head []byte) bool {
	_, given := redfishTypeOf(head)
	return given
}

func redfishTypeOf(head []byte) (is redfishType, given bool) {
	for _, is = range redfishTypes {
		if bytes.Contains(head, []byte(`"#`+is.name+`.`)) && bytes.Contains(head, []byte(`"`+is.metrics[0].member+`"`)) {
			kind, timed := outermost(head)
			return is, !timed && strings.HasPrefix(kind, "#"+is.name+".")
		}
	}
	return is, false
}

// outermost looks at the members of a document and not at what is in them: for its type, and whether another document
// follows while this one states a time.
func outermost(head []byte) (kind string, timed bool) {
	d := json.NewDecoder(bytes.NewReader(head))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return "", false
	}
	for d.More() {
		member, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return kind, false // it is cut off, or goes on
		}
		text := bytes.Trim(value, `"`)
		if member == "@odata.type" {
			kind = string(text)
		}
		k := table.KindOf(text)
		timed = timed || k == table.ZonedTime || k == table.LocalTime || k == table.CountedTime
	}
	if _, err := d.Token(); err != nil {
		return kind, false
	}
	return kind, timed && d.More()
}

// part is what the figures are called beside their path, where they are those of a part of the machine, as
// /redfish/v1/Systems/1/Processors/GPU_0/EnvironmentMetrics. Parts that their numbers alone tell apart are called alike.
func (c *redfishDocument) part() string {
	path := strings.Split(strings.Trim(c.ID, "/"), "/")
	if len(path) < 3 || c.is.name == redfishSupply {
		return ""
	}
	kind, name := path[len(path)-3], path[len(path)-2]
	if kind == "Systems" || kind == "Chassis" && columnname.Reach(name) >= 0 {
		return ""
	}
	if kind == "Chassis" {
		kind = strings.Trim(columnname.Unnumbered(name), columnname.Decoration+".")
	}
	return " (" + celltext.Shortened([]byte(kind)) + ")"
}

// OpenRedfishMetrics opens metrics resources of Redfish that were fetched one after another.
func OpenRedfishMetrics(in *input.File) (table.Sheet, error) {
	is, _ := redfishTypeOf(in.Head)
	return openCaptured(in, is)
}
