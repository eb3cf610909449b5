package listing

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/lists/published"
	"green500/validation/power"
)

// Unsure are the filters whose values Parse could not check, because only lists know which there are.
func (v View) Unsure() []Filter {
	return slices.DeleteFunc(slices.Clone(v.Filters),
		func(f Filter) bool { return f.Column.Sort != Choice || f.Column.Values() != nil })
}

// CheckChoices returns an error for each value of a filter that no list has; known are the values of lists by column.
// Every country of ISO 3166-1 is accepted, whether or not a list has it. The errors are power.InputErrors, with the
// parameter as field.
func (v View) CheckChoices(known map[string][]string) error {
	var wrong power.InputErrors
	for _, filter := range v.Unsure() {
		for _, value := range filter.Values {
			if slices.Contains(known[filter.Column.Name], value) ||
				filter.Column.Name == "country" && published.CountryName(value) != "" {
				continue
			}
			wrong = append(wrong, &power.InputError{
				Field: filter.Column.Name, Problem: fmt.Sprintf("there is no value %q", value),
				Remedy: choiceRemedy(filter.Column, value, known[filter.Column.Name]),
			})
		}
	}
	return wrong.OrNil()
}

// choiceRemedy says which value was probably meant.
func choiceRemedy(column Column, value string, known []string) string {
	if column.Name != "country" {
		return power.NameRemedy(value, known, fmt.Sprintf("a %s that a list has", strings.ToLower(column.Title)))
	}
	if published.CountryName(strings.ToUpper(value)) != "" {
		return fmt.Sprintf("did you mean %q?", strings.ToUpper(value))
	}
	if code, ok := published.CountryCode(value); ok {
		return fmt.Sprintf("did you mean %q?", code)
	}
	var all []string
	for _, country := range published.Countries() {
		all = append(all, country.Name)
	}
	if code, ok := published.CountryCode(power.NearestName(value, all)); ok {
		return fmt.Sprintf("did you mean %q?", code)
	}
	return "write an ISO 3166-1 code of two letters, such as DE"
}
