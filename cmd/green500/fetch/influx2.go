package fetch

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

type influx2 struct {
	influx
	tags [][2]string
}

func (f Flags) influx2(web *transport) (source, error) {
	err := need("influxdb2", [2]string{"--org", f.Org}, [2]string{"--bucket", f.Bucket},
		[2]string{"--measurement", f.Measurement}, [2]string{"--field", f.Field})
	if err != nil {
		return nil, err
	}
	tags, err := f.tags()
	return &influx2{influx{web, f}, tags}, err
}

// quoteFlux quotes a string; ${ would begin an expression in it.
func quoteFlux(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "${", `\${`, "\n", `\n`, "\r", `\r`).Replace(text) + `"`
}

func (s *influx2) flux(of span) string {
	var query strings.Builder
	fmt.Fprintf(&query, "from(bucket: %s)\n  |> range(start: %s, stop: %s)\n", quoteFlux(s.flags.Bucket),
		stamp(of.From), stamp(of.To))
	conditions := append([][2]string{{"_measurement", s.flags.Measurement}, {"_field", s.flags.Field}}, s.tags...)
	for _, one := range conditions {
		fmt.Fprintf(&query, "  |> filter(fn: (r) => r[%s] == %s)\n", quoteFlux(one[0]), quoteFlux(one[1]))
	}
	return query.String()
}

func (s *influx2) page(ctx context.Context, r request) ([]byte, string, error) {
	body := mustJSON(map[string]any{
		"query": s.flux(r.span), "type": "flux",
		"dialect": map[string]any{"header": true, "delimiter": ",",
			"annotations": []string{"datatype", "group", "default"}, "dateTimeFormat": "RFC3339Nano"},
	})
	answer, err := s.web.ask(ctx, call{
		method: http.MethodPost, path: "/api/v2/query", query: url.Values{"org": {s.flags.Org}}, body: string(body),
		content: "application/json", accept: "application/csv",
	})
	return answer, "", err
}

type fluxTable struct {
	at, value, failed int
	tags              []int // columns
	header            []string
	cells             []string // of the tags of the row before
	series            *series
}

func fluxTableOf(header []string) fluxTable {
	t := fluxTable{at: slices.Index(header, "_time"), value: slices.Index(header, "_value"),
		failed: slices.Index(header, "error"), header: header}
	for i, name := range header {
		if name != "" && name != "result" && name != "table" && !strings.HasPrefix(name, "_") {
			t.tags = append(t.tags, i)
		}
	}
	return t
}

// decode reads tables in annotated CSV: each begins with its annotations and a header.
func (s *influx2) decode(answer []byte, each func(sample)) error {
	rows := csv.NewReader(bytes.NewReader(answer))
	rows.FieldsPerRecord = -1
	var table *fluxTable
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return s.web.refused(http.StatusOK, "no annotated CSV: "+err.Error())
		}
		switch {
		case strings.HasPrefix(row[0], "#"):
			table = nil
		case table == nil:
			table = new(fluxTableOf(row))
		default:
			if err := table.row(row, each); err != nil {
				return s.web.refused(http.StatusOK, err.Error())
			}
		}
	}
}

func (t *fluxTable) row(row []string, each func(sample)) error {
	if t.failed >= 0 && t.failed < len(row) {
		return errors.New(row[t.failed]) // Flux fails in the middle of an answer, too
	}
	if t.at < 0 || t.value < 0 || max(t.at, t.value) >= len(row) {
		return errors.New("a table without the columns _time and _value")
	}
	at, err := time.Parse(time.RFC3339Nano, row[t.at])
	if err != nil {
		return fmt.Errorf("%q is no time", row[t.at])
	}
	each(sample{series: t.seriesOf(row), at: at.UnixNano(), value: row[t.value]})
	return nil
}

func (t *fluxTable) seriesOf(row []string) *series {
	same := t.series != nil
	cells := make([]string, len(t.tags))
	for i, column := range t.tags {
		if column < len(row) {
			cells[i] = row[column]
		}
		same = same && cells[i] == t.cells[i]
	}
	if same {
		return t.series
	}
	of := labels{}
	for i, column := range t.tags {
		if cells[i] != "" {
			of[t.header[column]] = cells[i]
		}
	}
	t.cells, t.series = cells, newSeries(of)
	return t.series
}
