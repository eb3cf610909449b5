package fetch

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"green500/validation/power"
)

// redfish is a management controller with a telemetry service, which keeps the last readings in metric reports.
type redfish struct {
	web            *transport
	report, metric string
}

const telemetry = "/redfish/v1/TelemetryService"

func (f Flags) redfish(web *transport) (source, error) {
	return &redfish{web: web, report: f.Report, metric: f.Metric},
		need("redfish", [2]string{"--report", f.Report}, [2]string{"--metric", f.Metric})
}

func (s *redfish) column() string { return "value" }

func (s *redfish) page(ctx context.Context, r request) ([]byte, string, error) {
	path := r.Next
	if path == "" {
		path = telemetry + "/MetricReports/" + url.PathEscape(s.report)
	}
	answer, err := s.get(ctx, path)
	if err != nil {
		return nil, "", err
	}
	if answer.status != http.StatusOK {
		return nil, "", s.web.refused(answer.status, messageOf(answer.body))
	}
	var said metricReport
	if err := json.Unmarshal(answer.body, &said); err != nil {
		return nil, "", s.web.refused(answer.status, "no metric report: "+string(answer.body))
	}
	next := cmp.Or(said.Next, said.Rest)
	if next != "" && !strings.HasPrefix(next, "/redfish/") || next == path {
		return nil, "", s.web.refused(answer.status, "the rest of the report is said to be at "+next)
	}
	return answer.body, next, nil
}

// get reads a resource; what follows ? in its address belongs to its query.
func (s *redfish) get(ctx context.Context, path string) (reply, error) {
	at, err := url.Parse(path)
	if err != nil {
		return reply{}, s.web.refused(http.StatusOK, "no address: "+path)
	}
	return s.web.send(ctx, call{method: http.MethodGet, path: at.Path, query: at.Query(), accept: "application/json"})
}

type metricReport struct {
	Values []struct {
		ID       string          `json:"MetricId"`
		Property string          `json:"MetricProperty"`
		Value    json.RawMessage `json:"MetricValue"`
		At       string          `json:"Timestamp"`
	} `json:"MetricValues"`
	At   string `json:"Timestamp"`
	Next string `json:"MetricValues@odata.nextLink"`
	Rest string `json:"@odata.nextLink"`
}

func (s *redfish) decode(answer []byte, each func(sample)) error {
	var said metricReport
	if err := json.Unmarshal(answer, &said); err != nil {
		return s.web.refused(http.StatusOK, "no metric report")
	}
	known := map[string]*series{}
	for _, one := range said.Values {
		if one.ID != s.metric && !strings.HasSuffix(one.Property, s.metric) {
			continue
		}
		written := one.At
		if written == "" && len(said.Values) == 1 {
			written = said.At // the only value of a report has the time of the report
		}
		at, err := time.Parse(time.RFC3339Nano, written)
		if err != nil {
			return &power.InputError{Field: "--report", Problem: "a value of " + s.metric + " has no time with its " +
				"offset, but " + written, Remedy: "have the report state Timestamp for each value"}
		}
		// which tells series apart
		value, property := strings.Trim(string(one.Value), `" `), cmp.Or(one.Property, one.ID)
		if known[property] == nil {
			known[property] = newSeries(labels{"metric_property": property})
		}
		each(sample{series: known[property], at: at.UnixNano(), value: value})
	}
	return nil
}

// describe reads the definition of the metric. Controllers need not have one.
func (s *redfish) describe(ctx context.Context) (facts, error) {
	var known facts
	if strings.ContainsAny(s.metric, "/#") {
		return known, nil // it is a property
	}
	answer, err := s.get(ctx, telemetry+"/MetricDefinitions/"+url.PathEscape(s.metric))
	if err != nil {
		return known, err
	}
	var said struct{ Units, MetricType string }
	if answer.status == http.StatusOK && json.Unmarshal(answer.body, &said) == nil {
		known.Unit, known.Counter = said.Units, said.MetricType == "Counter"
		known.answers = append(known.answers, answer.body)
	}
	return known, nil
}
