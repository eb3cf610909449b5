package linelog

import (
	"bytes"
	"regexp"

	"green500/validation/power"
	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/delimited"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// Power of the sockets of Intel's pcm-power, which its -i option prints below a line of the time:
//
//	Timestamp (us): 1776172800118203
//	S0; Consumed energy units: 1736704; Consumed Joules: 105.68; Watts: 106.00; Thermal headroom below TjMax: 58
//	S0; Consumed DRAM energy units: 1179648; Consumed DRAM Joules: 18.00; DRAM Watts: 18.00
var (
	pcmReading = regexp.MustCompile(`^(S\d+(?:P\d+|CH\d+)?); .*?(?:; |^)(?:(DRAM) )?Watts: (-?[\d.]+\x04?)`)
	pcmTime    = regexp.MustCompile(`^(?:Time ?stamp|Time|Date)[^:]*: *(\S.*)$`)
)

// pcmPower takes the time above each block.
type pcmPower struct {
	time   string
	headed bool
}

// isPCMPower reports whether head has readings of pcm-power, and whether times stand above them.
func isPCMPower(head []byte) (is, timed bool) {
	if !bytes.Contains(head, []byte("Watts: ")) || !bytes.Contains(head, []byte("S0; ")) {
		return false, false
	}
	above := false
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		above = above || pcmTimeOf(line) != ""
		if pcmReading.Match(line) {
			return true, above
		}
	}
	return false, false
}

// pcmTimeOf returns the time that a line states, empty if it states none.
func pcmTimeOf(line []byte) string {
	if parts := pcmTime.FindSubmatch(line); parts != nil && !bytes.HasPrefix(line, []byte("Time elapsed")) {
		if text, ok := capture.LineTime(string(parts[1])); ok {
			return text
		}
	}
	if len(line) > capture.MaxDateLine || !celltext.HasDigit(line) {
		return ""
	}
	text, _ := capture.LineTime(string(line))
	return text
}

// IsPCMPower reports whether head, the beginning of a file, is what pcm-power writes, with times.
func IsPCMPower(head []byte) bool {
	is, timed := isPCMPower(head)
	return is && timed
}

// IsTimelessPCMPower reports the same of what has no times.
func IsTimelessPCMPower(head []byte) bool {
	is, timed := isPCMPower(head)
	return is && !timed
}

// OpenPCMPower opens what pcm-power writes as a table with a row for each socket and its memory.
func OpenPCMPower(in *input.File) (table.Sheet, error) {
	d, err := delimited.OpenRewritten(in, (&pcmPower{}).write)
	if err != nil {
		return nil, err
	}
	d.Table.Keys = []int{1, 2} // socket and domain
	return d, nil
}

func (p *pcmPower) write(line []byte, out *bytes.Buffer) *power.InputError {
	line = bytes.TrimSpace(line)
	if time := pcmTimeOf(line); time != "" {
		p.time = time
		return nil
	}
	parts := pcmReading.FindSubmatch(line)
	if parts == nil || p.time == "" {
		return nil
	}
	if !p.headed {
		p.headed = true
		delimited.WriteCells(out, []string{"time", "socket", "domain", "Watts"})
		out.WriteByte('\n')
	}
	domain := "package"
	if len(parts[2]) > 0 {
		domain = string(parts[2])
	}
	delimited.WriteCells(out, []string{p.time, string(parts[1]), domain, string(parts[3])})
	return nil
}
