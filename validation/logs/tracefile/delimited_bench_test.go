package tracefile

import (
	"bytes"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
)

// BenchmarkDelimitedLayouts reads text of several layouts.
func BenchmarkDelimitedLayouts(b *testing.B) {
	for _, layout := range tracetest.Layouts() {
		text := layout.Text()
		b.Run(layout.Name+"/whole", func(b *testing.B) {
			tracetest.PerReading(b, len(text), func() error {
				read, err := Read(Input{Name: "m.csv", Stream: bytes.NewReader(text)}, &layout.Series, time.UTC,
					canonical.Memory)
				if err == nil {
					err = read.Close()
				}
				return err
			})
		})
	}
}
