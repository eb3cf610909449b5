package forensics

import (
	"math"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Cut is a stretch of the core phase in which one instrument shows less power, with sharp edges, and the same before
// and after.
type Cut struct {
	Instrument int
	Span       power.Span
	Depth      float64 // how much less, as a part of the power beside it
}

func (l load) cuts(core power.Span, all []Instrument) []Cut {
	length := max(core.Duration()/methodology.CutCells, 2*l.interval)
	if length <= 0 || core.Duration()/length < 4*methodology.CutBeside {
		return nil
	}
	count := int(core.Duration() / length)
	var found []Cut
	for _, trace := range l.traces {
		at := slices.IndexFunc(all, func(one Instrument) bool { return one.Trace == trace })
		own := cutsOf(load{traces: []*power.Trace{trace}}.powers(core, count), core, count)
		for i := range own {
			own[i].Instrument = at
		}
		if len(own) <= methodology.MostCuts {
			found = append(found, own...)
		}
	}
	return found
}

func cutsOf(watts []float64, core power.Span, count int) []Cut {
	var found []Cut
	for from := methodology.CutBeside; from+methodology.CutBeside < count; from++ {
		before, drop := edgeAt(watts, from)
		if !(drop > 0 && drop >= methodology.CutDepth*before && drop <= methodology.CutDeepest*before) {
			continue
		}
		to := returns(watts, from, before, drop)
		if to < 0 {
			continue
		}
		span := power.NewSpan(piece(core, from, count).Start.Time, piece(core, to-1, count).End.Time)
		if span.Duration() >= methodology.CutAtLeast &&
			float64(span.Duration()) <= methodology.CutAtMost*float64(core.Duration()) {
			found = append(found, Cut{Span: span, Depth: drop / before})
		}
		from = to
	}
	return found
}

// edgeAt is the power before a piece, and by how much it is less from that piece on; 0 if one side of it is not steady.
// The piece itself may lie across the edge.
func edgeAt(watts []float64, at int) (before, drop float64) {
	left, right := watts[at-methodology.CutBeside:at], watts[at+1:at+1+methodology.CutBeside]
	before = quantile(left, 0.5)
	drop = before - quantile(right, 0.5)
	if within := methodology.CutEdge * math.Abs(drop); !steady(left, within) || !steady(right, within) {
		return before, 0
	}
	return before, drop
}

// returns is the piece at which power comes back at once to where it was; -1 if it does not, or something else happens
// first.
func returns(watts []float64, from int, before, drop float64) int {
	low := watts[from+1]
	for at := from + 1 + methodology.CutBeside; at+methodology.CutBeside < len(watts); at++ {
		if math.Abs(watts[at]-low) <= methodology.CutEdge*drop {
			continue
		}
		_, fall := edgeAt(watts, at)
		after := quantile(watts[at+1:at+1+methodology.CutBeside], 0.5)
		if -fall >= (1-methodology.CutEdge)*drop && math.Abs(after-before) <= methodology.CutEdge*drop {
			return at + 1
		}
		return -1
	}
	return -1
}

func steady(values []float64, within float64) bool {
	middle := quantile(values, 0.5)
	return !slices.ContainsFunc(values, func(v float64) bool { return !(math.Abs(v-middle) <= within) })
}
