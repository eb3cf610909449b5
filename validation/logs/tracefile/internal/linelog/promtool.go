package linelog

import (
	"bytes"
	"regexp"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/delimited"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
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
	series, samples, _ := bytes.Cut(bytes.TrimSpace(head), celltext.Newline)
	sample, _, _ := bytes.Cut(samples, celltext.Newline)
	return promtoolSeries.Match(bytes.TrimSpace(series)) && promtoolSample.Match(bytes.TrimSpace(sample))
}

func isPromtoolOnce(head []byte) bool { return promtoolOnce.Match(celltext.FirstLine(head)) }

func openPromtool(in *input.File) (table.Sheet, error) {
	series := ""
	return delimited.OpenRewritten(in, func(line []byte, out *bytes.Buffer) *power.InputError {
		text := strings.TrimSpace(celltext.Latin1(line))
		if named := promtoolSeries.FindStringSubmatch(text); named != nil {
			if series == "" {
				delimited.WriteCells(out, []string{"series", "value", "time"})
			}
			series = named[1]
			return nil
		}
		if sample := promtoolSample.FindStringSubmatch(text); sample != nil {
			delimited.WriteCells(out, []string{series, sample[1], sample[2]})
			return nil
		}
		out.WriteString(text)
		return nil
	})
}
