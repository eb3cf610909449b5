package timestamp

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A clock that remembers its zone's changes agrees with one that remembers nothing, and with the
// standard library, wherever that is certain.
func TestWallClock(t *testing.T) {
	zones := []string{"Europe/Berlin", "America/Chicago", "Australia/Lord_Howe", "Asia/Tokyo", "America/Caracas",
		"Pacific/Apia"}
	rapid.Check(t, func(t *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		used := zoneResolver{Zone: zone}
		for _, local := range rapid.SliceOf(rapid.Int64Range(1e6, 4e9)).Draw(t, "local") {
			fresh := zoneResolver{Zone: zone}
			got, f := used.resolve(local)
			want, g := fresh.resolve(local)
			if got != want || (f == nil) != (g == nil) {
				t.Fatalf("%d: %d and %d", local, got, want)
			}
			if f == nil &&
				time.Unix(got, 0).In(zone).Format(time.DateTime) != time.Unix(local, 0).UTC().Format(time.DateTime) {
				t.Fatalf("%d is read as %d", local, got)
			}
		}
	})
}
