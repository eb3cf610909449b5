package infer

import (
	"slices"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

// RecipeSchema names the version of a recipe.
const RecipeSchema = "green500.recipe/1"

// Recipe is how a site's logs are to be read, as a person settled it once. Logs of the same format with
// the same columns are read by it again.
type Recipe struct {
	Schema  string        `json:"schema"`
	Name    string        `json:"name" doc:"What the site calls such logs"`
	Format  string        `json:"format" doc:"Format of the logs it is for"`
	Columns []string      `json:"columns" doc:"Columns of the logs it is for, in their order"`
	Series  table.Reading `json:"series" doc:"How they are read"`
}

// NewRecipe keeps how a series of a log is read.
func NewRecipe(name string, u *Understanding, s *power.Series) Recipe {
	return Recipe{Schema: RecipeSchema, Name: name, Format: u.Format, Columns: u.names(), Series: table.ReadingOf(s)}
}

// Fits reports whether a log is one that the recipe is for.
func (r *Recipe) Fits(u *Understanding) bool {
	return r.Format == u.Format && slices.Equal(r.Columns, u.names())
}

// Apply reads a series as the recipe says.
func (r *Recipe) Apply(s *power.Series) { r.Series.Apply(s) }

// Check refuses a recipe that says what no log can be read by. Its errors are power.InputErrors without
// a file.
func (r *Recipe) Check() error {
	var troubles power.InputErrors
	if r.Schema != RecipeSchema {
		troubles = append(troubles, &power.InputError{Field: "schema", Problem: "is not the schema of a recipe that this version reads", Remedy: "write " + RecipeSchema})
	}
	for _, one := range r.Series.Choices() {
		if one.Value != "" && !slices.Contains(one.Allowed, one.Value) {
			troubles = append(troubles, &power.InputError{Field: "series." + one.Field, Problem: celltext.Quoted([]byte(one.Value)) + " is not known here", Remedy: "write one of " + celltext.Listed(one.Allowed)})
		}
	}
	return troubles.OrNil()
}

func (u *Understanding) names() []string {
	names := make([]string, len(u.Columns))
	for i := range u.Columns {
		names[i] = u.Columns[i].Name
	}
	return names
}
