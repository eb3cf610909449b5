package contents_test

import (
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// An origin with its offset settles the zone of a start that the log tells without one.
func TestAnOriginSettlesTheZoneOfAStart(t *testing.T) {
	const log = "# started on Mon Jun  1 12:00:00 2026\n     1.000000000,10.50,Joules,power/energy-pkg/,1,100.00,,\n" +
		"     2.000000000,10.50,Joules,power/energy-pkg/,1,100.00,,\n"
	for _, open := range []bool{true, false} {
		told := contents.Settings{}
		if !open {
			told.Origin = power.Time{Time: time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)}
		}
		in := tracefile.Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))}
		s, err := contents.Read(in, told, canonical.Memory)
		if err != nil || s.ReadError != nil {
			t.Fatal(err, s.ReadError)
		}
		if first := map[bool]int{true: 12, false: 10}[open]; s.ZoneOpen != open ||
			s.Recorded.Start.UTC().Hour() != first {
			t.Errorf("the zone is open: %v, want %v; begins at %v", s.ZoneOpen, open, s.Recorded.Start)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Times of day begin on the day that the origin has in the zone of the log, and on that which it shows if nobody told
// the zone. If these differ, it is said which day was taken.
func TestTheDayOfTimesOfDay(t *testing.T) {
	const log = "time,power_w\n01:30:00,100\n01:30:01,101\n01:30:02,99\n"
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		origin string
		zone   *time.Location
		begins string
		said   string
	}{
		{"2026-06-01T23:30:00Z", berlin, "2026-06-01T23:30:00Z",
			"You stated this. In Europe/Berlin that is 2026-06-02 01:30:00, so the times start on that day; " +
				"to mean 2026-06-01, write 2026-06-01T00:00:00+02:00."},
		{"2026-06-02T00:00:00+02:00", berlin, "2026-06-01T23:30:00Z", "You stated this."},
		{"2026-06-02T00:00:00+02:00", time.UTC, "2026-06-01T01:30:00Z",
			"You stated this. In UTC that is 2026-06-01 22:00:00, so the times start on that day; " +
				"to mean 2026-06-02, write 2026-06-02T00:00:00Z."},
		{"2026-06-02T00:00:00+02:00", nil, "2026-06-02T01:30:00Z", "You stated this."},
		{"2026-06-01T23:30:00Z", nil, "2026-06-01T01:30:00Z", "You stated this."},
	} {
		told := contents.Settings{Zone: c.zone}
		if err := told.Origin.UnmarshalText([]byte(c.origin)); err != nil {
			t.Fatal(err)
		}
		if c.zone != nil {
			told.ImportSettings.Timezone = c.zone.String()
		}
		s, err := contents.Read(tracefile.Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))}, told,
			canonical.Memory)
		if err != nil || s.ReadError != nil {
			t.Fatal(err, s.ReadError)
		}
		said := ""
		for _, r := range s.Reasons {
			if r.Field == "origin" {
				said = r.Why
			}
		}
		if got := s.Recorded.Start.UTC().Format(time.RFC3339); got != c.begins || said != c.said ||
			s.ZoneOpen != (c.zone == nil) {
			t.Errorf("%s in %v: begins %s, want %s; open %v\n%s", c.origin, c.zone, got, c.begins, s.ZoneOpen, said)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Times that count from an origin begin at that instant, whichever day it is.
func TestNoDayIsSaidOfTimesThatCount(t *testing.T) {
	const log = "seconds,power_w\n0.5,100\n1.5,101\n2.5,99\n"
	var told contents.Settings
	told.Origin.Time = time.Date(2026, 6, 2, 0, 0, 0, 0, time.FixedZone("", 7200))
	s, err := contents.Read(tracefile.Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))}, told,
		canonical.Memory)
	if err != nil || s.ReadError != nil {
		t.Fatal(err, s.ReadError)
	}
	for _, r := range s.Reasons {
		if r.Field == "origin" && r.Why != "You stated this." {
			t.Error(r.Why)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
