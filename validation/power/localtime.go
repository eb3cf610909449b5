package power

import (
	"fmt"
	"time"
)

const localExample = "2026-11-01 23:59"

// LocalTime reads a date and an hour as a clock in a zone shows them. An hour that this clock leaves
// out, or shows twice, because summer time begins or ends, names no instant and is refused.
func LocalTime(text string, zone *time.Location) (time.Time, error) {
	wall, err := parseWall(text)
	if err != nil {
		return time.Time{}, err
	}
	// Far enough that both offsets of a change of summer time are seen.
	const around = 26 * time.Hour
	_, before := wall.Add(-around).In(zone).Zone()
	_, after := wall.Add(around).In(zone).Zone()
	var met []time.Time
	for _, offset := range []int{before, after} {
		at := wall.Add(-time.Duration(offset) * time.Second).In(zone)
		if _, really := at.Zone(); really == offset && (len(met) == 0 || !met[0].Equal(at)) {
			met = append(met, at)
		}
	}
	switch len(met) {
	case 0:
		return time.Time{}, fmt.Errorf(
			"%q does not exist in %s, because the clocks are put forward; write an hour before or after", text, zone)
	case 1:
		return met[0], nil
	}
	return time.Time{},
		fmt.Errorf("%q occurs twice in %s, because the clocks are put back; write an hour before or after", text, zone)
}

func parseWall(text string) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05",
		"2006-01-02 15:04:05"} {
		if wall, err := time.Parse(layout, text); err == nil {
			return wall, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a date and time; write it as %s", text, localExample)
}
