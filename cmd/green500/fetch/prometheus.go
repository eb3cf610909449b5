package fetch

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// prometheus is a server that speaks the HTTP API of Prometheus: also VictoriaMetrics and Thanos.
type prometheus struct {
	web    *transport
	query  string
	metric string        // that the query names; empty if it names none
	step   time.Duration // between the values of an expression; 0 for samples as they were stored
}

func (f Flags) prometheus(web *transport) (source, error) {
	if err := need("prometheus", [2]string{"--query", f.Query}); err != nil {
		return nil, err
	}
	p := &prometheus{web: web, query: strings.TrimSpace(f.Query)}
	selector, metric := selectorOf(p.query)
	switch {
	case selector && f.Step != 0:
		return nil, &power.InputError{Field: "--step", Problem: "is for expressions; " +
			"the samples of a selector are fetched as they were stored", Remedy: "omit --step"}
	case !selector && f.Step < shortest:
		return nil, &power.InputError{Field: "--query", Problem: "is not a selector of one metric, " +
			"such as node_power_watts{job=\"pdu\"}, so its values would be resampled",
			Remedy: "write a selector without a range in square brackets, " +
				"or set --step to accept values at that interval"}
	}
	p.metric, p.step = metric, f.Step
	return p, nil
}

func (f Flags) resampled() bool {
	selector, _ := selectorOf(strings.TrimSpace(f.Query))
	return f.Source == "prometheus" && !selector
}

var metricName = regexp.MustCompile(`^[a-zA-Z_:][a-zA-Z0-9_:]*`)

// selectorOf reports whether a query selects series as they are stored, and which metric it names.
func selectorOf(query string) (selector bool, metric string) {
	metric = metricName.FindString(query)
	rest := strings.TrimSpace(query[len(metric):])
	if rest == "" {
		return metric != "", metric
	}
	if !strings.HasPrefix(rest, "{") {
		return false, metric
	}
	return endOfMatchers(rest) == len(rest), metric
}

// endOfMatchers is behind the bracket that closes the matchers; 0 if none does. A bracket in quotes is text.
func endOfMatchers(text string) int {
	quote := byte(0)
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\' && quote != '`':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '}':
			return i + 1
		}
	}
	return 0
}

func (p *prometheus) column() string {
	if p.metric != "" && p.step == 0 {
		return p.metric
	}
	return "value"
}

// page asks for samples with a range selector: query_range would repeat the last one at every step. Prometheus 2
// answers with both ends of the range, and later ones with the end alone; decode leaves out what lies outside.
func (p *prometheus) page(ctx context.Context, r request) ([]byte, string, error) {
	c := call{method: http.MethodPost, path: "/api/v1/query", accept: "application/json"}
	const noPart = "partial_response" // of Thanos: an answer that lacks a store's part is an error
	if p.step > 0 {
		c.path = "/api/v1/query_range"
		last := r.To.Add(-shortest)
		c.form = url.Values{"query": {p.query}, "start": {unix(r.From)}, "end": {unix(last)},
			"step": {strconv.FormatFloat(p.step.Seconds(), 'f', -1, 64)}, noPart: {"false"}}
	} else {
		width := r.To.Sub(r.From) / time.Millisecond
		c.form = url.Values{"query": {fmt.Sprintf("%s[%dms]", p.query, width)}, "time": {unix(r.To.Add(-shortest))},
			noPart: {"false"}}
	}
	answer, err := p.web.ask(ctx, c)
	return answer, "", err
}

func unix(at time.Time) string {
	return fmt.Sprintf("%d.%03d", at.Unix(), at.Nanosecond()/int(time.Millisecond))
}

type promAnswer struct {
	Status   string   `json:"status"`
	Warnings []string `json:"warnings"`
	Data     struct {
		ResultType string       `json:"resultType"`
		Result     []promSeries `json:"result"`
	} `json:"data"`
}

type promSeries struct {
	Metric     labels            `json:"metric"`
	Values     []json.RawMessage `json:"values"`
	Histograms []json.RawMessage `json:"histograms"`
}

func (p *prometheus) decode(answer []byte, each func(sample)) error {
	var a promAnswer
	if err := json.Unmarshal(answer, &a); err != nil || a.Status != "success" {
		return p.web.refused(http.StatusOK, "no answer of the HTTP API: "+messageOf(answer))
	}
	if len(a.Warnings) > 0 {
		return p.web.refused(http.StatusOK, "the answer may be incomplete: "+strings.Join(a.Warnings, "; "))
	}
	if a.Data.ResultType != "matrix" {
		return &power.InputError{Field: "--query", Problem: "does not give series, but a " + a.Data.ResultType,
			Remedy: "write an expression that gives series"}
	}
	for _, one := range a.Data.Result {
		if err := p.check(one); err != nil {
			return err
		}
		delete(one.Metric, "__name__")
		of := newSeries(one.Metric)
		for _, raw := range one.Values {
			s, err := promSample(raw)
			if err != nil {
				return p.web.refused(http.StatusOK, err.Error())
			}
			s.series = of
			each(s)
		}
	}
	return nil
}

func (p *prometheus) check(one promSeries) error {
	if len(one.Histograms) > 0 {
		return &power.InputError{Field: "--query", Problem: "gives histograms, which are no readings",
			Remedy: "name a gauge or a counter"}
	}
	name := one.Metric["__name__"]
	if p.step > 0 {
		return nil
	}
	if p.metric == "" {
		p.metric = name
	}
	if name != p.metric {
		return &power.InputError{Field: "--query", Problem: "selects more than one metric: " + p.metric + " and " +
			name, Remedy: "name one, and fetch the others into other folders"}
	}
	return nil
}

func promSample(raw json.RawMessage) (s sample, err error) {
	var pair [2]json.RawMessage
	if err := json.Unmarshal(raw, &pair); err != nil {
		return s, fmt.Errorf("%s is no sample", raw)
	}
	if err := json.Unmarshal(pair[1], &s.value); err != nil {
		return s, fmt.Errorf("%s is no value", pair[1])
	}
	s.at, err = nanoseconds(string(pair[0]))
	return s, err
}

// nanoseconds reads seconds since 1970 as they are written: a float64 would lose their last digits.
func nanoseconds(text string) (int64, error) {
	whole, part, _ := strings.Cut(text, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	const digits = 9
	if err == nil && len(part) <= digits && strings.Trim(part, "0123456789") == "" {
		var fraction int64
		if part != "" {
			fraction, err = strconv.ParseInt(part+strings.Repeat("0", digits-len(part)), 10, 64)
		}
		return seconds*int64(time.Second) + fraction, err
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is no time", text)
	}
	return time.UnixMilli(int64(value*1e3 + 0.5)).UnixNano(), nil
}

type promMetadata struct {
	Data map[string][]struct{ Type, Unit string } `json:"data"`
}

// describe asks what kind of metric it is. Servers that do not keep that say nothing.
func (p *prometheus) describe(ctx context.Context) (facts, error) {
	known := facts{Counter: p.step == 0 && strings.HasSuffix(p.metric, "_total")}
	if p.metric == "" || p.step > 0 {
		return known, nil
	}
	answer, err := p.web.send(ctx, call{method: http.MethodGet, path: "/api/v1/metadata",
		query: url.Values{"metric": {p.metric}}, accept: "application/json"})
	if err != nil {
		return known, err
	}
	var said promMetadata
	if answer.status == http.StatusOK && json.Unmarshal(answer.body, &said) == nil {
		for _, one := range said.Data[p.metric] {
			known.Unit = one.Unit
			known.Counter = known.Counter || one.Type == "counter"
		}
		known.answers = append(known.answers, answer.body)
	}
	return known, nil
}
