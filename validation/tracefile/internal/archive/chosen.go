package archive

import (
	"strings"

	"green500/validation/power"
)

// ChosenBy returns what series request of a column, nil if one does not say.
func ChosenBy(series []*power.Series, by string) []string {
	var chosen []string
	for _, s := range series {
		before := len(chosen)
		for column, names := range s.Where {
			if strings.EqualFold(column, by) {
				chosen = append(chosen, names...)
			}
		}
		if len(chosen) == before {
			return nil
		}
	}
	return chosen
}
