package tracefile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// seriesOrigin is when clocks that count from a start stood at zero in tests.
func seriesOrigin(t testing.TB) power.Time {
	t.Helper()
	return span(t, "2020-12-30T03:55:56Z", "2020-12-30T03:55:57Z").Start
}

type seriesCase struct {
	text   string
	series power.Series
	zone   *time.Location
	want   string // what is read, or the error
}

// demandLogs reads each log and compares the readings, or the error.
func demandLogs(t *testing.T, cases map[string]seriesCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Helper()
			traces, err := readOne("log", []byte(c.text), &c.series, c.zone)
			got := tracetest.Shown(traces)
			if err != nil {
				tracetest.DemandInput(t, err)
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPrometheus(t *testing.T) {
	const answer = `{"status":"success","data":{"resultType":"matrix","result":[
{"metric":{"__name__":"node_watts","instance":"n1","job":"x"},"values":[[1661328948,"1.5"],[1661328951.25,"NaN"],[1661328954,"2"]]},
{"metric":{"__name__":"node_watts","instance":"n\"2","job":"x","extra":"1"},"values":[[1661328948,"3"]]}]},"warnings":["a"]}`
	const mixed = `{"a_joules_total":[],"b_watts":[{"metric":{"i":"1"},"values":[[1661328948,"2"]]}],
"c_celsius":[{"metric":{"__name__":"c_celsius"},"values":[[1661328948,"9"]]}]}`
	demandLogs(t, map[string]seriesCase{
		"an answer": {answer, power.Series{Unit: "W"}, nil,
			"series=node_watts{instance=\"n1\"} 2022-08-24T08:15:48Z 1.500000 W\n" +
				"series=node_watts{instance=\"n1\"} 2022-08-24T08:15:54Z 2.000000 W\n" +
				"series=node_watts{instance=\"n\\\"2\",extra=\"1\"} 2022-08-24T08:15:48Z 3.000000 W\n"},
		"by a label": {answer,
			power.Series{Unit: "W", Instruments: []string{"instance"}, Where: map[string][]string{"extra": {"1"}}}, nil,
			"instance=n\"2 2022-08-24T08:15:48Z 3.000000 W\n"},
		"filed under names": {mixed, power.Series{Unit: "W", Where: map[string][]string{"__name__": {"b_watts"}}}, nil,
			"series=b_watts 2022-08-24T08:15:48Z 2.000000 W\n"},
		"series alone": {`[{"metric":{},"values":[[1661328948,"2"]]}]`, power.Series{Unit: "W"}, nil,
			"series=all 2022-08-24T08:15:48Z 2.000000 W\n"},
		"several metrics": {mixed, power.Series{Unit: "W"}, nil, "log, where: " +
			"column __name__ contains 2 kinds of readings; choose with where; the file has b_watts, c_celsius."},
		"an instant": {`{"status":"success","data":{"resultType":"vector","result":[]}}`, power.Series{Unit: "W"}, nil,
			"log: is one instant (\"vector\") of Prometheus, not a trace; " +
				"ask with query_range, with a start, an end and a step."},
		"an instant without its type": {`[{"metric":{"a":"b"},"value":[1,"2"]}]`, power.Series{Unit: "W"}, nil,
			"log: holds value of a query, not readings over time; " +
				"ask with query_range for numbers, with a start, an end and a step."},
		"an error": {`{"status":"error","errorType":"bad_data","error":"x"}`, power.Series{Unit: "W"}, nil,
			"log: is an error of Prometheus, not an answer; ask again."},
		"no answer": {`{"status":"success","data":{"resultType":"matrix","result":[]}}`, power.Series{Unit: "W"}, nil,
			"log: is an answer of Prometheus that holds no series; " +
				"ask again for a metric and a time that have readings."},
		"cut off": {answer[:200], power.Series{Unit: "W"}, nil,
			"log: is no JSON that can be read: it ends too early at byte 200; export it again."},
		"deep": {`[{"metric":{}},` + strings.Repeat("[", 1e5), power.Series{Unit: "W"}, nil,
			"log: is no JSON that can be read: more than 32 lists lie in each other at byte 47; export it again."},
		"a long text": {`[{"metric":{"a":"` + strings.Repeat("a", 1e5) + `"}}]`, power.Series{Unit: "W"}, nil,
			"log: is no JSON that can be read: a text is longer than 65536 bytes at byte 65553; export it again."},
		"no number": {`[{"metric":{},"values":[[1661328948,"x"]]}]`, power.Series{Unit: "W"}, nil,
			"log, value: \"x\" is not a number; write digits with a decimal point, as 1234.5."},
		"readings first": {`[{"values":[[1661328948,"2"]],"metric":{}}]`, power.Series{Unit: "W"}, nil,
			"log: has readings in front of the labels of their series; " +
				"write metric before values, as Prometheus does."},
	})
}

func TestManyLabels(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("[")
	for i := range 20_000 {
		fmt.Fprintf(&b, `{"metric":{"l%d":"x"},"values":[]},`, i)
	}
	b.WriteString("0]")
	_, err := readOne("log", b.Bytes(), &power.Series{Unit: "W"}, nil)
	if err == nil || err.Error() != "log: has too many different labels; ask for one metric at a time." {
		t.Errorf("got %v", err)
	}
}

func TestPublishedPrometheus(t *testing.T) {
	f, size := openReal(t, "prometheus/kepler-netsres59/coremark_32threads_to_32threads_1rep_conservative.json")
	series := power.Series{Unit: "mJ", Instruments: []string{"pkg_id"},
		Where: map[string][]string{columnname.MetricName: {"node_package_energy_millijoule"}}}
	traces, err := readInput(Input{Name: "kepler.json", At: f, Size: size}, &series, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(traces) != 2 || traces[0].Instrument != "pkg_id=0" || traces[0].Len()+traces[1].Len() != 38 {
		t.Errorf("%d traces of %d readings, want 2 of 38 in all", len(traces), traces[0].Len())
	}
	if first := traces[1].Reading(0); first.At.Unix() != 1661328948 || first.Value != 33_661_730 {
		t.Errorf("first reading %+v", first)
	}
}

const cockpit = `{"clock":{"node":{"timestep":60,"series":[{"hostname":"e1","data":[1]}],"unit":{"base":"Hz","prefix":"M"}}},
"power":{"node":{"series":[{"data":[1.5,null,2],"statistics":{"min":0},"hostname":"e1"},{"hostname":"e2","id":"0","data":[3]}],"timestep":60,"unit":{"base":"W","prefix":"k"}}}}`

func TestClusterCockpit(t *testing.T) {
	chosen := power.Series{Unit: "kW", Origin: seriesOrigin(t), Where: map[string][]string{"metric": {"power"}}}
	unset := chosen
	unset.Origin = power.Time{}
	all := chosen
	all.Where = nil
	demandLogs(t, map[string]seriesCase{
		"two hosts": {cockpit, chosen, nil,
			"instrument=e1 2020-12-30T03:55:56Z 1500.000000 W\ninstrument=e1 2020-12-30T03:57:56Z 2000.000000 W\n" +
				"instrument=e2/0 2020-12-30T03:55:56Z 3000.000000 W\n"},
		"several metrics": {cockpit, all, nil,
			"log, where: column metric contains 2 kinds of readings; choose with where; the file has clock, power."},
		"no origin": {cockpit, unset, nil,
			"log, origin: the times of the file count from an unknown start; " +
				"set origin in the series, as 2024-09-27T11:16:15+02:00."},
		"thousands of watts as the schema writes them": {strings.Replace(cockpit, `"prefix":"k"`, `"prefix":"K"`, 1),
			chosen, nil,
			"instrument=e1 2020-12-30T03:55:56Z 1500.000000 W\ninstrument=e1 2020-12-30T03:57:56Z 2000.000000 W\n" +
				"instrument=e2/0 2020-12-30T03:55:56Z 3000.000000 W\n"},
		"no step": {`{"a":{"node":{"series":[]}}}`, chosen, nil,
			"log, timestep: is missing for a; export the job again."},
	})
}

func TestInflux(t *testing.T) {
	const points = "# a comment\nCREATE DATABASE x WITH NAME autogen\n" +
		"power,host=n\\ 1,rack=2 watts=1.5,state=\"a, b=\\\"c\",on=t 1661328948000000000\r\n" +
		"power,host=n2 watts=3i,amps=7u 1661328949000\n\ntemp watts=-2e1 1661328950\n"
	watts := power.Series{Unit: "W", Where: map[string][]string{"field": {"watts"}}}
	hosts := watts
	hosts.Instruments = []string{"host"}
	hosts.Where = map[string][]string{"field": {"watts"}, "measurement": {"power"}}
	demandLogs(t, map[string]seriesCase{
		"points": {points, watts, nil,
			"series=power,host=n2 2022-08-24T08:15:49Z 3.000000 W\nseries=power,host=n\\ 1,rack=2 " +
				"2022-08-24T08:15:48Z 1.500000 W\nseries=temp 2022-08-24T08:15:50Z -20.000000 W\n"},
		"by a tag": {points, hosts, nil,
			"host=n 1 2022-08-24T08:15:48Z 1.500000 W\nhost=n2 2022-08-24T08:15:49Z 3.000000 W\n"},
		"tags in any order": {"p,a=1,b=2 v=1 1780308000\np,b=2,a=1 v=2 1780308001\n", power.Series{Unit: "W"}, nil,
			"series=p,a=1,b=2 2026-06-01T10:00:00Z 1.000000 W\nseries=p,a=1,b=2 2026-06-01T10:00:01Z 2.000000 W\n"},
		"as telegraf tests": {"> p,a=1 v=1 1780308000\n> p,a=1 v=2 1780308001\n", power.Series{Unit: "W"}, nil,
			"series=p,a=1 2026-06-01T10:00:00Z 1.000000 W\nseries=p,a=1 2026-06-01T10:00:01Z 2.000000 W\n"},
		"several fields": {points, power.Series{Unit: "W"}, nil,
			"log, where: column field contains 2 kinds of readings; choose with where; the file has watts, amps."},
		"several measurements": {"a v=1 1\nb v=2 2\n", power.Series{Unit: "W"}, nil,
			"log, where: column measurement contains 2 kinds of readings; choose with where; the file has a, b."},
		"no time": {"power watts=1 1\npower watts=2\n", power.Series{Unit: "W"}, nil,
			"log, line 2, time: has no time; write the time of every point behind its fields."},
		"no point": {"power watts=1 1\npower watts=x 2\n", power.Series{Unit: "W"}, nil, "log, line 2: " +
			"\"power watts=x 2\" is no line of InfluxDB; write measurement,tag=text field=1.5 1661328948000000000."},
		"no number": {"power on=t 1\n", power.Series{Unit: "W"}, nil,
			"log: has no readings; give the file with the meter's readings below its header."},
	})
}

func TestZES(t *testing.T) {
	const lmg95 = "# time count cycr p pf\n1343641646.41 1 0.5 100.5 9.91e+37\n1343641646.93 2 0.5 9.91e+37 0.9\n"
	const lmg670 = "# tsnorm1 durnorm1 utrms1 p1 tsnorm2 durnorm2 utrms2 p2\n" +
		"2015:01:21D17:20:55.437817000+0000 0.5 2.3E+02 1.5E+00 2015:01:21D17:20:55.451829000+0000 0.5 0 2\n"
	demandLogs(t, map[string]seriesCase{
		"LMG95": {lmg95, power.Series{Unit: "W", Value: "p"}, nil,
			"p 2012-07-30T09:47:26.41Z 100.500000 W\n"},
		"LMG670": {lmg670, power.Series{Unit: "W", Value: "p*"}, nil,
			"p1 2015-01-21T17:20:55.437817Z 1.500000 W\np2 2015-01-21T17:20:55.437817Z 2.000000 W\n"},
		"the time of the second group": {lmg670, power.Series{Unit: "W", Value: "p2", Time: "tsnorm2"}, nil,
			"p2 2015-01-21T17:20:55.451829Z 2.000000 W\n"},
		"cut off": {lmg95 + "1343641647.4 3 0.5\n", power.Series{Unit: "W", Value: "p"}, nil,
			"log, line 4: has 3 cells, but the header has 5; give every line a cell a column."},
	})
}

func TestYokogawa(t *testing.T) {
	const stored = "\"Model\",\"WT3000\"\r\n\"Version\",\"1.01\"\r\n\r\n" +
		"Store No.,Date,Time,Millisecond,U-1,P-1,P-2,WP-1\r\n"
	const units = ",,,ms,V,W,kW,Wh\r\n"
	const rows = "1,2024/09/27,11:16:15,50,2.3E+02,1.5E+02,2,0\r\n2,2024/09/27,11:16:15,550,2.3E+02,NAN,3,1,\r\n"
	demandLogs(t, map[string]seriesCase{
		"units": {stored + units + rows, power.Series{Unit: "kW", Value: "P-2"}, tracetest.Berlin(t),
			"P-2 2024-09-27T09:16:15.05Z 2000.000000 W\nP-2 2024-09-27T09:16:15.55Z 3000.000000 W\n"},
		"no units, no number": {stored + rows, power.Series{Unit: "W", Value: "P-1"}, tracetest.Berlin(t),
			"P-1 2024-09-27T09:16:15.05Z 150.000000 W\n"},
		"clamp meter": {"\"CW120\"\n\"File Type\",0\n\"MeasureMode\",1\n\"OUTPUT DATE\",\"OUTPUT TIME\",\"P\"\n" +
			"2024/09/27,11:16:15,7\n", power.Series{Unit: "W", Value: "P"}, tracetest.Berlin(t),
			"P 2024-09-27T09:16:15Z 7.000000 W\n"},
		"no zone": {stored + rows, power.Series{Unit: "W", Value: "P-1"}, nil,
			"log, line 5, timezone: the times of the file have no zone; " +
				"set timezone (an IANA name such as Europe/Berlin) in the series or in the run."},
		"no names": {"\"Model\",\"WT3000\"\n1,2\n", power.Series{Unit: "W"}, nil,
			"log: names no columns of date and time; export the table with its header, dates and times."},
		"cut off": {stored + "1,2024/09/27,11:16:15\n", power.Series{Unit: "W"}, nil,
			"log, line 5: has 3 cells, but the header has 8; give every line a cell a column."},
	})
}
