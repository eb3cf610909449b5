package tracefile

import (
	"cmp"
	"slices"
)

// stretch is the time from the first to the last reading of a log, in nanoseconds since 1970 UTC.
type stretch struct{ first, last int64 }

func (s stretch) compare(other stretch) int {
	return cmp.Or(cmp.Compare(s.first, other.first), cmp.Compare(s.last, other.last))
}

// meets reports whether two stretches share more than a moment.
func (s stretch) meets(other stretch) bool { return s.first < other.last && other.first < s.last }

// with returns the stretch that holds both.
func (s stretch) with(other stretch) stretch {
	return stretch{min(s.first, other.first), max(s.last, other.last)}
}

// spans returns when each log measured, and whether any did while one of another machine did. It stops at
// neighbours that did, as the logs of meters that measured together are.
func (a *archive) spans(s *selection, logs []member) (map[string]stretch, bool, error) {
	spans := map[string]stretch{}
	var all []stretch // of each machine
	var before string
	counters := a.table.local && len(s.keyAt) > 0 // captures of a moment have each other counters
	clash := func(one, other stretch) bool { return one.meets(other) || one == other && !counters }
	for _, m := range logs {
		one, met, err := a.stretchOf(s, m)
		if err != nil {
			return nil, false, err
		}
		if !met {
			continue
		}
		spans[m.name] = one
		machine := a.machineOf(m)
		n := len(all)
		if n > 0 && machine == before {
			all[n-1] = all[n-1].with(one)
			one, n = all[n-1], n-1
		} else {
			all = append(all, one)
		}
		before = machine
		single := a.table.machine && one.first == one.last // what captures are of the same time is told by all of them
		if n > 0 && clash(one, all[n-1]) && !single {
			return spans, true, nil
		}
	}
	slices.SortFunc(all, stretch.compare)
	for i := range all[:max(len(all)-1, 0)] {
		if clash(all[i], all[i+1]) {
			return spans, true, a.unnamed(spans)
		}
	}
	return spans, false, nil
}

// stretchOf reads the times of a log. A time that can't be read is told of when the readings are taken.
func (a *archive) stretchOf(s *selection, m member) (span stretch, met bool, err error) {
	err = a.with(m, func(p *memberSheet) error {
		if trouble := s.start(p.columns()); trouble != nil {
			return trouble
		}
		return p.each([]int{s.timeAt}, func() error {
			at, f := p.instant(s.timeAt, s.timing)
			if f != nil {
				return nil
			}
			if !met {
				span, met = stretch{s.begins + at, s.begins + at}, true
			}
			span.first, span.last = min(span.first, s.begins+at), max(span.last, s.begins+at)
			return nil
		})
	})
	return span, met, err
}
