package handlers

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
)

// Deadline is the calendar of an edition for a page.
func (h *Base) Deadline(e store.Edition) templates.Deadline {
	zone := e.Location()
	return templates.Deadline{Edition: e.Name, Zone: e.Zone, Opens: e.OpensAt.In(zone), Closes: e.ClosesAt.In(zone), Grace: e.Grace, Now: h.Now()}
}

// Timing tells where an entry stands in the calendar of its edition.
func (h *Base) Timing(ctx context.Context, entry store.Entry) (templates.Timing, error) {
	leaves, err := h.Store.LeavesOf(ctx, entry)
	if err != nil {
		return templates.Timing{}, err
	}
	timing := templates.Timing{Deadline: h.Deadline(leaves.Edition), Phase: leaves.Phase}
	if leaves.Manifest != nil {
		timing.Committed = leaves.Manifest.CommittedAt.In(leaves.Edition.Location())
	}
	return timing, nil
}

// OpenEditions lists the editions that take entries now.
func (h *Base) OpenEditions(c echo.Context) ([]store.Edition, error) {
	editions, err := h.Store.Editions(c.Request().Context())
	return slices.DeleteFunc(editions, func(e store.Edition) bool { return !e.IsOpen(h.Now()) }), err
}

// EditionNames are what a form offers.
func EditionNames(editions []store.Edition) []string {
	var names []string
	for _, e := range editions {
		names = append(names, e.Name)
	}
	return names
}
