package infer

import (
	"green500/validation/power"
	"green500/validation/tracefile/internal/table"
)

// Understanding is what is understood of a log, for a person to confirm or correct.
type Understanding struct {
	Format  string     `json:"format"`  // as people call it
	Packing []string   `json:"packing"` // what it was packed in, the outermost first, as "gzip"
	Columns []Column   `json:"columns"`
	Series  []Proposal `json:"series"` // the likeliest first; none if no column can hold readings
	Rows    int        `json:"rows"`   // rows that were looked at
	Whole   bool       `json:"whole"`  // these are all rows of the log
}

// Column is a column of a log.
type Column struct {
	Name     string     `json:"name"`
	Role     Role       `json:"role"`
	Unit     power.Unit `json:"unit,omitempty"` // of readings, if it is stated or likely
	Examples []string   `json:"examples"`       // the first different cells
}

// Role is what a column is for.
type Role string

// The roles of columns.
const (
	TimeRole    Role = "time"
	ReadingRole Role = "reading"
	MeterRole   Role = "instrument"
	OtherRole   Role = "other"
)

// Proposal is a series that could be read from a log. Subsystem, meter and file are for the person to
// say.
type Proposal struct {
	Series  power.Series `json:"series"`
	Reasons []Reason     `json:"reasons"` // one for each field that was determined, or for each column of one, and for each that a person has to determine
	Undated bool         `json:"-"`       // the times are times of day, which begin on the day of an origin
}

// Reason states why a field of a series was determined so.
type Reason struct {
	Field      string           `json:"field"` // of the series, as in the document; "reading" is whether one is an average
	Value      string           `json:"value,omitempty"`
	Confidence table.Confidence `json:"sure"`
	Why        string           `json:"why"` // a sentence
}
