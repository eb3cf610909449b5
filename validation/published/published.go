// Package published reads efficiency and performance lists as others published them: the Green500 and the
// TOP500, as the spreadsheets and text files their editions were handed out in. Bytes go in and rows come
// out. Values of a list are stored unchanged: nothing is corrected, and what cannot be read is reported.
package published

import "green500/validation/power"

// Kind says which list a file is.
type Kind string

// The lists that are read.
const (
	Green500 Kind = "green500" // ranked by efficiency
	Top500   Kind = "top500"   // ranked by performance
)

// String is the name that the list goes by.
func (k Kind) String() string {
	switch k {
	case Green500:
		return "Green500"
	case Top500:
		return "TOP500"
	}
	return "unknown list"
}

// Source says what a file is. The name is what the person called it, such as "green500_top_202406.xlsx".
// Kind and Edition are empty if the name and the columns decide.
type Source struct {
	Name    string
	Kind    Kind
	Edition string // year and month, such as "2024-06"
}

// List is one edition of a list as it was published.
type List struct {
	Kind     Kind
	Edition  string // year and month, such as "2024-06"
	Rows     []Row  // in the order of the sheet
	Warnings []Warning
}

// Row is what a list says of one system. What it does not say is zero, empty or nil.
type Row struct {
	Line             int // in the sheet; 1 is the first
	Rank             int // in this list; systems that tie may share it
	Top500Rank       int // in the TOP500 of the same edition
	Name             string
	Computer         string
	Site             string
	Manufacturer     string
	Country          string // as written; CountryCode is its code
	Year             int    // of installation
	Segment          string
	TotalCores       int
	AcceleratorCores int
	Accelerator      string
	Processor        string
	Interconnect     string
	OperatingSystem  string
	Rmax             power.GFlops
	Rpeak            power.GFlops
	Nmax             int
	Power            *power.Watts
	Efficiency       *float64    // GFlops/W, as listed
	PowerSource      string      // as written: "Submitted", "Derived", "Optimized"; before 2017 "Submission", "Top500"
	Level            power.Level // 0 where none is said
	MeasuredCores    int
	OptimizedRmax    *power.GFlops // of a run that was optimised for power
	OptimizedPower   *power.Watts  // of the same run
	SystemID         int           // in the TOP500's own numbering
	SiteID           int           // in the TOP500's own numbering
}

// Recomputed returns Rmax over power in GFlops/W; ok is false where the list lacks one of them.
func (r Row) Recomputed() (efficiency float64, ok bool) {
	if r.Power == nil || r.Rmax <= 0 {
		return 0, false
	}
	return r.Rmax.PerWatt(*r.Power), true
}
