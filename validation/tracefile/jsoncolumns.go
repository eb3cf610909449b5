package tracefile

import (
	"bytes"
	"strings"

	"green500/validation/power"
)

// jsonSeen is what the first cells of a column show.
type jsonSeen struct {
	rows, looked int
	first        []byte // that holds something
	kind         kind
	dating       dating // of its times
	comma, point bool   // which stand before decimals
	units        bool   // it may hold the unit of the value beside it
	unit         int    // the column, from 1, that holds the unit of this one
	unitIs       power.Unit
	label        bool   // it names the object of a list that it lies in
	labelled     []byte // the first such name
	renamed      bool   // another one was met
	unsteady     string // the column whose names change beside this one
}

// see remembers what the cells of a row show.
func (t *jsonTable) see() error {
	for _, column := range t.held {
		s, cell := &t.seen[column], t.cells[column]
		s.rows++
		if s.units {
			s.alike(cell)
		}
		if len(cell) == 0 {
			continue
		}
		if s.label && !s.renamed {
			s.renamed = s.labelled != nil && !bytes.Equal(s.labelled, cell)
			s.labelled = append(s.labelled[:0], cell...)
		}
		if s.looked == sampled {
			continue
		}
		s.looked++
		k := kindOf(cell)
		if s.kind == kindNone && k != kindNone {
			s.kind, s.first = kindIn(t.paths[column], cell), bytes.Clone(cell)
		}
		switch k {
		case wallTime, zonedTime, dateOnly:
			s.dating.add(cell)
		case number:
			if t.is[column] == jsonText {
				digits, _ := withUnit(cell)
				comma, point := evidence(digits)
				s.comma, s.point = s.comma || comma, s.point || point
			}
		}
	}
	return nil
}

// alike takes the units of a column as long as all of them are of one quantity.
func (s *jsonSeen) alike(cell []byte) {
	if len(cell) == 0 {
		return
	}
	unit, known := unitNamed(latin1(cell))
	if s.unitIs == "" {
		s.unitIs = unit
	}
	s.units = known && sameQuantity(unit, s.unitIs)
}

// isUnitPath tells the column of a unit, beside that of its value.
func isUnitPath(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name == "unit" || name == "units"
}

// settleTable makes the table of the columns that were seen.
func (t *jsonTable) settleTable() *power.InputError {
	switch {
	case t.row == 0 && t.answer:
		return t.refuse(0, "", "is an answer without readings", "ask for a time and a measurement that has some")
	case t.row == 0:
		return noRecords(t.source, "it holds none")
	case len(t.paths) == 0:
		return noRecords(t.source, "its records have no members")
	}
	names := make([]string, len(t.paths))
	for i, path := range t.paths {
		names[i] = latin1([]byte(path))
	}
	t.table = newTable(t.source, names)
	t.names = named(t.names)
	t.means = headings(t.table, nil)
	t.survey = t.surveyed(nil, false)
	t.settleCells()
	t.unitsBeside()
	t.unsteadyPlaces()
	t.time = t.likeliestTime()
	t.settleKnown()
	return t.withoutReadings()
}

// settleCells settles what the cells of the columns show.
func (t *jsonTable) settleCells() {
	comma, point := false, false
	for i := range t.seen {
		s := &t.seen[i]
		t.kinds[i], t.orders[i] = s.kind, s.dating.orders()
		t.unitText[i] = t.unitIn(i, s.first, s.kind)
		t.numeric[i] = s.kind == number || s.kind == countedTime
		comma, point = comma || s.comma, point || s.point
	}
	t.survey.notation = notation{comma: comma && !point, settled: comma != point}
	t.survey.pair()
}

// withoutReadings refuses records that can hold none.
func (t *jsonTable) withoutReadings() *power.InputError {
	timed, numeric := false, false
	for i, is := range t.numeric {
		timed = timed || t.timeliness(i) > 0
		numeric = numeric || is && i != t.time && (t.times != "" || t.timeliness(i) == 0 || t.means[i].unit != "" || ofPower(t.names[i]))
	}
	switch {
	case !timed:
		return noRecords(t.source, "its records have no time; they have " + listed(t.names))
	case !numeric:
		return noRecords(t.source, "its records have no numbers beside a time; they have " + listed(t.names))
	}
	return nil
}

// unitsBeside joins columns called value with those called unit beside them.
func (t *jsonTable) unitsBeside() {
	for i, path := range t.paths {
		if !t.seen[i].units || t.seen[i].unitIs == "" {
			continue
		}
		value, met := t.index[path[:strings.LastIndexByte(path, '.')+1]+"value"]
		if met {
			t.seen[value].unit = i + 1
			t.means[value] = meaning{unit: t.seen[i].unitIs, certain: true}
		}
	}
}

// labelNames are members that name the object they lie in.
var labelNames = wordSet("id name index uuid host hostname node nodename gpu gpuid device deviceid metric metricid sensor label serial exe")

// isLabelPath tells the name of an object in a list, as nodes[0].name.
func isLabelPath(path string) bool {
	_, name, inList := cutLast(path, "].")
	return inList && labelNames[strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))]
}

func cutLast(text, sign string) (before, after string, found bool) {
	at := strings.LastIndex(text, sign)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(sign):], true
}

// unsteadyPlaces finds lists whose objects are not always in the same order: the place of one says nothing then.
func (t *jsonTable) unsteadyPlaces() {
	for i, path := range t.paths {
		if !t.seen[i].renamed {
			continue
		}
		list, _, _ := cutLast(path, "].")
		for other, beside := range t.paths {
			if strings.HasPrefix(beside, list+"].") {
				t.seen[other].unsteady = t.names[i]
			}
		}
	}
}

// elapsedWords are of columns that count time from a start.
var elapsedWords = wordSet("elapsed interval uptime offset")

// timeliness is how likely a column is that of the times, 0 where it can't be. The objects that it lies in say
// nothing of it, and neither does its place.
func (t *jsonTable) timeliness(i int) int {
	k, name := t.kinds[i], t.names[i]
	_, last, _ := cutLast("."+name, ".")
	weight := timeWeight(k, t.partner[i] >= 0, timely(last), false)
	switch {
	case k == number && (lastingNames.MatchString(last) || numbersTraining(last)):
		return 0
	case weight > 0:
		return 2 + weight
	case k == countedTime && !ofPower(name) && t.means[i].unit == "":
		return 2
	case k == number && (tickOf(name) > 0 || says(last, elapsedWords)):
		return 1
	}
	return 0
}

// likeliestTime returns the likeliest column of the times, the first of several.
func (t *jsonTable) likeliestTime() int {
	best := 0
	if t.times != "" {
		return t.index[t.times]
	}
	for i := range t.names {
		if t.timeliness(i) > t.timeliness(best) {
			best = i
		}
	}
	return best
}

// noRecords refuses JSON that holds no log.
func noRecords(s source, why string) *power.InputError {
	return s.refuse(0, "", "is JSON without records of readings over time: "+why,
		`export an object a line, or a list of them, each with its time, as `+aJSONRecord)
}
