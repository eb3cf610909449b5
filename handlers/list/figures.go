package list

import (
	"fmt"
	"slices"

	"green500/store"
	"green500/validation/listing"
)

// seriesOf is what the lines of a kind of list are called where they are drawn.
func seriesOf(kind listing.Kind) string {
	return map[listing.Kind]string{listing.Graded: "graded here", listing.Green500: "Green500", listing.Top500: "TOP500"}[kind]
}

// publishedWhere says who published a list.
func publishedWhere(kind listing.Kind) string {
	if kind == listing.Graded {
		return "graded here"
	}
	return "elsewhere, not graded here"
}

// gradedWhere says in a sentence about a list who published it.
func gradedWhere(kind listing.Kind) string {
	if kind == listing.Graded {
		return "graded here"
	}
	return "published elsewhere, not graded here"
}

// sourceList names the list that a figure is drawn of.
func sourceList(list store.Catalogued) string {
	return fmt.Sprintf("Source: the list %s, %s.", list.Name, gradedWhere(list.Kind))
}

// stagesOf are the editions of lines, the oldest first.
func stagesOf(lines []listing.Row) []string {
	var editions []string
	for _, line := range lines {
		editions = append(editions, line.Edition)
	}
	slices.Sort(editions)
	return slices.Compact(editions)
}

// cellOf is what a line holds in a column; nothing where there is no such column.
func cellOf(line listing.Row, column string) listing.Cell {
	if column == "" {
		return listing.Cell{}
	}
	return line.Cell(column)
}

// shownIn is a cell in the unit in which its column is shown.
func shownIn(column listing.Column, cell listing.Cell) *float64 {
	if !cell.Known {
		return nil
	}
	return new(column.Shown(cell.Number))
}
