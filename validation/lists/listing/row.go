// Package listing has the columns, views and ranks of a published list, and the bands of ranks that the uncertainties
// cannot separate. It does not know where lists are stored.
package listing

import (
	"cmp"
	"math"
	"strconv"

	"green500/validation/power"
)

// Kind says who published a list.
type Kind string

// Kinds of lists.
const (
	Graded   Kind = "graded"   // graded and published here
	Green500 Kind = "green500" // published elsewhere, ranked by efficiency
	Top500   Kind = "top500"   // published elsewhere, ranked by Rmax
)

// Row is a line of a published list. What is not known is nil, or empty if it is text.
type Row struct {
	List    string // its name, as addresses have it
	Kind    Kind
	Edition string
	// by efficiency, see Compare; by Rmax, as published, in a list of the TOP500. If Unranked, only the place
	Rank             int
	Unranked         bool // graded here, and no level was granted
	BandFirst        *int
	BandLast         *int
	SystemID         int64
	EntryID          int64 // 0 if it was not graded here
	System           string
	Computer         string
	Site             string
	Country          string // code of two letters
	Vendor           string
	Year             *int
	Segment          string
	TotalCores       *int
	AcceleratorCores *int
	Accelerator      string
	Processor        string
	Interconnect     string
	OperatingSystem  string
	Rmax             *power.GFlops
	Rpeak            *power.GFlops
	Power            *power.Watts
	PowerUncertainty *float64 // half width, W
	PowerSource      string   // as the list says it
	Efficiency       *float64 // GFlops/W, as the list says it; Rmax over power if it says none
	Uncertainty      *float64 // half width, GFlops/W
	Level            *power.Level
	Top500Rank       *int
	EfficiencyRank   *int // in its list by the listed efficiency; equal efficiencies share a rank
	Optimised        bool // the run was tuned for power and is not that of the TOP500
	OptimisedRmax    *power.GFlops
	OptimisedPower   *power.Watts
	Top500SystemID   *int   // in the TOP500's own numbering
	Top500SiteID     *int   // likewise
	SystemKey        string // identifier of the machine that does not depend on the order of imports
}

// WithoutRank explains the dash in place of a rank.
const WithoutRank = "no level granted: listed without a rank"

// Ranked returns the rank; nil without one.
func (r Row) Ranked() *int {
	if r.Unranked {
		return nil
	}
	return &r.Rank
}

// RankWords is the rank for people.
func (r Row) RankWords() string {
	if r.Unranked {
		return RankWords(0)
	}
	return RankWords(r.Rank)
}

// RankWords is a rank for people, as "rank 3"; WithoutRank for 0.
func RankWords(rank int) string {
	if rank == 0 {
		return WithoutRank
	}
	return "rank " + strconv.Itoa(rank)
}

// Compare puts the more efficient first, by the unrounded figure; then the faster, then the better placed in the
// TOP500. Those without an efficiency come after all that have one.
func Compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(orLeast(b.Efficiency), orLeast(a.Efficiency)),
		cmp.Compare(orLeast(b.Rmax), orLeast(a.Rmax)),
		cmp.Compare(orLast(a.Top500Rank), orLast(b.Top500Rank)),
	)
}

// agreement is how far two figures of an efficiency may differ, as a part of the second: lists round.
const agreement = 0.005

// OfOptimisedRun reports whether the efficiency of the row is that of a run that was tuned for power. Its Rmax and
// power may be those of another run: lists that were published elsewhere show both.
func (r Row) OfOptimisedRun() bool {
	if !r.Optimised || r.Efficiency == nil {
		return false
	}
	if r.OptimisedRmax == nil && r.OptimisedPower == nil {
		return true // the list states no other run
	}
	for _, run := range []struct {
		rmax  *power.GFlops
		power *power.Watts
	}{{r.OptimisedRmax, r.OptimisedPower}, {r.OptimisedRmax, r.Power}, {r.Rmax, r.OptimisedPower}} {
		if run.rmax == nil || run.power == nil || *run.power <= 0 {
			continue
		}
		if of := run.rmax.PerWatt(*run.power); math.Abs(*r.Efficiency-of) <= agreement*of {
			return true
		}
	}
	return false
}

// OfAnotherRun reports whether the efficiency of the row is that of an optimised run, while the Rmax or the power
// beside it are of another run.
func (r Row) OfAnotherRun() bool { return r.OfOptimisedRun() && !r.agrees() }

// Disagrees reports whether the efficiency of the row is not Rmax over power, and no optimised run explains it.
func (r Row) Disagrees() bool {
	return r.Efficiency != nil && r.Rmax != nil && r.Power != nil && !r.agrees() && !r.OfOptimisedRun()
}

func (r Row) agrees() bool {
	if r.Efficiency == nil || r.Rmax == nil || r.Power == nil || *r.Power <= 0 {
		return false
	}
	of := r.Rmax.PerWatt(*r.Power)
	return math.Abs(*r.Efficiency-of) <= agreement*of
}

func orLeast[N ~float64](n *N) float64 {
	if n == nil {
		return math.Inf(-1)
	}
	return float64(*n)
}

func orLast(rank *int) int {
	if rank == nil {
		return math.MaxInt
	}
	return *rank
}
