package hpl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"green500/validation/power"
)

// maxResults bounds the results of a file, and maxOrders the values of each of its parameters.
const (
	maxResults = 10_000
	maxOrders  = 10_000
)

var (
	// banner begins the output of a variant. NVIDIA's is followed by that of the HPL it is built on.
	banner = regexp.MustCompile(`^\s*(HPLinpack|HPL-NVIDIA|rocHPL)\s+v?(\d[\w.]*)`)

	// clockLine is printed after the row. It is anchored because HPL-MxP prints HPLMXP_pdgesv().
	clockLine = regexp.MustCompile(`(?:^|[^0-9A-Za-z_])HPL_pdgesv\(\) (start|end) time\s+(.*)`)

	// epochLine is how HPL for GPUs prints the clock, before the row: seconds since 1970.
	epochLine = regexp.MustCompile(`\bCalculation (Start|End) Timestamp:\s*(\d+(?:\.\d+)?)$`)

	residualLine = regexp.MustCompile(`\|\|Ax-b\|\|.*=\s*(\S+)\s+\.{3,}\s*(PASSED|FAILED)`)

	// epsLine is the machine precision that a program works in.
	epsLine = regexp.MustCompile(`relative machine precision \(eps\) is taken to be\s+(\S+)`)

	parameterLine = regexp.MustCompile(`^\s*(N|NB|P|Q)\s+:\s+(\d[\d\s]*)$`)
	moreLine      = regexp.MustCompile(`^\s+(\d[\d\s]*)$`)

	// changedLine is how NVIDIA says that it solves another N than the parameters name.
	changedLine = regexp.MustCompile(`Change Input N (\d+) to (\d+)`)
)

// Parse reads an output of HPL; name is the file as the person called it. Lines that are no part of HPL's own are
// passed over. An output without a result is a *power.InputError; any other error comes from r.
func Parse(r io.Reader, name string) (*Output, error) {
	p := &parser{out: &Output{file: name}}
	in := &lines{in: bufio.NewReaderSize(r, maxLine)}
	for {
		line, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		p.open = in.open
		if failure := p.line(untagged(strings.TrimRight(line, " \t\r\n")), in.number); failure != nil {
			return nil, failure
		}
	}
	if len(p.out.Results) == 0 {
		return nil, p.nothing()
	}
	return p.out, nil
}

type parser struct {
	out     *Output
	listed  *[]int // what the line before listed: N, NB, P or Q; nil if it listed none
	columns measured
	mixed   bool // the lines are those of a run in lower precision
	sign    int  // line of the first sign of one
	what    string
	other   string // another benchmark, which has no result for the Green500
	otherAt int    // line of its first sign
	nvidia  bool
	open    bool // the line has no end, so it may be cut off
	epochs  epochs
	ending  ending
}

func (p *parser) line(text string, number int) *power.InputError {
	if p.parameter(text) || p.program(text, number) {
		return nil
	}
	if columns, ok := headingOf(text); ok {
		p.columns, p.ending.table = columns, true
		return nil
	}
	if r, ok := resultOf(text, p.columns); ok && (!p.open || !r.cutShort()) {
		return p.result(r, number)
	}
	if len(p.out.Results) == 0 {
		p.ending.note(text, number)
	}
	if found := epochLine.FindStringSubmatch(text); found != nil && !p.mixed {
		p.epochs.take(p.out.Results, found[1] == "Start", found[2])
	} else if len(p.out.Results) > 0 {
		p.detail(&p.out.Results[len(p.out.Results)-1], text)
	}
	return nil
}

func (p *parser) parameter(text string) bool {
	if found := changedLine.FindStringSubmatch(text); found != nil {
		named(&p.out.Orders, found[2])
		p.listed = nil
		return true
	}
	values := ""
	if found := parameterLine.FindStringSubmatch(text); found != nil {
		p.listed = map[string]*[]int{"N": &p.out.Orders, "NB": &p.out.Blocks, "P": &p.out.Rows,
			"Q": &p.out.Columns}[found[1]]
		values = found[2]
	} else if more := moreLine.FindStringSubmatch(text); more != nil && p.listed != nil {
		values = more[1]
	} else {
		p.listed = nil
		return false
	}
	for _, one := range strings.Fields(values) {
		named(p.listed, one)
	}
	return true
}

func named(into *[]int, text string) {
	if n, ok := positive(text); ok && len(*into) < maxOrders {
		*into = append(*into, n)
	}
}

func (p *parser) result(r Result, number int) *power.InputError {
	if p.mixed {
		return nil
	}
	if len(p.out.Results) == maxResults {
		return &power.InputError{File: p.out.file, Line: number,
			Problem: fmt.Sprintf("contains more than %d results", maxResults), Remedy: "give the output of one run"}
	}
	r.Line, r.file = number, p.out.file
	p.epochs.give(&r)
	p.out.Results = append(p.out.Results, r)
	return nil
}

func (p *parser) detail(r *Result, text string) {
	if p.mixed {
		return
	}
	if found := clockLine.FindStringSubmatch(text); found != nil {
		r.clock(found[1], found[2])
	} else if found := residualLine.FindStringSubmatch(text); found != nil {
		value, finite := decimal(found[1]) // HPL 1 prints three of them
		r.Passed = found[2] == "PASSED" && finite && (r.Passed || !r.Checked)
		r.Checked = true
		r.Residual = max(r.Residual, value)
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
	if at.Format("Mon") != words[0] && r.OddDate == "" {
		r.OddDate = strings.Join(words[:5], " ")
	}
	switch {
	case which == "start" && r.Start == "":
		r.Start = at.Format(wallLayout)
	case which == "end" && r.End == "":
		r.End = at.Format(wallLayout)
	}
	r.HasTimes = r.Start != "" && r.End != "" || r.hasEpochs()
}

// maxLine bounds what is kept of a line, in bytes. The lines that matter are short; what batch
// systems put around them may be anything.
const maxLine = 4096

// colours are the ANSI codes that some variants print around lines.
var colours = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

type lines struct {
	in     *bufio.Reader
	number int  // of the line last returned, from 1
	open   bool // the line last returned has no end: the text ends in it
}

// next returns the next line without end and colours, of one too long only the beginning; io.EOF ends the text.
func (l *lines) next() (string, error) {
	piece, err := l.in.ReadSlice('\n')
	if len(piece) == 0 && err != nil {
		return "", err
	}
	l.number++
	text := string(piece)
	l.open = errors.Is(err, io.EOF)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.in.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return colours.ReplaceAllString(text, ""), nil
}

// tagOf matches what launchers and collectors of logs put before each line: a rank (srun -l, jsrun), a rank or a host
// in brackets (Open MPI, Intel MPI, MPICH, kubectl), a host or a program (pdsh, syslog), a container (docker compose),
// or a time (ts, Open MPI).
var tagOf = regexp.MustCompile(`^\s*(?:` +
	`(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4}\b)?\s?)` +
	`(?:[\w.-]+ [\w./-]+(?:\[\d+\])?:\s?)?` +
	`|\d\d:\d\d:\d\d(?:[.,]\d+)?\s` +
	`|\[[^\[\]]{1,128}\]:?\s?` +
	`|<std(?:out|err)>:?\s?` +
	`|\d+[:>]\s?` +
	`|[A-Za-z][\w.-]*(?:\[\d+\])?:\s?` +
	`|[\w.-]+\s+\|\s` +
	`)`)

const maxTags = 4

func untagged(line string) string {
	for range maxTags {
		tag := tagOf.FindString(line)
		if tag == "" {
			break
		}
		line = line[len(tag):]
	}
	return line
}
