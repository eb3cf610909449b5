package bundle

import (
	"errors"
	"maps"
	"slices"
	"time"

	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

func (r *reader) parts(m *power.Measurement) error {
	all := make([]*canonical.Readings, len(r.Entry.Series))
	found := make([]filed, len(all))
	for i := range found {
		found[i] = filed{}
		if r.Cache != nil {
			var err error
			if all[i], err = r.Cache.Find(i); err != nil {
				return err
			}
		}
	}
	var problems power.InputErrors
	var err error
	for _, name := range r.seriesFiles(all) {
		if err = gather(&problems, r.readFile(found, all, name)); err != nil {
			break
		}
	}
	if err == nil {
		err = r.join(&problems, found, all)
	}
	var left held // that was not passed on
	for _, f := range found {
		left = slices.AppendSeq(left, maps.Values(f))
	}
	if err = errors.Join(err, left.Close()); err != nil {
		return err
	}
	if len(problems) > 0 {
		return problems
	}
	for i := range r.Entry.Series {
		s := &r.Entry.Series[i]
		m.Parts = append(m.Parts, power.Part{Series: s, Meter: r.Entry.MeterOf(s), Traces: all[i].Traces,
			Notes: all[i].Notes, Choices: all[i].Choices})
	}
	return nil
}

func (r *reader) seriesFiles(all []*canonical.Readings) []string {
	var names []string
	for i, series := range r.Entry.Series {
		if all[i] != nil {
			continue
		}
		for _, name := range series.Files() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (r *reader) readFile(found []filed, all []*canonical.Readings, name string) error {
	var at []int
	var series []*power.Series
	var zones []*time.Location
	for i := range r.Entry.Series {
		if s := &r.Entry.Series[i]; all[i] == nil && slices.Contains(s.Files(), name) {
			zone, _ := document.Zone(r.Entry.ZoneOf(s)) // checked with the document
			at, series, zones = append(at, i), append(series, s), append(zones, zone)
		}
	}
	opened, err := r.open(name, fileField(series[0], at[0], name))
	if err != nil {
		return err
	}
	defer func() { _ = opened.Close() }()
	input, finish := opened.input()
	read, failure := tracefile.ReadAll(input, series, zones, r.Scratch)
	digest, err := finish()
	if err != nil {
		return held(read).closing(err)
	}
	r.taken[name] = digest
	for i := range read {
		found[at[i]][name] = read[i]
	}
	return failure
}

func (r *reader) join(problems *power.InputErrors, found []filed, all []*canonical.Readings) error {
	for i := range r.Entry.Series {
		s := &r.Entry.Series[i]
		if all[i] != nil || slices.ContainsFunc(s.Files(), func(name string) bool { return found[i][name] == nil }) {
			continue
		}
		joined, err := found[i].inTurn(s, i, r.Scratch)
		if err == nil {
			all[i], err = joined, r.keep(i, joined)
		}
		if err := gather(problems, err); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) keep(series int, readings *canonical.Readings) error {
	if r.Cache == nil {
		r.read = append(r.read, readings)
		return nil
	}
	return r.Cache.Keep(series, readings)
}
