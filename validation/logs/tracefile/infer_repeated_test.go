package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// The power of a whole machine that stands beside each of its parts is counted once; machines that show the same by
// chance, at rest or for a few readings, are counted each.
func TestOfInstrumentsThatShowTheSameOneIsTaken(t *testing.T) {
	three := func(value func(at, gpu int) int) func(i int) string {
		return func(i int) string {
			return fmt.Sprintf("%s,%d,%d", stampAfter(i/3*2000), i%3, value(i/3, i%3))
		}
	}
	same := func(at, _ int) int { return 300 + uneven[at%10]*7 + at }
	toldFor := map[string][]string{"doubled, one behind another, as told": {"socket"}}
	for name, c := range map[string]struct {
		text  string
		where string
		sure  table.Confidence
	}{
		"all the same": {tableOf("time,gpu_index,total_power_w", 60, three(same)), "map[gpu_index:[0]]",
			table.Likely},
		"a few times": {tableOf("time,gpu_index,total_power_w", 18, three(same)), "map[gpu_index:[0]]",
			table.Likely},
		"too few times": {tableOf("time,gpu_index,total_power_w", 12, three(same)), "map[]", ""},
		"at rest": {tableOf("time,gpu_index,total_power_w", 60, three(func(int, int) int { return 35 })),
			"map[]", ""},
		"each its own": {tableOf("time,gpu_index,gpu_power_w", 60,
			three(func(at, gpu int) int { return same(at, gpu) + gpu })), "map[]", ""},
		"one differs once": {tableOf("time,gpu_index,gpu_power_w", 60,
			three(func(at, gpu int) int { return same(at, gpu) + at/19*gpu/2 })), "map[]", ""},
		"of several nodes": {tableOf("time,host,gpu_index,total_power_w", 80, func(i int) string {
			return fmt.Sprintf("%s,n%d,%d,%d", stampAfter(i/4*2000), i/2%2, i%2, same(i/4, 0)+i/2%2*50)
		}), "map[gpu_index:[0]]", table.Likely},
		"doubled, one behind another, as told": {tableOf("time,socket,power_w", 80, func(i int) string {
			return fmt.Sprintf("%s,%d,%d", stampAfter((i%40/2+i/40*18)*2000), i/40, same(i%40/2+i/40*18, 0))
		}), "map[]", ""},
		"of machines": {tableOf("time,node,power_w", 60, three(same)), "map[]", ""},
		"none all the time": {tableOf("time,gpu_index,total_power_w", 60,
			func(i int) string { return fmt.Sprintf("%s,%d,%d", stampAfter(i/2*2000), (i%2+i/2)%3, same(i/2, 0)) }),
			"map[]", table.Open},
	} {
		t.Run(name, func(t *testing.T) {
			first := understand(t, c.text, ImportSettings{Instruments: toldFor[name]}).Series[0]
			reason, _ := reasonOf(first, "where")
			if got := fmt.Sprint(first.Series.Where); got != c.where || reason.Confidence != c.sure ||
				c.sure != "" && !strings.Contains(reason.Why, "show the same") {
				t.Errorf("got %s, %+v; instruments %v", got, reason, first.Series.Instruments)
			}
		})
	}
}
