package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/validation/power"
)

func names(recipes []store.Recipe) []string {
	var all []string
	for _, r := range recipes {
		all = append(all, r.Name)
	}
	return all
}

func TestRecipes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		own, site := store.RecipeOwner{UserID: r.submitter.ID}, store.RecipeOwner{Site: r.submitter.Affiliation}
		added := map[string]store.Recipe{}
		for _, recipe := range []store.Recipe{
			{RecipeOwner: site, Name: "rack meters", Signature: "csv time,power", Text: "unit: W"},
			{RecipeOwner: own, Name: "rack meters", Signature: "csv time,power", Text: "unit: kW"},
			{RecipeOwner: own, Name: " PDU \x00", Signature: "csv time,power", Text: "unit: mW"},
			{RecipeOwner: own, Name: "other", Signature: "parquet", Text: "unit: J"},
			{RecipeOwner: store.RecipeOwner{Site: "Elsewhere"}, Name: "rack meters", Signature: "csv time,power"},
			{RecipeOwner: store.RecipeOwner{UserID: r.other.ID}, Name: "mine", Signature: "csv time,power"},
		} {
			r.clock.advance(time.Minute)
			kept, err := r.AddRecipe(t.Context(), recipe)
			if err != nil {
				t.Fatal(err)
			}
			if kept.ID == 0 || !kept.CreatedAt.Equal(r.clock.Now().Truncate(time.Microsecond)) || kept.RecipeOwner != recipe.RecipeOwner || kept.Text != recipe.Text {
				t.Errorf("got %+v", kept)
			}
			added[kept.Name+kept.Text] = kept
		}
		for want, owner := range map[string]store.RecipeOwner{"PDU,other,rack meters": own, "rack meters": site, "": {UserID: r.admin.ID}} {
			if all, err := r.Recipes(t.Context(), owner); err != nil || strings.Join(names(all), ",") != want {
				t.Errorf("%+v: got %v, %v", owner, all, err)
			}
		}
		found, err := r.RecipesFor(t.Context(), r.submitter, "csv time,power")
		want := []store.Recipe{added["PDUunit: mW"], added["rack metersunit: kW"], added["rack metersunit: W"]}
		if err != nil || !slices.Equal(found, want) {
			t.Errorf("got %+v, %v", found, err)
		}
		wantNotFound(t, r.DeleteRecipe(t.Context(), store.RecipeOwner{UserID: r.other.ID}, want[0].ID))
		wantNotFound(t, r.DeleteRecipe(t.Context(), own, want[2].ID))
		if err := r.DeleteRecipe(t.Context(), own, want[0].ID); err != nil {
			t.Error(err)
		}
		wantNotFound(t, r.DeleteRecipe(t.Context(), own, want[0].ID))
	})
}

func TestRecipesThatWillNotDo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sound := store.Recipe{RecipeOwner: store.RecipeOwner{UserID: r.submitter.ID}, Name: "rack meters", Signature: "csv"}
		if _, err := r.AddRecipe(t.Context(), sound); err != nil {
			t.Fatal(err)
		}
		_, err := r.AddRecipe(t.Context(), sound)
		wantField(t, err, "name")
		for field, change := range map[string]func(*store.Recipe){
			"name":      func(n *store.Recipe) { n.Name = " " },
			"text":      func(n *store.Recipe) { n.Name, n.Text = "long", strings.Repeat("x", 65<<10) },
			"signature": func(n *store.Recipe) { n.Name, n.Signature = "unsigned", "" },
			"owner":     func(n *store.Recipe) { n.Name, n.UserID = "nobody's", 0 },
			"owners":    func(n *store.Recipe) { n.Name, n.Site = "everybody's", "Centre" },
		} {
			wrong := sound
			change(&wrong)
			_, err := r.AddRecipe(t.Context(), wrong)
			if err == nil {
				t.Errorf("%s: it was kept", field)
			}
			if field == "name" || field == "text" {
				wantTrouble(t, err, field)
			}
		}
	})
}

func wantTrouble(t *testing.T, err error, field string) {
	t.Helper()
	if troubles, ok := errors.AsType[power.InputErrors](err); !ok || troubles[0].Field != field {
		t.Errorf("got %v, want trouble with the field %q", err, field)
	}
}
