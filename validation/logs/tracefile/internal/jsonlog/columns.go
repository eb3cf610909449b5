package jsonlog

import (
	"bytes"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

type jsonSeen struct {
	rows, looked int
	first        []byte // that holds something
	kind         table.Kind
	dating       timestamp.Dating // of its times
	comma, point bool             // which stand before decimals
	units        bool             // it may hold the unit of the value beside it
	unit         int              // the column, from 1, that holds the unit of this one
	unitIs       power.Unit
	label        bool   // it names the object of a list that it lies in
	labelled     []byte // the first such name
	renamed      bool   // another one was seen
	unsteady     string // the column whose names change beside this one
}

func (t *jsonTable) see() error {
	for _, column := range t.held {
		s, cell := &t.seen[column], t.Cells[column]
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
		if s.looked == table.Sampled {
			continue
		}
		s.looked++
		k := table.KindOf(cell)
		if s.kind == table.KindNone && k != table.KindNone {
			s.kind, s.first = table.KindIn(t.paths[column], cell), bytes.Clone(cell)
		}
		switch k {
		case table.LocalTime, table.ZonedTime, table.DateOnly:
			s.dating.Add(cell)
		case table.Number:
			if t.is[column] == jsonText {
				digits, _ := celltext.WithUnit(cell)
				comma, point := celltext.Evidence(digits)
				s.comma, s.point = s.comma || comma, s.point || point
			}
		}
	}
	return nil
}

func (s *jsonSeen) alike(cell []byte) {
	if len(cell) == 0 {
		return
	}
	unit, known := columnname.UnitNamed(celltext.Latin1(cell))
	if s.unitIs == "" {
		s.unitIs = unit
	}
	s.units = known && table.SameQuantity(unit, s.unitIs)
}

func isUnitPath(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name == "unit" || name == "units"
}

func (t *jsonTable) resolveTable() *power.InputError {
	switch {
	case t.row == 0 && t.answer:
		return t.Refuse(0, "", "is an answer without readings", "ask for a time and a measurement that has some")
	case t.row == 0:
		return noRecords(t.Source, "it holds none")
	case len(t.paths) == 0:
		return noRecords(t.Source, "its records have no members")
	}
	names := make([]string, len(t.paths))
	for i, path := range t.paths {
		names[i] = celltext.Latin1([]byte(path))
	}
	t.Table = table.NewTable(t.Source, names)
	t.Names = table.Named(t.Names)
	t.Means = table.Headings(t.Table, nil)
	t.Survey = t.Surveyed(nil, false)
	t.resolveCells()
	t.unitsOfNeighbours()
	t.unsteadyPlaces()
	t.Time = t.likeliestTime()
	t.resolveKnown()
	return t.withoutReadings()
}

func (t *jsonTable) resolveCells() {
	comma, point := false, false
	for i := range t.seen {
		s := &t.seen[i]
		t.Kinds[i], t.Orders[i] = s.kind, s.dating.Orders()
		t.UnitText[i] = t.UnitIn(i, s.first, s.kind)
		t.Numeric[i] = s.kind == table.Number || s.kind == table.CountedTime
		comma, point = comma || s.comma, point || s.point
	}
	t.Survey.Notation = celltext.Notation{Comma: comma && !point, Known: comma != point}
	t.Survey.Pair()
}

func (t *jsonTable) withoutReadings() *power.InputError {
	timed, numeric := false, false
	for i, is := range t.Numeric {
		timed = timed || t.timeliness(i) > 0
		numeric = numeric || is && i != t.Time &&
			(t.times != "" || t.timeliness(i) == 0 || t.Means[i].Unit != "" || columnname.OfPower(t.Names[i]))
	}
	switch {
	case !timed:
		return noRecords(t.Source, "its records have no time; they have "+celltext.Listed(t.Names))
	case !numeric:
		return noRecords(t.Source, "its records have no numbers beside a time; they have "+celltext.Listed(t.Names))
	}
	return nil
}

func (t *jsonTable) unitsOfNeighbours() {
	for i, path := range t.paths {
		if !t.seen[i].units || t.seen[i].unitIs == "" {
			continue
		}
		if value, met := t.index[path[:strings.LastIndexByte(path, '.')+1]+"value"]; met {
			t.seen[value].unit = i + 1
			t.Means[value] = columnname.Meaning{Unit: t.seen[i].unitIs, Certain: true}
		}
	}
}

var labelNames = columnname.WordSet(
	"id name index uuid host hostname node nodename gpu gpuid device deviceid metric metricid sensor label serial exe")

// isLabelPath recognises the name of an object in a list, as nodes[0].name.
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
				t.seen[other].unsteady = t.Names[i]
			}
		}
	}
}

// timeliness is how likely a column is that of the times, 0 if it can't be, whatever the objects around it are called.
func (t *jsonTable) timeliness(i int) int {
	k, name := t.Kinds[i], t.Names[i]
	_, last, _ := cutLast("."+name, ".")
	switch weight := table.TimeWeight(k, t.Partner[i] >= 0, columnname.Timely(last), false); {
	case k == table.Number && (table.LastingNames.MatchString(last) || table.NumbersTraining(last)):
		return 0
	case weight > 0:
		return 2 + weight
	case k == table.CountedTime && !columnname.OfPower(name) && t.Means[i].Unit == "":
		return 2
	case k == table.Number && (columnname.TickOf(name) != 0 || columnname.Says(last, columnname.ElapsedWords)):
		return 1
	}
	return 0
}

func (t *jsonTable) likeliestTime() int {
	best := 0
	if t.times != "" {
		return t.index[t.times]
	}
	for i := range t.Names {
		if t.timeliness(i) > t.timeliness(best) {
			best = i
		}
	}
	return best
}

func noRecords(s celltext.Source, why string) *power.InputError {
	return s.Refuse(0, "", "is JSON without records of readings over time: "+why,
		`export an object a line, or a list of them, each with its time, as `+AJSONRecord)
}

// knownRecord is a record of a program whose members do not say what their numbers are, but which no others have
// together.
type knownRecord struct {
	members []string
	ending  string // of the names of all readings
	means   columnname.Meaning
	value   string // of the whole machine
}

var knownRecords = []knownRecord{
	// Scaphandre (https://hubblo-org.github.io/scaphandre-documentation/references/exporter-json.html) writes
	// microwatts.
	{[]string{"host.consumption", "host.timestamp"}, "consumption", columnname.Meaning{Unit: "uW", Certain: true},
		"host.consumption"},
	// The power meter of HPE's iLO, whose averages are of the interval of a record.
	{[]string{"Average", "Peak", "CpuWatts", "PunCap", "Time"}, "Average",
		columnname.Meaning{Unit: "W", Stated: "average", Certain: true}, "Average"},
}

// isKnownRecord is true whatever lists lie in a record: Scaphandre gives each socket a time of its own.
func isKnownRecord(members []string) bool {
	return slices.ContainsFunc(knownRecords, func(known knownRecord) bool {
		return !slices.ContainsFunc(known.members,
			func(member string) bool { return !slices.Contains(members, member) })
	})
}

func (t *jsonTable) resolveKnown() {
	for _, known := range knownRecords {
		if !t.has(known.members...) {
			continue
		}
		for i, path := range t.paths {
			if t.Numeric[i] && (path == known.ending || strings.HasSuffix(path, "."+known.ending)) {
				t.Means[i] = known.means
			}
		}
		t.Table.Value = t.index[known.value]
	}
}

func (t *jsonTable) has(members ...string) bool {
	return !slices.ContainsFunc(members, func(member string) bool {
		_, met := t.index[member]
		return !met
	})
}
