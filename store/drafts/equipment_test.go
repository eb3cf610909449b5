package drafts_test

import (
	"errors"
	"slices"
	"testing"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/roomtest"
	"green500/validation/document"
)

func (r *room) libraryOf(user accounts.User) []string {
	r.T.Helper()
	parts, err := r.Drafts.Equipment(r.T.Context(), user.ID)
	if err != nil {
		r.T.Fatal(err)
	}
	var names []string
	for _, part := range parts {
		names = append(names, part.SiteName+":"+part.Name)
	}
	return names
}

func TestLibraryBelongsToAPersonOrASite(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Site("Centre", r.Submitter, r.Other)
		r.Keep(r.Submitter, 0, roomtest.MeterPart(t, "mine", ""))
		r.Keep(r.Submitter, site, roomtest.MeterPart(t, "ours", ""))
		shared := r.Keep(r.Other, site, roomtest.MeterPart(t, "theirs", ""))
		if got := r.libraryOf(r.Submitter); !slices.Equal(got, []string{":mine", "Centre:ours", "Centre:theirs"}) {
			t.Errorf("the keeper of the site sees %v", got)
		}
		if got := r.libraryOf(r.Other); !slices.Equal(got, []string{"Centre:ours", "Centre:theirs"}) {
			t.Errorf("the member sees %v", got)
		}
		if got := r.libraryOf(r.Second); len(got) != 0 {
			t.Errorf("a stranger sees %v", got)
		}
		_, err := r.Drafts.KeptPart(t.Context(), r.Second.ID, shared.ID)
		roomtest.WantNotFound(t, err)
		_, err = r.Drafts.ChangePart(t.Context(), r.Second, shared.ID, shared.Version,
			roomtest.MeterPart(t, "stolen", ""))
		roomtest.WantNotFound(t, err)
		roomtest.WantNotFound(t, r.Drafts.RemovePart(t.Context(), r.Second, shared.ID, shared.Version))
		_, err = r.Drafts.KeepPart(t.Context(), r.Second, site, roomtest.MeterPart(t, "smuggled", ""))
		roomtest.WantNotFound(t, err)
		libraries, err := r.Drafts.EquipmentOwners(t.Context(), r.Other.ID)
		if err != nil || !slices.Equal(libraries, []drafts.EquipmentOwner{{}, {SiteID: site, SiteName: "Centre"}}) {
			t.Errorf("libraries %v, %v", libraries, err)
		}
	})
}

func TestAKeptPartIsWhatWasKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		kept := r.Keep(r.Submitter, 0, roomtest.MeterPart(t, "pdu", "2027-03-31"))
		got, err := r.Drafts.KeptPart(t.Context(), r.Submitter.ID, kept.ID)
		if err != nil || got.Part.Fields()["meters[0].accuracy.ranges"] != "1000: 0.5; 22000: 0.2" ||
			got.UpdatedBy != "SUB" || got.Version != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestTwoPeopleChangeAKeptPart(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Site("Centre", r.Submitter, r.Other)
		kept := r.Keep(r.Submitter, site, roomtest.MeterPart(t, "pdu", ""))
		changed, err := r.Drafts.ChangePart(t.Context(), r.Other, kept.ID, kept.Version,
			roomtest.MeterPart(t, "pdu-2", ""))
		if err != nil || changed.Version != 2 || changed.UpdatedBy != "OTHER" {
			t.Fatalf("got %+v, %v", changed, err)
		}
		_, err = r.Drafts.ChangePart(t.Context(), r.Submitter, kept.ID, kept.Version,
			roomtest.MeterPart(t, "pdu-3", ""))
		roomtest.WantRefusal(t, err, "OTHER changed this part in the meantime")
		roomtest.WantRefusal(t, r.Drafts.RemovePart(t.Context(), r.Submitter, kept.ID, kept.Version),
			"OTHER changed this part in the meantime")
		if got := r.libraryOf(r.Submitter); !slices.Equal(got, []string{"Centre:pdu-2"}) {
			t.Errorf("it is %v", got)
		}
		if err := r.Drafts.RemovePart(t.Context(), r.Submitter, kept.ID, changed.Version); err != nil {
			t.Error(err)
		}
		if got := r.libraryOf(r.Submitter); len(got) != 0 {
			t.Errorf("%v is left", got)
		}
	})
}

func TestLibraryNamesAreUnique(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Keep(r.Submitter, 0, roomtest.MeterPart(t, "pdu", ""))
		_, err := r.Drafts.KeepPart(t.Context(), r.Submitter, 0, roomtest.MeterPart(t, "pdu", ""))
		roomtest.WantField(t, err, "meters[0].id")
		other := r.Keep(r.Submitter, 0, roomtest.MeterPart(t, "other", ""))
		_, err = r.Drafts.ChangePart(t.Context(), r.Submitter, other.ID, other.Version,
			roomtest.MeterPart(t, "pdu", ""))
		roomtest.WantField(t, err, "meters[0].id")
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v", err)
		}
		r.Keep(r.Other, 0, roomtest.MeterPart(t, "pdu", ""))
		set, err := document.PartFromFields(document.NodeSet,
			map[string]string{"node_sets[0].name": "pdu", "node_sets[0].nodes": "4"})
		if err != nil {
			t.Fatal(err)
		}
		kept := r.Keep(r.Submitter, 0, set)
		_, err = r.Drafts.ChangePart(t.Context(), r.Submitter, kept.ID, kept.Version,
			roomtest.MeterPart(t, "a meter now", ""))
		roomtest.WantNotFound(t, err)
	})
}

func TestAnEndingCalibrationIsAnnouncedOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) { // it is 5 October 2026
		site := r.Site("Centre", r.Submitter, r.Other)
		meter := r.Keep(r.Submitter, site, roomtest.MeterPart(t, "ending", "2026-12-04"))
		r.Keep(r.Reviewer, 0, roomtest.MeterPart(t, "ended", "2026-10-04"))
		r.Keep(r.Reviewer, 0, roomtest.MeterPart(t, "today", "2026-10-05"))
		r.Keep(r.Reviewer, 0, roomtest.MeterPart(t, "later", "2026-12-06"))
		r.Keep(r.Reviewer, 0, roomtest.MeterPart(t, "untold", ""))
		announce := func(want int) {
			t.Helper()
			if count, err := r.Notices.AnnounceCalibrations(t.Context()); err != nil || count != want {
				t.Errorf("announced %d, %v; want %d", count, err, want)
			}
		}
		announce(3)
		wanted := map[string][]string{
			"rev@example.org": {"The calibration of meter today ends on 2026-10-05.",
				"The calibration of meter ended ended on 2026-10-04."},
			"sub@example.org":   {"The calibration of meter ending of Centre ends on 2026-12-04."},
			"other@example.org": {"The calibration of meter ending of Centre ends on 2026-12-04."},
		}
		for _, person := range []accounts.User{r.Reviewer, r.Submitter, r.Other} {
			if got := r.ToldTo(person); !slices.Equal(got, wanted[person.Email]) {
				t.Errorf("%s was told %q", person.Email, got)
			}
		}
		announce(0)
		renamed, err := r.Drafts.ChangePart(t.Context(), r.Submitter, meter.ID, meter.Version,
			roomtest.MeterPart(t, "renamed", "2026-12-04"))
		if err != nil {
			t.Fatal(err)
		}
		announce(0) // the same calibration
		if _, err := r.Drafts.ChangePart(t.Context(), r.Submitter, meter.ID, renamed.Version,
			roomtest.MeterPart(t, "renamed", "2026-11-30")); err != nil {
			t.Fatal(err)
		}
		announce(1) // another one
	})
}
