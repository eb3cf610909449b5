package sample

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
)

// Readings are held in microwatts and millijoules.
const (
	microwatts = 1e6
	millijoule = 1e3
)

var changes = map[string]change{
	"set": {takes: "W = W", words: "{1} is {2}", document: func(p *paper, a arguments) error {
		p.fields[a[0].text] = a[1].text
		return nil
	}},
	"drop": {takes: "W", words: "{1} is left out", document: (*paper).drop},

	"every": {
		takes: "P[+D]", words: "only a reading every {1} is left[, the first in the core phase {2} after its start]",
		readings: func(r *readings, a arguments) {
			from := r.core.Start.Add(a[1].by).UnixNano()
			r.keep(func(at int64) bool { return (at-from)%int64(a[0].by) == 0 })
		},
	},
	"cut": {takes: "T to T", words: "the readings{of} from {1} to {2} are lost",
		readings: func(r *readings, a arguments) {
			r.keep(func(at int64) bool { return at < a[0].at.UnixNano() || at > a[1].at.UnixNano() })
		}},
	"move": {takes: "T by D", words: "the reading of {1} comes {2} later", readings: func(r *readings, a arguments) {
		for i := range r.at {
			if r.at[i] == a[0].at.UnixNano() {
				r.at[i] += int64(a[1].by)
			}
		}
	}},
	"shift": shift,
	"power": {takes: "F", words: "every reading of power is {1}", readings: constant},
	"renew": {takes: "P", words: "the meter repeats every value for {1}", readings: renew},
	"share": {takes: "F", words: "the readings{of} are {1} times what they were", readings: scale},
	"scale": {takes: "F", words: "every reading is {1} times what it was", readings: scale},
	"fall": {takes: "T by F", words: "the energy totals fall back by {2}, {1}",
		readings: func(r *readings, a arguments) {
			for i := range r.value {
				if r.at[i] > a[0].at.UnixNano() {
					r.value[i] -= int64(a[1].figure * millijoule)
				}
			}
		}},
	"beside": {takes: "W", words: "the file{of} also holds {1}", measurement: beside},

	"repeat": {takes: "N", words: "every value is repeated until {1} readings hold it",
		readings: func(r *readings, a arguments) {
			every := int(a[0].figure)
			for i := range r.value {
				r.value[i] = r.value[i/every*every]
			}
		}},
	"fill": {takes: "N", words: "one of {1} values is left, and straight lines are drawn between these",
		readings: fill},
	"hold": {takes: "I to I", words: "the readings from {1} to {2} all repeat the first of them",
		readings: func(r *readings, a arguments) {
			for i := a[0].index; i < a[1].index; i++ {
				r.value[i] = r.value[a[0].index]
			}
		}},
	"replay": {takes: "I to I by D", words: "the readings from {1} to {2} stand there once more {3} later",
		readings: replay},
	"value": {takes: "I = V", words: "the reading at {1} is {2}", readings: func(r *readings, a arguments) {
		r.value[a[0].index] = a[1].value
	}},
	"spike": {takes: "I by F", words: "the reading at {1} is {2} times what it was",
		readings: func(r *readings, a arguments) {
			r.times(a[0].index, a[0].index+1, a[1].figure)
		}},
	"lower": {takes: "I to I by F", words: "the readings from {1} to {2} are {3} times what they were",
		readings: lower},
	"round": {takes: "V", words: "readings are rounded to whole numbers of {1}",
		readings: func(r *readings, a arguments) {
			step := max(1, a[0].value)
			for i, v := range r.value {
				r.value[i] = (v + step/2) / step * step
			}
		}},
	"double": {takes: "I", words: "the reading at {1} has the timestamp of the one before",
		readings: func(r *readings, a arguments) {
			r.at[a[0].index] = r.at[a[0].index-1]
		}},
	"swap": {takes: "I", words: "the reading at {1} stands after the next one in the file",
		readings: func(r *readings, a arguments) {
			i := a[0].index
			r.at[i], r.at[i+1], r.value[i], r.value[i+1] = r.at[i+1], r.at[i], r.value[i+1], r.value[i]
		}},
	"again": {takes: "D[ by F]", words: "the whole recording is there once more, {1}[ by {2}] later", readings: again},
	"reset": {takes: "I", words: "the energy totals begin again at 0 at {1}", readings: func(r *readings, a arguments) {
		base := r.value[a[0].index]
		for i := a[0].index; i < len(r.value); i++ {
			r.value[i] -= base
		}
	}},
	"overflow": {takes: "I at V", words: "the energy totals begin again at 0 at {1}, where they reach {2}",
		readings: overflow},
	"even": {takes: "V", words: "the energy totals rise by {1} with every reading",
		readings: func(r *readings, a arguments) {
			for i := range r.value {
				r.value[i] = int64(i) * a[0].value
			}
		}},
	"copy": {takes: "W to W by D", words: "{2} holds the readings of {1}, {3} later", measurement: copySeries},

	"core": {
		takes: "T to T", words: "the output shows only a part of the core phase, from {its 1} to {its 2}",
		measurement: func(m *power.Measurement, a arguments) error {
			m.Core = power.NewSpan(a[0].at, a[1].at)
			return nil
		},
	},
	"idle": {takes: "T to T", words: "the idle span is {1} to {2}",
		measurement: func(m *power.Measurement, a arguments) error {
			entry := *m.Entry
			span := power.NewSpan(a[0].at, a[1].at)
			entry.Idle = []power.Idle{{Start: span.Start, End: span.End}}
			m.Entry = &entry
			return nil
		}},
	"stated core": onlyStated("the core phase", func(m *power.Measurement) { m.CoreProven = false }),
	"stated rmax": onlyStated("Rmax", func(m *power.Measurement) { m.Output = nil }),

	"output time": printed("D", "the output prints a time of {1}",
		func(o *power.Output, a arguments) { o.Time = a[0].by }),
	"output rate": figure("order and time of the output give {1}",
		func(o *power.Output) *power.GFlops { return &o.Rate }),
	"output fastest": figure("the fastest result of the output reaches {1}",
		func(o *power.Output) *power.GFlops { return &o.Fastest }),
	"output each": figure("the row of the result prints {1} for a process",
		func(o *power.Output) *power.GFlops { return &o.Each }),
	"output order":   figure("the row of the result is for N = {1}", func(o *power.Output) *int { return &o.Order }),
	"output results": figure("the output holds {1} results", func(o *power.Output) *int { return &o.Results }),
	"output block":   figure("the row of the result is for NB = {1}", func(o *power.Output) *int { return &o.Block }),
	"output residual": figure("the output prints a residual of {1}",
		func(o *power.Output) *float64 { return &o.Residual }),
	"output grid": printed("F x F", "the row of the result is for {1} x {2} processes",
		func(o *power.Output, a arguments) {
			o.Grid = [2]int{int(a[0].figure), int(a[1].figure)}
		}),
	"output date": printed("W", "the output prints a date of {1}",
		func(o *power.Output, a arguments) { o.OddDate = a[0].text }),
	"output residual failed": printed("W", "the residual check of the output has failed",
		func(o *power.Output, _ arguments) { o.Passed = false }),
	"output residual none": printed("W", "the output prints no residual", func(o *power.Output, _ arguments) {
		o.Checked, o.Passed, o.Residual = false, false, 0
	}),
}

var shift = change{takes: "D", words: "all readings are stamped {1} later", readings: func(r *readings, a arguments) {
	for i := range r.at {
		r.at[i] += int64(a[0].by)
	}
}}

func onlyStated(what string, change func(*power.Measurement)) (of change) {
	of.takes, of.words = "W", what+" is stated, and no output proves it"
	of.measurement = func(m *power.Measurement, _ arguments) error {
		change(m)
		return nil
	}
	return of
}

func figure[T int | float64 | power.GFlops](words string, of func(*power.Output) *T) change {
	return printed("F", words, func(o *power.Output, a arguments) { *of(o) = T(a[0].figure) })
}

func printed(takes, words string, change func(*power.Output, arguments)) (of change) {
	of.takes, of.words = takes, words
	of.measurement = func(m *power.Measurement, a arguments) error {
		if m.Output == nil {
			return errors.New("there is no output")
		}
		output := *m.Output
		m.Output = &output
		change(m.Output, a)
		return nil
	}
	return of
}

type readings struct {
	core   power.Span
	energy bool // they are totals
	at     []int64
	value  []int64
}

func (r *readings) keep(is func(at int64) bool) {
	var at, value []int64
	for i, t := range r.at {
		if is(t) {
			at, value = append(at, t), append(value, r.value[i])
		}
	}
	r.at, r.value = at, value
}

func (r *readings) times(from, to int, factor float64) {
	for i := from; i < to; i++ {
		r.value[i] = int64(float64(r.value[i]) * factor)
	}
}

func scale(r *readings, a arguments) { r.times(0, len(r.value), a[0].figure) }

func constant(r *readings, a arguments) {
	for i := range r.value {
		r.value[i] = int64(a[0].figure * microwatts)
		if r.energy {
			r.value[i] = int64(a[0].figure * millijoule * time.Duration(r.at[i]-r.core.Start.UnixNano()).Seconds())
		}
	}
}

// renew repeats the first value of every stretch of a length, counted from full minutes and hours, through the rest of
// it.
func renew(r *readings, a arguments) {
	var stretch time.Time
	var held int64
	for i := range r.value {
		if at := time.Unix(0, r.at[i]).Truncate(a[0].by); !at.Equal(stretch) {
			stretch, held = at, r.value[i]
		}
		r.value[i] = held
	}
}

func beside(m *power.Measurement, a arguments) error {
	for p := range m.Parts {
		part := &m.Parts[p]
		if a[1].text != fmt.Sprintf("series[%d]", p) {
			continue
		}
		choice := power.Choice{File: part.Series.File, Left: strings.Split(a[0].text, ", ")}
		for _, t := range part.Traces {
			choice.Taken = append(choice.Taken, t.Instrument)
		}
		choice.Count = len(choice.Taken) + len(choice.Left)
		part.Choices = []power.Choice{choice}
	}
	return nil
}

func fill(r *readings, a arguments) {
	const step = 100_000 // microwatts
	every := int(a[0].figure)
	for i := range r.value {
		from, to := i/every*every, min(i/every*every+every, len(r.value)-1)
		if from < i && i < to {
			r.value[i] = (r.value[from] + (r.value[to]-r.value[from])*int64(i-from)/int64(to-from)) / step * step
		}
	}
}

// replay puts readings once more in the place of others; an energy total rises there as it did before.
func replay(r *readings, a arguments) {
	first, last := a[0].index, a[1].index
	at, _ := slices.BinarySearch(r.at, r.at[first]+int64(a[2].by))
	was := slices.Clone(r.value)
	if !r.energy {
		copy(r.value[min(at, len(r.value)):], was[first:last])
		return
	}
	for i := at; i < len(was); i++ {
		from := i
		if k := first + i - at; k < last {
			from = k
		}
		r.value[i] = r.value[i-1] + was[from] - was[from-1]
	}
}

// lower makes the power of a stretch smaller by a factor; an energy total rises by less there.
func lower(r *readings, a arguments) {
	first, last, factor := a[0].index, a[1].index, a[2].figure
	if !r.energy {
		r.times(first, last, factor)
		return
	}
	was := slices.Clone(r.value)
	for i := first; i < len(was); i++ {
		rise := was[i] - was[i-1]
		if i < last {
			rise = int64(float64(rise) * factor)
		}
		r.value[i] = r.value[i-1] + rise
	}
}

func again(r *readings, a arguments) {
	factor, start, rise := 1.0, int64(0), int64(0)
	if a[1].text != "" {
		factor = a[1].figure
	}
	if r.energy {
		start, rise = r.value[0], r.value[len(r.value)-1]-r.value[0]
	}
	for i := range r.at {
		r.at, r.value = append(r.at, r.at[i]+int64(a[0].by)),
			append(r.value, start+rise+int64(factor*float64(r.value[i]-start)))
	}
}

func overflow(r *readings, a arguments) {
	base := r.value[a[0].index]
	for i := range r.value {
		if r.value[i] -= base; r.value[i] < 0 {
			r.value[i] += a[1].value
		}
	}
}

func copySeries(m *power.Measurement, a arguments) error {
	var from, to int
	if _, err := fmt.Sscanf(a[0].text+" "+a[1].text, "series[%d] series[%d]", &from, &to); err != nil {
		return err
	}
	if max(from, to) >= len(m.Parts) {
		return fmt.Errorf("there are %d series", len(m.Parts))
	}
	m.Parts[to].Traces = m.Parts[from].Traces
	return shift.apply(m, a[2].text, a[1].text)
}
