package input_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"unicode/utf16"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// TestALogIsReadHoweverItIsPacked: in gzip, once or twice, in UTF-16 of either order, and behind the mark of UTF-8.
func TestALogIsReadHoweverItIsPacked(t *testing.T) {
	const log = "time,Wärme,power_w\n2026-06-01T12:00:00Z,1,10\n2026-06-01T12:00:01Z,2,11.5\n"
	const want = "power_w 2026-06-01T12:00:00Z 10.000000 W\npower_w 2026-06-01T12:00:01Z 11.500000 W\n"
	zipped := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	wide := func(bigEndian bool) string {
		var b bytes.Buffer
		for _, unit := range utf16.Encode([]rune("\ufeff" + log)) {
			pair := []byte{byte(unit), byte(unit >> 8)}
			if bigEndian {
				pair[0], pair[1] = pair[1], pair[0]
			}
			b.Write(pair)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"plain": log, "gzip": zipped(log), "gzip twice": zipped(zipped(log)), "two streams of gzip": zipped(log[:30]) +
			zipped(log[30:]), "UTF-16": wide(false), "UTF-16, big end first": wide(true),
		"UTF-8 with its mark": "\ufeff" + log, "UTF-16 in gzip": zipped(wide(false)),
		"lines of Windows": strings.ReplaceAll(log, "\n", "\r\n"),
	} {
		read, err := tracefile.Read(tracefile.Input{Name: "a.csv", Stream: strings.NewReader(text)},
			&power.Series{Value: "power_w", Unit: "W"}, nil, canonical.Memory)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := tracetest.Shown(read.Traces); got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
	for name, text := range map[string]string{"nothing": "", "half of a gzip": zipped(strings.Repeat(log, 100))[:60],
		"blanks": "\n\n  \n"} {
		if _, err := tracefile.Read(tracefile.Input{Name: "a.csv", Stream: strings.NewReader(text)},
			&power.Series{Value: "power_w", Unit: "W"}, nil, canonical.Memory); err == nil {
			t.Errorf("%s is read", name)
		} else {
			tracetest.DemandInput(t, err)
		}
	}
}
