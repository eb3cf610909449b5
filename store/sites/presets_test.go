package sites_test

import (
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/sites"
	"green500/validation/review"
)

func names(presets []sites.Preset) []string {
	var all []string
	for _, r := range presets {
		all = append(all, r.Name)
	}
	return all
}

func TestPresets(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		r.Joins(site, r.Submitter, r.Reviewer, review.Member)
		for _, one := range []struct {
			by accounts.User
			sites.Preset
		}{
			{r.Submitter,
				sites.Preset{Site: "Centre", Name: "rack meters", Signature: "csv time,power", Text: "unit: W"}},
			{r.Submitter, sites.Preset{Name: "rack meters", Signature: "csv time,power", Text: "unit: kW"}},
			{r.Submitter, sites.Preset{Name: " PDU \x00", Signature: "csv time,power", Text: "unit: mW"}},
			{r.Reviewer, sites.Preset{Site: "Centre", Name: "rack 7", Signature: "parquet", Text: "unit: J"}},
			{r.Other, sites.Preset{Name: "mine", Signature: "csv time,power"}},
		} {
			r.Clock.Advance(time.Minute)
			kept, err := r.Sites.AddPreset(t.Context(), one.by, one.Preset)
			if err != nil {
				t.Fatal(err)
			}
			if kept.ID == 0 || !kept.CreatedAt.Equal(r.Clock.Now().Truncate(time.Microsecond)) ||
				kept.Site != one.Site || kept.Text != one.Text {
				t.Errorf("got %+v", kept)
			}
		}
		wantPresets(t, r, r.Submitter, "PDU,rack meters,rack 7,rack meters")
		wantPresets(t, r, r.Reviewer, "rack 7,rack meters")
		wantPresets(t, r, r.Other, "mine")
		_, err := r.Sites.AddPreset(t.Context(), r.Other,
			sites.Preset{Site: "Centre", Name: "a stranger's", Signature: "csv"})
		roomtest.WantRefusal(t, err, "not a member of the site Centre")
		all, err := r.Sites.Presets(t.Context(), r.Submitter)
		if err != nil {
			t.Fatal(err)
		}
		roomtest.WantNotFound(t, r.Sites.DeletePreset(t.Context(), r.Other, all[3].ID))
		roomtest.WantNotFound(t, r.Sites.DeletePreset(t.Context(), r.Reviewer, all[0].ID))
		if err := r.Sites.DeletePreset(t.Context(), r.Reviewer, all[3].ID); err != nil {
			t.Error(err)
		}
		roomtest.WantNotFound(t, r.Sites.DeletePreset(t.Context(), r.Submitter, all[3].ID))
		// They follow the site to another name, and stay with it when somebody leaves.
		if err := r.Sites.Update(t.Context(), site.ID, r.Submitter,
			sites.SiteFacts{Name: "Old Centre", Country: "DE"}); err != nil {
			t.Fatal(err)
		}
		r.Founded(r.Other, "Centre")
		wantPresets(t, r, r.Other, "mine")
		wantPresets(t, r, r.Reviewer, "rack 7")
		if err := r.Sites.RemoveMember(t.Context(), site.ID, r.Reviewer, r.Reviewer.ID); err != nil {
			t.Fatal(err)
		}
		wantPresets(t, r, r.Reviewer, "")
	})
}

func wantPresets(t *testing.T, r *room, user accounts.User, want string) {
	t.Helper()
	if all, err := r.Sites.Presets(t.Context(), user); err != nil || strings.Join(names(all), ",") != want {
		t.Errorf("%s: got %v, %v, want %s", user.Name, names(all), err, want)
	}
}

func TestInvalidPresets(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sound := sites.Preset{Name: "rack meters", Signature: "csv"}
		if _, err := r.Sites.AddPreset(t.Context(), r.Submitter, sound); err != nil {
			t.Fatal(err)
		}
		_, err := r.Sites.AddPreset(t.Context(), r.Submitter, sound)
		roomtest.WantField(t, err, "name")
		for field, change := range map[string]func(*sites.Preset){
			"name":      func(n *sites.Preset) { n.Name = " " },
			"text":      func(n *sites.Preset) { n.Name, n.Text = "long", strings.Repeat("x", 65<<10) },
			"signature": func(n *sites.Preset) { n.Name, n.Signature = "unsigned", "" },
			"site":      func(n *sites.Preset) { n.Name, n.Site = "everybody's", "Centre" },
		} {
			wrong := sound
			change(&wrong)
			_, err := r.Sites.AddPreset(t.Context(), r.Submitter, wrong)
			if err == nil {
				t.Errorf("%s: it was kept", field)
			}
			if field == "name" || field == "text" {
				roomtest.WantInputError(t, err, field)
			}
		}
	})
}
