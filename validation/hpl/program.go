package hpl

import (
	"bytes"
	"regexp"
	"strings"
)

var (
	// mixed is the sign of HPL-MxP, once called HPL-AI, which solves in lower precision; part of a
	// path is none, because one container may hold both programs.
	mixed = regexp.MustCompile(`(?i)(?:^|[^\w./-])(?:roc)?hpl[-_ ]?(?:mxp|ai)(?:[^\w./]|$)`)

	mixedClockLine = regexp.MustCompile(`(?i)HPL_?(MXP|AI)_pdgesv\(\)`)

	// mixedBanner begins its output.
	mixedBanner = regexp.MustCompile(`(?i)^\s*(?:roc)?hpl[-_ ]?(?:mxp|ai)(?:-nvidia)?\s+(?:v?\d+\.|benchmark)`)

	// conjugate is the sign of HPCG, which solves by conjugate gradients.
	conjugate = regexp.MustCompile(`^\s*HPCG-Benchmark\b|^\s*(?:HPCG-NVIDIA|rocHPCG)\s+(?:version\s+)?v?\d|\bHPCG result is (?:IN)?VALID\b`)
)

func (p *parser) program(text string, number int) bool {
	if strings.ContainsAny(text, "hH") && (mixed.MatchString(text) || mixedClockLine.MatchString(text)) {
		p.foreign("the output of HPL-MxP", mixedClockLine.MatchString(text), number)
		return true
	}
	if found := epsLine.FindStringSubmatch(text); found != nil {
		if eps, known := decimal(found[1]); known && eps > largestEps {
			p.foreign("the output of a run in less than 64-bit precision", false, number)
		}
		return true
	}
	if p.other == "" && conjugate.MatchString(text) {
		p.other, p.otherAt = "HPCG", number
	}
	found := banner.FindStringSubmatch(text)
	if found == nil {
		return false
	}
	p.mixed = false
	if !p.nvidia {
		p.out.Variant = found[1] + " " + found[2]
		p.nvidia = found[1] != "HPLinpack"
	}
	return true
}

// largestEps lies between the machine precision of 64 bits, 1.1e-16 or 2.2e-16 by how it is found,
// and that of 32 bits, 6e-8.
const largestEps = 1e-12

// foreign notes that the lines are those of a run in lower precision. The clock lines of HPL-MxP show
// that only after a row, which was then no result of HPL.
func (p *parser) foreign(what string, afterRow bool, number int) {
	if p.sign == 0 {
		p.sign, p.what = number, what
	}
	last := len(p.out.Results) - 1
	if afterRow && !p.mixed && last >= 0 && !p.out.Results[last].HasTimes {
		p.out.Results = p.out.Results[:last]
	}
	p.mixed = true
}

// Recognise names the program whose output a text begins as, with its version where that is stated; empty if it is of none.
func Recognise(head []byte) string {
	if !bytes.Contains(head, []byte("HP")) && !bytes.Contains(head, []byte("T/V")) {
		return ""
	}
	p, mixed := &parser{out: &Output{}}, false
	for line := range bytes.Lines(head) {
		text := untagged(strings.TrimRight(colours.ReplaceAllString(string(line[:min(len(line), maxLine)]), ""), " \t\r\n"))
		mixed = mixed || mixedBanner.MatchString(text) || mixedClockLine.MatchString(text)
		if p.line(text, 1) != nil {
			break // it has more results than are read
		}
	}
	return p.named(mixed)
}

func (p *parser) named(mixed bool) string {
	switch {
	case mixed && len(p.out.Results) == 0:
		return "HPL-MxP"
	case p.out.Variant != "":
		return p.out.Variant
	case p.ending.table, p.ending.used && len(p.out.Orders) > 0:
		return "HPL"
	}
	return p.other
}
