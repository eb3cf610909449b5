package hpl

import (
	"fmt"
	"regexp"
	"strings"

	"green500/validation/power"
)

var (
	// progressLine is what programs print while they solve, with the share that is done.
	progressLine = regexp.MustCompile(`(?i)\bcolumn\s*=\s*\d+\s+fraction\s*=\s*\d|\b(?:prog|progress|column|n_left)\b.*\d\s*%|^\s*\d+(?:\.\d+)?\s*%\s*\|`)

	// endLine is printed when every test of the parameters is over.
	endLine = regexp.MustCompile(`^\s*(?:End of Tests\.|Finished\s+\d+ tests with)`)

	// complaintLine is why HPL itself ended, or what ended it.
	complaintLine = regexp.MustCompile(`>>>.*<<<|(?i:\*\*\* (?:JOB|STEP) \S+ .*CANCELLED|\bDUE TO TIME LIMIT\b|\bBAD TERMINATION\b|\boom-kill|\bout of memory\b|\bsegmentation fault\b|\bexited on signal \d|^\s*Killed$|\bterminated by signal\b)`)

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
		e.Line, e.Problem, e.Remedy = p.sign, "is "+p.what+", which is not a result for the Green500", "give the output of an HPL run in 64-bit precision"
	case begun && p.ending.over:
		e.Problem, e.Remedy = "the run ended without a result"+complaint, "give the output of a run that printed a result, the line below T/V, N, NB, P, Q, Time, Gflops"
	case begun:
		e.Problem, e.Remedy = "the run did not finish: "+p.reached()+complaint, "give the output of a run that finished"
	case p.other != "":
		e.Line, e.Problem, e.Remedy = p.otherAt, "is the output of "+p.other+", which is not a result for the Green500", "give the output of HPL"
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
