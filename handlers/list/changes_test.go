package list

import (
	"testing"
	"time"
	_ "time/tzdata"

	"green500/handlers"
	"green500/store/editions"
	"green500/store/lists"
	"green500/validation/lists/citation"
)

// TestDatesAreThoseOfTheEdition: a list, its states, its errata and the citations of its entries have the days of the
// zone of the edition, also if UTC has another day.
func TestDatesAreThoseOfTheEdition(t *testing.T) {
	published, embargo, corrected := time.Date(2026, 5, 20, 1, 0, 0, 0, time.UTC),
		time.Date(2026, 6, 1, 3, 0, 0, 0, time.UTC), time.Date(2026, 7, 1, 3, 0, 0, 0, time.UTC)
	list := lists.PublishedList{Edition: editions.Edition{Name: "2026-06", Zone: "America/New_York",
		PublishedAt: &published, Embargo: &embargo}, Since: published}
	erratum := lists.Erratum{Number: 1, MadeAt: corrected}
	zone := list.Edition.Location()
	if zone == time.UTC {
		t.Fatal("the zone of the edition is not known")
	}
	work := citation.Work{Released: list.Edition.ReleasedAt().In(zone)}
	stands := list
	stands.Errata, stands.Since = []lists.Erratum{erratum}, corrected
	for name, at := range map[string]time.Time{
		"the list as released": handlers.StandsSince(list.Edition, list.Since), "its state": listState(list).Since,
		"the first state": listStates(stands)[0].Since, "the citation": work.Released,
	} {
		if got := at.Format(time.DateOnly); got != "2026-05-31" {
			t.Errorf("%s is of %s", name, got)
		}
	}
	for name, at := range map[string]time.Time{
		"the corrected list": handlers.StandsSince(stands.Edition, stands.Since), "its state": listState(stands).Since,
		"the second state": listStates(stands)[1].Since, "the erratum": ShownErratum(erratum, zone).MadeAt,
	} {
		if got := at.Format(time.DateOnly); got != "2026-06-30" {
			t.Errorf("%s is of %s", name, got)
		}
	}
	if got := stateOf(stands); got != "erratum-1-of-2026-06-30" {
		t.Errorf("a download is named %s", got)
	}
}
