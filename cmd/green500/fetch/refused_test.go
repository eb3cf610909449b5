package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSelectors: only what selects stored series is fetched as it was stored.
func TestSelectors(t *testing.T) {
	for query, want := range map[string]struct {
		selector bool
		metric   string
	}{
		`node_power_watts`:                        {true, "node_power_watts"},
		`node:power:sum{job="a"}`:                 {true, "node:power:sum"},
		`node_power_watts {job="a}b", x=~'c\'}'}`: {true, "node_power_watts"},
		"{__name__=\"a\", b=`}`}":                 {true, ""},
		`{job="a"}[5m]`:                           {false, ""},
		`node_power_watts[5m]`:                    {false, "node_power_watts"},
		`node_power_watts offset 5m`:              {false, "node_power_watts"},
		`node_power_watts{job="a"} @ 5`:           {false, "node_power_watts"},
		`sum(node_power_watts)`:                   {false, "sum"},
		`a{b="c"} + d`:                            {false, "a"},
		`a{b="c`:                                  {false, "a"},
		``:                                        {false, ""},
	} {
		if selector, metric := selectorOf(query); selector != want.selector || metric != want.metric {
			t.Errorf("%s: %v, %q", query, selector, metric)
		}
	}
}

// TestNanoseconds: a time is read to its last digit.
func TestNanoseconds(t *testing.T) {
	for text, want := range map[string]int64{
		"1776172850": 1776172850000000000, "1776172850.123": 1776172850123000000, "1776172850.1": 1776172850100000000,
		"1776172850.123456789": 1776172850123456789, "1.776172850123e+09": 1776172850123000000,
	} {
		if got, err := nanoseconds(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	if _, err := nanoseconds("now"); err == nil {
		t.Error("now is a time")
	}
}

// TestFlagsRefused: what cannot be fetched is refused before anything is asked.
func TestFlagsRefused(t *testing.T) {
	m := madeSeries()
	for want, change := range map[string]func(*Flags){
		"--query: is required for " +
			"prometheus; set it.": func(f *Flags) { f.Query = "" },
		"--query: is not a selector of " +
			"one metric": func(f *Flags) { f.Query = "rate(a_total[5m])" },
		"--step: is for expressions": func(f *Flags) { f.Step = time.Second },
		"--to: is in the future: readings would be missing; " +
			"fetch after it": func(f *Flags) { f.To = "2999-01-01T00:00:00Z" },
		"--to: is not after --from; swap them.": func(f *Flags) { f.To = f.From },
		"--from: is not a time; write":          func(f *Flags) { f.From = "2026-06-01 10:00" },
		"url: prometheus:9090 does not begin with http:// or https://; " +
			"write it as http://prometheus:9090": func(f *Flags) { f.URL = "prometheus:9090" },
		"url: contains a password, " +
			"which would stay in the evidence; set": func(f *Flags) { f.URL = "http://a:b@prometheus:9090" },
		"--page: is shorter than a second": func(f *Flags) { f.Page = time.Millisecond },
		"--page: the time has more than " +
			"100000 pages": func(f *Flags) { f.From, f.Page = "1980-01-01T00:00:00Z", time.Hour },
		"--rate: must be more than 0":                    func(f *Flags) { f.Rate = 0 },
		"--database: is required for influxdb1; set it.": func(f *Flags) { f.Source = "influxdb1" },
		"--org: is required for influxdb2; set it.":      func(f *Flags) { f.Source = "influxdb2" },
		"--report: is required for redfish; set it.":     func(f *Flags) { f.Source = "redfish" },
		"no.pem: there is no such file":                  func(f *Flags) { f.CA = "no.pem" },
		"--tag: host has no value; write KEY=VALUE.": func(f *Flags) {
			f.Source, f.Database, f.Measurement, f.Field, f.Tag = "influxdb1", "a", "b", "c", []string{"host"}
		},
	} {
		f := m.flags(t, "prometheus", "http://127.0.0.1:1")
		f.Query = "a"
		change(&f)
		_, err := Fetch(t.Context(), f, environment())
		wantProblem(t, err, want)
		if _, err := os.Stat(f.Output); err == nil {
			t.Errorf("%s: a folder was made", want)
		}
	}
}

// answering starts a server that gives the answers in turn, and the last one from then on.
func answering(t *testing.T, answers ...http.HandlerFunc) *httptest.Server {
	t.Helper()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/metadata" {
			http.NotFound(w, r)
			return
		}
		answer := answers[min(asked, len(answers)-1)]
		asked++
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server
}

func said(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
}

const nothing = `{"status":"success","data":{"resultType":"matrix","result":[]}}`

// TestAnswersRefused: an answer that is invalid or may be incomplete is no log.
func TestAnswersRefused(t *testing.T) {
	m := madeSeries()
	at := unix(m.from.Add(time.Second))
	for want, answer := range map[string]http.HandlerFunc{
		"the answer may be incomplete: store a is down": said(200,
			`{"status":"success","warnings":["store a is down"],"data":{"resultType":"matrix","result":[]}}`),
		"no answer of the HTTP API: <html>": said(200, `<html>`),
		"answers 400 Bad Request: parse error": said(400,
			`{"status":"error","errorType":"bad_data","error":"parse error"}`),
		"answers 401 " + http.StatusText(http.StatusUnauthorized) + ": no; set GREEN500_FETCH_TOKEN": said(401, `no`),
		"--query: does not give series, but a vector": said(200,
			`{"status":"success","data":{"resultType":"vector","result":[]}}`),
		"--query: selects more than one metric: a and b": said(200,
			`{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"a"},"values":[[`+at+
				`,"1"]]},{"metric":{"__name__":"b"},"values":[]}]}}`),
		"--query: gives histograms": said(200, `{"status":"success",`+
			`"data":{"resultType":"matrix","result":[{"metric":{"__name__":"a"},"histograms":[[1,{}]]}]}}`),
		"--from, --to: the server has no readings from": said(200, nothing),
		"--page: even the answer for the shortest time fails: the answer is too long: " +
			"query processing would load too many samples": said(422,
			`{"status":"error","error":"query processing would load too many samples into memory in query execution"}`),
		"answers 503 Service Unavailable: starting": said(503, `starting`),
		"url: the server leads to elsewhere.example": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
		},
	} {
		f := m.flags(t, "prometheus", answering(t, answer).URL)
		f.Query = "a"
		_, err := Fetch(t.Context(), f, environment())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		wantProblem(t, err, "")
	}
}

// TestRedirectsAreFollowedTenTimesAndNeverToHTTP: each takes the password with it.
func TestRedirectsAreFollowedTenTimesAndNeverToHTTP(t *testing.T) {
	asked := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		to := r.URL.Path
		if to == "/down" {
			to = "http://" + r.Host
		}
		if asked > 20 {
			to = "http://elsewhere.example"
		}
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	at, err := Flags{Rate: 1000, Timeout: time.Minute, Token: "secret"}.transport(base, environment())
	if err != nil {
		t.Fatal(err)
	}
	at.client.Transport = server.Client().Transport
	for path, want := range map[string]string{"/down": "leads from https to http",
		"/loop": "redirects more than 10 times"} {
		asked = 0
		_, err := at.send(t.Context(), call{method: http.MethodPost, path: path})
		if err == nil || !strings.Contains(err.Error(), want) || asked > 11 {
			t.Errorf("%s, asked %d times: got %v, want %s", path, asked, err, want)
		}
		wantProblem(t, err, "")
	}
}

// TestBusyServersAreAskedAgain, after as long as they say.
func TestBusyServersAreAskedAgain(t *testing.T) {
	m := madeSeries()
	good := said(200,
		`{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"a"},"values":[[`+
			unix(m.from)+`,"1"],[`+unix(m.from.Add(time.Second))+`,"NaN"],[`+unix(m.from.Add(time.Minute))+`,"2"]]}]}}`)
	f := m.flags(t, "prometheus", answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
	}, said(502, ""), good).URL)
	f.Query, f.Page, f.Unit, f.Rate = "a", 3*time.Hour, "W", 0.5
	env := environment()
	var waits []time.Duration
	start := time.Now()
	env.Now = func() time.Time { return start }
	env.Sleep = func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	}
	result, err := Fetch(t.Context(), f, env)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(waits); got != "[2s 7s 2s 14s 2s]" {
		t.Errorf("waits %s", got)
	}
	if result.Samples != 2 || result.LeftOut != 1 {
		t.Errorf("%+v", result)
	}
}

// TestAuthentication: passwords come from the environment, and are in no file.
func TestAuthentication(t *testing.T) {
	m := madeSeries()
	for _, c := range []struct{ source, header, want, token, user, password string }{
		{"prometheus", "Authorization", "Bearer secret-1", "secret-1", "", ""},
		{"prometheus", "Authorization", "Basic bWU6c2VjcmV0LTI=", "", "me", "secret-2"},
		{"influxdb2", "Authorization", "Token secret-3", "secret-3", "", ""},
		{"redfish", "X-Auth-Token", "secret-4", "secret-4", "", ""},
	} {
		got := ""
		f := m.flags(t, c.source, answering(t, func(w http.ResponseWriter, r *http.Request) {
			got = r.Header.Get(c.header)
			w.WriteHeader(http.StatusForbidden)
		}).URL)
		f.Query, f.Org, f.Bucket, f.Measurement, f.Field, f.Report, f.Metric = "a", "o", "b", "m", "f", "r", "#/x"
		f.Token, f.User, f.Password = c.token, c.user, c.password
		_, err := Fetch(t.Context(), f, environment())
		wantProblem(t, err, "url: ")
		if got != c.want {
			t.Errorf("%s: %q", c.source, got)
		}
		err = filepath.WalkDir(f.Output, func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.Contains(mustRead(t, path), "secret") {
				t.Errorf("%s contains the password", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnotherFetchInTheFolder is not mixed with this one; the unit may be set later.
func TestAnotherFetchInTheFolder(t *testing.T) {
	m := madeSeries()
	f := m.flags(t, "influxdb2", mockInflux2(t, m).URL)
	f.Org, f.Bucket, f.Measurement, f.Field = "hpc", "site", "power", "watts"
	before := mustFetch(t, f)
	f.Unit, f.Meter, f.Subsystem = "kW", "pdu", "compute"
	after := mustFetch(t, f)
	if text := mustRead(t, after.Settings); after.Resumed != before.Pages || !strings.Contains(text, "unit: kW") ||
		!strings.Contains(text, "meter: pdu") || !strings.Contains(text, "subsystem: compute") {
		t.Errorf("%+v\n%s", after, text)
	}
	f.Tag = []string{"rack=r1"}
	_, err := Fetch(t.Context(), f, environment())
	wantProblem(t, err, f.Output+": contains another fetch: ")
}

// FuzzDecode: no answer makes a reader fail otherwise than by an error in the input, and no reading lies outside of its
// span.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		nothing, `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":"b"},` +
			`"values":[[1776172850.5,"1"]]}]}}`,
		`{"results":[{"series":[{"tags":{"a":"b"},"columns":["time","v"],"values":[[1776172850500000000,1.5],` +
			`[1,null]]}]}]}`,
		"#datatype,string\n,result,table,_time,_value,host\n,,0,2026-04-14T13:20:50Z,1,n1\n",
		"error,reference\nfailed,897\n",
		`{"MetricValues":[{"MetricId":"m","MetricValue":"1","Timestamp":"2026-04-14T13:20:50Z"}]}`,
	} {
		f.Add(text)
	}
	in := span{time.Unix(1776172800, 0), time.Unix(1776172900, 0)}
	f.Fuzz(func(t *testing.T, text string) {
		web := &transport{base: mustURL(t)}
		for _, src := range []source{&prometheus{web: web}, &influx1{influx: influx{web: web}},
			&influx2{influx: influx{web: web}}, &redfish{web: web, metric: "m"}} {
			found, err := samplesOf(src, []byte(text), in)
			for _, s := range found {
				if !in.contains(s.at) || s.series == nil {
					t.Fatalf("%+v", s)
				}
			}
			if err != nil {
				wantProblem(t, err, "")
			}
		}
	})
}

// TestTimeOfARun: the time is that of the core phase with some before and after it, unless it is stated.
func TestTimeOfARun(t *testing.T) {
	const row = "WC02C2C4      200000   192     4     8            1800.25            2.96260e+03\n"
	name := filepath.Join(t.TempDir(), "hpl.out")
	text := row + "HPL_pdgesv() start time Sun Jun  8 09:05:00 2025\nHPL_pdgesv() end time   Sun Jun  8 09:35:01 2025\n"
	if err := os.WriteFile(name, []byte(text), ownFile); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	f := Flags{HPL: name, HPLTimezone: "Europe/Berlin", Around: 10 * time.Minute, Page: time.Hour, Rate: 1}
	whole, err := f.span(now)
	if err != nil || stamp(whole.From) != "2025-06-08T06:55:00Z" || stamp(whole.To) != "2025-06-08T07:45:01Z" {
		t.Errorf("%v, %v", whole, err)
	}
	f.To = "2025-06-08T10:00:00+02:00"
	if whole, err = f.span(now); err != nil || stamp(whole.From) != "2025-06-08T06:55:00Z" ||
		stamp(whole.To) != "2025-06-08T08:00:00Z" {
		t.Errorf("%v, %v", whole, err)
	}
	f.HPLTimezone = ""
	_, err = f.span(now)
	wantProblem(t, err, "--hpl-timezone: is required: the times in hpl.out have no zone; write")
	if err := os.WriteFile(name, []byte(row), ownFile); err != nil {
		t.Fatal(err)
	}
	_, err = f.span(now)
	wantProblem(t, err, "hpl.out, line 1, run.core_phase: the output has no start and end of HPL_pdgesv")
}
