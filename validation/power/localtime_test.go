package power_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the machine may know no zones

	"green500/validation/power"
)

func TestLocalHours(t *testing.T) {
	for _, c := range []struct {
		zone, text string
		want       string // in UTC, or part of what is said
	}{
		{"UTC", "2026-11-01 23:59", "2026-11-01T23:59:00Z"},
		{"Europe/Berlin", "2026-11-01T23:59", "2026-11-01T22:59:00Z"},
		{"Europe/Berlin", "2026-07-01 12:00:30", "2026-07-01T10:00:30Z"},
		{"Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00Z"},
		{"Europe/Berlin", "2026-03-29 02:00", "does not exist"},
		{"Europe/Berlin", "2026-03-29 02:59", "does not exist"},
		{"Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"},
		{"Europe/Berlin", "2026-10-25 01:59", "2026-10-24T23:59:00Z"},
		{"Europe/Berlin", "2026-10-25 02:00", "occurs twice"},
		{"Europe/Berlin", "2026-10-25 02:59", "occurs twice"},
		{"Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"},
		{"Australia/Lord_Howe", "2026-04-05 01:45", "occurs twice"}, // by half an hour
		{"Australia/Lord_Howe", "2026-04-05 01:15", "2026-04-04T14:15:00Z"},
		{"Pacific/Apia", "2011-12-30 12:00", "does not exist"}, // a whole day
		{"America/New_York", "2026-11-01 01:30", "occurs twice"},
		{"Asia/Kolkata", "2026-11-01 23:59", "2026-11-01T18:29:00Z"},
		{"UTC", "", "is not a date"},
		{"UTC", "2026-11-01", "is not a date"},
		{"UTC", "2026-02-30 12:00", "is not a date"},
		{"UTC", "2026-11-01 24:00", "is not a date"},
		{"UTC", "2026-11-01 23:59 +02:00", "is not a date"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		got, err := power.LocalTime(c.text, zone)
		said := got.UTC().Format(time.RFC3339)
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s in %s: %s, want %s", c.text, c.zone, said, c.want)
		}
	}
}
