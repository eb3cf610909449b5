package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/power"
)

// Readings are held until the time after them is read, but not without bound.
func TestTimeBehindTooManyTables(t *testing.T) {
	names := "GPU    Temp   AvgPwr  SCLK    MCLK     Fan  Perf  PwrCap  VRAM%  GPU%\n"
	row := func(i int) string {
		return fmt.Sprintf("%-6d 39.0c  100.0W  800Mhz  1600Mhz  0%%   auto  560.0W    0%%   0%%\n", i)
	}
	var log strings.Builder
	log.WriteString(names + row(0) + "2026-06-01T10:00:00Z\n" + names)
	for i := range capture.MaxSensors + 1 {
		log.WriteString(row(i))
	}
	log.WriteString("2026-06-01T10:00:01Z\n")
	_, err := readOne("smi.log", []byte(log.String()), &power.Series{Unit: "W"}, nil)
	want := "smi.log, line 10005, time: stands behind too many tables; log a line of the time before each table."
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
