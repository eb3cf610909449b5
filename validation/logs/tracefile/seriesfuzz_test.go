package tracefile

import (
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/jsonlog"
	"green500/validation/logs/tracefile/internal/linelog"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// fuzzSeries reads a series of a log, if the log is of the format that is fuzzed.
func fuzzSeries(t *testing.T, is func(head []byte) bool, log []byte, value, key string) {
	t.Helper()
	if !is(log[:min(len(log), input.HeadBytes)]) {
		return
	}
	series := power.Series{Value: value, Unit: "W", Origin: seriesOrigin(t)}
	if key != "" {
		series.Instruments = []string{key}
		series.Where = map[string][]string{key: {"a", "1", "node"}}
	}
	traces, err := readOne("log", log, &series, time.UTC)
	if err != nil {
		tracetest.DemandInput(t, err)
		return
	}
	tracetest.DemandSound(t, traces)
}

func FuzzPrometheus(f *testing.F) {
	for _, text := range []string{
		`{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"a_watts","i":"1\u00e9"},` +
			`"values":[[1661328948.781,"1.5"],[2,"NaN"]]}]}}`,
		`{"a_watts":[{"metric":{"i":"a"},"values":[[1,"2"]]}],"b":[]}`,
		`[{"metric":{},"values":[[1,"-2e3"]]}] `,
		"{\"metric\":{\"__name__\":\"a_watts\"},\"values\":[1.5,null],\"timestamps\":[1661328948781,2]}\n" +
			"{\"metric\":{},\"values\":[2],\"timestamps\":[1]}",
		`{"resultType":"vector"}`, `{"status":"error","errorType":"x"}`,
	} {
		f.Add([]byte(text), "", "")
		f.Add([]byte(text), "value", "i")
		f.Add([]byte(text[:len(text)/2]), "", "__name__")
	}
	f.Fuzz(func(t *testing.T, log []byte, value, key string) {
		fuzzSeries(t, jsonlog.Prometheus.Is, log, value, key)
	})
}

func FuzzJSONRecords(f *testing.F) {
	for _, text := range []string{
		"{\"ts\": 1661328948, \"n\": \"a\", \"watts\": 1.5}\n" +
			"{\"n\": \"\\u00e9\", \"watts\": null, \"ts\": 1661328949.5}\n",
		`[{"time":"2026-06-01 10:00:00","a":{"b":[{"w":1},[2]],"unit":"W","value":"5 kW"}},{"time":"","a":{"b":[]}}]`,
		`{"took":1,"hits":{"hits":[{"t":"2026-06-01T10:00:00Z","watts":1e3}]}}{"hits":{"hits":[{"t":1,"watts":NaN}]}}`,
		`[{"date":"1.2.2026","time":"9:04","watts":"1.234,5"}]`, `[{"host":{"consumption":5,"timestamp":1661328948}}]`,
		`{"a":[{"t":1}],"b":[{"t":2}]}`, `[[1,2]]`, `{"a":{"a":1},"a.a":2}`, `"x"`, `{'a': 1}`,
		`{"n":"a","time":[1661328948,1661328949.5],"watts":["1.5",null],"few":[1],` +
			`"of":{"t":["2026-06-01T10:00:00Z"],"w":[1]}}`,
		`{"a":[{"b":[{"c":[{"t":"2026-06-01T10:00:00Z"},{"t":"2026-06-01T10:00:01Z","watts":1}]}]}]}`,
	} {
		f.Add([]byte(text), "", "")
		f.Add([]byte(text), "watts", "n")
		f.Add([]byte(text), "a.*", "")
		f.Add([]byte(text[:len(text)/2]), "", "")
	}
	f.Fuzz(func(t *testing.T, log []byte, value, key string) { fuzzSeries(t, input.IsJSON, log, value, key) })
}

func FuzzJSONSeries(f *testing.F) {
	for _, text := range []string{
		`{"results":[{"statement_id":0,"series":[{"name":"p","tags":{"h":"a"},"columns":["time","mean"],` +
			`"values":[["2026-06-01T10:00:00Z",5],[1661328948,null]]}]}]}`,
		`{"results":[{"series":[{"columns":["time","name"],"values":[[1,"p"]]}]}]}`,
		`[{"target":"a.watts","tags":{"name":"a"},"datapoints":[[5,1661328948],[null,2]]},` +
			`{"target":"b.temp","datapoints":[]}]`,
		`{"host":"a","series":[{"metric":"p","length":2,"pointlist":[[1661328948000,5],[1661328949000,null]],` +
			`"scope":"x"},{"metric":"p","pointlist":[[5,1661328948]]}]}`,
		`[[["2026-06-01T10:00:00Z","5"],[1,2,3]],[1661328948,7]]`,
		`[{"metric":"p","tags":{"h":"a"},"dps":{"1661328948":5}},{"metric":"p","dps":[[1,2]]}]`,
	} {
		f.Add([]byte(text), "", "")
		f.Add([]byte(text), "mean", "tags.h")
		f.Add([]byte(text), "value", "target")
		f.Add([]byte(text[:len(text)/2]), "", "")
	}
	is := func(head []byte) bool {
		return jsonlog.InfluxQL.Is(head) || jsonlog.Graphite.Is(head) || jsonlog.OpenTSDB.Is(head) ||
			jsonlog.JSONPairs.Is(head)
	}
	f.Fuzz(func(t *testing.T, log []byte, value, key string) { fuzzSeries(t, is, log, value, key) })
}

func FuzzClusterCockpit(f *testing.F) {
	f.Add([]byte(cockpit), "", "metric")
	f.Add([]byte(cockpit[:200]), "value", "scope")
	f.Add([]byte(`{"p":{"node":{"timestep":1,"unit":"W","series":[{"id":1,"data":[1e3,-0.5,null]}]}}}`), "", "")
	f.Fuzz(func(t *testing.T, log []byte, value, key string) {
		fuzzSeries(t, jsonlog.ClusterCockpit.Is, log, value, key)
	})
}

func FuzzInflux(f *testing.F) {
	for _, text := range []string{
		"power,host=n\\ 1 watts=1.5,state=\"a, b\",on=t 1661328948000000000\n", "a v=1i 1\na v=2u,w=-1e3 2\n",
		"# c\nb,x=1,x=2 y=1,y=2 3",
	} {
		f.Add([]byte(text), "", "")
		f.Add([]byte(text), "value", "field")
		f.Add([]byte(text), "", "host")
	}
	f.Fuzz(func(t *testing.T, log []byte, value, key string) { fuzzSeries(t, linelog.Influx.Is, log, value, key) })
}

func FuzzZES(f *testing.F) {
	f.Add([]byte("# time p\n1343641646.41 9.91e+37\n1343641646.41 -2\n"), "", "")
	f.Add([]byte("# tsnorm1 p1 x\n2015:01:21D17:20:55.437817000+0000 1 a\n# x\n"), "p*", "x")
	f.Fuzz(func(t *testing.T, log []byte, value, key string) { fuzzSeries(t, linelog.ZES.Is, log, value, key) })
}

func FuzzYokogawa(f *testing.F) {
	f.Add([]byte("\"Model\",\"WT3000\"\nStore No.,Date,Time,Millisecond,P-1\n,,,ms,W\n1,2024/09/27,11:16:15,50,2\n"),
		"P-1", "")
	f.Add([]byte("Store No.;Date;Time;P-1\n1;2024/09/27;11:16:15;-\n1;2024/09/27;11:16:16;2;\n"), "P-*", "Store No.")
	f.Add([]byte("Store No.;Date;Time;P-1;P-2;P-Sigma\n1;2024/09/27;11:16:15;1,5;1,5;3,0\n"+
		"1;2024/09/27;11:16:16;---OL---;9.9E+37;2;\n"), "", "")
	f.Fuzz(func(t *testing.T, log []byte, value, key string) { fuzzSeries(t, linelog.Yokogawa.Is, log, value, key) })
}
