package store_test

import (
	"errors"
	"slices"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/drafts"
	"green500/validation/document"
)

func meterPart(t *testing.T, id, until string) document.Part {
	t.Helper()
	part, err := document.PartFromFields(document.Meter, map[string]string{
		"meters[0].id": id, "meters[0].measures": "power", "meters[0].calibration.valid_until": until, "meters[0].accuracy.ranges": "1000: 0.5; 22000: 0.2",
	})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func (r *room) site(name string, members ...accounts.User) int64 {
	r.t.Helper()
	site, err := store.InsertSite(r.t.Context(), r.Store, name, members...)
	if err != nil {
		r.t.Fatal(err)
	}
	return site
}

func (r *room) keep(actor accounts.User, site int64, part document.Part) drafts.KeptPart {
	r.t.Helper()
	kept, err := r.Drafts.KeepPart(r.t.Context(), actor, site, part)
	if err != nil {
		r.t.Fatal(err)
	}
	return kept
}

func (r *room) libraryOf(user accounts.User) []string {
	r.t.Helper()
	parts, err := r.Drafts.Equipment(r.t.Context(), user.ID)
	if err != nil {
		r.t.Fatal(err)
	}
	var names []string
	for _, part := range parts {
		names = append(names, part.SiteName+":"+part.Name)
	}
	return names
}

func TestLibraryBelongsToAPersonOrASite(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.site("Centre", r.submitter, r.other)
		r.keep(r.submitter, 0, meterPart(t, "mine", ""))
		r.keep(r.submitter, site, meterPart(t, "ours", ""))
		shared := r.keep(r.other, site, meterPart(t, "theirs", ""))
		if got := r.libraryOf(r.submitter); !slices.Equal(got, []string{":mine", "Centre:ours", "Centre:theirs"}) {
			t.Errorf("the keeper of the site sees %v", got)
		}
		if got := r.libraryOf(r.other); !slices.Equal(got, []string{"Centre:ours", "Centre:theirs"}) {
			t.Errorf("the member sees %v", got)
		}
		if got := r.libraryOf(r.second); len(got) != 0 {
			t.Errorf("a stranger sees %v", got)
		}
		_, err := r.Drafts.KeptPart(t.Context(), r.second.ID, shared.ID)
		wantNotFound(t, err)
		_, err = r.Drafts.ChangePart(t.Context(), r.second, shared.ID, shared.Version, meterPart(t, "stolen", ""))
		wantNotFound(t, err)
		wantNotFound(t, r.Drafts.RemovePart(t.Context(), r.second, shared.ID, shared.Version))
		_, err = r.Drafts.KeepPart(t.Context(), r.second, site, meterPart(t, "smuggled", ""))
		wantNotFound(t, err)
		libraries, err := r.Drafts.EquipmentOwners(t.Context(), r.other.ID)
		if err != nil || !slices.Equal(libraries, []drafts.EquipmentOwner{{}, {SiteID: site, SiteName: "Centre"}}) {
			t.Errorf("libraries %v, %v", libraries, err)
		}
	})
}

func TestAKeptPartIsWhatWasKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		kept := r.keep(r.submitter, 0, meterPart(t, "pdu", "2027-03-31"))
		got, err := r.Drafts.KeptPart(t.Context(), r.submitter.ID, kept.ID)
		if err != nil || got.Part.Fields()["meters[0].accuracy.ranges"] != "1000: 0.5; 22000: 0.2" || got.UpdatedBy != "SUB" || got.Version != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestTwoPeopleChangeAKeptPart(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.site("Centre", r.submitter, r.other)
		kept := r.keep(r.submitter, site, meterPart(t, "pdu", ""))
		changed, err := r.Drafts.ChangePart(t.Context(), r.other, kept.ID, kept.Version, meterPart(t, "pdu-2", ""))
		if err != nil || changed.Version != 2 || changed.UpdatedBy != "OTHER" {
			t.Fatalf("got %+v, %v", changed, err)
		}
		_, err = r.Drafts.ChangePart(t.Context(), r.submitter, kept.ID, kept.Version, meterPart(t, "pdu-3", ""))
		wantRefusal(t, err, "OTHER changed this part in the meantime")
		wantRefusal(t, r.Drafts.RemovePart(t.Context(), r.submitter, kept.ID, kept.Version), "OTHER changed this part in the meantime")
		if got := r.libraryOf(r.submitter); !slices.Equal(got, []string{"Centre:pdu-2"}) {
			t.Errorf("it is %v", got)
		}
		if err := r.Drafts.RemovePart(t.Context(), r.submitter, kept.ID, changed.Version); err != nil {
			t.Error(err)
		}
		if got := r.libraryOf(r.submitter); len(got) != 0 {
			t.Errorf("%v is left", got)
		}
	})
}

func TestLibraryNamesAreUnique(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.keep(r.submitter, 0, meterPart(t, "pdu", ""))
		_, err := r.Drafts.KeepPart(t.Context(), r.submitter, 0, meterPart(t, "pdu", ""))
		wantField(t, err, "meters[0].id")
		other := r.keep(r.submitter, 0, meterPart(t, "other", ""))
		_, err = r.Drafts.ChangePart(t.Context(), r.submitter, other.ID, other.Version, meterPart(t, "pdu", ""))
		wantField(t, err, "meters[0].id")
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v", err)
		}
		r.keep(r.other, 0, meterPart(t, "pdu", ""))
		set, err := document.PartFromFields(document.NodeSet, map[string]string{"node_sets[0].name": "pdu", "node_sets[0].nodes": "4"})
		if err != nil {
			t.Fatal(err)
		}
		kept := r.keep(r.submitter, 0, set)
		_, err = r.Drafts.ChangePart(t.Context(), r.submitter, kept.ID, kept.Version, meterPart(t, "a meter now", ""))
		wantNotFound(t, err)
	})
}

func TestAnEndingCalibrationIsAnnouncedOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) { // it is 5 October 2026
		site := r.site("Centre", r.submitter, r.other)
		meter := r.keep(r.submitter, site, meterPart(t, "ending", "2026-12-04"))
		r.keep(r.reviewer, 0, meterPart(t, "ended", "2026-10-04"))
		r.keep(r.reviewer, 0, meterPart(t, "today", "2026-10-05"))
		r.keep(r.reviewer, 0, meterPart(t, "later", "2026-12-06"))
		r.keep(r.reviewer, 0, meterPart(t, "untold", ""))
		announce := func(want int) {
			t.Helper()
			if count, err := r.Notices.AnnounceCalibrations(t.Context()); err != nil || count != want {
				t.Errorf("announced %d, %v; want %d", count, err, want)
			}
		}
		announce(3)
		wanted := map[string][]string{
			"rev@example.org":   {"The calibration of meter today ends on 2026-10-05.", "The calibration of meter ended ended on 2026-10-04."},
			"sub@example.org":   {"The calibration of meter ending of Centre ends on 2026-12-04."},
			"other@example.org": {"The calibration of meter ending of Centre ends on 2026-12-04."},
		}
		for _, person := range []accounts.User{r.reviewer, r.submitter, r.other} {
			if got := r.toldTo(person); !slices.Equal(got, wanted[person.Email]) {
				t.Errorf("%s was told %q", person.Email, got)
			}
		}
		announce(0)
		renamed, err := r.Drafts.ChangePart(t.Context(), r.submitter, meter.ID, meter.Version, meterPart(t, "renamed", "2026-12-04"))
		if err != nil {
			t.Fatal(err)
		}
		announce(0) // the same calibration
		if _, err := r.Drafts.ChangePart(t.Context(), r.submitter, meter.ID, renamed.Version, meterPart(t, "renamed", "2026-11-30")); err != nil {
			t.Fatal(err)
		}
		announce(1) // another one
	})
}
