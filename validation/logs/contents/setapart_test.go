package contents_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile"
)

// TestSpikesAndResetsAreSetApart: they are named, with the mean without them, and the load is found.
func TestSpikesAndResetsAreSetApart(t *testing.T) {
	watts := func(i int) float64 { // 50 s of 200 W, 150 s of 650 W, 40 s of 200 W
		return 200 + 450*float64(min(1, max(0, i/50)))*float64(1-min(1, i/200)) + float64(i%5)
	}
	log := func(header string, value func(i int) string) string {
		var b strings.Builder
		b.WriteString("time," + header + "\n")
		for i := range 240 {
			fmt.Fprintf(&b, "%s,%s\n", time.Date(2026, 6, 1, 10, 0, i, 0, time.UTC).Format(time.RFC3339), value(i))
		}
		return b.String()
	}
	but := func(at int, odd string) func(i int) string {
		return func(i int) string {
			if i == at {
				return odd
			}
			return fmt.Sprint(watts(i))
		}
	}
	total := func(reset int, more float64) func(i int) string {
		sum := 5e6
		return func(i int) string {
			if sum += watts(i); i == reset {
				sum = more
			}
			return fmt.Sprintf("%.0f", sum)
		}
	}
	for name, c := range map[string]struct {
		log  string
		says string
		load float64
	}{
		"nothing odd": {log("power_w", but(-1, "")), "", 652},
		"a spike": {log("power_w", but(100, "262144")),
			"262.144 kW at 2026-06-01 10:01:40; without this reading, the mean is 482.55 W", 652},
		"one below zero": {log("power_w", but(100, "-261489")), "without this reading, the mean is 482.55 W", 652},
		"negative throughout": {log("power_w", func(i int) string { return fmt.Sprint(-watts(i)) }),
			"all readings are negative", -652},
		"a total that is set": {log("energy_j", total(120, 0)), "the total is set back at 2026-06-01 10:02:00", 652},
		"a total that jumps":  {log("energy_j", total(120, 9e9)), "without this step, the mean is 48", 652},
		"always the same": {log("power_w", func(int) string { return "423.2" }),
			"all 240 readings have the same value", 423.2},
	} {
		t.Run(name, func(t *testing.T) {
			s := surveyed(t, c.log, tracefile.ImportSettings{})
			said := strings.Join(s.Warnings(), "\n")
			if !strings.Contains(said, c.says) || c.says == "" && said != "" {
				t.Errorf("%s, want %q", said, c.says)
			}
			if len(s.Plateaus.All) != 1 || math.Abs(float64(s.Plateaus.All[0].Mean)-c.load) > 3 {
				t.Errorf("load %+v, want %v", s.Plateaus.All, c.load)
			}
		})
	}
}
