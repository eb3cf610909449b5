package linelog

import (
	"bytes"
	"cmp"
	"regexp"

	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// Power of the sockets of Intel's pcm-power, which its -i option prints below a line of the time:
//
//	Timestamp (us): 1776172800118203
//	S0; Consumed energy units: 1736704; Consumed Joules: 105.68; Watts: 106.00; Thermal headroom below TjMax: 58
//	S0; Consumed DRAM energy units: 1179648; Consumed DRAM Joules: 18.00; DRAM Watts: 18.00
var pcmReading = regexp.MustCompile(`^(S\d+(?:P\d+|CH\d+)?); .*?(?:; |^)(?:(DRAM) )?Watts: (-?[\d.]+\x04?)`)

func pcmAnswers() *answers {
	return &answers{row: pcmReading, cells: func(parts []string) (string, []string) {
		return "", []string{parts[1], cmp.Or(parts[2], "package"), parts[3]}
	}}
}

func pcmPowerIn(head []byte) (timed, bare int) {
	if !bytes.Contains(head, []byte("Watts: ")) || !bytes.Contains(head, []byte("S0; ")) {
		return 0, 0
	}
	return pcmAnswers().in(head, 0)
}

// IsPCMPower reports whether head, the beginning of a file, is what pcm-power writes, with times.
func IsPCMPower(head []byte) bool {
	timed, _ := pcmPowerIn(head)
	return timed > 0
}

// IsTimelessPCMPower reports the same of what has no times.
func IsTimelessPCMPower(head []byte) bool {
	_, bare := pcmPowerIn(head)
	return bare > 0
}

// OpenPCMPower opens what pcm-power writes as a table with a row for each socket and its memory.
func OpenPCMPower(in *input.File) (table.Sheet, error) {
	d, err := pcmAnswers().open(in, "time", "socket", "domain", "Watts")
	if err != nil {
		return nil, err
	}
	d.Table.Keys = []int{1, 2} // socket and domain
	return d, nil
}
