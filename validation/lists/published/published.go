// Package published reads the lists of the Green500 and the TOP500 from the spreadsheets and text files of their
// editions. It stores values unchanged, and reports values that it cannot read.
package published

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"green500/validation/power"
)

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

// Source says what a file is and is called. Without Kind or Edition the name and the columns decide.
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
	Line                                                  int // in the sheet; 1 is the first
	Rank                                                  int // in this list; systems that tie may share it
	Top500Rank                                            int // in the TOP500 of the same edition
	Name, Computer, Site, Manufacturer                    string
	Country                                               string // as written; CountryCode is its code
	Year                                                  int    // of installation
	Segment                                               string
	TotalCores, AcceleratorCores                          int
	Accelerator, Processor, Interconnect, OperatingSystem string
	Rmax, Rpeak                                           power.GFlops
	Nmax                                                  int
	Power                                                 *power.Watts
	Efficiency                                            *float64 // GFlops/W, as listed
	// as written: "Submitted", "Derived", "Optimized"; before 2017 "Submission", "Top500"
	PowerSource    string
	Level          power.Level // 0 if none is said
	MeasuredCores  int
	OptimizedRmax  *power.GFlops // of a run that was optimised for power
	OptimizedPower *power.Watts  // of the same run
	SystemID       int           // in the TOP500's own numbering
	SiteID         int           // in the TOP500's own numbering
}

// Recomputed returns Rmax over power in GFlops/W; ok is false if the list lacks one of them.
func (r Row) Recomputed() (efficiency float64, ok bool) {
	if r.Power == nil || r.Rmax <= 0 {
		return 0, false
	}
	return r.Rmax.PerWatt(*r.Power), true
}

// Read reads one edition of a list: an Excel workbook of either kind, or a text with separators. The file
// is recognised by its content, whatever its name ends with; of a workbook the first sheet is read. A problem of
// the file as a whole is a *power.InputError; a problem of a column or a cell is a warning.
func Read(source Source, data []byte) (*List, error) {
	if err := source.check(); err != nil {
		return nil, err
	}
	s, err := openSheet(source.Name, data)
	if err != nil {
		return nil, err
	}
	header, err := s.header()
	if err != nil {
		return nil, err
	}
	if err := header.alone(source.Name); err != nil {
		return nil, err
	}
	list := &List{Warnings: append(s.remarks, source.shapedOtherwise(header)...)}
	if list.Kind, err = source.kind(header); err != nil {
		return nil, err
	}
	if list.Edition, err = source.edition(); err != nil {
		return nil, err
	}
	columns, err := list.place(source.Name, header, s.below(header))
	if err != nil {
		return nil, err
	}
	list.readRows(columns, len(header.cells), s.below(header))
	if len(list.Rows) == 0 {
		return nil, &power.InputError{File: source.Name, Line: header.number,
			Problem: "there are no systems below the column names", Remedy: "save the sheet again with its rows"}
	}
	return list, nil
}

// editions are published in June and November.
var (
	editionForm   = regexp.MustCompile(`^(?:19|20)\d\d-(?:06|11)$`)
	editionInName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)[-_.]?(06|11)(?:\D|$)`)
)

func (s Source) check() error {
	if s.Edition != "" && !editionForm.MatchString(s.Edition) {
		return &power.InputError{File: s.Name, Field: "edition", Problem: fmt.Sprintf("%q is not an edition",
			s.Edition), Remedy: `write year and month, such as "2024-06" or "2024-11"`}
	}
	if s.Kind != "" && s.Kind != Green500 && s.Kind != Top500 {
		return &power.InputError{File: s.Name, Field: "kind", Problem: fmt.Sprintf("%q is not a supported list",
			s.Kind), Remedy: fmt.Sprintf("write %q or %q", Green500, Top500)}
	}
	return nil
}

func (s Source) kind(header line) (Kind, error) {
	if s.Kind != "" {
		return s.Kind, nil
	}
	named, shaped := kindOfName(s.Name), kindOfColumns(header)
	switch {
	case named == "" && shaped == "":
		return "", &power.InputError{File: s.Name, Problem: "neither the file name nor the columns show which " +
			"list this is", Remedy: "state whether it is a Green500 or a TOP500 list"}
	case named != "" && shaped != "" && named != shaped:
		return "", &power.InputError{File: s.Name, Problem: fmt.Sprintf("the file name says %s, "+
			"but the columns are those of a %s list", named, shaped), Remedy: "state which of them it is"}
	case named != "":
		return named, nil
	}
	return shaped, nil
}

func kindOfName(name string) Kind {
	base := strings.ToLower(path.Base(name))
	green, top := strings.Contains(base, "green500"), strings.Contains(base, "top500")
	switch {
	case green && !top:
		return Green500
	case top && !green:
		return Top500
	}
	return ""
}

// kindOfColumns recognises a list by columns that only one of the two has in any edition.
func kindOfColumns(header line) Kind {
	for _, cell := range header.cells {
		if kind := onlyIn[normal(cell)]; kind != "" {
			return kind
		}
	}
	return ""
}

func (s Source) shapedOtherwise(header line) []Warning {
	shaped := kindOfColumns(header)
	if s.Kind == "" || shaped == "" || shaped == s.Kind {
		return nil
	}
	return []Warning{{Line: header.number,
		Problem: fmt.Sprintf("the columns are those of a %s list, but it is read as %s", shaped, s.Kind)}}
}

func (s Source) edition() (string, error) {
	if s.Edition != "" {
		return s.Edition, nil
	}
	if m := editionInName.FindStringSubmatch(path.Base(s.Name)); m != nil {
		return m[1] + "-" + m[2], nil
	}
	return "", &power.InputError{File: s.Name, Problem: "the file name does not state the edition",
		Remedy: `state its year and month, such as "2024-06"`}
}

// Version grows with every change after which a file may give other rows: it is then read again.
const Version = 3
