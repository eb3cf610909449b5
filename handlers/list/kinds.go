package list

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"green500/store"
	"green500/templates/chart"
	"green500/validation/listing"
	"green500/validation/power"
	"green500/validation/published"
)

// Texts of what is left of a whole.
const (
	notStated = "not stated"
	others    = "others"
)

// mostKinds are the values of a kind that have a colour of their own on all pages.
const mostKinds = 5

// kind is what systems are divided by: countries, vendors, or generations of accelerators. A value has the same colour on all pages: its
// place in the order of how often all lists have it.
type kind struct {
	column string
	value  func(listed string) string // what a list states, as the kind counts it
	order  []string
}

// kindOf reads the order of a kind.
func (h *Handlers) kindOf(ctx context.Context, column string) (kind, error) {
	of := kind{column: column, value: func(listed string) string { return listed }}
	if column == "accelerator" {
		of.value = listing.KnownGenerations().Of
	}
	counts := map[string]int{}
	for _, scope := range []store.Scope{{}, {Top500: true}} {
		shares, err := h.Store.Shares(ctx, scope, column)
		if err != nil {
			return of, err
		}
		for _, share := range shares {
			counts[of.value(share.Value)] += share.Count
		}
	}
	for _, whole := range []string{"", listing.NoAccelerator} {
		delete(counts, whole)
	}
	of.order = slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return of, nil
}

// ink is the colour of a value.
func (k kind) ink(value string) string {
	if value == "" || value == listing.NoAccelerator {
		return chart.UnsaidInk
	}
	return chart.KindInk(slices.Index(k.order, value))
}

// name is a value for people.
func (k kind) name(value string) string {
	if value == "" {
		return notStated
	}
	if k.column == "country" {
		if name := published.CountryName(value); name != "" {
			return name
		}
	}
	return value
}

// of is the value of a line.
func (k kind) of(line listing.Row) string { return k.value(line.Cell(k.column).Text) }

// levelShare is a level with its text and colour.
type levelShare struct{ value, name, ink string }

// levelShares are the levels, the highest first; the last is of lines that state none.
func levelShares() []levelShare {
	var all []levelShare
	for _, level := range []power.Level{3, 2, 1, 0} {
		all = append(all, levelShare{strconv.Itoa(int(level)), level.String(), chart.GradeInk(int(level))})
	}
	return append(all, levelShare{"", notStated, chart.UnsaidInk})
}
