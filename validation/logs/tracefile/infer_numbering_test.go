package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
)

// The number of a row is no reading, though rows are missing, and though it is reset if one log was appended to
// another.
func TestNumbersOfRowsAreNoReadings(t *testing.T) {
	taken := []int{0, 2, 3, 7, 8, 9, 12, 13, 14, 20}
	for name, c := range map[string]struct {
		header string
		number func(i int) string
		value  string
	}{
		"without a name, filtered": {",time,value",
			func(i int) string { return fmt.Sprint(taken[i%10] + i/10*25) }, "value"},
		"without a name, appended": {",time,value",
			func(i int) string { return fmt.Sprint(i % 10) }, "value"},
		"without a name, filtered, appended": {",time,value",
			func(i int) string { return fmt.Sprint(taken[i%10]) }, "value"},
		"pandas": {"Unnamed: 0,time,value",
			func(i int) string { return fmt.Sprint(taken[i%10] + i/10*25) }, "value"},
		"by its name": {"row number,time,value",
			func(i int) string { return fmt.Sprint(taken[i%10] + i/10*25) }, "value"},
		"by one, whatever its name": {"n,time,value", func(i int) string { return fmt.Sprint(1 + i%10) }, "value"},
		"a meter": {"Line 1,time,value",
			func(i int) string { return fmt.Sprint(taken[i%10] + i/10*25) }, "Line 1"},
		"readings without a name": {",time,other%",
			func(i int) string { return fmt.Sprint(300 + taken[i*7%10]) }, "column 1"},
		"readings that begin below zero": {",time,other%",
			func(i int) string { return fmt.Sprint(3*i - 10) }, "column 1"},
		"readings that come again": {",time,other%", func(i int) string { return fmt.Sprint(300 + i/2*3) }, "column 1"},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf(c.header, 30, func(i int) string {
				return fmt.Sprintf("%s,%s,%g", c.number(i), stampOf(i), 141.5+float64(i*7%5))
			}), ImportSettings{})
			if len(u.Series) == 0 || u.Series[0].Series.Value != c.value {
				t.Errorf("%+v", u.Columns)
			}
		})
	}
}

// A header that comes again, if one log was appended to another, stands in no way of that.
func TestNumbersOfRowsBesideAHeaderThatComesAgain(t *testing.T) {
	log := tableOf(",time,value", 12, func(i int) string { return fmt.Sprintf("%d,%s,%d.5", i, stampOf(i), 140+i%3) })
	log += tableOf(",time,value", 12,
		func(i int) string { return fmt.Sprintf("%d,%s,%d.5", i, stampOf(i+20), 140+i%3) })
	u, err := Understand(Input{Name: "log.csv", At: strings.NewReader(log), Size: int64(len(log))}, ImportSettings{},
		nil, canonical.Memory)
	if err != nil || len(u.Series) != 1 || u.Series[0].Series.Value != "value" {
		t.Error(err, u)
	}
}
