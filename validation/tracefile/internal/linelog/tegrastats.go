package linelog

import (
	"bytes"
	"strings"

	"green500/validation/tracefile/internal/capture"
)

// IsTimelessTegrastats recognises lines of tegrastats that nothing puts a time before.
func IsTimelessTegrastats(head []byte) bool {
	for line := range bytes.Lines(head) {
		if words := strings.Fields(string(line[:min(len(line), capture.MaxDateLine)])); capture.TegrastatsAt(words) <= 1 && len(words) > 2 {
			return true
		} else if _, dated := capture.LineTime(strings.Join(words, " ")); len(words) > 0 && !dated {
			return false
		}
	}
	return false
}

// TegrastatsLog is the command that logs tegrastats with a time on each line.
const TegrastatsLog = `tegrastats --interval 1000 | while read -r line; do echo "$(date --iso-8601=seconds) $line"; done`
