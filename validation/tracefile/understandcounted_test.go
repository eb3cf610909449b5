package tracefile

import (
	"fmt"
	"strings"
	"testing"
)

// Numbers that rise by one are readings where they are the only ones, which is a guess, unless they number the rows.
func TestNumbersThatRiseByOne(t *testing.T) {
	for name, c := range map[string]struct {
		line  func(i int) string
		value string
		sure  Sure
	}{
		"readings":                {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d", i, 500+i) }, "column 3", Guess},
		"readings behind a comma": {func(i int) string { return fmt.Sprintf("2026-06-03T10:00:%02d,%d", i, 500+i) }, "column 2", Guess},
		"readings behind a tab":   {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d\t%d", i, 500+i) }, "column 2", Guess},
		"readings behind blanks":  {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d    %d", i, 500+i) }, "column 3", Guess},
		"others":                  {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d", i, 500+i%9) }, "column 3", Likely},
		"with a unit":             {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d.123 %d.5 W", i, 500+i) }, "column 3", Likely},
		"beside others":           {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d %d", i, 500+i, 300+i%9) }, "column 4", Likely},
		"of rows":                 {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d %d", i, 1+i) }, "", ""},
		"of jobs":                 {func(i int) string { return fmt.Sprintf("2026-06-03 10:00:%02d n%d", i, 500+i) }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			for i := range 30 {
				log.WriteString(c.line(i) + "\n")
			}
			u := understand(t, log.String(), Reading{})
			if c.value == "" {
				if len(u.Series) > 0 {
					t.Errorf("%+v", u.Series)
				}
				return
			}
			if len(u.Series) != 1 {
				t.Fatalf("%+v", u.Columns)
			}
			if of, _ := u.Series[0].Reason("value"); of.Value != c.value || of.Sure != c.sure {
				t.Errorf("%+v", of)
			}
		})
	}
}
