package archive

import (
	"cmp"
	"slices"

	"green500/validation/tracefile/internal/table"
)

type timeRange struct{ first, last int64 }

func (s timeRange) compare(other timeRange) int {
	return cmp.Or(cmp.Compare(s.first, other.first), cmp.Compare(s.last, other.last))
}

func (s timeRange) overlaps(other timeRange) bool {
	return s.first < other.last && other.first < s.last
}

func (s timeRange) with(other timeRange) timeRange {
	return timeRange{min(s.first, other.first), max(s.last, other.last)}
}

// spans returns when each log measured, and whether any did while one of another machine did. It stops at
// neighbours that did, as the logs of meters that measured together are.
func (a *Archive) spans(s *table.Selection, logs []Member) (map[string]timeRange, bool, error) {
	spans := map[string]timeRange{}
	var all []timeRange // of each machine
	var before string
	counters := a.table.Local && len(s.KeyAt) > 0 // captures of a moment have each other counters
	clash := func(one, other timeRange) bool { return one.overlaps(other) || one == other && !counters }
	for _, m := range logs {
		one, met, err := a.timeRangeOf(s, m)
		if err != nil {
			return nil, false, err
		}
		if !met {
			continue
		}
		spans[m.Name] = one
		machine := a.machineOf(m)
		n := len(all)
		if n > 0 && machine == before {
			all[n-1] = all[n-1].with(one)
			one, n = all[n-1], n-1
		} else {
			all = append(all, one)
		}
		before = machine
		single := a.table.Machine && one.first == one.last // what captures are of the same time is recognised by all of them
		if n > 0 && clash(one, all[n-1]) && !single {
			return spans, true, nil
		}
	}
	slices.SortFunc(all, timeRange.compare)
	for i := range all[:max(len(all)-1, 0)] {
		if clash(all[i], all[i+1]) {
			return spans, true, a.unnamed(spans)
		}
	}
	return spans, false, nil
}

// timeRangeOf reads the times of a log. A time that can't be read is an error when the readings are taken.
func (a *Archive) timeRangeOf(s *table.Selection, m Member) (span timeRange, met bool, err error) {
	err = a.with(m, func(p *memberSheet) error {
		if inputErr := s.Start(p.Columns()); inputErr != nil {
			return inputErr
		}
		return p.Each([]int{s.TimeAt}, func() error {
			at, f := p.Instant(s.TimeAt, s.Timing)
			if f != nil {
				return nil
			}
			if !met {
				span, met = timeRange{s.Begins + at, s.Begins + at}, true
			}
			span.first, span.last = min(span.first, s.Begins+at), max(span.last, s.Begins+at)
			return nil
		})
	})
	return span, met, err
}
