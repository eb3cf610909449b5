package tracefile

import (
	"bytes"
	"regexp"
	"strings"

	"green500/validation/power"
)

// promtool query range prints the readings of a series below what it is called:
//
//	ipmi_power_watts{instance="n1:9290"} =>
//	500 @[1780308000]
//	501.5 @[1780308015.5]

var (
	promtoolSeries = regexp.MustCompile(`^([a-zA-Z_:{].*) =>$`)
	promtoolSample = regexp.MustCompile(`^(\S+) @\[([0-9.]+)\]$`)
	promtoolOnce   = regexp.MustCompile(`^[a-zA-Z_:{].* => \S+ @\[[0-9.]+\]$`)
)

func isPromtool(head []byte) bool {
	series, samples, _ := bytes.Cut(bytes.TrimSpace(head), newline)
	sample, _, _ := bytes.Cut(samples, newline)
	return promtoolSeries.Match(bytes.TrimSpace(series)) && promtoolSample.Match(bytes.TrimSpace(sample))
}

// isPromtoolOnce tells what promtool query instant prints.
func isPromtoolOnce(head []byte) bool { return promtoolOnce.Match(firstLine(head)) }

func openPromtool(in *input) (sheet, error) {
	series := ""
	return openRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		text := strings.TrimSpace(latin1(line))
		if named := promtoolSeries.FindStringSubmatch(text); named != nil {
			if series == "" {
				writeCells(out, []string{"series", "value", "time"})
			}
			series = named[1]
			return nil
		}
		if sample := promtoolSample.FindStringSubmatch(text); sample != nil {
			writeCells(out, []string{series, sample[1], sample[2]})
			return nil
		}
		out.WriteString(text)
		return nil
	})
}
