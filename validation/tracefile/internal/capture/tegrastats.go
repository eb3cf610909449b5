package capture

import (
	"strings"
)

// tegrastats of NVIDIA's Jetson writes a line each interval: "RAM 2448/7772MB (lfb 2x4MB) ... VDD_IN 4945mW/4945mW". Before JetPack 5 it
// states no time, and no unit either: rails are in milliwatts, too, what they draw and its mean.

const tegrastatsUnit = "mW"

// TegrastatsAt returns how many words of a line stand before those of tegrastats, such as its time; all if there are none of these.
// RAM, which begins them, would be taken for the zone of the time.
func TegrastatsAt(words []string) int {
	for at := range min(mostTimeWords+1, len(words)-1) {
		if words[at] == "RAM" && strings.HasSuffix(words[at+1], "MB") && strings.Contains(words[at+1], "/") {
			return at
		}
	}
	return len(words)
}
