package infer

import (
	"slices"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

// PresetSchema names the version of a saved preset.
const PresetSchema = "green500.preset/1"

// Preset is a set of import settings that a site saved under a name. It fits logs of the same format with
// the same columns.
type Preset struct {
	Schema  string               `json:"schema"`
	Name    string               `json:"name" doc:"What the site calls such logs"`
	Format  string               `json:"format" doc:"Format of the logs it is for"`
	Columns []string             `json:"columns" doc:"Columns of the logs it is for, in their order"`
	Series  table.ImportSettings `json:"series" doc:"How they are read"`
}

// NewPreset returns the import settings of a series of a log, under a name.
func NewPreset(name string, u *Understanding, s *power.Series) Preset {
	return Preset{Schema: PresetSchema, Name: name, Format: u.Format, Columns: u.names(), Series: table.ImportSettingsOf(s)}
}

// Fits reports whether a log is one that the preset was saved for.
func (p *Preset) Fits(u *Understanding) bool {
	return p.Format == u.Format && slices.Equal(p.Columns, u.names())
}

// Apply overwrites the import settings of a series with those of the preset.
func (p *Preset) Apply(s *power.Series) { p.Series.Apply(s) }

// Check returns power.InputErrors, which name no file, if the schema or a setting is not known.
func (p *Preset) Check() error {
	var problems power.InputErrors
	if p.Schema != PresetSchema {
		problems = append(problems, &power.InputError{Field: "schema", Problem: "is not the schema of a preset that this version reads", Remedy: "write " + PresetSchema})
	}
	for _, one := range p.Series.Choices() {
		if one.Value != "" && !slices.Contains(one.Allowed, one.Value) {
			problems = append(problems, &power.InputError{Field: "series." + one.Field, Problem: celltext.Quoted([]byte(one.Value)) + " is not known here", Remedy: "write one of " + celltext.Listed(one.Allowed)})
		}
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
