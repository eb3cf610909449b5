package tracefile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
)

// wideLogs are logs of many columns, each of a kind in which every column could be compared with every other.
func wideLogs() map[string]func(columns int) []byte {
	return map[string]func(columns int) []byte{
		"alike": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("w%04d", i) }, powerCell)
		},
		"different": func(n int) []byte {
			return wideLog(n, func(i int) string { return strings.Repeat("power ", 3) + lettered(i) }, powerCell)
		},
		"unnamed": func(n int) []byte { return wideLog(n, func(i int) string { return lettered(i) }, powerCell) },
		"counters": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("energy_%d (J)", i) },
				func(s, i int) string { return fmt.Sprint(1000*i + s*(400+i%100)) })
		},
		"times": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("%s_%d", []string{"time", "power"}[i%2], i) },
				func(s, i int) string {
					if i%2 == 0 {
						return fmt.Sprint(1_780_272_000 + s)
					}
					return powerCell(s, i)
				})
		},
		"texts": func(n int) []byte {
			return wideLog(n, func(i int) string { return "node " + lettered(i) },
				func(s, i int) string { return "n" + lettered((s*7+i)%50) })
		},
		"phases": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("power L%d of %s", i%3+1, lettered(i)) },
				powerCell)
		},
		"columns of meters": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("node_%s", lettered(i)) },
				func(s, i int) string { return fmt.Sprintf("n%d", s%(2+i%7)) })
		},
		"parts of nodes": func(n int) []byte {
			return wideLog(n, func(i int) string { return []string{"power_", "part "}[i%2] + lettered(i) },
				func(s, i int) string {
					if i%2 == 0 {
						return powerCell(s, i)
					}
					return []string{"node", "cpu0"}[(s+i)%2]
				})
		},
		"intervals": func(n int) []byte {
			return wideLog(n, func(i int) string { return []string{"energy ", "interval "}[i%2] + lettered(i) },
				powerCell)
		},
		"units": func(n int) []byte {
			return wideLog(n, func(i int) string { return []string{"power ", "unit "}[i%2] + lettered(i) },
				func(s, i int) string {
					if i%2 == 0 {
						return powerCell(s, i)
					}
					return "W"
				})
		},
		"constant": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("p%d", i) }, func(int, int) string { return "1" })
		},
		"sums": func(n int) []byte {
			return wideLog(n, func(i int) string { return fmt.Sprintf("p%d", i) },
				func(s, i int) string { return fmt.Sprint((i + 1) * (s + 1)) })
		},
	}
}

func powerCell(s, i int) string {
	watts := (s*7 + i*7919) % 10_000
	return fmt.Sprintf("%d.%02d", 400+watts/100, watts%100)
}

// lettered is a name without digits.
func lettered(i int) string {
	name := []byte{}
	for ; i >= 0; i = i/26 - 1 {
		name = append(name, byte('a'+i%26))
	}
	return string(name)
}

func wideLog(columns int, name func(i int) string, cell func(s, i int) string) []byte {
	out := bytes.NewBufferString("time")
	for i := range columns {
		out.WriteString("," + name(i))
	}
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for s := range 20 {
		out.WriteString("\n" + start.Add(time.Duration(s)*time.Second).Format(tracetest.TimeLayout))
		for i := range columns {
			out.WriteString("," + cell(s, i))
		}
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// TestManyColumnsAreUnderstoodInOnePass counts what is allocated: ten times the columns take little more than ten times
// as much, also where each could be compared with every other.
func TestManyColumnsAreUnderstoodInOnePass(t *testing.T) {
	const few, many, most = 100, 1000, 20 // a hundred, if each was compared with every other
	for name, made := range wideLogs() {
		taken := func(columns int) float64 {
			log := made(columns)
			return testing.AllocsPerRun(1, func() {
				_, _ = Understand(Input{Name: "log.csv", At: bytes.NewReader(log), Size: int64(len(log))},
					ImportSettings{}, nil, canonical.Memory)
			})
		}
		if one, ten := taken(few), taken(many); ten > most*one {
			t.Errorf("%s: %.0f allocations for %d columns, %.0f for %d", name, one, few, ten, many)
		}
	}
}
