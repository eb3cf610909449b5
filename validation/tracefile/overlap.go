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

// spans returns when each log measured, and whether any did while another one did. It stops at
// neighbours that did, as the logs of meters that measured together are.
func (a *archive) spans(s *selection, logs []member) (map[string]stretch, bool, error) {
	spans := map[string]stretch{}
	var all []stretch
	for i, m := range logs {
		one, met, err := a.stretchOf(s, m)
		if err != nil {
			return nil, false, err
		}
		if !met {
			continue
		}
		if i > 0 && len(all) > 0 && (one.meets(all[len(all)-1]) || one == all[len(all)-1]) {
			return nil, true, nil
		}
		spans[m.name] = one
		all = append(all, one)
	}
	slices.SortFunc(all, stretch.compare)
	for i := range all[:max(len(all)-1, 0)] {
		if all[i].meets(all[i+1]) || all[i] == all[i+1] {
			return nil, true, nil
		}
	}
	return spans, false, nil
}

// stretchOf reads the times of a log. A time that can't be read is told of when the readings are taken.
func (a *archive) stretchOf(s *selection, m member) (span stretch, met bool, err error) {
	err = a.with(m, func(p *memberSheet) error {
		return p.each([]int{s.timeAt}, func() error {
			at, f := p.instant(s.timeAt, s.timing)
			if f != nil {
				return nil
			}
			if !met {
				span, met = stretch{at, at}, true
			}
			span.first, span.last = min(span.first, at), max(span.last, at)
			return nil
		})
	})
	return span, met, err
}
