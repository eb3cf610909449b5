// Package infer proposes the import settings of a log: the time, the readings, their unit, and what identifies meters.
// Each proposal has a reason.
package infer

import (
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
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

// Proposal is a series that could be read from a log. Subsystem, meter and file are for the person to say.
type Proposal struct {
	Series power.Series `json:"series"`
	// one for each field that was determined, or for each column of one, and for each that a person has to determine
	Reasons []Reason `json:"reasons"`
	Undated bool     `json:"-"` // the times are times of day, which begin on the day of an origin
}

// Reason states why a field of a series was determined so.
type Reason struct {
	// of the series, as in the document; "reading" is whether one is an average
	Field      string           `json:"field"`
	Value      string           `json:"value,omitempty"`
	Confidence table.Confidence `json:"sure"`
	Why        string           `json:"why"` // a sentence
}

// PresetSchema names the version of a saved preset.
const PresetSchema = "green500.preset/1"

// Preset is a set of import settings that a site saved under a name. It fits logs of the same format and columns.
type Preset struct {
	Schema  string               `json:"schema"`
	Name    string               `json:"name" doc:"What the site calls such logs"`
	Format  string               `json:"format" doc:"Format of the logs it is for"`
	Columns []string             `json:"columns" doc:"Columns of the logs it is for, in their order"`
	Series  power.ImportSettings `json:"series" doc:"How they are read"`
}

// NewPreset returns the import settings of a series of a log, under a name.
func NewPreset(name string, u *Understanding, s *power.Series) Preset {
	return Preset{Schema: PresetSchema, Name: name, Format: u.Format, Columns: u.names(), Series: s.ImportSettings()}
}

// Fits reports whether a log is one that the preset was saved for.
func (p *Preset) Fits(u *Understanding) bool {
	return p.Format == u.Format && slices.Equal(p.Columns, u.names())
}

// Check returns power.InputErrors, which name no file, if the schema or a setting is not known.
func (p *Preset) Check() error {
	var problems power.InputErrors
	if p.Schema != PresetSchema {
		problems = append(problems, &power.InputError{Field: "schema",
			Problem: "is not the schema of a preset that this version reads", Remedy: "write " + PresetSchema})
	}
	for _, s := range p.Series.Unknown() {
		problems = append(problems, &power.InputError{Field: "series." + s.Field(),
			Problem: quoted(s.In(&p.Series).String()) + " is not known here",
			Remedy:  "write one of " + celltext.Listed(strings.Fields(s.Words))})
	}
	return problems.OrNil()
}

func (u *Understanding) names() []string {
	names := make([]string, len(u.Columns))
	for i := range u.Columns {
		names[i] = u.Columns[i].Name
	}
	return names
}

func quoted(text string) string { return celltext.Quoted([]byte(text)) }

// If no column can hold readings, a person is asked for the right one only if there may be one.

// voltWords and ampereWords are of columns whose product may be power, factorWords of what that is multiplied by.
var (
	voltWords   = columnname.WordSet("volt volts voltage v vdc vac spannung spanning tension")
	ampereWords = columnname.WordSet("amp amps ampere amperes current a strom courant corriente")
	factorWords = columnname.WordSet("pf factor cos phi leistungsfaktor")
)

func (c *Column) numbered() bool {
	return len(c.Examples) > 0 && !slices.ContainsFunc(c.Examples,
		func(text string) bool { return table.PlainKind([]byte(text)) != table.Number })
}
