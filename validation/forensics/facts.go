// Package forensics finds facts about readings: what is missing, repeated, copied or stamped wrongly. The rules decide
// what the facts mean.
package forensics

import (
	"sync"

	"green500/validation/power"
)

// Facts are what the readings of a measurement show, most of it inside the core phase.
type Facts struct {
	Instruments []Instrument
	Twins       []Twins
	Edges       Edges
	Runs        []power.Span // stretches of load, in the order of time
	Stated      int          // which of the runs holds the core phase; -1 if none does
	Others      []Other      // stretches of load as long as the run
	Rest        float64      // lowest power of nodes near the run, as a part of that in the core phase; 0 if not known
	Flanks      Flanks
	Offsets     []Offset // instruments that see the run at another time than most others
	Usual       int      // instruments that these are held to
	Idlers      []Idler
	Groups      []Groups
	Replays     []Replay
	Cuts        []Cut
}

// Of looks at all readings of a measurement.
func Of(m *power.Measurement) *Facts {
	f := &Facts{}
	others, files := RecordingsOf(m), FilesOf(m)
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			f.Instruments = append(f.Instruments, inspect(m, files, part, t, others))
		}
	}
	share(f.Instruments)
	f.Twins, f.Replays = twins(m, f.Instruments)
	load := loadOf(f.Instruments).settled(m.Core)
	f.Edges = load.edges(m.Core)
	f.Cuts = load.cuts(m.Core, f.Instruments)
	f.Runs, f.Stated = load.runs(m.Core)
	f.beside(m, load)
	courses := coursesOf(m, f.Instruments)
	f.Flanks = courses.flanks()
	f.Offsets, f.Usual = courses.offsets()
	f.Idlers = courses.idlers(f.Offsets)
	f.Groups = groups(m, f)
	return f
}

func share(all []Instrument) {
	sum := power.Watts(0)
	for _, one := range all {
		average, _ := one.Average()
		sum += average
	}
	for i := range all {
		if average, known := all[i].Average(); known && sum > 0 {
			all[i].Share = float64(average / sum)
		}
	}
}

// Inspect inspects one instrument of a measurement by itself.
func Inspect(m *power.Measurement, part power.Part, t *power.Trace) Instrument {
	return inspect(m, FilesOf(m), part, t, Recordings{})
}

func inspect(m *power.Measurement, files Files, part power.Part, t *power.Trace, others Recordings) Instrument {
	one := Instrument{
		Inspection: t.Inspect(m.Core), Part: part, Trace: t,
		Column: files.column(part, t), Reversed: t.Reversed(),
	}
	span, resolution := power.NewSpan(one.First.At, one.Last.At), one.Resolution
	one.straight = sync.OnceValues(func() (Straight, bool) { return StraightIn(t, span, resolution) })
	one.tellTimesIn(m.Core.Start.Location())
	one.Gaps = Gaps(t, m.Core, one.Inspection)
	one.Codes = codes(part, t, m.Core, one.Inspection)
	if one.Count == 0 {
		one.Apart = others.Apart(t)
	}
	return one
}
