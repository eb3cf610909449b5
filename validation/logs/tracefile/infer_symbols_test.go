package tracefile

import (
	"fmt"
	"strings"
	"testing"

	"green500/validation/power"
)

// The energy that an analyser integrates hid its power, and without it the volts came first.
func TestSymbolsOfAnalysers(t *testing.T) {
	for header, want := range map[string]string{
		"time,U,I,P":                  "P",
		"time,Urms_1,Irms_1,P_1,S_1":  "P_1",
		"time,U1,I1,P1,PSUM,LAMBDA":   "PSUM",
		"time,V,I,power factor,watts": "watts",
	} {
		u := understand(t, tableOf(header, 30, func(i int) string {
			cells := stampOf(i)
			for at := range strings.Count(header, ",") {
				cells += fmt.Sprintf(",%d.5", 230-40*at+i%7)
			}
			return cells
		}), ImportSettings{})
		if len(u.Series) == 0 || u.Series[0].Series.Value != want || u.Series[0].Series.Quantity != power.Power {
			t.Errorf("%s: %+v", header, u.Series)
		}
	}
	u := understand(t, tableOf("time,URMS,IRMS,P,S,WH", 30, func(i int) string {
		return fmt.Sprintf("%s,230.1,1.9%d,44%d.5,46%d.5,%d", stampOf(i), i%5, i%9, i%8, i)
	}), ImportSettings{})
	if len(u.Series) != 2 || u.Series[0].Series.Value != "WH" || u.Series[1].Series.Value != "P" {
		t.Errorf("energy beside: %+v", u.Series)
	}
	u = understand(t, tableOf("time,P,T", 30,
		func(i int) string { return fmt.Sprintf("%s,10%d.3,2%d.5", stampOf(i), i%7, i%5) }), ImportSettings{})
	if len(u.Series) != 2 {
		t.Errorf("pressure and temperature: %+v", u.Series)
	}
}
