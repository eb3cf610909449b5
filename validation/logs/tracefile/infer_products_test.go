package tracefile

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// TestProducts: in tables without names, the column that volts times amperes make is the power, with the power factor
// if there is one.
func TestProducts(t *testing.T) {
	volts := func(i int) float64 { return 230 + 0.5*float64(uneven[i%10]) }
	amperes := func(i int) float64 { return 1 + 0.1*float64(uneven[(3*i+1)%10]) }
	factor := func(i int) float64 { return 0.9 + 0.01*float64(uneven[(7*i+2)%10]) }
	rounded := func(n float64, places int) float64 {
		return math.Round(n*math.Pow10(places)) / math.Pow10(places)
	}
	for _, c := range []struct {
		name string
		row  func(i int) string // without the time
		want string             // the column; empty if none is a product
		of   string             // what its reason has to say
	}{
		{"volts, amperes and watts",
			func(i int) string { return fmt.Sprintf("%.2f %.3f %.2f", volts(i), amperes(i), volts(i)*amperes(i)) },
			"column 4", "column 4 is the product of column 2 and column 3, as power is of volts and amperes."},
		{"watts first",
			func(i int) string { return fmt.Sprintf("%.2f %.3f %.2f", volts(i)*amperes(i), amperes(i), volts(i)) },
			"column 2", "column 2 is the product of column 4 and column 3"},
		{"with a power factor, beside the apparent power", func(i int) string {
			return fmt.Sprintf("%d %.2f %.3f %.2f %.3f %.2f 50.01", 81200+i, volts(i), amperes(i), volts(i)*amperes(i),
				factor(i), volts(i)*amperes(i)*factor(i))
		}, "column 7", "column 7 is the product of column 3, column 4 and column 6, " +
			"as power is of volts and amperes and the power factor."},
		{"rounded to watts", func(i int) string {
			return fmt.Sprintf("%.1f %.2f %.0f", volts(i), amperes(i), rounded(volts(i), 1)*rounded(amperes(i), 2))
		}, "column 4", "column 4 is the product"},
		{"a column that is a little off",
			func(i int) string { return fmt.Sprintf("%.2f %.3f %.2f", volts(i), amperes(i), volts(i)*amperes(i)+3) },
			"", ""},
		{"one row that is no product", func(i int) string {
			return fmt.Sprintf("%.2f %.3f %.2f", volts(i), amperes(i), volts(i)*amperes(i)*float64(1+i/39))
		}, "", ""},
		{"a factor of nothing but ones",
			func(i int) string { return fmt.Sprintf("%.2f 1.000 %.2f", volts(i), volts(i)) }, "", ""},
		{"two products", func(i int) string {
			return fmt.Sprintf("%.2f %.3f %.2f %.3f %.2f", volts(i), amperes(i), volts(i)*amperes(i), 2*amperes(i+1),
				2*volts(i)*amperes(i+1))
		}, "", ""},
	} {
		var log strings.Builder
		for i := range 40 {
			fmt.Fprintf(&log, "%d %s\n", 1776172800+i, c.row(i))
		}
		u := understand(t, log.String(), ImportSettings{})
		if len(u.Series) == 0 {
			t.Errorf("%s: nothing is proposed", c.name)
			continue
		}
		first := u.Series[0]
		why, _ := reasonOf(first, "value")
		unit, _ := reasonOf(first, "unit")
		product := strings.Contains(why.Why, "is the product of")
		switch {
		case product != (c.want != ""):
			t.Errorf("%s: %s is proposed: %s", c.name, first.Series.Value, why.Why)
		case c.want == "":
		case first.Series.Value != c.want || !strings.Contains(why.Why, c.of) || why.Confidence != table.Guess ||
			len(u.Series) != 1:
			t.Errorf("%s: %s of %d is proposed (%s): %s", c.name, first.Series.Value, len(u.Series),
				why.Confidence, why.Why)
		case first.Series.Unit != "W" || unit.Confidence != table.Guess:
			t.Errorf("%s: %s (%s): %s", c.name, first.Series.Unit, unit.Confidence, unit.Why)
		}
	}
}
