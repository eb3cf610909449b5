package jsonlog

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// Some programs answer with series: an object states what is read, and a list in it holds times and readings.
//
//	InfluxDB (InfluxQL): {"name": "p", "tags": {"host": "n1"}, "columns": ["time", "w"], "values": [[1780308000, 5]]}
//	Graphite (render):   {"target": "n1.watts", "datapoints": [[500, 1780308000]]}
//	OpenTSDB (query):    {"metric": "watts", "tags": {"host": "n1"}, "dps": {"1780308000": 500}}
//
// A reading is a row with what its series is called.
var (
	influxQLHead = regexp.MustCompile(
		`^\s*\{\s*"results"\s*:\s*\[\s*\{\s*("statement_id"\s*:\s*\d+\s*(\}|,\s*"(series|error|messages|partial)")|"series"\s*:\s*\[|"error"\s*:\s*")`)
	graphiteHead = regexp.MustCompile(`^\s*\[\s*\{\s*"(target|datapoints)"\s*:`)
	datapoints   = regexp.MustCompile(`"datapoints"\s*:\s*\[\s*[\[\]]`)
	openTSDBHead = regexp.MustCompile(`^\s*\[\s*\{\s*"metric"\s*:\s*"`)
	dps          = regexp.MustCompile(`"dps"\s*:\s*[{\[]`)
)

func isGraphite(head []byte) bool { return graphiteHead.Match(head) && datapoints.Match(head) }
func isOpenTSDB(head []byte) bool { return openTSDBHead.Match(head) && dps.Match(head) }

type jsonSeries struct {
	*jsonTable
	subject       string       // the member that says what is read
	shared        []jsonShared // cells that all readings of a series have
	parts         []string     // what the parts of a reading are called
	begun         bool         // a reading of the series was seen
	texts         []byte       // of the row
	kinds         []table.ReadingKind
	quantityNamed map[string]bool
}

// needlessMembers say nothing of a series: the number of a question, and the target of Graphite without its functions.
var needlessMembers = []string{"statement_id", "tags.name"}

type jsonShared struct {
	path, value string
	is          jsonKind
}

func openJSONSeries(subject string) func(in *input.File) (table.Sheet, error) {
	return func(in *input.File) (table.Sheet, error) {
		if err := in.Jump(); err != nil {
			return nil, err
		}
		s := &jsonSeries{jsonTable: newJSONTable(in), subject: subject, quantityNamed: map[string]bool{}}
		s.rows, s.answer = s.walk, true
		if err := s.open(); err != nil {
			return nil, err
		}
		s.resolveSubjects()
		return s, nil
	}
}

func (s *jsonSeries) resolveSubjects() {
	at, met := s.index[s.subject]
	if !met || len(s.kinds) == 0 {
		return
	}
	if value, met := s.index["value"]; met {
		s.Table.Value = value
	}
	hint, foreign := columnname.HintOf(s.kinds[0].Name)
	alike := len(s.kinds) == 1 || !foreign && hint.Quantity != ""
	for i, one := range s.kinds {
		h, _ := columnname.HintOf(one.Name)
		alike = alike && h == hint
		s.kinds[i].Means = columnname.Meaning{Unit: h.Unit}
	}
	if !alike {
		s.Table.Mixed = table.Mixture{Column: at, Kinds: s.kinds}
		return
	}
	if s.Table.Value >= 0 && s.Means[s.Table.Value].Unit == "" {
		s.Means[s.Table.Value].Unit = hint.Unit
	}
	s.resolveKeys(at)
}

func (s *jsonSeries) resolveKeys(subject int) {
	if s.subject == "target" {
		s.Table.Keys = []int{subject}
		return
	}
	var keys []int
	for i, path := range s.paths {
		called := i == subject || strings.HasPrefix(path, "tags.")
		if !called && s.seen[i].kind == table.Words {
			return
		}
		if called && s.seen[i].rows == s.row && (i != subject || len(s.kinds) > 1) {
			keys = append(keys, i)
		}
	}
	s.Table.Keys = keys
}

func (s *jsonSeries) walk(j *JSONReader) error { return j.values(func() error { return s.value(j) }) }

func (s *jsonSeries) value(j *JSONReader) error {
	return j.objects(func() error { return s.object(j) })
}

func (s *jsonSeries) object(j *JSONReader) error {
	s.shared, s.parts, s.begun = nil, nil, false
	return j.Object(func(member string) error {
		switch member {
		case "results", "series":
			return s.value(j)
		case "error":
			return s.Refuse(0, "", "holds an error in place of an answer", "ask again")
		case "columns":
			s.parts = nil
			return j.array(func() error { return s.part(j) })
		case "values":
			return j.array(func() error { return s.reading(j, s.parts) })
		case "datapoints":
			return j.array(func() error { return s.reading(j, []string{"value", "time"}) })
		case "dps":
			return s.points(j)
		}
		return s.share(j, member)
	})
}

func (s *jsonSeries) part(j *JSONReader) error {
	name, err := j.text()
	if err == nil && len(s.parts) == table.MaxColumns {
		err = s.Refuse(0, "", "has a series of too many columns", "ask for fewer fields")
	}
	s.parts = append(s.parts, name)
	return err
}

func (s *jsonSeries) share(j *JSONReader, path string) error {
	c, err := j.peek()
	switch {
	case err != nil:
		return err
	case c == '{':
		return j.Object(func(member string) error { return s.share(j, path+"."+member) })
	case c == '[':
		return j.Skip()
	}
	text, err := j.Scalar()
	switch {
	case err != nil:
		return err
	case s.begun && (path == s.subject || s.subject == "metric" && strings.HasPrefix(path, "tags.")):
		return s.Refuse(0, "", "has readings in front of the "+path+" of their series", "write "+path+" first")
	case !s.begun && !slices.Contains(needlessMembers, path):
		s.shared = append(s.shared, jsonShared{path, string(unquoted(text)), kindOfJSON(text)})
	}
	if len(s.shared) > MaxLabels || len(path) > maxJSONName {
		return s.Refuse(0, "", "has a series with too many or too long tags", "ask for fewer tags")
	}
	return nil
}

func kindOfJSON(scalar []byte) jsonKind {
	switch {
	case scalar[0] == '"':
		return jsonText
	case string(scalar) == "null":
		return jsonNull
	}
	return jsonBare
}

func (s *jsonSeries) reading(j *JSONReader, parts []string) error {
	if err := s.start(j); err != nil {
		return err
	}
	n := 0
	err := j.array(func() error {
		text, err := j.Scalar()
		if err == nil && n < len(parts) {
			err = s.cell(parts[n], text)
		}
		n++
		return err
	})
	if err != nil {
		return err
	}
	if n != len(parts) {
		return j.refuse(fmt.Sprintf("a reading has %d parts, but its series has %d", n, len(parts)))
	}
	return s.end(j)
}

func (s *jsonSeries) points(j *JSONReader) error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	if c == '[' {
		return j.array(func() error { return s.reading(j, []string{"time", "value"}) })
	}
	return j.Object(func(at string) error {
		if err := s.start(j); err != nil {
			return err
		}
		text, err := j.Scalar()
		if err == nil {
			err = errors.Join(s.put([]byte("time"), []byte(at), jsonText), s.cell("value", text))
		}
		if err != nil {
			return err
		}
		return s.end(j)
	})
}

func (s *jsonSeries) start(j *JSONReader) error {
	s.begin(j)
	s.crowded, s.texts = true, s.texts[:0]
	for _, one := range s.shared {
		if err := s.put([]byte(one.path), []byte(one.value), one.is); err != nil {
			return err
		}
		if !s.begun && one.path == s.subject && !s.quantityNamed[one.value] {
			if len(s.kinds) == table.MaxColumns {
				return s.Refuse(0, "", fmt.Sprintf("has more than %d different %ss", table.MaxColumns, s.subject),
					"ask for fewer at a time")
			}
			s.quantityNamed[one.value] = true
			s.kinds = append(s.kinds, table.ReadingKind{Name: one.value})
		}
	}
	s.begun = true
	return nil
}

// cell puts a cell of the row, in memory that lasts as long.
func (s *jsonSeries) cell(path string, scalar []byte) error {
	from := len(s.texts)
	s.texts = append(s.texts, unquoted(scalar)...)
	return s.put([]byte(path), s.texts[from:], kindOfJSON(scalar))
}
