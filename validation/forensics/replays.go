package forensics

import (
	"math"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Replay is a stretch of an instrument's readings that stands in its log twice.
type Replay struct {
	Instrument int // place in Facts
	At, Again  power.Span
}

const probesOfBlock = 4

func (x textures) replays(core power.Span) []Replay {
	var found []Replay
	for _, one := range x.of {
		if at, later, ok := x.again(one); ok {
			begin := x.start(core, at/x.cells).Add(time.Duration(at%x.cells) * x.step).In(core.Start.Location())
			span := power.NewSpan(begin, begin.Add(cellsOfProbe*x.step))
			by := time.Duration(later) * x.step
			found = append(found, Replay{one.at, span, span.Trim(by, -by)})
		}
	}
	return found
}

func (x textures) again(one texture) (at, later int, ok bool) {
	for first := 0; first < len(one.watts); first += x.cells {
		for k := range probesOfBlock {
			from := first + 1 + (2*k+1)*(x.cells-1-cellsOfProbe)/(2*probesOfBlock)
			later, r := probe(one.power, one.power, from, first+1, first+x.cells, cellsOfProbe/2)
			if r >= methodology.SameReadings && various(one.power.changes[from:from+cellsOfProbe]) {
				return from, later, true
			}
		}
	}
	return 0, 0, false
}

// various reports whether changes are of many sizes: a meter of coarse resolution repeats itself.
func various(changes []float64) bool {
	met := map[float64]bool{}
	for _, change := range changes {
		met[math.Round(change*1e7)] = true
	}
	return len(met) > len(changes)/2
}
