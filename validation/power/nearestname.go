package power

import (
	"fmt"
	"strings"
)

const mostListed = 12

// NearestName returns the name that differs from what was written in the fewest letters, upper or lower case; empty if
// none is near. Of names that are equally near it is the first.
func NearestName(written string, names []string) string {
	best, least := "", furthest(len([]rune(written)))+1
	for _, name := range names {
		if strings.EqualFold(written, name) {
			return name
		}
		if len(name)-len(written) >= least || len(written)-len(name) >= least {
			continue // their lengths alone differ by more
		}
		if d := EditDistance(strings.ToLower(written), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

func furthest(letters int) int {
	const short, few, part = 3, 2, 3
	switch {
	case letters < short:
		return 0
	case letters == short:
		return 1
	}
	return max(few, letters/part)
}

// NameRemedy says which name was probably meant, or which there are if they are few. what names them, such as "a column
// of /data".
func NameRemedy(written string, names []string, what string) string {
	switch nearest := NearestName(written, names); {
	case nearest != "":
		return fmt.Sprintf("did you mean %q?", nearest)
	case len(names) == 1:
		return "write " + names[0]
	case len(names) > 0 && len(names) <= mostListed:
		last := len(names) - 1
		return "choose " + strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return "choose " + what
}

// EditDistance counts the letters to insert, delete or replace.
func EditDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range from {
		previous := row[0]
		row[0] = i + 1
		for j := range to {
			cost := previous
			if from[i] != to[j] {
				cost = 1 + min(previous, row[j+1], row[j])
			}
			previous, row[j+1] = row[j+1], cost
		}
	}
	return row[len(to)]
}
