package review_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/review"
)

// timetable is what is possible when: the phase, then start, write, attach, commit, submit, withdraw, undo the
// withdrawal.
const timetable = `
draft    before opening: yes yes yes          yes no           yes yes
draft    open:           yes yes yes          yes yes          yes yes
draft    grace time:     no  yes as committed no  as committed yes no
draft    closed:         no  yes no           no  no           yes no
draft    published:      no  yes no           no  no           yes no
returned before opening: yes yes yes          yes yes          yes yes
returned open:           yes yes yes          yes yes          yes yes
returned grace time:     no  yes yes          no  yes          yes no
returned closed:         no  yes yes          no  yes          yes no
returned published:      no  yes no           no  no           yes no
`

func TestWhatIsPossibleWhen(t *testing.T) {
	var told []string
	for _, state := range []review.State{review.Draft, review.Returned} {
		for _, phase := range review.Phases() {
			line := fmt.Sprintf("%s %s:", state, phase)
			for _, action := range review.HolderActions() {
				line += " " + string(review.MayWhen(phase, state, action))
			}
			told = append(told, line)
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(timetable), "\n") {
		if want := strings.Join(strings.Fields(line), " "); told[i] != want {
			t.Errorf("got  %s\nwant %s", told[i], want)
		}
	}
	if review.MayWhen("never", review.Draft, review.ToSubmit) == review.Granted {
		t.Error("what is in no table is possible")
	}
}

func TestPhasesToTheMicrosecond(t *testing.T) {
	opens := time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	closes := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	calendar := review.Calendar{Opens: opens, Closes: closes, Grace: 48 * time.Hour}
	const tick = time.Microsecond
	for _, c := range []struct {
		at              time.Time
		bare, committed review.Phase
	}{
		{opens.Add(-tick), review.BeforeOpening, review.BeforeOpening},
		{opens, review.WhileOpen, review.WhileOpen},
		{closes.Add(-tick), review.WhileOpen, review.WhileOpen},
		{closes, review.OnceClosed, review.InGrace},
		{closes.Add(48*time.Hour - tick), review.OnceClosed, review.InGrace},
		{closes.Add(48 * time.Hour), review.OnceClosed, review.OnceClosed},
	} {
		if got := calendar.Phase(c.at, false); got != c.bare {
			t.Errorf("at %s without a manifest: %s, want %s", c.at, got, c.bare)
		}
		if got := calendar.Phase(c.at, true); got != c.committed {
			t.Errorf("at %s with a manifest: %s, want %s", c.at, got, c.committed)
		}
		calendar.Published = true
		if got := calendar.Phase(c.at, true); got != review.OncePublished {
			t.Errorf("once published: %s", got)
		}
		calendar.Published = false
	}
	calendar.Grace = 0
	if got := calendar.Phase(closes, true); got != review.OnceClosed {
		t.Errorf("without a grace time: %s", got)
	}
}
