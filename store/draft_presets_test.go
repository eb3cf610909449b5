package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/sites"
	"green500/validation/power"
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
		site := r.founded(r.submitter, "Centre")
		r.joins(site, r.submitter, r.reviewer, review.Member)
		for _, one := range []struct {
			by accounts.User
			sites.Preset
		}{
			{r.submitter, sites.Preset{Site: "Centre", Name: "rack meters", Signature: "csv time,power", Text: "unit: W"}},
			{r.submitter, sites.Preset{Name: "rack meters", Signature: "csv time,power", Text: "unit: kW"}},
			{r.submitter, sites.Preset{Name: " PDU \x00", Signature: "csv time,power", Text: "unit: mW"}},
			{r.reviewer, sites.Preset{Site: "Centre", Name: "rack 7", Signature: "parquet", Text: "unit: J"}},
			{r.other, sites.Preset{Name: "mine", Signature: "csv time,power"}},
		} {
			r.clock.advance(time.Minute)
			kept, err := r.Sites.AddPreset(t.Context(), one.by, one.Preset)
			if err != nil {
				t.Fatal(err)
			}
			if kept.ID == 0 || !kept.CreatedAt.Equal(r.clock.Now().Truncate(time.Microsecond)) || kept.Site != one.Site || kept.Text != one.Text {
				t.Errorf("got %+v", kept)
			}
		}
		wantPresets(t, r, r.submitter, "PDU,rack meters,rack 7,rack meters")
		wantPresets(t, r, r.reviewer, "rack 7,rack meters")
		wantPresets(t, r, r.other, "mine")
		_, err := r.Sites.AddPreset(t.Context(), r.other, sites.Preset{Site: "Centre", Name: "a stranger's", Signature: "csv"})
		wantRefusal(t, err, "not a member of the site Centre")
		all, err := r.Sites.Presets(t.Context(), r.submitter)
		if err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, r.Sites.DeletePreset(t.Context(), r.other, all[3].ID))
		wantNotFound(t, r.Sites.DeletePreset(t.Context(), r.reviewer, all[0].ID))
		if err := r.Sites.DeletePreset(t.Context(), r.reviewer, all[3].ID); err != nil {
			t.Error(err)
		}
		wantNotFound(t, r.Sites.DeletePreset(t.Context(), r.submitter, all[3].ID))
		// They follow the site to another name, and stay with it when somebody leaves.
		if err := r.Sites.UpdateSite(t.Context(), site.ID, r.submitter, sites.SiteFacts{Name: "Old Centre", Country: "DE"}); err != nil {
			t.Fatal(err)
		}
		r.founded(r.other, "Centre")
		wantPresets(t, r, r.other, "mine")
		wantPresets(t, r, r.reviewer, "rack 7")
		if err := r.Sites.RemoveMember(t.Context(), site.ID, r.reviewer, r.reviewer.ID); err != nil {
			t.Fatal(err)
		}
		wantPresets(t, r, r.reviewer, "")
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
		if _, err := r.Sites.AddPreset(t.Context(), r.submitter, sound); err != nil {
			t.Fatal(err)
		}
		_, err := r.Sites.AddPreset(t.Context(), r.submitter, sound)
		wantField(t, err, "name")
		for field, change := range map[string]func(*sites.Preset){
			"name":      func(n *sites.Preset) { n.Name = " " },
			"text":      func(n *sites.Preset) { n.Name, n.Text = "long", strings.Repeat("x", 65<<10) },
			"signature": func(n *sites.Preset) { n.Name, n.Signature = "unsigned", "" },
			"site":      func(n *sites.Preset) { n.Name, n.Site = "everybody's", "Centre" },
		} {
			wrong := sound
			change(&wrong)
			_, err := r.Sites.AddPreset(t.Context(), r.submitter, wrong)
			if err == nil {
				t.Errorf("%s: it was kept", field)
			}
			if field == "name" || field == "text" {
				wantInputError(t, err, field)
			}
		}
	})
}

func wantInputError(t *testing.T, err error, field string) {
	t.Helper()
	if inputErrors, ok := errors.AsType[power.InputErrors](err); !ok || inputErrors[0].Field != field {
		t.Errorf("got %v, want an error of the field %q", err, field)
	}
}
