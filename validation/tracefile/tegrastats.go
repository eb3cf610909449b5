package tracefile

import (
	"bytes"
	"strings"
)

// tegrastats of NVIDIA's Jetson writes a line each interval: "RAM 2448/7772MB (lfb 2x4MB) ... VDD_IN 4945mW/4945mW". Before JetPack 5 it
// tells no time, and no unit either: rails are in milliwatts, too, what they draw and its mean.

// tegrastatsUnit is that of rails without one.
const tegrastatsUnit = "mW"

// isTegrastats tells the words of a line by the first ones, or by those behind the last one of its time: RAM may be taken for a zone.
func isTegrastats(words []string) bool {
	if len(words) > 2 && words[0] != "RAM" {
		words = words[1:]
	}
	return len(words) > 2 && words[0] == "RAM" && strings.HasSuffix(words[1], "MB") && strings.Contains(words[1], "/")
}

// isTimelessTegrastats tells lines of tegrastats that nothing puts a time before.
func isTimelessTegrastats(head []byte) bool {
	for line := range bytes.Lines(head) {
		if words := strings.Fields(string(line[:min(len(line), maxDateLine)])); isTegrastats(words) {
			return true
		} else if _, dated := lineTime(strings.Join(words, " ")); len(words) > 0 && !dated {
			return false
		}
	}
	return false
}

const tegrastatsLog = `tegrastats --interval 1000 | while read -r line; do echo "$(date --iso-8601=seconds) $line"; done`
