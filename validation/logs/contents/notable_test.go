package contents_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Of many instruments those are told of that a reviewer would ask about, wherever they stand.
func TestWhoStandsOutIsTold(t *testing.T) {
	const most = 3
	all := func(int, int) bool { return true }
	for name, c := range map[string]struct {
		has      func(node, second int) bool
		told     string
		rest     string
		together string
	}{
		"none": {all, "n0 n1 n2", "6 more instruments, without anything to check", ""},
		"a gap": {func(node, second int) bool { return node != 7 || second < 20 || second >= 40 },
			"n0 n1 n7", "6 more instruments, without anything to check",
			"; for 20s not all of them have readings, so there is no sum"},
		"one begins late": {func(node, second int) bool { return node != 5 || second >= 30 },
			"n0 n1 n5", "6 more instruments, without anything to check",
			" from 2026-06-01 10:00:30 to 2026-06-01 10:01:39, when all of them have readings"},
		"one ends too early": {func(node, second int) bool { return node != 4 || second < 70 }, "n0 n1 n4",
			"6 more instruments, without anything to check",
			" from 2026-06-01 10:00:00 to 2026-06-01 10:01:09, when all of them have readings"},
		"most of them": {func(node, second int) bool { return node < 2 || second < 20 || second >= 40 }, "n2 n3 n4",
			"6 more instruments, 4 with something to check",
			"; for 20s not all of them have readings, so there is no sum"},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("time,node,power_w\n")
			for second := range 100 {
				for node := range 9 {
					if c.has(node, second) {
						fmt.Fprintf(&text, "%s,n%d,%d\n", time.Date(2026, 6, 1, 10, 0, second, 0, time.UTC).
							Format(time.RFC3339), node, 500+(second+node)%7)
					}
				}
			}
			s := surveyed(t, text.String(), tracefile.ImportSettings{Instruments: []string{"node"}})
			few, rest := s.Notable(most)
			var told []string
			for _, one := range few {
				told = append(told, strings.TrimPrefix(one.Trace.Instrument, "node="))
			}
			if got := strings.Join(told, " "); got != c.told || rest != c.rest {
				t.Errorf("told of %s and %q, want %s and %q", got, rest, c.told, c.rest)
			}
			if _, after, _ := strings.Cut(s.DescribeTotal(), " W"); after != c.together {
				t.Errorf("together they show %q", s.DescribeTotal())
			}
			if few, rest := s.Notable(9); len(few) != 9 || rest != "" {
				t.Errorf("of 9 instruments %d are told of, and %q", len(few), rest)
			}
		})
	}
}

// In a window those are told of that were not measured all of the time in it.
func TestWhoIsNotMeasuredInAWindowIsTold(t *testing.T) {
	var text strings.Builder
	text.WriteString("time,node,power_w\n")
	begin := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	for second := range 100 {
		for node := range 9 {
			if node != 6 || second < 20 || second >= 40 {
				fmt.Fprintf(&text, "%s,n%d,%d\n", begin.Add(time.Duration(second)*time.Second).Format(time.RFC3339),
					node, 500+(second+node)%7)
			}
		}
	}
	s := surveyed(t, text.String(), tracefile.ImportSettings{Instruments: []string{"node"}})
	for _, c := range []struct {
		from, to int
		last     string
		rest     string
	}{{10, 50, "node=n6", "6 more instruments, measured all of the time"},
		{50, 90, "node=n2", "6 more instruments, measured all of the time"}} {
		few, rest := s.Window(power.NewSpan(begin.Add(time.Duration(c.from)*time.Second),
			begin.Add(time.Duration(c.to)*time.Second))).Notable(3)
		if got := few[len(few)-1].Name; len(few) != 3 || got != c.last || rest != c.rest {
			t.Errorf("from %d s to %d s the last of %d that are told of is %s, and %q", c.from, c.to,
				len(few), got, rest)
		}
	}
}
