package tracefile

import (
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// Logs of programs that call their counters the same on every machine are of several machines if they
// measured at the same time, and else the parts of one log.
func TestLogsOfTheSameCountersAtTheSameTimeAreOfSeveralMachines(t *testing.T) {
	perf := func(start string) string {
		return "# started on Mon Jun  1 " + start + " 2026\n" + perfOf("pkg")
	}
	cray := func(seconds ...int) (text string) {
		for _, s := range seconds {
			text += fmt.Sprintf("power:%d W 17803080%02d000000 us\n", 1000+s, s)
		}
		return text
	}
	for _, c := range []struct {
		name, unit, first, second, want string
	}{
		{
			"perf at the same time", "J", perf("12:00:00"), perf("12:00:01"),
			"file=a.log event=power/energy-pkg/ 2026-06-01T12:00:01Z 10.500 J\n" +
				"file=a.log event=power/energy-pkg/ 2026-06-01T12:00:02Z 22.000 J\n" +
				"file=a.log event=power/energy-pkg/ 2026-06-01T12:00:03Z 34.500 J\n" +
				"file=b.log event=power/energy-pkg/ 2026-06-01T12:00:02Z 10.500 J\n" +
				"file=b.log event=power/energy-pkg/ 2026-06-01T12:00:03Z 22.000 J\n" +
				"file=b.log event=power/energy-pkg/ 2026-06-01T12:00:04Z 34.500 J\n",
		},
		{
			"perf one after the other, the later one first", "J", perf("13:00:00"), perf("12:00:00"),
			"event=power/energy-pkg/ 2026-06-01T12:00:01Z 10.500 J\nevent=power/energy-pkg/ 2026-06-01T12:00:02Z " +
				"22.000 J\n" + "event=power/energy-pkg/ 2026-06-01T12:00:03Z 34.500 J\n" +
				"event=power/energy-pkg/ 2026-06-01T13:00:01Z 45.000 J\n" +
				"event=power/energy-pkg/ 2026-06-01T13:00:02Z 56.500 J\n" +
				"event=power/energy-pkg/ 2026-06-01T13:00:03Z 69.000 J\n",
		},
		{
			"pm_counters at the same time", "W", cray(0, 2), cray(1, 3),
			"file=a.log counter=power 2026-06-01T10:00:00Z 1000.000000 W\n" +
				"file=a.log counter=power 2026-06-01T10:00:02Z 1002.000000 W\n" +
				"file=b.log counter=power 2026-06-01T10:00:01Z 1001.000000 W\n" +
				"file=b.log counter=power 2026-06-01T10:00:03Z 1003.000000 W\n",
		},
		{
			"captures of pm_counters", "W", cray(0), cray(1),
			"counter=power 2026-06-01T10:00:00Z 1000.000000 W\ncounter=power 2026-06-01T10:00:01Z 1001.000000 W\n",
		},
		{
			"captures of several counters", "W", cray(0), "cpu_" + cray(0),
			"counter=cpu_power 2026-06-01T10:00:00Z 1000.000000 W\ncounter=power 2026-06-01T10:00:00Z 1000.000000 W\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := fstest.MapFS{"a.log": {Data: []byte(c.first)}, "b.log": {Data: []byte(c.second)}}
			read, err := Read(Input{Name: "folder", Folder: folder}, &power.Series{Unit: power.Unit(c.unit)}, time.UTC,
				canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			if got := tracetest.Shown(read.Traces); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
