package hpl

import (
	"slices"
	"strings"
	"testing"
)

// TestWhatAnOutputRepeats: parameters that rows repeat, the rate of one process, and days of the week.
func TestWhatAnOutputRepeats(t *testing.T) {
	const text = `N      :   83904   90000
NB     :     192
P      :       2        4
               8
Q      :       4
WC0            83904   192     2     4         2310.54       1.704e+02 ( 2.130e+01)
HPL_pdgesv() start time Thu Jan 11 16:14:13 2018
HPL_pdgesv() end time   Wed Jan 11 16:52:43 2018
`
	out, err := Parse(strings.NewReader(text), "hpl.out")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(out.Orders, []int{83904, 90000}) || !slices.Equal(out.Blocks, []int{192}) ||
		!slices.Equal(out.Rows, []int{2, 4, 8}) || !slices.Equal(out.Columns, []int{4}) {
		t.Errorf("parameters %v %v %v %v", out.Orders, out.Blocks, out.Rows, out.Columns)
	}
	if r := out.Results[0]; r.Each != 21.3 || r.OddDate != "Wed Jan 11 16:52:43 2018" {
		t.Errorf("rate of a process %v, odd date %q", r.Each, r.OddDate)
	}
}
