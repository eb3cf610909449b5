package forensics

import (
	"time"

	"green500/validation/power"
)

// Edge is a rise or a fall of the load.
type Edge struct {
	At    time.Time
	Rises bool
}

// How closely the clocks of instruments are compared at one edge. No rule looks at these: they are for a run that is still going on,
// of which a whole core phase cannot be compared.
const (
	edgeReach          = 30 * time.Second // on either side of the edge
	edgeReachIntervals = 12
	edgeApart          = 2 * time.Second // that instruments may see it apart
	edgeApartIntervals = 1.5
	cellsOfInterval    = 2
)

// EdgeReach is how long on either side of an edge clocks are compared.
func EdgeReach(interval time.Duration) time.Duration {
	return max(edgeReach, edgeReachIntervals*interval)
}

// EdgeOffsets finds the instruments that see one edge of the load at another time than most others, from two seconds or one and a
// half intervals on: a closer look than that of a whole run. It counts the instruments that the others are held to.
func EdgeOffsets(m *power.Measurement, edge Edge, reach time.Duration) (off []Offset, usual int) {
	near := *m
	near.Core = power.NewSpan(edge.At, edge.At.Add(reach))
	if !edge.Rises {
		near.Core = power.NewSpan(edge.At.Add(-reach), edge.At)
	}
	var all []Instrument
	files := FilesOf(m)
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			all = append(all, inspect(&near, files, part, t, Recordings{}))
		}
	}
	some := worked(&near, all)
	var interval time.Duration
	for _, i := range some {
		interval = max(interval, all[i].MedianStep, all[i].Update)
	}
	if interval <= 0 || edgeReachIntervals/2*interval > reach {
		return nil, 0
	}
	c := courses{core: near.Core, step: interval / cellsOfInterval, within: max(edgeApart, time.Duration(edgeApartIntervals*float64(interval)))}
	c.perCore = int(reach / c.step)
	c.read(all, some)
	return c.offsets()
}
