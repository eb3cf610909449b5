// This file owns the table of what a line of a list holds.

package store

import (
	"math"

	"green500/validation/power"
)

// wordField is where a line keeps words.
type wordField struct {
	name string
	at   func(*lineRow) *string
}

// numberField is where a line keeps a number.
type numberField struct {
	name string
	set  func(*lineRow, float64)
}

// wordFields and numberFields are together the one table of what a line says, as browsing holds it. Those that are columns of
// a list have their names.
func wordFields() []wordField {
	return []wordField{
		{"system", func(l *lineRow) *string { return &l.System }},
		{"computer", func(l *lineRow) *string { return &l.Computer }},
		{"site", func(l *lineRow) *string { return &l.Site }},
		{"country", func(l *lineRow) *string { return &l.Country }},
		{"vendor", func(l *lineRow) *string { return &l.Vendor }},
		{"segment", func(l *lineRow) *string { return &l.Segment }},
		{"accelerator", func(l *lineRow) *string { return &l.Accelerator }},
		{"processor", func(l *lineRow) *string { return &l.Processor }},
		{"interconnect", func(l *lineRow) *string { return &l.Interconnect }},
		{"operating_system", func(l *lineRow) *string { return &l.OperatingSystem }},
		{"power_source", func(l *lineRow) *string { return &l.PowerSource }},
	}
}

// searchedFields are those that are looked into for what somebody searches for.
func searchedFields() []string {
	return []string{"system", "computer", "site", "vendor", "accelerator", "processor"}
}

const (
	rankField     = "rank"
	unrankedField = "unranked"
)

func numberFields() []numberField {
	return []numberField{
		requiredNumber(rankField, func(l *lineRow) *int { return &l.Rank }),
		requiredNumber("system_id", func(l *lineRow) *int64 { return &l.SystemID }),
		optionalNumber("entry_id", func(l *lineRow) **int64 { return &l.EntryID }),
		optionalNumber("band_first", func(l *lineRow) **int { return &l.BandFirst }),
		optionalNumber("band_last", func(l *lineRow) **int { return &l.BandLast }),
		optionalNumber("year", func(l *lineRow) **int { return &l.Year }),
		optionalNumber("total_cores", func(l *lineRow) **int { return &l.TotalCores }),
		optionalNumber("accelerator_cores", func(l *lineRow) **int { return &l.AcceleratorCores }),
		optionalNumber("rmax", func(l *lineRow) **power.GFlops { return &l.Rmax }),
		optionalNumber("rpeak", func(l *lineRow) **power.GFlops { return &l.Rpeak }),
		optionalNumber("power", func(l *lineRow) **power.Watts { return &l.Power }),
		optionalNumber("power_uncertainty", func(l *lineRow) **float64 { return &l.PowerUncertainty }),
		optionalNumber("efficiency", func(l *lineRow) **float64 { return &l.Efficiency }),
		optionalNumber("uncertainty", func(l *lineRow) **float64 { return &l.Uncertainty }),
		optionalNumber("level", func(l *lineRow) **power.Level { return &l.Level }),
		optionalNumber("top500_rank", func(l *lineRow) **int { return &l.Top500Rank }),
		optionalNumber("efficiency_rank", func(l *lineRow) **int { return &l.EfficiencyRank }),
		optionalNumber("optimised_rmax", func(l *lineRow) **power.GFlops { return &l.OptimisedRmax }),
		optionalNumber("optimised_power", func(l *lineRow) **power.Watts { return &l.OptimisedPower }),
		optionalNumber("top500_system_id", func(l *lineRow) **int { return &l.Top500SystemID }),
		optionalNumber("top500_site_id", func(l *lineRow) **int { return &l.Top500SiteID }),
		{unrankedField, func(l *lineRow, n float64) { l.Unranked = n == yesNumber(true) }},
		{"optimised", func(l *lineRow, n float64) { l.Optimised = n == yesNumber(true) }},
	}
}

// requiredNumber is the field of a number that every line has.
func requiredNumber[N ~int | ~int64](name string, at func(*lineRow) *N) numberField {
	return numberField{name, func(l *lineRow, n float64) { *at(l) = N(n) }}
}

// optionalNumber is the field of a number that may be missing from a line; NaN if so.
func optionalNumber[N ~int | ~int64 | ~float64](name string, at func(*lineRow) **N) numberField {
	return numberField{name, func(l *lineRow, n float64) {
		if !math.IsNaN(n) {
			*at(l) = new(N(n))
		}
	}}
}

// columnNumber converts a number from the database to the form in listColumns.
func columnNumber(given any) float64 {
	switch n := given.(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	case bool:
		return yesNumber(n)
	}
	return math.NaN()
}

func yesNumber(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
