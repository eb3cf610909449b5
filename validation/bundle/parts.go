package bundle

import (
	"errors"
	"slices"
	"time"

	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// parts ties the readings to their series: those that are found on the shelf, and those of the files,
// each of which is read once.
func (r *reader) parts(m *power.Measurement) error {
	all, err := r.shelved()
	if err != nil {
		return err
	}
	found := make([]filed, len(all))
	for i := range found {
		found[i] = filed{}
	}
	problems, err := r.readFiles(found, all)
	if err == nil {
		var more power.InputErrors
		more, err = r.join(found, all)
		problems.Add(more...)
	}
	if err = errors.Join(err, closeAll(found)); err != nil {
		return err
	}
	if len(problems) > 0 {
		return problems
	}
	for i := range r.Entry.Series {
		s := &r.Entry.Series[i]
		m.Parts = append(m.Parts, power.Part{Series: s, Meter: r.Entry.MeterOf(s), Traces: all[i].Traces, Notes: all[i].Notes, Choices: all[i].Choices})
	}
	return nil
}

func (r *reader) shelved() ([]*canonical.Readings, error) {
	all := make([]*canonical.Readings, len(r.Entry.Series))
	if r.Cache == nil {
		return all, nil
	}
	for i := range all {
		var err error
		if all[i], err = r.Cache.Find(i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readFiles reads the files of the series that lack their readings.
func (r *reader) readFiles(found []filed, all []*canonical.Readings) (power.InputErrors, error) {
	var problems power.InputErrors
	for _, name := range r.seriesFiles(all) {
		err := r.readFile(found, all, name)
		if more := (power.InputErrors{}); errors.As(err, &more) {
			problems.Add(more...)
		} else if err != nil {
			return nil, err
		}
	}
	return problems, nil
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

// readFile reads every series of one file that lacks its readings, in one pass.
func (r *reader) readFile(found []filed, all []*canonical.Readings, name string) error {
	var at []int
	var series []*power.Series
	var zones []*time.Location
	for i := range r.Entry.Series {
		if s := &r.Entry.Series[i]; all[i] == nil && slices.Contains(s.Files(), name) {
			at, series, zones = append(at, i), append(series, s), append(zones, r.zone(s))
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
	return listed(failure)
}

func (r *reader) zone(s *power.Series) *time.Location {
	zone, _ := document.Zone(r.Entry.ZoneOf(s)) // checked with the document
	return zone
}

// join puts the files of each series together, and hands the readings to the shelf where there is one.
func (r *reader) join(found []filed, all []*canonical.Readings) (power.InputErrors, error) {
	var problems power.InputErrors
	for i := range r.Entry.Series {
		s := &r.Entry.Series[i]
		if all[i] != nil || !found[i].holds(s.Files()) {
			continue
		}
		joined, err := found[i].inTurn(s, i, r.Scratch)
		var inputError *power.InputError
		if errors.As(err, &inputError) {
			problems.Add(inputError)
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := r.keep(i, joined); err != nil {
			return nil, err
		}
		all[i] = joined
	}
	return problems, nil
}

func (r *reader) keep(series int, readings *canonical.Readings) error {
	if r.Cache == nil {
		r.read = append(r.read, readings)
		return nil
	}
	return r.Cache.Keep(series, readings)
}
