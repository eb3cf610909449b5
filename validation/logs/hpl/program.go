package hpl

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"green500/validation/power"
)

var (
	// mixed is the sign of HPL-MxP, once called HPL-AI, which solves in lower precision; part of a
	// path is none, because one container may hold both programs.
	mixed = regexp.MustCompile(`(?i)(?:^|[^\w./-])(?:roc)?hpl[-_ ]?(?:mxp|ai)(?:[^\w./]|$)`)

	mixedClockLine = regexp.MustCompile(`(?i)HPL_?(MXP|AI)_pdgesv\(\)`)

	// mixedBanner begins its output.
	mixedBanner = regexp.MustCompile(`(?i)^\s*(?:roc)?hpl[-_ ]?(?:mxp|ai)(?:-nvidia)?\s+(?:v?\d+\.|benchmark)`)

	// conjugate is the sign of HPCG, which solves by conjugate gradients.
	conjugate = regexp.MustCompile(
		`^\s*HPCG-Benchmark\b|^\s*(?:HPCG-NVIDIA|rocHPCG)\s+(?:version\s+)?v?\d|\bHPCG result is (?:IN)?VALID\b`)
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
	if last := len(p.out.Results) - 1; afterRow && !p.mixed && last >= 0 && !p.out.Results[last].HasTimes {
		p.out.Results = p.out.Results[:last]
	}
	p.mixed = true
}

// Recognise names the program whose output a text begins as, with its version if that is stated; empty if it is of no
// known program.
func Recognise(head []byte) string {
	if !bytes.Contains(head, []byte("HP")) && !bytes.Contains(head, []byte("T/V")) {
		return ""
	}
	p, mixed := &parser{out: &Output{}}, false
	for line := range bytes.Lines(head) {
		text := untagged(strings.TrimRight(colours.ReplaceAllString(string(line[:min(len(line), maxLine)]), ""),
			" \t\r\n"))
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

var (
	// progressLine is what programs print while they solve, with the share that is done.
	progressLine = regexp.MustCompile(
		`(?i)\bcolumn\s*=\s*\d+\s+fraction\s*=\s*\d|\b(?:prog|progress|column|n_left)\b.*\d\s*%|^\s*\d+(?:\.\d+)?\s*%\s*\|`)

	// endLine is printed when every test of the parameters is over.
	endLine = regexp.MustCompile(`^\s*(?:End of Tests\.|Finished\s+\d+ tests with)`)

	// complaintLine is why HPL itself ended, or what ended it.
	complaintLine = regexp.MustCompile(
		`>>>.*<<<|(?i:\*\*\* (?:JOB|STEP) \S+ .*CANCELLED|\bDUE TO TIME LIMIT\b|\bBAD TERMINATION\b|\boom-kill|\bout of memory\b|\bsegmentation fault\b|\bexited on signal \d|^\s*Killed$|\bterminated by signal\b)`)

	usedLine = regexp.MustCompile(`The following parameter values will be used`)
)

// NoResult is the problem of a file that is no output of HPL at all, as far as one can see.
const NoResult = "contains no HPL result"

const maxQuoted = 120

type ending struct {
	table      bool   // the heading of the table of results was printed
	used       bool   // the parameters were
	over       bool   // every test is over
	progress   string // the last line of progress
	progressAt int
	complaint  string
}

func (e *ending) note(text string, number int) {
	switch {
	case progressLine.MatchString(text):
		e.progress, e.progressAt = quoted(text), number
	case endLine.MatchString(text):
		e.over = true
	case usedLine.MatchString(text):
		e.used = true
	case complaintLine.MatchString(text):
		e.complaint = quoted(text)
	}
}

func quoted(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.ToValidUTF8(text[:min(len(text), maxQuoted)], "")
}

func (p *parser) nothing() *power.InputError {
	e := &power.InputError{File: p.out.file}
	complaint := ""
	if p.ending.complaint != "" {
		complaint = fmt.Sprintf("; it contains %q", p.ending.complaint)
	}
	begun := p.out.Variant != "" || p.ending.table || p.ending.used
	switch {
	case p.sign > 0 && (p.mixed || !begun):
		e.Line, e.Problem, e.Remedy = p.sign, "is "+p.what+", which is not a result for the Green500",
			"give the output of an HPL run in 64-bit precision"
	case begun && p.ending.over:
		e.Problem, e.Remedy = "the run ended without a result"+complaint,
			"give the output of a run that printed a result, the line below T/V, N, NB, P, Q, Time, Gflops"
	case begun:
		e.Problem, e.Remedy = "the run did not finish: "+p.reached()+complaint, "give the output of a run that finished"
	case p.other != "":
		e.Line, e.Problem, e.Remedy = p.otherAt, "is the output of "+p.other+", which is not a result for the Green500",
			"give the output of HPL"
	default:
		e.Problem, e.Remedy = NoResult, "give the whole output, with the line below T/V, N, NB, P, Q, Time, Gflops"
	}
	return e
}

func (p *parser) reached() string {
	switch {
	case p.ending.progress != "":
		return fmt.Sprintf("the last panel is %q, line %d", p.ending.progress, p.ending.progressAt)
	case len(p.out.Orders) > 0:
		return fmt.Sprintf("the output ends after the parameters, N=%d", p.out.Orders[len(p.out.Orders)-1])
	}
	return "the output ends before the parameters"
}
