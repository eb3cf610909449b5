package sample

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"time"

	"green500/validation/power"
)

// Style is whose HPL wrote the output.
type Style int

// The styles.
const (
	Netlib Style = iota
	NVIDIA
)

// Output is one HPL run as its output states it.
type Output struct {
	Style   Style
	N       int // order of the matrix
	NB      int // blocking factor
	P, Q    int // process grid
	Seconds float64
	Core    power.Span // of HPL_pdgesv, whole seconds
	Zone    Zone       // the head node's; the output doesn't name it
}

// NewOutput returns the run of about a rate and of the length of the core phase, as nearly as whole blocks allow.
func NewOutput(style Style, rate power.GFlops, core power.Span, processes int, zone Zone) Output {
	block := map[Style]int{Netlib: 384, NVIDIA: 1024}[style]
	// HPL takes its time between its two looks at the clock, which count whole seconds.
	const withinTheSecond = 0.37
	seconds := core.Duration().Seconds() + withinTheSecond
	order := math.Cbrt(float64(rate) * 1e9 * seconds * 3 / 2)
	p, q := grid(processes)
	return Output{
		Style: style, N: max(1, int(order)/block) * block, NB: block, P: p, Q: q,
		Seconds: seconds, Core: core, Zone: zone,
	}
}

// grid is the most nearly square one with P at most Q.
func grid(processes int) (p, q int) {
	p = max(1, int(math.Sqrt(float64(processes))))
	for processes%p != 0 {
		p--
	}
	return p, max(1, processes/p)
}

// Rate is HPL's own formula for the rate of a solve.
func (o Output) Rate() power.GFlops {
	n := float64(o.N)
	return power.GFlops(n / 1e9 * (n / o.Seconds) * (2.0/3*n + 3.0/2))
}

// PrintedRate is the rate with the digits that the output shows, the figure a list gets.
func (o Output) PrintedRate() power.GFlops {
	rate, _ := strconv.ParseFloat(o.rateText(), 64)
	return power.GFlops(rate)
}

func (o Output) rateText() string {
	return strconv.FormatFloat(float64(o.Rate()), 'e', map[Style]int{Netlib: 5, NVIDIA: 3}[o.Style], 64)
}

// Bytes returns the output.
func (o Output) Bytes() []byte {
	var out bytes.Buffer
	out.WriteString(doubleRule)
	if o.Style == NVIDIA {
		out.WriteString("HPL-NVIDIA 24.3.0  -- NVIDIA accelerated HPL benchmark -- NVIDIA\n" + doubleRule +
			"HPLinpack 2.1  --  High-Performance Linpack benchmark  --   October 26, 2012\n" + doubleRule)
	} else {
		out.WriteString("HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018\n" + doubleRule)
	}
	out.WriteString(
		"\nSample output of a machine that does not exist.\n\nThe following parameter values will be used:\n\n")
	o.writeParameters(&out)
	if o.Style == NVIDIA {
		o.writeProgress(&out)
		o.writeNVIDIAResult(&out)
	} else {
		o.writeNetlibResult(&out)
	}
	out.WriteString("\nFinished      1 tests with the following results:\n" +
		"              1 tests completed and passed residual checks,\n" +
		"              0 tests completed and failed residual checks,\n" +
		"              0 tests skipped because of illegal input values.\n" + singleRule +
		"\nEnd of Tests.\n" + doubleRule)
	return out.Bytes()
}

const (
	doubleRule = "================================================================================\n"
	singleRule = "--------------------------------------------------------------------------------\n"
)

// writeParameters writes the block that precedes the run. The N of NVIDIA's block is what was
// asked for; what ran is in the row of the result.
func (o Output) writeParameters(out *bytes.Buffer) {
	asked := o.N
	if o.Style == NVIDIA {
		asked += o.NB / 2
	}
	fmt.Fprintf(out, "N      : %7d \nNB     : %7d \nPMAP   : Row-major process mapping\nP      : %7d \nQ      : %7d \n",
		asked, o.NB, o.P, o.Q)
	out.WriteString("PFACT  :   Crout \nNBMIN  :       4 \nNDIV   :       2 \nRFACT  :   Crout \nBCAST  :  2ringM \n" +
		"DEPTH  :       0 \nSWAP   : Mix (threshold = 64)\nL1     : transposed form\nU      : transposed form\n" +
		"EQUIL  : yes\nALIGN  : 8 double precision words\n\n" + singleRule)
	out.WriteString("\n- Computational tests pass if scaled residuals are less than                16.0\n\n")
	if o.Style == NVIDIA {
		fmt.Fprintf(out, "[WARNING] Change Input N %d to %d\n", asked, o.N)
	}
}

// writeProgress writes lines of accelerated HPL, in colour; the rate falls with the matrix that is left.
func (o Output) writeProgress(out *bytes.Buffer) {
	const lines = 20
	processes := float64(o.P * o.Q)
	for i := 1; i <= lines; i++ {
		done := float64(i) / lines
		left := int(float64(o.N)*(1-done)) / o.NB * o.NB
		work := 1 - math.Pow(1-done, 3)
		average := float64(o.Rate()) * (1 + (1-work)/5)
		instant := average * (1.1 - done)
		elapsed := o.Seconds * work * float64(o.Rate()) / average
		fmt.Fprintf(out, "\x1b[0;31m Prog= %.2f%%\tN_left= %d\tTime= %.2f\tTime_left= %.2f\tiGF= %.2f\tGF= %.2f\t"+
			"iGF_per= %.2f \tGF_per= %.2f\x1b[0m\n",
			100*work, left, elapsed, o.Seconds-elapsed, instant, average, instant/processes, average/processes)
	}
	out.WriteByte('\n')
}

const residual = "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)="

func (o Output) writeNetlibResult(out *bytes.Buffer) {
	out.WriteString(doubleRule + "T/V                N    NB     P     Q               Time                 Gflops\n" +
		singleRule)
	fmt.Fprintf(out, "WR03C2C4%12d %5d %5d %5d %18.2f %22s\n", o.N, o.NB, o.P, o.Q, o.Seconds, o.rateText())
	// ctime ends its text with a line break of its own, so a blank line follows each.
	fmt.Fprintf(out, "HPL_pdgesv() start time %s\n\n", o.headNodeTime(o.Core.Start))
	fmt.Fprintf(out, "HPL_pdgesv() end time   %s\n\n", o.headNodeTime(o.Core.End))
	out.WriteString(singleRule + residual + "   7.42202870e-04 ...... PASSED\n" + doubleRule)
}

func (o Output) writeNVIDIAResult(out *bytes.Buffer) {
	out.WriteString(doubleRule + "T/V                N    NB     P     Q         Time          Gflops (   per GPU)\n" +
		singleRule)
	perProcess := float64(o.Rate()) / float64(o.P*o.Q)
	fmt.Fprintf(out, "WC0     %12d %5d %5d %5d %12.2f %15s ( %.3e)\n\n", o.N, o.NB, o.P, o.Q, o.Seconds,
		o.rateText(), perProcess)
	fmt.Fprintf(out, "HPL_pdgesv() start time %s\n", o.headNodeTime(o.Core.Start))
	fmt.Fprintf(out, "HPL_pdgesv() end time   %s\n\n", o.headNodeTime(o.Core.End))
	out.WriteString(singleRule + residual + "   0.000241790443 ...... PASSED\n")
	out.WriteString("||Ax-b||_oo  . . . . . . . . . . . . . . . . . = 0.0000000512345678\n" + doubleRule)
}

// headNodeTime is what ctime prints: local time without a zone, the day padded with a blank.
func (o Output) headNodeTime(t power.Time) string {
	return t.In(o.Zone.Location()).Format(time.ANSIC)
}
