package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"green500/validation/power"
)

type influx struct {
	web   *transport
	flags Flags
}

// column names the readings by measurement and field, because either may state the unit.
func (s influx) column() string                          { return s.flags.Measurement + "_" + s.flags.Field }
func (s influx) describe(context.Context) (facts, error) { return facts{}, nil }

type influx1 struct {
	influx
	where string // the conditions on tags
}

func (f Flags) influx1(web *transport) (source, error) {
	if err := need("influxdb1", [2]string{"--database", f.Database}, [2]string{"--measurement", f.Measurement},
		[2]string{"--field", f.Field}); err != nil {
		return nil, err
	}
	tags, err := f.tags()
	if err != nil {
		return nil, err
	}
	s := &influx1{influx: influx{web, f}}
	for _, one := range tags {
		s.where += fmt.Sprintf(" AND %s = '%s'", quoteInflux(one[0]),
			strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(one[1]))
	}
	return s, nil
}

func quoteInflux(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(name) + `"`
}

func (s *influx1) page(ctx context.Context, r request) ([]byte, string, error) {
	from := quoteInflux(s.flags.Measurement)
	if s.flags.Retention != "" {
		from = quoteInflux(s.flags.Retention) + "." + from
	}
	query := fmt.Sprintf("SELECT %s FROM %s WHERE time >= %d AND time < %d%s GROUP BY *", quoteInflux(s.flags.Field),
		from, r.From.UnixNano(), r.To.UnixNano(), s.where)
	answer, err := s.web.send(ctx, call{
		method: http.MethodPost, path: "/query", query: url.Values{"db": {s.flags.Database}, "epoch": {"ns"}},
		form: url.Values{"q": {query}}, accept: "application/json",
	})
	if err != nil {
		return nil, "", err
	}
	said, problem := influxAnswer(answer.body)
	switch {
	case tooMuch.MatchString(problem):
		return nil, "", tooMuchBy(problem)
	case said.partial():
		return nil, "", tooMuchBy("the answer is partial")
	case answer.status != http.StatusOK || problem != "":
		return nil, "", s.web.refused(answer.status, problem)
	}
	return answer.body, "", nil
}

type influxResults struct {
	Error   string `json:"error"`
	Results []struct {
		Error   string `json:"error"`
		Partial bool   `json:"partial"`
		Series  []struct {
			Tags    labels   `json:"tags"`
			Columns []string `json:"columns"`
			Values  [][]any  `json:"values"`
			Partial bool     `json:"partial"`
		} `json:"series"`
	} `json:"results"`
}

func (a influxResults) partial() bool {
	for _, one := range a.Results {
		if one.Partial {
			return true
		}
		for _, series := range one.Series {
			if series.Partial {
				return true
			}
		}
	}
	return false
}

func influxAnswer(body []byte) (a influxResults, problem string) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&a); err != nil {
		return a, "no answer of InfluxQL: " + string(body)
	}
	problem = a.Error
	for _, one := range a.Results {
		problem += one.Error
	}
	return a, problem
}

func (s *influx1) decode(answer []byte, each func(sample)) error {
	said, problem := influxAnswer(answer)
	if problem != "" {
		return s.web.refused(http.StatusOK, problem)
	}
	for _, result := range said.Results {
		for _, series := range result.Series {
			if len(series.Columns) != 2 {
				return &power.InputError{Field: "--field",
					Problem: "selects the columns " + strings.Join(series.Columns, ", "), Remedy: "name one field"}
			}
			maps.DeleteFunc(series.Tags, func(_, value string) bool { return value == "" })
			of := newSeries(series.Tags)
			for _, row := range series.Values {
				one, err := influxSample(row)
				if err != nil {
					return s.web.refused(http.StatusOK, err.Error())
				}
				one.series = of
				each(one)
			}
		}
	}
	return nil
}

func influxSample(row []any) (s sample, err error) {
	if len(row) != 2 {
		return s, fmt.Errorf("a row has %d cells", len(row))
	}
	at, ok := row[0].(json.Number)
	if s.at, err = at.Int64(); !ok || err != nil {
		return s, fmt.Errorf("%v is no time in nanoseconds", row[0])
	}
	if value, ok := row[1].(json.Number); ok {
		s.value = value.String()
	}
	return s, nil
}
