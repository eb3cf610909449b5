package handlers

import (
	"context"
	"net/url"
	"time"

	"green500/store"
	"green500/validation/citation"
)

// WorkOf is a listed entry as others cite it, and where it stands; address is the one of the server. It returns store.ErrNotFound for an
// entry that is on no list. Whether somebody may have it is told by store.EntryAccess.
func WorkOf(ctx context.Context, s *store.Store, address *url.URL, entry int64) (citation.Work, store.EntryListing, error) {
	on, err := s.EntryListing(ctx, entry)
	if err != nil {
		return citation.Work{}, on, err
	}
	waived, err := s.ListWaivers(ctx, []store.ListRow{on.Row}, *on.Edition.PublishedAt)
	if err != nil {
		return citation.Work{}, on, err
	}
	row, zone := on.Row, on.Edition.Location()
	work := citation.Work{
		Entry: entry, System: row.System, Site: row.Site, Country: row.Country, Edition: on.Edition.Name, Rank: row.Rank, Efficiency: row.Efficiency,
		Uncertainty: row.EfficiencyUncertainty, Rmax: row.Rmax, Power: row.Power, Level: row.Level, Methodology: string(on.Edition.Methodology), Waived: len(waived[entry]) > 0,
		ListHash: on.Hash, Address: address.JoinPath("entries", Text(entry)).String(), Released: on.Edition.ReleasedAt().In(zone), Errata: on.Moved, Since: StandsSince(on.Edition, on.Since),
	}
	if last := len(on.Errata) - 1; on.TakenOut && last >= 0 {
		work.TakenOut = on.Errata[last].MadeAt.In(zone)
	}
	return work, on, nil
}

// StandsSince is from when on everybody could read the present state of a list, in the zone of its edition: pages, files and citations
// show this day.
func StandsSince(edition store.Edition, since time.Time) time.Time {
	if released := edition.ReleasedAt(); since.Before(released) {
		since = released
	}
	return since.In(edition.Location())
}
