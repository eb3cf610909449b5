package tracefile

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"green500/validation/logs/canonical"
)

// keyedLogs are JSON texts of objects with many keys.
func keyedLogs() map[string]func(keys int) []byte {
	object := func(keys int, value func(i int) string) []byte {
		var out bytes.Buffer
		out.WriteByte('{')
		for i := range keys {
			if i > 0 {
				out.WriteByte(',')
			}
			fmt.Fprintf(&out, `"k%d":%s`, i, value(i))
		}
		out.WriteByte('}')
		return out.Bytes()
	}
	return map[string]func(keys int) []byte{
		"numbers": func(n int) []byte { return object(n, func(i int) string { return fmt.Sprint(i) }) },
		"times": func(n int) []byte {
			return object(n, func(i int) string { return fmt.Sprintf(`"2026-06-01T00:00:%02d"`, i%60) })
		},
		"objects": func(n int) []byte {
			return object(n, func(i int) string { return fmt.Sprintf(`{"time":%d,"power":%d}`, 1780272000+i, 400+i%7) })
		},
		"lists": func(n int) []byte { return object(n, func(i int) string { return "[1,2]" }) },
		"record": func(n int) []byte {
			return append(append([]byte(`[{"time":1780272000,"power":1,"more":`), object(n, func(i int) string { return fmt.Sprint(i) })...), `}]`...)
		},
		"lines": func(n int) []byte {
			line := append(object(n/4, func(i int) string { return fmt.Sprint(1780272000 + i) }), '\n')
			return bytes.Repeat(line, 4)
		},
	}
}

// BenchmarkUnderstandKeys shows how the cost of understanding JSON grows with the keys of its objects.
func BenchmarkUnderstandKeys(b *testing.B) {
	for name, made := range keyedLogs() {
		for _, n := range []int{1000, 10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				log := made(n)
				b.ResetTimer()
				for b.Loop() {
					begun := time.Now()
					_, err := Understand(Input{Name: "log.json", At: bytes.NewReader(log), Size: int64(len(log))}, ImportSettings{}, nil, canonical.Memory)
					if time.Since(begun) > time.Second {
						b.Log(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
			})
		}
	}
}
