package canonical

import (
	"testing"

	"green500/validation/power"
)

// TestRoundsGoOn: what is added in rounds is one span with what was added before, where the same instruments go on to take turns.
func TestRoundsGoOn(t *testing.T) {
	for name, c := range map[string]struct {
		first    []int32
		readings int
		then     []int32
		spans    int
	}{
		"after whole rounds":              {[]int32{3, 1, 2}, 6, []int32{3, 1, 2}, 1},
		"within a round":                  {[]int32{3, 1, 2}, 7, []int32{1, 2, 3}, 1},
		"from another instrument":         {[]int32{3, 1, 2}, 7, []int32{3, 1, 2}, 2},
		"others behind the first of them": {[]int32{3, 1, 2, 4}, 10, []int32{2, 4, 1, 3}, 2},
		"others before the last of them":  {[]int32{3, 1, 2, 4}, 10, []int32{4, 2, 3, 1}, 2},
		"of more":                         {[]int32{3, 1, 2}, 6, []int32{3, 1, 2, 4}, 2},
		"of fewer":                        {[]int32{3, 1, 2}, 6, []int32{3, 1}, 2},
	} {
		b := &batch{}
		b.addRounds(c.first, c.readings)
		b.addRounds(c.then, 2*len(c.then))
		if len(b.spans) != c.spans {
			t.Errorf("%s: spans %v of %v", name, b.spans, b.turns)
		}
	}
	b := &batch{}
	b.addSpan(2, 5)
	b.addRounds([]int32{0, 1}, 4)
	if len(b.spans) != 2 {
		t.Errorf("after readings of one: spans %v", b.spans)
	}
}

// TestEachOfARoundHasItsOwnTimes: one is told to stand newest first that others are later or earlier than.
func TestEachOfARoundHasItsOwnTimes(t *testing.T) {
	l := log{quantity: power.Power, names: []string{"a", "b"}, instruments: []int32{0, 1, 0, 1, 1}, at: []int64{3, 5, 3, 5, 4}, value: make([]int64, 5)}
	r := l.write(t, small())
	if len(r.Notes) != 1 || r.Notes[0].Field != "b" || r.Traces[1].Reversed() != 0 {
		t.Errorf("noted %v, %d readings of b stood after a later one", r.Notes, r.Traces[1].Reversed())
	}
}

// TestWhatGoesOnInRoundsIsKnown: a reading that follows rounds may stand after a later one of them.
func TestWhatGoesOnInRoundsIsKnown(t *testing.T) {
	w := newWriter(power.Power, Memory, small())
	lanes := enter(w, []string{"a", "b"})
	for _, at := range [][]int64{{1, 1, 2, 2}, {3, 3, 9, 9}} {
		if err := w.AddRows(lanes, []int32{0, 1, 0, 1}, at, make([]int64, 4), Multiples{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Add(lanes[0], []int64{8, 10}, make([]int64, 2), Multiples{}); err != nil {
		t.Fatal(err)
	}
	r, err := w.Finish(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Traces[0].Reversed(); got != 1 {
		t.Errorf("%d readings of a stood after a later one, not the one at 8", got)
	}
}
