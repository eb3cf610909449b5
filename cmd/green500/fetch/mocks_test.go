package fetch

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

var fluxRange = regexp.MustCompile(`range\(start: (\S+), stop: (\S+)\)`)

// mockInflux2 answers Flux queries as InfluxDB 2 does: a table a series, in annotated CSV.
func mockInflux2(t *testing.T, m made) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Query string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.URL.Path != "/api/v2/query" ||
			r.URL.Query().Get("org") != "hpc" {
			http.Error(w, `{"code":"invalid","message":"no query"}`, http.StatusBadRequest)
			return
		}
		for _, want := range []string{`from(bucket: "site")`, `r["_measurement"] == "power"`,
			`r["_field"] == "watts"`} {
			if !strings.Contains(asked.Query, want) {
				http.Error(w, `{"code":"invalid","message":"without `+want+`"}`, http.StatusBadRequest)
				return
			}
		}
		span := fluxRange.FindStringSubmatch(asked.Query)
		from, _ := time.Parse(time.RFC3339Nano, span[1])
		to, _ := time.Parse(time.RFC3339Nano, span[2])
		w.Header().Set("Content-Type", "text/csv")
		for i, node := range madeNodes {
			fmt.Fprint(w,
				"#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string,string,string\r\n"+
					"#group,false,false,true,true,false,false,true,true,true,true\r\n#default,_result,,,,,,,,,\r\n"+
					",result,table,_start,_stop,_time,_value,_field,_measurement,host,rack\r\n")
			for _, one := range m.power[node] {
				if at := time.Unix(0, one.at).UTC(); !at.Before(from) && at.Before(to) {
					fmt.Fprintf(w, ",,%d,%s,%s,%s,%s,watts,power,\"%s\",r1\r\n", i, span[1], span[2],
						at.Format(time.RFC3339Nano), one.value, strings.ReplaceAll(node, `"`, `""`))
				}
			}
			fmt.Fprint(w, "\r\n")
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func TestInfluxDB2(t *testing.T) {
	m := madeSeries()
	f := m.flags(t, "influxdb2", mockInflux2(t, m).URL)
	f.Org, f.Bucket, f.Measurement, f.Field = "hpc", "site", "power", "watts"
	result := mustFetch(t, f)
	wantReadings(t, result, "host", m.power)
	if series := wantEnergy(t, f, result, m); series.Unit != "W" {
		t.Errorf("series %+v", series)
	}
	wantResumed(t, f, result)
	f.Org, f.Output = "another", t.TempDir()
	_, err := Fetch(t.Context(), f, environment())
	wantProblem(t, err, "url: "+strings.TrimPrefix(f.URL, "http://")+
		" answers 400 Bad Request: no query; check the address and the series.")
}

// mockRedfish serves a metric report in parts, with values of another metric between.
func mockRedfish(t *testing.T, m made) *httptest.Server {
	t.Helper()
	//nolint:staticcheck // the names of Redfish
	type value struct{ MetricId, MetricProperty, MetricValue, Timestamp string }
	var values []value
	for i, node := range madeNodes {
		for _, one := range m.power[node] {
			at := time.Unix(0, one.at).In(time.FixedZone("", 7200)).Format("2006-01-02T15:04:05.000Z07:00")
			values = append(values, value{"PowerConsumedWatts",
				fmt.Sprintf("/redfish/v1/Chassis/%d/Power#/PowerControl/0/PowerConsumedWatts", i), one.value, at},
				value{"InletTemp", "", "23", at})
		}
	}
	const at, each = telemetry + "/MetricReports/PowerMetrics", 1000
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("X-Auth-Token") == "wrong":
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"code":"Base.1.0.GeneralError","message":"no session"}}`)
		case r.URL.Path == telemetry+"/MetricDefinitions/PowerConsumedWatts":
			fmt.Fprint(w, `{"Id":"PowerConsumedWatts","MetricType":"Gauge","Units":"W"}`)
		case r.URL.Path == at:
			skip := 0
			_, _ = fmt.Sscan(r.URL.Query().Get("$skip"), &skip)
			end := min(skip+each, len(values))
			report := map[string]any{"@odata.id": at, "Name": "Power", "MetricValues": values[skip:end]}
			if end < len(values) {
				report["MetricValues@odata.nextLink"] = fmt.Sprintf("%s?$skip=%d", at, end)
			}
			_, _ = w.Write(mustJSON(report))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func TestRedfish(t *testing.T) {
	m := madeSeries()
	f := m.flags(t, "redfish", mockRedfish(t, m).URL)
	f.Report, f.Metric = "PowerMetrics", "PowerConsumedWatts"
	result := mustFetch(t, f)
	want := map[string][]reading{}
	for i, node := range madeNodes {
		want[fmt.Sprintf("/redfish/v1/Chassis/%d/Power#/PowerControl/0/PowerConsumedWatts", i)] = m.power[node]
	}
	wantReadings(t, result, "metric_property", want)
	if series := wantEnergy(t, f, result, m); series.Unit != "W" {
		t.Errorf("series %+v", series)
	}
	wantResumed(t, f, result)
	f.Token, f.Output = "wrong", t.TempDir()
	f.Metric = "#/PowerControl/0/PowerConsumedWatts"
	_, err := Fetch(t.Context(), f, environment())
	wantProblem(t, err, "url: "+strings.TrimPrefix(f.URL, "http://")+" answers 401 "+
		http.StatusText(http.StatusUnauthorized)+": no session; set GREEN500_FETCH_TOKEN, "+
		"or GREEN500_FETCH_USER and GREEN500_FETCH_PASSWORD, in the environment.")
}

func mustURL(t *testing.T) *url.URL {
	t.Helper()
	address, err := url.Parse("http://server")
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// TestFollowing: a series that is followed gives each reading once, however often and with whatever overlap it is asked
// for, and at the end the log that fetch gives; of a controller that keeps only its last readings too.
func TestFollowing(t *testing.T) {
	m := madeSeries()
	influx, redfish := m.flags(t, "influxdb2", mockInflux2(t, m).URL), m.flags(t, "redfish", mockForgetful(t, m).URL)
	influx.Org, influx.Bucket, influx.Measurement, influx.Field = "hpc", "site", "power", "watts"
	redfish.Report, redfish.Metric = "PowerMetrics", "PowerConsumedWatts"
	for _, f := range []Flags{influx, redfish} {
		t.Run(f.Source, func(t *testing.T) {
			f.From, f.To = "", ""
			feed, err := Follow(f, m.from, environment())
			if err != nil {
				t.Fatal(err)
			}
			count := map[string]int{}
			for at := m.from; at.Before(m.to); at = at.Add(5 * time.Minute) {
				readings, err := feed.Read(t.Context(), at.Add(-time.Minute), at.Add(5*time.Minute))
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range readings {
					count[feed.Name(one.Series)]++
				}
			}
			total := 0
			for _, node := range madeNodes {
				total += len(m.power[node])
			}
			sum := 0
			for _, n := range count {
				sum += n
			}
			if sum != total || len(count) < len(madeNodes) {
				t.Errorf("%d readings of %v, want %d", sum, count, total)
			}
			result, err := feed.Finish(t.Context(), m.to)
			if err != nil || result.Problem != nil {
				t.Fatal(err, result)
			}
			if result.Samples != total || result.Series != len(madeNodes) || result.Recorded.Unit != "W" {
				t.Errorf("log of %d readings of %d series in %q, want %d of %d", result.Samples, result.Series,
					result.Recorded.Unit, total, len(madeNodes))
			}
		})
	}
}

// mockForgetful is a controller whose report holds the readings of the ten minutes before the last one that was asked
// for: each answer goes on by five minutes.
func mockForgetful(t *testing.T, m made) *httptest.Server {
	t.Helper()
	at := m.from
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != telemetry+"/MetricReports/PowerMetrics" {
			http.NotFound(w, r)
			return
		}
		at = at.Add(5 * time.Minute)
		var values []map[string]string
		for i, node := range madeNodes {
			for _, one := range m.power[node] {
				if taken := time.Unix(0, one.at); taken.Before(at) && !taken.Before(at.Add(-10*time.Minute)) {
					values = append(values, map[string]string{
						"MetricId":       "PowerConsumedWatts",
						"MetricProperty": fmt.Sprintf("/redfish/v1/Chassis/%d/Power#/PowerConsumedWatts", i),
						"MetricValue":    one.value, "Timestamp": taken.UTC().Format(time.RFC3339Nano),
					})
				}
			}
		}
		_, _ = w.Write(mustJSON(map[string]any{"MetricValues": values}))
	}))
	t.Cleanup(server.Close)
	return server
}
