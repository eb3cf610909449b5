// Package proposal makes the series of a submission from a log and from what a person says that the log measures.
package proposal

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"green500/validation/logs/contents"
	"green500/validation/power"
)

// Part is a part of a log that may measure a part of a machine: a column, columns called alike, or rows of one rack.
type Part struct {
	Key    string // identifies it among the parts of its log
	Name   string // as people read it: "rack 245", or the name of a column; empty if the log has one part
	Meters int
	Series power.Series // that reads it; file, meter and what it covers are left to the person
	Mean   power.Watts  // of all its meters
	Known  bool         // the mean is known
}

// MostParts is how many parts of a log are told apart. A log with more is one part.
const MostParts = 40

// Parts divides a log that was surveyed. Means are those within a span.
func Parts(s *contents.Survey, span power.Span) []Part {
	if rows := byRows(s, span); len(rows) > 1 && len(rows) <= MostParts {
		return rows
	}
	columns := byColumns(s)
	if len(columns) == 1 && columns[0].Meters > 1 && columns[0].Series.Value != s.Series.Value {
		columns[0].Name = "" // several columns that are called alike, and nothing else
		return columns
	}
	if len(columns) > 1 && len(columns) <= MostParts {
		for i := range columns {
			if columns[i].Series.Value == s.Series.Value {
				columns[i].measure(s, span)
			}
		}
		return columns
	}
	whole := Part{Series: s.Series}
	whole.measure(s, span)
	return []Part{whole}
}

func (p *Part) measure(s *contents.Survey, span power.Span) {
	w := s.Window(span)
	p.Meters, p.Mean, p.Known = len(w.Instruments), w.Mean, w.Known
}

func byRows(s *contents.Survey, span power.Span) []Part {
	if len(s.Series.Instruments) == 0 || len(s.Series.Where) > 0 {
		return nil
	}
	column := s.Series.Instruments[0]
	var parts []Part
	for _, one := range s.Window(span).Instruments {
		value, told := strings.CutPrefix(one.Name, column+"=") // such as rack=245 num=1
		if columns := s.Series.Instruments; told && len(columns) > 1 {
			value, _, told = strings.Cut(value, " "+columns[1]+"=")
		}
		if !told {
			return nil
		}
		at := slices.IndexFunc(parts, func(p Part) bool { return p.Key == value })
		if at < 0 {
			at = len(parts)
			part := Part{Key: value, Name: column + " " + value, Series: s.Series, Known: true}
			part.Series.Where = map[string][]string{column: {value}}
			parts = append(parts, part)
		}
		p := &parts[at]
		p.Meters, p.Mean, p.Known = p.Meters+1, p.Mean+one.Mean, p.Known && one.Known
	}
	return parts
}

// byColumns divides a wide table: each column with readings is a part, and those whose names differ in digits only are
// one.
func byColumns(s *contents.Survey) []Part {
	var parts []Part
	at := map[string]int{}
	for _, one := range s.Understanding.Series {
		series := one.Series
		if len(series.Where) > 0 || strings.Contains(series.Value, "*") {
			continue
		}
		mask := power.MaskDigits(series.Value)
		if i, known := at[mask]; known && parts[i].Series.Quantity == series.Quantity &&
			parts[i].Series.Unit == series.Unit {
			p := &parts[i]
			p.Meters++
			p.Series.Value = strings.ReplaceAll(mask, "#", "*")
			p.Key, p.Name = p.Series.Value, p.Series.Value
			continue
		}
		at[mask] = len(parts)
		parts = append(parts, Part{Key: series.Value, Name: series.Value, Meters: 1, Series: series})
	}
	return parts
}

// NotOfMachine is chosen for a part that supplies something else.
const NotOfMachine = "-"

// Cover is the document with the series that a person's choice makes of a log: by the key of each part, the subsystem
// that it measures, NotOfMachine, or nothing. Series that read the file before are replaced. Parts without a choice are
// in no series. The meters of logs of other instruments are not taken for this one.
func Cover(
	entry *power.Entry, file string, parts []Part, chosen map[string]string, interval float64, others ...string,
) *power.Entry {
	changed := *entry
	var held []power.Series
	var was power.Series // that read the file
	for _, s := range entry.Series {
		if !slices.Contains(s.Files(), file) && s.File != "" {
			held = append(held, s)
		} else if was.Meter == "" {
			was = s
		}
	}
	fresh := series(parts, chosen)
	meter := was.Meter
	if len(fresh) > 0 {
		meter = meterFor(&changed, meter, fresh[0].Quantity, interval, others)
	} else {
		changed.Meters = withoutUnsaid(entry.Meters, meter, held)
	}
	for i := range fresh {
		fresh[i].File, fresh[i].Continued, fresh[i].Meter = file, was.Continued, meter
		if fresh[i].Covers.Subsystem == power.Compute && len(entry.NodeSets) == 1 {
			fresh[i].Covers.NodeSet = entry.NodeSets[0].Name
		}
	}
	changed.Series = append(held, fresh...)
	changed.Subsystems = measured(unmeasured(&changed, entry.Series), fresh)
	changed.LeftOut = leftOut(entry.LeftOut, file, parts, chosen)
	return &changed
}

// series are those of the chosen parts: rows of one subsystem are one series, and all rows need no filter.
func series(parts []Part, chosen map[string]string) []power.Series {
	var made []power.Series
	for _, part := range parts {
		subsystem := chosen[part.Key]
		if subsystem == "" || subsystem == NotOfMachine {
			continue
		}
		fresh := part.Series
		fresh.Where = maps.Clone(fresh.Where)
		fresh.Covers = power.Covers{Subsystem: subsystem}
		at := slices.IndexFunc(made, func(s power.Series) bool {
			return s.Covers.Subsystem == subsystem && s.Value == fresh.Value && len(s.Where) > 0 &&
				slices.Equal(slices.Sorted(maps.Keys(s.Where)), slices.Sorted(maps.Keys(fresh.Where)))
		})
		if at < 0 {
			made = append(made, fresh)
			continue
		}
		for column, values := range fresh.Where {
			made[at].Where[column] = slices.Concat(made[at].Where[column], values)
		}
	}
	if len(made) == 1 && len(parts) > 1 && len(made[0].Where) == 1 &&
		!slices.ContainsFunc(parts, func(p Part) bool { return chosen[p.Key] == "" || chosen[p.Key] == NotOfMachine }) {
		made[0].Where = nil
	}
	return made
}

// meterFor is the short name of the meter that the file's series had, else of the first that measures the quantity
// and has no log of another instrument, else of a new one.
func meterFor(entry *power.Entry, held string, quantity power.Quantity, interval float64, others []string) string {
	isOther := func(file string) bool { return slices.Contains(others, file) }
	for _, m := range entry.Meters {
		ofOther := func(s power.Series) bool { return s.Meter == m.ID && slices.ContainsFunc(s.Files(), isOther) }
		free := m.Measures == quantity && !slices.ContainsFunc(entry.Series, ofOther)
		if held != "" && m.ID == held || held == "" && free {
			return m.ID
		}
	}
	name := "m1"
	for n := 2; slices.ContainsFunc(entry.Meters, func(m power.Meter) bool { return m.ID == name }); n++ {
		name = "m" + strconv.Itoa(n)
	}
	entry.Meters = append(slices.Clone(entry.Meters),
		power.Meter{ID: name, Measures: quantity, IntervalSeconds: interval})
	return name
}

// withoutUnsaid are meters without one that no series has, and of which nothing was said but what its log showed.
func withoutUnsaid(meters []power.Meter, name string, held []power.Series) []power.Meter {
	return slices.DeleteFunc(slices.Clone(meters), func(m power.Meter) bool {
		shown := power.Meter{ID: m.ID, Measures: m.Measures, IntervalSeconds: m.IntervalSeconds}
		return m.ID == name && power.MaskDigits(name) == "m#" && reflect.DeepEqual(m, shown) &&
			!slices.ContainsFunc(held, func(s power.Series) bool { return s.Meter == name })
	})
}

// unmeasured are the subsystems without those that only series measured before, and none does now.
func unmeasured(entry *power.Entry, before []power.Series) []power.Subsystem {
	covers := func(of []power.Series, name string) bool {
		return slices.ContainsFunc(of, func(s power.Series) bool { return s.Covers.Subsystem == name })
	}
	return slices.DeleteFunc(slices.Clone(entry.Subsystems), func(sub power.Subsystem) bool {
		return sub == power.Subsystem{Name: sub.Name, Treatment: power.Measured} && covers(before, sub.Name) &&
			!covers(entry.Series, sub.Name)
	})
}

func measured(subsystems []power.Subsystem, fresh []power.Series) []power.Subsystem {
	changed := slices.Clone(subsystems)
	for _, s := range fresh {
		at := slices.IndexFunc(changed, func(sub power.Subsystem) bool { return sub.Name == s.Covers.Subsystem })
		if at < 0 {
			at = len(changed)
			changed = append(changed, power.Subsystem{Name: s.Covers.Subsystem})
		}
		if changed[at].Treatment == "" {
			changed[at].Treatment = power.Measured
		}
	}
	return changed
}

const reason = "not part of this machine, as the submitter states"

func leftOut(held []power.Unused, file string, parts []Part, chosen map[string]string) []power.Unused {
	changed := slices.DeleteFunc(slices.Clone(held),
		func(u power.Unused) bool { return u.File == file && u.Reason == reason })
	unused := power.Unused{File: file, Reason: reason}
	for _, part := range parts {
		if chosen[part.Key] == NotOfMachine {
			unused.Instruments = append(unused.Instruments, part.Key)
		}
	}
	if len(unused.Instruments) > 0 {
		changed = append(changed, unused)
	}
	return changed
}

// Chosen is what the document says of the parts of a log, as Cover takes it; a part that several series read counts for
// the first.
func Chosen(entry *power.Entry, file string, parts []Part) map[string]string {
	chosen := map[string]string{}
	for _, part := range parts {
		for _, s := range entry.Series {
			if slices.Contains(s.Files(), file) && (s.Value == part.Series.Value || s.Value == "") && reads(s, part) {
				chosen[part.Key] = s.Covers.Subsystem
				break
			}
		}
		if chosen[part.Key] != "" {
			continue
		}
		if slices.ContainsFunc(entry.LeftOut,
			func(u power.Unused) bool { return u.File == file && slices.Contains(u.Instruments, part.Key) }) {
			chosen[part.Key] = NotOfMachine
		}
	}
	return chosen
}

func reads(s power.Series, part Part) bool {
	for column, values := range part.Series.Where {
		if taken := s.Where[column]; len(taken) > 0 && !slices.Contains(taken, values[0]) {
			return false
		}
	}
	return true
}
