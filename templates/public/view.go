// Package public draws the front page, the index of lists, inconsistent entries, and the short pages about taking part.
package public

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"time"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lists/listing"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Server is who runs the server, and on which terms it publishes. Any of it may be empty.
type Server struct {
	Operator string
	Contact  string
	Licence  string // address of the licence of the data
}

const ccBy = "https://creativecommons.org/licenses/by/4.0/"

func (s Server) licenceName() string {
	if s.Licence == ccBy {
		return "Creative Commons Attribution 4.0 International (CC BY 4.0)"
	}
	return s.Licence
}

// Next is the next deadline.
type Next struct {
	templates.Deadline // its edition is empty if none is planned
	Open               bool
}

// left says how long submissions are accepted, never more than it is. It changes on the hour.
func (n Next) left() string {
	const day = 24 * time.Hour
	switch left := n.Closes.Sub(n.Now); {
	case left >= 2*day:
		return templates.Plural(int(left/day), "day", "days") + " left"
	case left >= time.Hour:
		return templates.Plural(int(left/time.Hour), "hour", "hours") + " left"
	}
	return "less than an hour left"
}

func rowName(row listing.Row) string {
	if row.System != "" {
		return row.System
	}
	return "A system at " + row.Site
}

// spread is a scale from the least to the greatest efficiency of entries, with their uncertainties.
type spread struct{ low, high float64 }

// The drawing of an efficiency with its uncertainty, in its own units.
const (
	spreadWidth  = 140.0
	spreadHeight = 16.0
	spreadEdge   = 5.0
)

func spreadOf(rows []listing.Row) spread {
	s := spread{math.Inf(1), math.Inf(-1)}
	for _, row := range rows {
		if row.Efficiency == nil {
			continue
		}
		half := 0.0
		if row.Uncertainty != nil {
			half = *row.Uncertainty
		}
		s.low, s.high = min(s.low, *row.Efficiency-half), max(s.high, *row.Efficiency+half)
	}
	return s
}

func (s spread) at(v float64) float64 {
	if s.high <= s.low {
		return spreadWidth / 2
	}
	return spreadEdge + (v-s.low)/(s.high-s.low)*(spreadWidth-2*spreadEdge)
}

func (s spread) bar(row listing.Row) string {
	if row.Efficiency == nil || row.Uncertainty == nil {
		return ""
	}
	const middle, serif = spreadHeight / 2, 3.0
	from, to := chart.Coordinate(s.at(*row.Efficiency-*row.Uncertainty)),
		chart.Coordinate(s.at(*row.Efficiency+*row.Uncertainty))
	top, bottom := chart.Coordinate(middle-serif), chart.Coordinate(middle+serif)
	return "M" + from + " " + chart.Coordinate(middle) + "H" + to + "M" + from + " " + top + "V" + bottom + "M" + to +
		" " + top + "V" + bottom
}

func bandWords(row listing.Row) string {
	if row.BandFirst == nil || *row.BandFirst == *row.BandLast {
		return ""
	}
	return strconv.Itoa(*row.BandFirst) + "–" + strconv.Itoa(*row.BandLast)
}

// YearOfLists are the lists of a year.
type YearOfLists struct {
	Year  string
	Lists []IndexedList
}

// IndexedList is a list in the index.
type IndexedList struct {
	Name     string
	Kind     listing.Kind
	Edition  string
	Entries  int
	Powered  int // with a power or an efficiency
	Levels   map[power.Level]int
	Released time.Time // zero if it was published elsewhere
}

func (l IndexedList) unstated() int {
	n := l.Entries
	for _, count := range l.Levels {
		n -= count
	}
	return n
}

func levelsDown() []power.Level {
	levels := slices.Clone(power.Levels())
	slices.Reverse(levels)
	return levels
}

func mailto(address string) string { return (&url.URL{Scheme: "mailto", Opaque: address}).String() }

type need struct {
	name string
	of   func(methodology.Limits) string
}

func needs() []need {
	return []need{
		{"Compute nodes measured", computeWords},
		{"Other subsystems", func(l methodology.Limits) string {
			if l.Compute.Whole {
				return "all of each"
			}
			return "at least " + templates.InPercent(l.SubsystemFraction) + " of each that is measured"
		}},
		{"Core phase",
			func(l methodology.Limits) string { return "all of it, at least " + templates.Lasting(l.CoreMinimum) }},
		{"Meter error", func(l methodology.Limits) string { return "at most " + templates.InPercent(l.Accuracy) }},
		{"Idle power", func(l methodology.Limits) string {
			if l.IdleMeasurements == 0 {
				return "not required"
			}
			return "measured"
		}},
	}
}

func computeWords(l methodology.Limits) string {
	c := l.Compute
	if c.Whole {
		return "all"
	}
	words := fmt.Sprintf("at least %s, %s kW and %s", templates.InPercent(c.Fraction), templates.KilowattWords(c.Power),
		templates.Plural(c.Nodes, "node", "nodes"))
	if c.EnoughPower > 0 {
		words += fmt.Sprintf("; or %s kW", templates.KilowattWords(c.EnoughPower))
	}
	return words + "; or all"
}
