package tracefile

import (
	"testing"

	"green500/validation/power"
)

// Lists of pairs are series, and what stands beside them is none.
func TestJSONPairs(t *testing.T) {
	watts := power.Series{Unit: "W"}
	const datadog = `{"status":"ok","series":[{"end":1780308060000,"metric":"ipmi.power.watts","interval":30,"length":2,"attributes":{},
"pointlist":[[1780308000000.0,5.5],[1780308030000.0,6]],"scope":"host:a","unit":null},
{"end":1780308060000,"metric":"ipmi.power.watts","interval":30,"length":1,"pointlist":[[1780308000000.0,7]],"scope":"host:b"}],"from_date":1780308000000}`
	const two = "2026-06-01T10:00:00Z 5.000000 W\n"
	demandLogs(t, map[string]seriesCase{
		"newest first": {`{"Values":[[1780308030000,6],[1780308000000,5]]}`, watts, nil,
			"value 2026-06-01T10:00:00Z 5.000000 W\nvalue 2026-06-01T10:00:30Z 6.000000 W\n"},
		"a bare list": {`[[1780308000,5],[1780308030,null],[1780308060,"6"]]`, watts, nil,
			"value 2026-06-01T10:00:00Z 5.000000 W\nvalue 2026-06-01T10:01:00Z 6.000000 W\n"},
		"values first": {`{"data":[[5,1780308000],[6,1780308030]]}`, watts, nil,
			"value 2026-06-01T10:00:00Z 5.000000 W\nvalue 2026-06-01T10:00:30Z 6.000000 W\n"},
		"dates": {`{"data":[["2026-06-01T10:00:00Z",5]]}`, watts, nil, "value " + two},
		"a counter that looks like a time": {`[[1700000000,1780308000],[1700000777,1780308010],` +
			`[1700001100,1780308020],[1700004000,1780308030],[1700004001,1780308040]]`,
			power.Series{Unit: "J", Counts: "total"}, nil, "value 2026-06-01T10:00:00Z 1700000000.000 J\n" +
				"value 2026-06-01T10:00:10Z 1700000777.000 J\nvalue 2026-06-01T10:00:20Z 1700001100.000 J\n" +
				"value 2026-06-01T10:00:30Z 1700004000.000 J\nvalue 2026-06-01T10:00:40Z 1700004001.000 J\n"},
		"one of several objects": {datadog, power.Series{Unit: "W", Instruments: []string{"scope"}}, nil,
			"scope=host:a 2026-06-01T10:00:00Z 5.500000 W\nscope=host:a 2026-06-01T10:00:30Z 6.000000 W\n" +
				"scope=host:b 2026-06-01T10:00:00Z 7.000000 W\n"},
		"an object a line": {"{\"node\":\"a\",\"data\":[[1780308000,5]]}\n{\"node\":\"b\",\"data\":[[1780308000,5]]}\n",
			power.Series{Unit: "W", Instruments: []string{"node"}}, nil, "node=a " + two + "node=b " + two},
		"beside tags": {`{"data":[[1780308000,5]],"tags":{"node":"a"}}`,
			power.Series{Unit: "W", Instruments: []string{"tags.node"}}, nil, "tags.node=a " + two},
		"beside tags of one value each": {
			`{"results":[{"name":"watts","tags":{"node":["a"],"of":["x","y"]},"values":[[1780308000000,5]]},` +
				`{"name":"watts","tags":{"node":["b"],"of":["x"]},"values":[[1780308000000,5]]}]}`,
			power.Series{Unit: "W", Instruments: []string{"tags.node"}}, nil,
			"tags.node=a " + two + "tags.node=b " + two},
		"no reading last": {`[{"name":"watts","datapoints":[[5,1780308000],["NaN",1780308030]]}]`, watts, nil,
			"value " + two},
		"members of an object": {`{"n1_watts":[[1780308000,5]],"n1_celsius":[[1780308000,40]]}`, watts, nil,
			"log, where: column series contains 2 kinds of readings; choose with where; " +
				"the file has n1_watts, n1_celsius."},
		"one of the members": {`{"n1_watts":[[1780308000,5]],"n1_celsius":[[1780308000,40]]}`,
			power.Series{Unit: "W", Where: map[string][]string{"series": {"n1_watts"}}}, nil, "value " + two},
		"records that hold a history": {"{\"time\":1780308000,\"watts\":5,\"history\":[[1780307000,1]]}\n" +
			"{\"time\":1780308001,\"watts\":5}\n", watts, nil,
			"watts " + two + "watts 2026-06-01T10:00:01Z 5.000000 W\n"},
		"two clocks": {`{"phases":{"testing":[[1645007075.893,8370.376],[1645007711.84,9006.323]]}}`, watts,
			nil, "log: is JSON without records of readings over time: it is one object without a list of others; " +
				"export an object a line, or a list of them, each with its time, as {\"time\": " +
				"\"2024-09-27T11:16:15+02:00\", \"watts\": 1234.5}."},
		"a list among pairs": {`[[1780308000,5],[1780308001,5,6]]`, watts, nil,
			"log: is no JSON that can be read: a reading has 3 parts, but its series has 2 at byte 32; " +
				"export it again."},
		"pairs of something else beside the series": {`{"data":[[1780308000,5]],"corners":[[1,2],[3,4]]}`, watts, nil,
			"value " + two},
	})
}
