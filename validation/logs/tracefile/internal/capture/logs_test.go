package capture_test

import (
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// TestFiguresThatAreNamed: each is held to the readings that are written beside it.
func TestFiguresThatAreNamed(t *testing.T) {
	tracetest.CheckLogs(t, "../../testdata/logs", func(c *tracetest.LogCase) ([]*power.Trace, error) {
		read, err := tracefile.Read(tracefile.Input{Name: "meter.log", Stream: strings.NewReader(c.Log)}, &c.Series,
			c.Zone, canonical.Memory)
		if err != nil {
			return nil, err
		}
		return read.Traces, nil
	}, "namedfigures", "ipmitooldcmi")
}
