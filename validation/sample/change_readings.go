package sample

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/leftout"
	"green500/validation/power"
)

func every(m *power.Measurement, value string) error {
	text, offset, _ := strings.Cut(value, "+")
	step, err := time.ParseDuration(text)
	if err != nil || step <= 0 {
		return fmt.Errorf("%q is no step: %w", text, err)
	}
	after := time.Duration(0)
	if offset != "" {
		if after, err = time.ParseDuration(offset); err != nil {
			return fmt.Errorf("%q is no offset: %w", offset, err)
		}
	}
	from := m.Core.Start.Add(after)
	rewrite(m, func(r *power.Reading) bool { return r.At.Sub(from)%step == 0 })
	return nil
}

func everyWords(value string) string {
	step, offset, late := strings.Cut(value, "+")
	if late {
		return "only a reading every " + step + " is left, the first in the core phase " + offset + " after its start"
	}
	return "only a reading every " + step + " is left"
}

func cut(m *power.Measurement, value string) error {
	between, only, some := strings.Cut(value, " in ")
	lost, err := reach(m, between)
	if err != nil {
		return err
	}
	for p := range m.Parts {
		if some && only != "series["+strconv.Itoa(p)+"]" {
			continue
		}
		rewritePart(&m.Parts[p], func(r *power.Reading) bool { return r.At.Before(lost.Start.Time) || r.At.After(lost.End.Time) })
	}
	return nil
}

func cutWords(value string) string {
	between, only, some := strings.Cut(value, " in ")
	readings := "the readings"
	if some {
		readings += " of " + only
	}
	return readings + " from " + reachWords(between) + " are lost"
}

func move(m *power.Measurement, value string) error {
	at, by, _ := strings.Cut(value, " by ")
	when, err := point(m, at)
	if err != nil {
		return err
	}
	later, err := time.ParseDuration(by)
	if err != nil {
		return err
	}
	rewrite(m, func(r *power.Reading) bool {
		if r.At.Equal(when) {
			r.At = r.At.Add(later)
		}
		return true
	})
	return nil
}

func moveWords(value string) string {
	at, by, _ := strings.Cut(value, " by ")
	return "the reading of " + pointWords(at) + " comes " + by + " later"
}

// Readings are held in microwatts and millijoules.
const (
	microwatts = 1e6
	millijoule = 1e3
)

// constant makes readings of one power.
func constant(m *power.Measurement, value string) error {
	watts, err := figure(value, " W")
	if err != nil {
		return err
	}
	from := m.Core.Start.Time
	for p := range m.Parts {
		energy := m.Parts[p].Series.Quantity == power.Energy
		rewritePart(&m.Parts[p], func(r *power.Reading) bool {
			r.Value = int64(watts * microwatts)
			if energy {
				r.Value = int64(watts * millijoule * r.At.Sub(from).Seconds())
			}
			return true
		})
	}
	return nil
}

func powerWords(value string) string { return "every reading of power is " + value }

// renew repeats the first value of every stretch of a length through the rest of it.
func renew(m *power.Measurement, value string) error {
	length, err := time.ParseDuration(value)
	if err != nil || length <= 0 {
		return fmt.Errorf("%q is no length of time: %w", value, err)
	}
	for p := range m.Parts {
		var stretch time.Time
		var held int64
		rewritePart(&m.Parts[p], func(r *power.Reading) bool {
			if at := r.At.Truncate(length); !at.Equal(stretch) {
				stretch, held = at, r.Value
			}
			r.Value = held
			return true
		})
	}
	return nil
}

func renewWords(value string) string { return "the meter repeats every value for " + value }

func share(m *power.Measurement, value string) error {
	text, only, _ := strings.Cut(value, " in ")
	factor, err := figure(text, "")
	if err != nil {
		return err
	}
	for p := range m.Parts {
		if only == "series["+strconv.Itoa(p)+"]" {
			rewritePart(&m.Parts[p], func(r *power.Reading) bool { r.Value = int64(float64(r.Value) * factor); return true })
		}
	}
	return nil
}

func shareWords(value string) string {
	factor, only, _ := strings.Cut(value, " in ")
	return "the readings of " + only + " are " + factor + " times what they were"
}

func beside(m *power.Measurement, value string) error {
	text, only, _ := strings.Cut(value, " in ")
	for p := range m.Parts {
		if only != "series["+strconv.Itoa(p)+"]" {
			continue
		}
		part := &m.Parts[p]
		choice := leftout.Choice{File: part.Series.File, Left: strings.Split(text, ", ")}
		for _, t := range part.Traces {
			choice.Taken = append(choice.Taken, t.Instrument)
		}
		choice.Count = len(choice.Taken) + len(choice.Left)
		part.Choices = []leftout.Choice{choice}
	}
	return nil
}

func besideWords(value string) string {
	names, only, _ := strings.Cut(value, " in ")
	return "the file of " + only + " also holds " + names
}

func fall(m *power.Measurement, value string) error {
	at, by, _ := strings.Cut(value, " by ")
	when, err := point(m, at)
	if err != nil {
		return err
	}
	joules, err := figure(by, " J")
	if err != nil {
		return err
	}
	rewrite(m, func(r *power.Reading) bool {
		if r.At.After(when) {
			r.Value -= int64(joules * millijoule)
		}
		return true
	})
	return nil
}

func fallWords(value string) string {
	at, by, _ := strings.Cut(value, " by ")
	return "the energy totals fall back by " + by + ", " + pointWords(at)
}

func showCore(m *power.Measurement, value string) error {
	shown, err := reach(m, value)
	if err != nil {
		return err
	}
	m.Core = shown
	return nil
}

// nameIdle lets the document name one idle span.
func nameIdle(m *power.Measurement, value string) error {
	named, err := reach(m, value)
	if err != nil {
		return err
	}
	entry := *m.Entry
	entry.Idle = []power.Idle{{Start: named.Start, End: named.End}}
	m.Entry = &entry
	return nil
}

func idleWords(value string) string { return "the idle span is " + reachWords(value) }

func coreWords(value string) string {
	own := strings.NewReplacer("the start of the core phase", "its start", "the end of the core phase", "its end")
	return "the output shows only a part of the core phase, from " + own.Replace(reachWords(value))
}

func stateOnly(m *power.Measurement, value string) error {
	switch value {
	case "core":
		m.CoreProven = false
	case "rmax":
		m.Output = nil
	default:
		return fmt.Errorf("%q cannot be stated", value)
	}
	return nil
}

func statedWords(value string) string {
	return map[string]string{"core": "the core phase", "rmax": "Rmax"}[value] + " is stated, and no output proves it"
}

func figure(text, unit string) (float64, error) {
	return strconv.ParseFloat(strings.TrimSuffix(text, unit), 64)
}

// rewrite puts every reading through keep, which may change it.
func rewrite(m *power.Measurement, keep func(*power.Reading) bool) {
	for p := range m.Parts {
		rewritePart(&m.Parts[p], keep)
	}
}

func rewritePart(part *power.Part, keep func(*power.Reading) bool) {
	part.Traces = slices.Clone(part.Traces)
	for j, trace := range part.Traces {
		var at, values []int64
		for i := range trace.Len() {
			if r := trace.Reading(i); keep(&r) {
				at, values = append(at, r.At.UnixNano()), append(values, r.Value)
			}
		}
		part.Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, at, values)
	}
}
