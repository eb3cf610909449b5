package drafts_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"green500/store/accounts"
	"green500/store/drafts"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/power"
	"green500/validation/review"
)

// shared is a draft of the submitter's that the other submitter shares as a member of its site.
func (r *room) shared() submissions.Entry {
	r.T.Helper()
	entry := r.Take(roomtest.Edition, sample.Clean(1, "2.0"))
	for _, statement := range []string{
		`INSERT INTO sites (name, country, url, created_at) SELECT 'Centre', 'DE', '', 0 WHERE NOT EXISTS (SELECT 1
			FROM sites)`, fmt.Sprintf(`INSERT INTO members (site_id, user_id, role, joined_at)
				SELECT sites.id, %d, 'member', 0 FROM sites WHERE NOT EXISTS (SELECT 1 FROM members)`, r.Other.ID),
		fmt.Sprintf(`UPDATE entries SET site_id = (SELECT id FROM sites) WHERE id = %d`, entry.ID),
	} {
		r.Meddle("%s", statement)
	}
	return r.Reload(entry.ID)
}

// edit types one text into a field as somebody who saw a version of the entry.
func (r *room) edit(entry submissions.Entry, actor accounts.User,
	path, value string) (drafts.Draft, []drafts.Conflict) {
	r.T.Helper()
	draft, conflicts, err := r.Drafts.Edit(r.T.Context(), entry.ID, actor, entry.Version,
		[]drafts.Change{{Path: path, Value: value}})
	if err != nil {
		r.T.Fatal(err)
	}
	return draft, conflicts
}

func (r *room) draft(id int64) drafts.Draft {
	r.T.Helper()
	draft, err := r.Drafts.Draft(r.T.Context(), id)
	if err != nil {
		r.T.Fatal(err)
	}
	return draft
}

func (r *room) grade(id int64) drafts.Draft {
	r.T.Helper()
	draft, err := r.Drafts.GradeDraft(r.T.Context(), id)
	if err != nil || draft.Behind() {
		r.T.Fatalf("%+v, %v", draft.Entry, err)
	}
	return draft
}

func TestWhatIsTypedIsKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		before := r.draft(entry.ID)
		if before.Behind() || before.Values["system.name"] == "" || len(before.Fields) != 0 {
			t.Fatalf("got %+v", before)
		}
		r.edit(entry, r.Submitter, "system.name", "Typed \x00\xff\r\nin two lines")
		r.edit(entry, r.Other, "node_sets[0].nodes", "12,5")
		r.edit(entry, r.Other, "contact.affiliation", "")
		draft := r.draft(entry.ID)
		if got := draft.Values["system.name"]; got != "Typed \uFFFD\nin two lines" {
			t.Errorf("got %q", got)
		}
		if draft.Values["node_sets[0].nodes"] != "12,5" || draft.Values["contact.affiliation"] != "" ||
			!draft.Behind() {
			t.Errorf("got %+v", draft)
		}
		if last := draft.Fields["node_sets[0].nodes"]; last.By != r.Other.Name ||
			!last.At.Equal(r.Clock.Now().UTC().Truncate(1000)) || last.Version != 3 {
			t.Errorf("got %+v", last)
		}
		if got := before.Revision.Report; string(draft.Revision.Report) != string(got) {
			t.Error("the verdict changed before the draft was graded")
		}
	})
}

// TestFieldsThatSomebodyElseChanged are not overwritten, and are told.
func TestFieldsThatSomebodyElseChanged(t *testing.T) {
	for name, c := range map[string]struct {
		was      *string
		value    string
		conflict bool
		holds    string
	}{
		"typed over what was loaded":   {nil, "mine", true, "theirs"},
		"as it was loaded":             {nil, "loaded", false, "theirs"},
		"the same as the other":        {nil, "theirs", false, "theirs"},
		"seen as it was":               {new("loaded"), "mine", true, "theirs"},
		"seen as it was, and emptied":  {new("loaded"), "", true, "theirs"},
		"seen as it is":                {new("theirs"), "mine", false, "mine"},
		"seen as it is, and emptied":   {new("theirs"), "", false, ""},
		"seen as it never was":         {new("never"), "mine", true, "theirs"},
		"seen as it was, and the same": {new("loaded"), "theirs", false, "theirs"},
	} {
		t.Run(name, func(t *testing.T) {
			inRooms(t, func(t *testing.T, r *room) {
				draft, _ := r.edit(r.shared(), r.Submitter, "system.name", "loaded")
				seen := draft.Entry
				r.edit(seen, r.Other, "system.name", "theirs")
				draft, conflicts, err := r.Drafts.Edit(t.Context(), seen.ID, r.Submitter, seen.Version, []drafts.Change{
					{Path: "system.name", Was: c.was, Value: c.value}, {Path: "system.url", Value: "beside"},
				})
				if err != nil || len(conflicts) > 0 != c.conflict ||
					r.draft(seen.ID).Values["system.name"] != c.holds || draft.Values["system.name"] != c.holds {
					t.Fatalf("got %+v, %v and %q", conflicts, err, draft.Values["system.name"])
				}
				if draft.Values["system.url"] != "beside" {
					t.Error("what was typed beside is lost")
				}
				if c.conflict && (conflicts[0].By != r.Other.Name || conflicts[0].Theirs != "theirs" ||
					conflicts[0].Mine != c.value || conflicts[0].At.IsZero()) {
					t.Errorf("got %+v", conflicts[0])
				}
			})
		})
	}
}

func TestFieldsThatCannotBeKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		changes := []drafts.Change{
			{Path: "system.name", Value: "kept"},
			{Path: "system.url", Value: strings.Repeat("x", 64<<10+1)},
			{Path: "no.such.field", Value: "x"}, {Path: "meters", Value: "x"}, {Path: "meters[00].make", Value: "x"},
			{Path: "meters[999].make", Value: "x"}, {Path: "'; DROP TABLE entries; --", Value: "x"},
			{Path: "system.name", Value: "twice"},
		}
		draft, _, err := r.Drafts.Edit(t.Context(), entry.ID, r.Submitter, entry.Version, changes)
		inputErrors, ok := err.(power.InputErrors) //nolint:errorlint // the kind that it returns
		if !ok || len(inputErrors) != len(changes)-1 || draft.Values["system.name"] != "kept" {
			t.Errorf("got %v", err)
		}
		full := strings.Repeat("y", 64<<10)
		var last error
		for i := range 40 {
			change := []drafts.Change{{Path: fmt.Sprintf("tunables[%d].name", i), Value: full}}
			if _, _, last = r.Drafts.Edit(t.Context(), entry.ID, r.Submitter, draft.Version, change); last != nil {
				break
			}
		}
		if last == nil || !strings.Contains(last.Error(), "more than") {
			t.Errorf("fields without end: %v", last)
		}
		if _, _, err := r.Drafts.Edit(t.Context(), entry.ID, r.Submitter, 1<<40,
			[]drafts.Change{{Path: "tunables[0].name", Value: "less"}}); err != nil {
			t.Errorf("a full draft cannot be made smaller: %v", err)
		}
		_, _, err = r.Drafts.Edit(t.Context(), entry.ID, r.Reviewer, 1, changes)
		roomtest.WantRefusal(t, err, "Only the owner")
		_, _, err = r.Drafts.Edit(t.Context(), 4711, r.Submitter, 1, changes)
		roomtest.WantNotFound(t, err)
	})
}

func TestTheVerdictFollows(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		clean := r.draft(entry.ID)
		r.edit(entry, r.Submitter, "meters[0].make", "")
		draft := r.grade(entry.ID)
		if draft.GrantedLevel != 0 || !draft.Complete ||
			string(draft.Revision.Report) == string(clean.Revision.Report) {
			t.Errorf("got %+v", draft.Entry)
		}
		if len(draft.Revision.Files) != len(clean.Revision.Files) ||
			len(draft.Revision.Series) != len(clean.Revision.Series) {
			t.Errorf("got %+v", draft.Revision.Files)
		}
		if again := r.grade(entry.ID); again.Version != draft.Version {
			t.Error("it was graded twice")
		}

		r.edit(draft.Entry, r.Submitter, "idle[0].power_w", "12,5")
		draft = r.grade(entry.ID)
		_, inputErrors, err := draft.Revision.Verdict()
		if err != nil || len(inputErrors) == 0 || inputErrors[0].Field != "idle[0].power_w" || draft.Complete ||
			draft.Values["idle[0].power_w"] != "12,5" {
			t.Errorf("got %v, %v, %+v", inputErrors, err, draft.Entry)
		}
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.Submitter, "")
		roomtest.WantRefusal(t, err, "cannot be graded yet")

		r.edit(draft.Entry, r.Submitter, "idle[0].power_w", "")
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.Submitter, "")
		roomtest.WantRefusal(t, err, "does not include your last changes")
		r.edit(r.Reload(entry.ID), r.Submitter, "meters[0].make", clean.Values["meters[0].make"])
		if draft = r.grade(entry.ID); string(draft.Revision.Document) != string(clean.Revision.Document) ||
			string(draft.Revision.Report) != string(clean.Revision.Report) {
			t.Error("what was undone is not what was there before")
		}
		r.edit(draft.Entry, r.Submitter, "edition", "2031-06")
		if draft = r.grade(entry.ID); draft.Complete {
			t.Error("a document of another edition is complete")
		}
	})
}

// TestAnEntryIsWrittenOnAfterItCameBack as its next revision, while what was submitted stays.
func TestAnEntryIsWrittenOnAfterItCameBack(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		r.Move(entry.ID, review.Submit, r.Submitter)
		_, _, err := r.Drafts.Edit(t.Context(), entry.ID, r.Submitter, 1,
			[]drafts.Change{{Path: "system.name", Value: "x"}})
		roomtest.WantRefusal(t, err, "cannot be changed")
		r.Move(entry.ID, review.Return, r.Reviewer)
		r.edit(r.Reload(entry.ID), r.Other, "system.name", "Second")
		if draft := r.grade(entry.ID); draft.Entry.Revision != 2 || draft.System != "Second" {
			t.Errorf("got %+v", draft.Entry)
		}
		first, err := r.Submissions.Revision(t.Context(), entry.ID, 1)
		if err != nil || strings.Contains(string(first.Document), "Second") || first.SubmittedAt == nil {
			t.Errorf("got %s, %v", first.Document, err)
		}
	})
}

// TestItemsMoveUp once, and nobody writes into the wrong one afterwards.
func TestItemsMoveUp(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		for i, name := range []string{"a", "b", "c"} {
			r.edit(entry, r.Submitter, fmt.Sprintf("tunables[%d].name", i), name)
			r.edit(entry, r.Submitter, fmt.Sprintf("tunables[%d].value", i), "same")
		}
		seen := r.Reload(entry.ID)
		typed := []drafts.Change{{Path: "tunables[2].default", Value: "typed beside"}}
		draft, conflicts, err := r.Drafts.RemoveItem(t.Context(), entry.ID, r.Submitter, seen.Version, typed,
			"tunables", 0)
		want := map[string]string{"tunables[0].name": "b", "tunables[0].value": "same", "tunables[1].name": "c",
			"tunables[1].value": "same", "tunables[1].default": "typed beside"}
		got := maps.Clone(draft.Values)
		maps.DeleteFunc(got, func(path, _ string) bool { return !strings.HasPrefix(path, "tunables") })
		if err != nil || len(conflicts) > 0 || !maps.Equal(got, want) {
			t.Errorf("got %v, %v, %v", got, conflicts, err)
		}
		draft, conflicts, err = r.Drafts.Edit(t.Context(), entry.ID, r.Other, seen.Version,
			[]drafts.Change{{Path: "tunables[1].value", Was: new("same"), Value: "mine"}})
		if err != nil || len(conflicts) > 0 || draft.Values["tunables[0].value"] != "mine" ||
			draft.Values["tunables[1].value"] != "same" {
			t.Errorf("what was typed has not followed its item: %v, %v, %v", draft.Values, conflicts, err)
		}
		_, _, err = r.Drafts.RemoveItem(t.Context(), entry.ID, r.Other, seen.Version, nil, "tunables", 0)
		roomtest.WantRefusal(t, err, "changed the tunables in the meantime")
	})
}

// TestADocumentReplacesWhatItWasMadeFrom and nothing that came to it in between.
func TestADocumentReplacesWhatItWasMadeFrom(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		r.edit(entry, r.Submitter, "idle[0].power_w", "12,5")
		seen := r.draft(entry.ID)
		made, _ := document.FromFields(seen.Values)
		made.System.Name, made.Site.URL = "Mine", "https://mine.example.org"
		r.edit(seen.Entry, r.Other, "system.processor", "theirs")
		told, _ := r.edit(seen.Entry, r.Other, "system.name", "Theirs")
		_, conflicts, err := r.Drafts.Replace(t.Context(), entry.ID, r.Submitter, seen.Version, seen.Version, made)
		if draft := r.draft(entry.ID); err != nil || len(conflicts) != 1 ||
			draft.Values["site.url"] == "https://mine.example.org" {
			t.Errorf("got %v, %v", conflicts, err)
		}
		draft, conflicts, err := r.Drafts.Replace(t.Context(), entry.ID, r.Submitter, seen.Version, told.Version, made)
		if v := draft.Values; err != nil || len(conflicts) > 0 || v["system.name"] != "Mine" ||
			v["system.processor"] != "theirs" || v["idle[0].power_w"] != "12,5" {
			t.Errorf("got %v, %v, %v", conflicts, err, v)
		}
	})
}

// TestTwoPeopleWriteAtOnce: whatever they do in whatever order, what each typed is in the draft, or was
// overwritten by somebody who saw it, or was returned as a conflict; and the changes replay to the draft.
func TestTwoPeopleWriteAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rapid.Check(t, func(t *rapid.T) {
			entry := r.shared()
			begin := r.draft(entry.ID)
			var group sync.WaitGroup
			writers := []*writer{{actor: r.Submitter, plan: plans.Draw(t, "one")},
				{actor: r.Other, plan: plans.Draw(t, "other")}}
			for _, w := range writers {
				group.Go(func() { w.write(r, begin) })
			}
			group.Wait()
			wrote := 0
			for _, w := range writers {
				if w.failed != nil {
					t.Fatal(w.failed)
				}
				wrote += len(w.kept)
			}
			end := r.draft(entry.ID)
			changes, err := r.Drafts.FieldChanges(r.T.Context(), entry.ID, 0)
			if err != nil || len(changes) != wrote {
				t.Fatalf("%d changes for %d that were kept: %v", len(changes), wrote, err)
			}
			replayed := maps.Clone(begin.Values)
			for _, change := range changes {
				if replayed[change.Path] != change.Before {
					t.Fatalf("%+v is not what was there: %q", change, replayed[change.Path])
				}
				if !slices.ContainsFunc(writers, func(w *writer) bool {
					return w.actor.ID == change.ByID && w.kept[change.After] == change.Before
				}) {
					t.Fatalf("%+v overwrote what its writer had not seen", change)
				}
				replayed[change.Path] = change.After
			}
			if !maps.Equal(replayed, end.Values) {
				t.Fatalf("the changes lead to\n%v\nand the draft holds\n%v", replayed, end.Values)
			}
		})
	})
}

// plans are fields that somebody types into one after another, and whether they look again before.
var plans = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
	return step{rapid.SampledFrom([]string{"system.name", "site.url", "contact.affiliation"}).Draw(t, "path"),
		rapid.Bool().Draw(t, "looks"), rapid.Bool().Draw(t, "was")}
}), 1, 6)

type step struct {
	path  string
	looks bool // at the draft as it is now
	was   bool // says what the field held, as a page does that saves while somebody types
}

type writer struct {
	actor  accounts.User
	plan   []step
	kept   map[string]string // what was seen before each text that was kept
	failed error
}

// write types texts that nobody else types.
func (w *writer) write(r *room, seen drafts.Draft) {
	w.kept = map[string]string{}
	for i, s := range w.plan {
		if s.looks {
			if seen, w.failed = r.Drafts.Draft(r.T.Context(), seen.ID); w.failed != nil {
				return
			}
		}
		saw, value := seen.Values[s.path], fmt.Sprintf("%s %d", w.actor.Name, i)
		change := drafts.Change{Path: s.path, Value: value}
		if s.was {
			change.Was = &saw
		}
		_, conflicts, err := r.Drafts.Edit(r.T.Context(), seen.ID, w.actor, seen.Version, []drafts.Change{change})
		if err != nil {
			w.failed = err
			return
		}
		if len(conflicts) == 0 {
			w.kept[value] = saw
		}
	}
}

// TestGradingWhileSomebodyTypes: what is typed in between is not lost, and in the end the verdict is on it.
func TestGradingWhileSomebodyTypes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.shared()
		_, errs := storetest.AtOnce(6, func(i int) error {
			for n := range 5 {
				change := drafts.Change{Path: fmt.Sprintf("tunables[%d].name", i), Value: fmt.Sprint(i, n)}
				if _, conflicts, err := r.Drafts.Edit(t.Context(), entry.ID, r.Submitter, 1<<40,
					[]drafts.Change{change}); err != nil || len(conflicts) > 0 {
					return fmt.Errorf("%v, %w", conflicts, err)
				}
				if _, err := r.Drafts.GradeDraft(t.Context(), entry.ID); err != nil {
					return err
				}
				if _, err := r.Drafts.Attach(t.Context(), entry.ID, r.Submitter, []submissions.File{
					{Name: fmt.Sprintf("note %d.txt", i), Digest: roomtest.Digest('f')}}); err != nil {
					return err
				}
			}
			return nil
		})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		draft := r.grade(entry.ID)
		for i := range 6 {
			if !strings.Contains(string(draft.Revision.Document), fmt.Sprintf(`"name":"%d 4"`, i)) {
				t.Errorf("%d is not in the document that was graded", i)
			}
		}
		if len(draft.Revision.Files) != len(sample.Clean(1, "2.0").Files)+6 {
			t.Errorf("got %d files", len(draft.Revision.Files))
		}
	})
}

// TestADraftIsNotOlderThanItSays: a file attached and text typed while a draft is read are both in it, or neither; else
// the verdict on the files of before would count as one on those of now.
func TestADraftIsNotOlderThanItSays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		before := r.draft(entry.ID)
		r.Drafts.AfterQuery("revision_files", func() {
			if err := r.Attach(entry, "another.csv", 'd'); err != nil {
				t.Error(err)
			}
			r.edit(entry, r.Submitter, "system.name", "Boreas")
		})
		read, after := r.draft(entry.ID), r.draft(entry.ID)
		if after.Changed == before.Changed || len(after.Revision.Files) != len(before.Revision.Files)+1 {
			t.Fatalf("nothing was changed in between: %+v", after)
		}
		if read.Changed != after.Changed || len(read.Revision.Files) != len(after.Revision.Files) {
			t.Errorf("it has what was changed up to %d with %d files; that are %d", read.Changed,
				len(read.Revision.Files), len(after.Revision.Files))
		}
	})
}
