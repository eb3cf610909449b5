package rehearsal

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"green500/validation/lists/export"
)

// CSV writes entries as a table for spreadsheets: RFC 4180, one row an entry.
type CSV struct{ out *csv.Writer }

// NewCSV returns a writer that has written the row of names. It fails if w does.
func NewCSV(w io.Writer) (*CSV, error) {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	err := out.Write([]string{
		"entry", "system", "site", "list_edition", "state", "revision", "methodology", "rules_changed", "change",
		"level_then", "level_now", "power_w_then", "power_w_now", "gflops_per_watt_then", "gflops_per_watt_now",
		"gflops_per_watt_change", "rank_then", "rank_now", "failing", "cleared", "error",
	})
	return &CSV{out}, err
}

// partDecimals are the decimals of a part: what is less than a ten-thousandth of a percent is nothing.
const partDecimals = 6

// Write writes the row of an entry; what is not known is an empty cell. It fails if the writer does.
func (c *CSV) Write(e Entry) error {
	then, now := e.Then.cells(), e.Now.cells()
	change := ""
	if part, known := e.EfficiencyChange(); known {
		change = strconv.FormatFloat(part, 'f', partDecimals, 64)
	}
	return c.out.Write([]string{
		strconv.FormatInt(e.ID, 10), export.Harmless(e.System), export.Harmless(e.Site), e.Edition, string(e.State),
		strconv.Itoa(e.Revision), export.Harmless(string(e.Methodology)), strconv.FormatBool(e.RulesChanged),
		string(e.Change()), then.level, now.level,
		then.power, now.power, then.efficiency, now.efficiency, change, then.rank, now.rank,
		strings.Join(e.Failing, " "), strings.Join(e.Cleared, " "), export.Harmless(e.Problem),
	})
}

// Flush passes on what was written so far. It fails if the writer does.
func (c *CSV) Flush() error {
	c.out.Flush()
	return c.out.Error()
}

type cells struct{ level, power, efficiency, rank string }

func (v *Verdict) cells() cells {
	if v == nil {
		return cells{}
	}
	c := cells{level: strconv.Itoa(int(v.Level))}
	if v.Power > 0 {
		c.power = figure(float64(v.Power))
	}
	if v.Efficiency > 0 {
		c.efficiency = figure(v.Efficiency)
	}
	if v.Rank > 0 {
		c.rank = strconv.Itoa(v.Rank)
	}
	return c
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
