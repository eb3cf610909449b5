package tracefile

import (
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// TestHostileFigures: each takes many minutes if the work on a line grows with the square of its words.
func TestHostileFigures(t *testing.T) {
	const good = "2026-06-01T10:00:00Z power=300\n2026-06-01T10:00:01Z power=300\n"
	bad := strings.Repeat("2026-06-01T10:00:03Z power=3oo\n", 40)
	line := func(words string, end string) string {
		return "2026-06-01T10:00:02Z " + strings.Repeat(words, table.MaxRecord/len(words)-100) + end + "\n"
	}
	for name, text := range map[string]string{
		"pairs without a name":       line("-=1 ", ""),
		"pairs before a name":        line("a=b ", "z:"),
		"names that go on":           line("a: ", "1"),
		"words and no figure":        line("a ", "z: 1"),
		"brackets":                   line("x=1 (", ""),
		"many names at one time":     line("a=1 ", ""),
		"names twice, line for line": strings.Repeat("2026-06-01T10:00:02Z"+strings.Repeat(" power=1", 900)+"\n", 300),
	} {
		t.Run(name, func(t *testing.T) {
			content := good + text + bad
			hostileRead(t, Input{At: strings.NewReader(content), Size: int64(len(content))}, `"3oo" is not a number`)
		})
	}
}
