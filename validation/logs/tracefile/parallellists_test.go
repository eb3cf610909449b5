package tracefile

import (
	"testing"

	"green500/validation/power"
)

// Lists side by side are columns, and what stands beside them is that of all rows.
func TestJSONBeside(t *testing.T) {
	watts := power.Series{Unit: "W"}
	const first, second = "2026-06-01T10:00:00Z 5.000000 W\n", "2026-06-01T10:00:30Z 6.000000 W\n"
	demandLogs(t, map[string]seriesCase{
		"an object": {`{"power":[5,6],"time":[1780308000,1780308030],"few":[1]}`,
			power.Series{Unit: "W", Value: "power"}, nil, "power " + first + "power " + second},
		"newest first, of two": {
			`{"Results":[{"Id":"m1","Label":"a","Timestamps":["2026-06-01T10:00:30Z","2026-06-01T10:00:00Z"],"Values":[6.0,5.0]},
{"Id":"m2","Label":"b","Timestamps":["2026-06-01T10:00:00Z"],"Values":[5]},{"Id":"m3","Label":"c","Timestamps":[],"Values":[]}],"Messages":[]}`,
			power.Series{Unit: "W", Value: "Values", Instruments: []string{"Label"}}, nil,
			"Label=a " + first + "Label=a " + second + "Label=b " + first},
		"a gap": {"{\"hourly\":{\"time\":[\n1780308000,\n1780308015,\n1780308030],\"watts\":[5,null,\"6\"]}}",
			watts, nil, "watts " + first + "watts " + second},
		"lists around": {`[[{"t":[1780308000],"rack":{"x":[[1]]},"watts":[5]}]]`, watts, nil, "watts " + first},
		"a record with a list of times": {`{"time":1780308000,"watts":5,"seen":[1780307000,1780307001],"by":[1,2]}` +
			"\n" + `{"time":1780308030,"watts":6,"seen":[],"by":[]}`, watts, nil,
			"watts " + first + "watts " + second},
		"lists of other lengths": {`{"time":[1780308000,1780308030],"watts":[5]}`, watts, nil,
			"log: is JSON without records of readings over time: it is one object without a list of others; " +
				"export an object a line, or a list of them, each with its time, as {\"time\": " +
				"\"2024-09-27T11:16:15+02:00\", \"watts\": 1234.5}."},
		"no number": {"{\"time\":[1780308000,\n1780308030],\"watts\":[5,true]}",
			power.Series{Unit: "W", Value: "watts"}, nil,
			"log: is JSON without records of readings over time: it is one object without a list of others; " +
				"export an object a line, or a list of them, each with its time, as {\"time\": " +
				"\"2024-09-27T11:16:15+02:00\", \"watts\": 1234.5}."},
	})
}
