package tracefile

import (
	"time"

	"green500/validation/canonical"
	"green500/validation/power"
)

// Understanding is what is understood of a log, for a person to confirm or correct.
type Understanding struct {
	Format  string   // as people call it
	Packing []string // what it was packed in, the outermost first, as "gzip"
	Columns []Column
	Series  []Proposal // the likeliest first; at least one, unless no column holds readings
}

// Column is a column of a log.
type Column struct {
	Name     string
	Role     string     // time, reading, instrument or other
	Unit     power.Unit // of readings, where it is told or likely
	Examples []string   // the first cells
}

// Proposal is a series that could be read from a log. Subsystem, meter and file are for the person to say.
type Proposal struct {
	Series  power.Series
	Reasons []Reason // one for each field that was settled, and each that a person has to settle
}

// How sure a guess is.
const (
	Certain = "certain" // the file says so
	Likely  = "likely"
	Guess   = "guess"
	Open    = "open" // a person has to say
)

// Reason tells why a field of a series was settled so.
type Reason struct {
	Field string // of the series, as in the document
	Value string
	Sure  string
	Why   string
}

// Understand looks at a log and says what it is. zone is the zone the person says its times are in, or nil.
func Understand(in Input, zone *time.Location, scratch canonical.Scratch) (*Understanding, error) {
	opened, err := openInput(in, scratch)
	if err != nil {
		return nil, err
	}
	defer opened.close()
	u := &Understanding{Format: opened.format, Packing: opened.packing}
	for _, name := range opened.sheet.columns().names {
		u.Columns = append(u.Columns, Column{Name: name, Role: "other"})
	}
	return u, nil
}
