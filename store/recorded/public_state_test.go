package recorded_test

import (
	"testing"
	"time"

	"green500/store/recorded"
)

func TestThePublicStateIsKnownForASecondWithoutChanges(t *testing.T) {
	at := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		until, after time.Duration
		changes      int64
		want         bool
	}{
		{time.Hour, 0, 0, true},
		{time.Hour, 999 * time.Millisecond, 0, true},
		{time.Hour, time.Second, 0, false},
		{time.Hour, -time.Millisecond, 0, false}, // the clock was set back
		{time.Hour, 0, 1, false},
		{time.Millisecond, time.Millisecond, 0, false},
	} {
		known := recorded.Keeping(recorded.PublicState{Until: at.Add(c.until)}, at, c.changes)
		if got := known(at.Add(c.after)); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
