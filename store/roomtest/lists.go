package roomtest

import (
	"fmt"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	foreign "green500/validation/lists/published"
	"green500/validation/power"
	"green500/validation/review"
)

// Embargoed publishes a list of two that is not for everybody for another day.
func (r *Room) Embargoed() (until time.Time) {
	r.T.Helper()
	until = Closes.Add(30 * 24 * time.Hour)
	change := editions.Edition{Name: Edition, OpensAt: Opens, ClosesAt: Closes, Embargo: &until}
	if _, err := r.Editions.Change(r.T.Context(), change, r.Editor); err != nil {
		r.T.Fatal(err)
	}
	r.Accepted(r.Submitter, Summary())
	r.Accepted(r.Other, Summary())
	r.Clock.Set(until.Add(-24 * time.Hour))
	r.Publish()
	return until
}

// Correct corrects the published list.
func (r *Room) Correct(c lists.Correction) lists.Effect {
	r.T.Helper()
	effect, err := r.Lists.Correct(r.T.Context(), Edition, c, r.Editor)
	if err != nil {
		r.T.Fatal(err)
	}
	return effect
}

// AsOf is the published list at a time.
func (r *Room) AsOf(as lists.AsOf) lists.PublishedList {
	r.T.Helper()
	list, err := r.Lists.PublishedList(r.T.Context(), Edition, accounts.User{}, as)
	if err != nil {
		r.T.Fatal(err)
	}
	return list
}

// Import is a list that was published elsewhere.
func Import(kind foreign.Kind, edition string, rows ...foreign.Row) lists.Import {
	for i := range rows {
		rows[i].Line = i + 2
	}
	list := &foreign.List{Kind: kind, Edition: edition, Rows: rows}
	return lists.Import{List: list, Source: string(kind) + "_" + edition + ".csv",
		Digest: fmt.Sprintf("digest %+v", rows)}
}

// ForeignRow is a line of one: TFlop/s, and kW if there is power.
func ForeignRow(rank, id int, name string, teraflops, kilowatts float64) foreign.Row {
	row := foreign.Row{
		Rank: rank, Top500Rank: rank, Name: name, Computer: "Rack 1", Site: "Example Hall", Manufacturer: "Maker",
		Country: "Germany", Year: 2015,
		TotalCores: 1000, Rmax: power.GFlops(1000 * teraflops), SystemID: id,
	}
	if kilowatts > 0 {
		row.Power = new(power.Watts(1000 * kilowatts))
	}
	return row
}

// Imported imports a list.
func (r *Room) Imported(from lists.Import) lists.Imported {
	r.T.Helper()
	done, err := r.Lists.Import(r.T.Context(), from)
	if err != nil {
		r.T.Fatal(err)
	}
	return done
}

// Publish publishes the edition.
func (r *Room) Publish() editions.Edition {
	r.T.Helper()
	published, err := r.Lists.PublishEdition(r.T.Context(), Edition, r.Editor, review.Outstanding.Anyway)
	if err != nil {
		r.T.Fatal(err)
	}
	return published
}

// List are the rows of the published list.
func (r *Room) List() []lists.ListRow {
	r.T.Helper()
	return r.AsOf(lists.AsOf{}).Rows
}
