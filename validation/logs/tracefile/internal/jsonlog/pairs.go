package jsonlog

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
)

// Programs for charts and meters write lists of pairs, each of a time since 1970 or with a date and of a reading, in
// objects of their own:
//
//	{"Values": [[1517815708479, 282], [1517815678238, 283]]}
//	{"series": [{"metric": "watts", "scope": "n1", "interval": 30, "pointlist": [[1430312070000.0, 75.08], ...]}]}
//
// A pair is a row. What stands beside a list, or around it, is that of all its rows: it may name a meter, but is no
// reading.

var pairHead = regexp.MustCompile(
	`\[\s*\[\s*("[^"\\]*"|-?\d[\d.eE+-]*|null)\s*,\s*("[^"\\]*"|-?\d[\d.eE+-]*|null)\s*\]`)

func isJSONPairs(head []byte) bool {
	m := pairHead.FindSubmatch(head)
	return m != nil && input.JSONHead.Match(head) &&
		(pairsTime(unquoted(m[1])) && pairsValue(m[2]) || pairsTime(unquoted(m[2])) && pairsValue(m[1]))
}

func pairsTime(text []byte) bool {
	k := table.KindOf(text)
	return k == table.CountedTime || k == table.ZonedTime || k == table.LocalTime
}

func pairsValue(scalar []byte) bool {
	if string(scalar) == "null" {
		return true
	}
	_, f := celltext.Notation{}.Number(unquoted(scalar))
	return f == nil || f.Missing
}

type jsonPairs struct {
	jsonSeries
	lists map[int64]*pairList // by the byte that they begin at
	found []*pairList         // in their order
}

type pairList struct {
	path      string
	sameTimes *pairScope
	first     [2][]string // of the pairs, what stands before and after the comma
	parts     []string    // what those are called
}

type pairScope struct {
	above  *pairScope
	told   []jsonShared
	listed bool // lists of pairs lie in it
}

func openJSONPairs(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	p := &jsonPairs{jsonSeries: jsonSeries{jsonTable: newJSONTable(in), quantityNamed: map[string]bool{}},
		lists: map[int64]*pairList{}}
	if err := p.catalogue(p.reader()); err != nil {
		return nil, err
	}
	if len(p.found) == 0 || slices.ContainsFunc(p.found, func(l *pairList) bool { return l.sameTimes.isRecord() }) {
		return OpenJSONRecords(in)
	}
	shared := p.resolveShared()
	p.rows, p.times = p.walk, "time"
	if err := p.open(); err != nil {
		return nil, err
	}
	for i, path := range p.paths {
		if slices.Contains(shared, path) {
			p.Numeric[i] = false
		}
	}
	p.Table.Value = p.index["value"]
	p.resolveSubjects()
	return p, nil
}

func (s *pairScope) isRecord() bool {
	var own jsonOutline
	for _, one := range s.told {
		own.see([]byte(one.path), []byte(one.value))
	}
	return own.timed && own.read
}

func (p *jsonPairs) catalogue(j *JSONReader) error {
	return j.values(func() error {
		_, err := p.look(j, "", &pairScope{})
		return err
	})
}

func (p *jsonPairs) look(j *JSONReader, path string, in *pairScope) (parts []string, err error) {
	c, err := j.peek()
	switch {
	case err != nil:
		return nil, err
	case c == '[':
		return p.lookInList(j, path, in)
	case c != '{':
		text, err := j.Scalar()
		if err == nil && len(in.told) < MaxLabels {
			in.told = append(in.told, jsonShared{lastOf(path), string(unquoted(text)), kindOfJSON(text)})
		}
		return nil, err
	}
	own := &pairScope{above: in}
	err = j.Object(func(member string) error {
		_, err := p.look(j, joinedPath(path, member), own)
		return err
	})
	if in.listed = in.listed || own.listed; !own.listed && len(in.told)+len(own.told) < MaxLabels { // such as tags
		for _, one := range own.told {
			in.told = append(in.told, jsonShared{joinedPath(lastOf(path), one.path), one.value, one.is})
		}
	}
	return nil, err
}

func joinedPath(path, member string) string {
	if path == "" {
		return member
	}
	return path + "." + member
}

func lastOf(path string) string {
	_, last, _ := cutLast("."+path, ".")
	return last
}

func (p *jsonPairs) lookInList(j *JSONReader, path string, in *pairScope) (parts []string, err error) {
	one := &pairList{path: path, sameTimes: in}
	at, scalars := j.at, true
	err = j.array(func() error {
		c, err := j.peek()
		switch {
		case err != nil:
			return err
		case c == '{':
			scalars = false
			_, err = p.look(j, path, in)
		case c == '[':
			scalars = false
			var inner []string
			if inner, err = p.look(j, path, in); len(inner) == 2 {
				one.see(inner)
			}
		default:
			var text []byte
			if text, err = j.Scalar(); err == nil && len(parts) < 3 {
				parts = append(parts, string(text))
			}
		}
		return err
	})
	if err == nil && one.resolve() {
		in.listed = true
		p.lists[at] = one
		if p.found = append(p.found, one); len(p.found) > table.MaxColumns {
			err = p.Refuse(0, "", fmt.Sprintf("has more than %d lists of readings", table.MaxColumns),
				"give the file in parts")
		}
	}
	if !scalars {
		parts = nil
	}
	// KairosDB lists the values of a tag, of which a series mostly has one
	if len(parts) == 1 && len(in.told) < MaxLabels {
		text := []byte(parts[0])
		in.told = append(in.told, jsonShared{lastOf(path), string(unquoted(text)), kindOfJSON(text)})
	}
	return parts, err
}

func (l *pairList) see(parts []string) {
	for i := range l.first {
		if len(l.first[i]) < table.Sampled {
			l.first[i] = append(l.first[i], parts[i])
		}
	}
}

// resolve distinguishes times and readings. If both parts may be times, those are that go on evenly.
func (l *pairList) resolve() bool {
	var may [2]bool
	for i := range may {
		may[i] = len(l.first[i]) > 0 &&
			!slices.ContainsFunc(l.first[i], func(text string) bool { return !pairsTime(unquoted([]byte(text))) }) &&
			!slices.ContainsFunc(l.first[1-i], func(text string) bool { return !pairsValue([]byte(text)) })
	}
	l.parts = []string{"time", "value"}
	if may[1] && (!may[0] || !l.evenly(0) && l.evenly(1)) {
		l.parts = []string{"value", "time"}
	}
	clocks := l.twoClocks()
	l.first = [2][]string{} // there may be many lists
	return (may[0] || may[1]) && !clocks
}

// twoClocks reports whether both parts go forward alike: two clocks that PTDaemon's client read together.
func (l *pairList) twoClocks() bool {
	a, b := l.numbers(0), l.numbers(1)
	if len(a) < 2 || len(a) != len(b) {
		return false
	}
	for i := 1; i < len(a); i++ {
		if step, other := a[i]-a[i-1], b[i]-b[i-1]; step <= 0 || math.Abs(step-other) > step/1000 {
			return false
		}
	}
	return true
}

func (l *pairList) evenly(part int) bool {
	numbers := l.numbers(part)
	if table.ProgressOf(numbers).Even() {
		return true
	}
	slices.Reverse(numbers)
	return table.ProgressOf(numbers).Even()
}

func (l *pairList) numbers(part int) []float64 {
	var numbers []float64
	for _, text := range l.first[part] {
		if n, f := (celltext.Notation{}).Number(unquoted([]byte(text))); f == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

var pairSubjects = []string{"metric", "name", "target", "measurement", "sensor", "label", "title"}

// pairPath is the column of the members that lists are.
const pairPath = "series"

func (p *jsonPairs) resolveShared() (shared []string) {
	at := slices.IndexFunc(pairSubjects, func(subject string) bool {
		return !slices.ContainsFunc(p.found, func(l *pairList) bool { return !l.sameTimes.tells(subject) })
	})
	several := slices.ContainsFunc(p.found, func(l *pairList) bool { return l.path != p.found[0].path })
	if p.subject = pairPath; at >= 0 {
		p.subject = pairSubjects[at]
	}
	for _, l := range p.found {
		own := &pairScope{above: l.sameTimes}
		if l.path != "" && (at < 0 || several) {
			own.told = []jsonShared{{pairPath, l.path, jsonText}}
		}
		l.sameTimes = own
		for _, one := range l.shared() {
			if !slices.Contains(shared, one.path) {
				shared = append(shared, one.path)
			}
		}
	}
	return shared
}

func (s *pairScope) tells(member string) bool {
	return slices.ContainsFunc(s.told, func(one jsonShared) bool { return one.path == member && one.is == jsonText })
}

// shared returns what the rows of the list share, each under a name of its own.
func (l *pairList) shared() []jsonShared {
	var all []jsonShared
	for s := l.sameTimes; s != nil; s = s.above {
		for _, one := range s.told {
			taken := one.path == "time" || one.path == "value" ||
				slices.ContainsFunc(all, func(met jsonShared) bool { return met.path == one.path })
			if !taken && len(all) < MaxLabels && len(one.path) < maxJSONName && one.is != jsonNull {
				all = append(all, one)
			}
		}
	}
	return all
}

func (p *jsonPairs) walk(j *JSONReader) error { return j.values(func() error { return p.within(j) }) }

func (p *jsonPairs) within(j *JSONReader) error {
	c, err := j.peek()
	switch {
	case err != nil:
		return err
	case c == '{':
		return j.Object(func(string) error { return p.within(j) })
	case c != '[':
		return j.Skip()
	}
	l, met := p.lists[j.at]
	if !met {
		return j.array(func() error { return p.within(j) })
	}
	p.shared, p.begun = l.shared(), false
	return j.array(func() error {
		if c, err := j.peek(); err != nil || c != '[' {
			if err == nil {
				err = j.Skip()
			}
			return err
		}
		return p.reading(j, l.parts)
	})
}
