package hpl

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"green500/validation/power"
)

// maxResults bounds the results of a file, and maxOrders the N of its parameters.
const (
	maxResults = 10_000
	maxOrders  = 10_000
)

var (
	// banner begins the output of a variant. NVIDIA's is followed by that of the HPL it is built on.
	banner = regexp.MustCompile(`^\s*(HPLinpack|HPL-NVIDIA|rocHPL)\s+v?(\d[\w.]*)`)

	// mixed is the sign of HPL-MxP, once called HPL-AI, which solves in lower precision; part of a
	// path is none, because one container may hold both programs.
	mixed = regexp.MustCompile(`(?i)(?:^|[^\w./-])(?:roc)?hpl[-_ ]?(?:mxp|ai)(?:[^\w./]|$)`)

	// clockLine is printed after the row. It is anchored because HPL-MxP prints HPLMXP_pdgesv().
	clockLine = regexp.MustCompile(`(?:^|[^0-9A-Za-z_])HPL_pdgesv\(\) (start|end) time\s+(.*)`)

	mixedClockLine = regexp.MustCompile(`(?i)HPL_?(MXP|AI)_pdgesv\(\)`)

	residualLine = regexp.MustCompile(`\|\|Ax-b\|\|.*=\s*(\S+)\s+\.{3,}\s*(PASSED|FAILED)`)

	orderLine = regexp.MustCompile(`^\s*N\s+:\s+(\d[\d\s]*)$`)
	moreLine  = regexp.MustCompile(`^\s+(\d[\d\s]*)$`)
)

// Parse reads an output of HPL; name is the file as the person called it. Lines that are no part
// of HPL's own are passed over. An output without a result is a *power.InputError; any other
// error comes from r.
func Parse(r io.Reader, name string) (*Output, error) {
	p := &parser{out: &Output{file: name}}
	in := newLines(r)
	for {
		line, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		if trouble := p.line(strings.TrimRight(line, " \t\r\n"), in.number); trouble != nil {
			return nil, trouble
		}
	}
	return p.finish()
}

// parser holds what the lines so far have told.
type parser struct {
	out    *Output
	orders []int // N of the parameter block
	listed bool  // the line before was part of the list of N
	mixed  bool  // the lines are those of HPL-MxP
	mxp    int   // line of the first sign of HPL-MxP
	nvidia bool
}

func (p *parser) line(text string, number int) *power.InputError {
	if p.order(text) || p.program(text, number) {
		return nil
	}
	if r, ok := resultOf(text); ok {
		return p.result(r, number)
	}
	if len(p.out.Results) > 0 {
		p.detail(&p.out.Results[len(p.out.Results)-1], text)
	}
	return nil
}

// order takes the N of the parameter block, which may go on over several lines.
func (p *parser) order(text string) bool {
	found := orderLine.FindStringSubmatch(text)
	if found == nil && p.listed {
		found = moreLine.FindStringSubmatch(text)
	}
	if p.listed = found != nil; !p.listed {
		return false
	}
	for _, one := range strings.Fields(found[1]) {
		if n, ok := positive(one); ok && len(p.orders) < maxOrders {
			p.orders = append(p.orders, n)
		}
	}
	return true
}

// program notes which program the lines come from: the output of a job may hold several.
func (p *parser) program(text string, number int) bool {
	if mixed.MatchString(text) || mixedClockLine.MatchString(text) {
		p.foreign(mixedClockLine.MatchString(text), number)
		return true
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

// foreign notes that the lines are those of HPL-MxP. Its clock lines tell that only after a row,
// which was then no result of HPL.
func (p *parser) foreign(afterRow bool, number int) {
	if p.mxp == 0 {
		p.mxp = number
	}
	last := len(p.out.Results) - 1
	if afterRow && !p.mixed && last >= 0 && !p.out.Results[last].HasTimes {
		p.out.Results = p.out.Results[:last]
	}
	p.mixed = true
}

func (p *parser) result(r Result, number int) *power.InputError {
	if p.mixed {
		return nil
	}
	if len(p.out.Results) == maxResults {
		return &power.InputError{File: p.out.file, Line: number, Problem: fmt.Sprintf("holds more than %d results", maxResults), Remedy: "give the output of one run"}
	}
	r.Line, r.file = number, p.out.file
	p.out.Results = append(p.out.Results, r)
	return nil
}

// detail takes what is printed below a row: the clocks and the residual check.
func (p *parser) detail(r *Result, text string) {
	if p.mixed {
		return
	}
	if found := clockLine.FindStringSubmatch(text); found != nil {
		r.clock(found[1], found[2])
	} else if found := residualLine.FindStringSubmatch(text); found != nil {
		r.check(found[1], found[2] == "PASSED")
	}
}

// clock takes a time as ctime prints it, "Sun Jun  8 09:05:00 2025"; only the first of each counts.
func (r *Result) clock(which, text string) {
	words := strings.Fields(text)
	if len(words) < 5 {
		return
	}
	at, err := time.Parse("Mon Jan 2 15:04:05 2006", strings.Join(words[:5], " "))
	if err != nil {
		return
	}
	switch {
	case which == "start" && r.Start == "":
		r.Start = at.Format(wallLayout)
	case which == "end" && r.End == "":
		r.End = at.Format(wallLayout)
	}
	r.HasTimes = r.Start != "" && r.End != ""
}

// check takes a residual; HPL 1 prints three of them.
func (r *Result) check(text string, passed bool) {
	value, finite := decimal(text)
	r.Passed = passed && finite && (r.Passed || !r.Checked)
	r.Checked = true
	r.Residual = max(r.Residual, value)
}

// finish refuses an output without a result and adds the notes.
func (p *parser) finish() (*Output, error) {
	if len(p.out.Results) == 0 {
		return nil, p.nothing()
	}
	for i, r := range p.out.Results {
		p.out.Notes = append(p.out.Notes, notesOn(i, r, p.orders)...)
	}
	return p.out, nil
}

func (p *parser) nothing() *power.InputError {
	if p.mxp > 0 {
		return &power.InputError{File: p.out.file, Line: p.mxp, Problem: "is the output of HPL-MxP, which is no result for the Green500", Remedy: "give the output of an HPL run in 64-bit precision"}
	}
	return &power.InputError{File: p.out.file, Problem: "holds no result of HPL", Remedy: "give the whole output, with the line below T/V, N, NB, P, Q, Time, Gflops"}
}
