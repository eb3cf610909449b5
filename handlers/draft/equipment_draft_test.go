package draft

import (
	"context"
	"errors"
	"testing"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/review"
)

// desk keeps the requested changes, or says what somebody else did.
type desk struct {
	changes   []drafts.Change
	seen      int64
	conflicts []drafts.Conflict
	err       error
}

func (d *desk) Edit(_ context.Context, _ int64, _ accounts.User, seen int64,
	changes []drafts.Change) (drafts.Draft, []drafts.Conflict, error) {
	d.changes, d.seen = changes, seen
	return drafts.Draft{}, d.conflicts, d.err
}

func meterToTake(t *testing.T) document.Part {
	t.Helper()
	part, err := document.PartFromFields(document.Meter,
		map[string]string{"meters[0].id": "pdu", "meters[0].make": "Example", "meters[0].measures": "power"})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func TestAPartIsTakenOverItsNamesakeElseAdded(t *testing.T) {
	cases := []struct {
		name   string
		values map[string]string
		want   map[string]string // was and is by path
	}{
		{"an empty document", map[string]string{},
			map[string]string{"meters[0].id": ">pdu", "meters[0].make": ">Example", "meters[0].measures": ">power"}},
		{"behind another", map[string]string{"meters[0].id": "other"},
			map[string]string{"meters[1].id": ">pdu", "meters[1].make": ">Example", "meters[1].measures": ">power"}},
		{"over its namesake", map[string]string{"meters[0].id": "other", "meters[1].id": "pdu",
			"meters[1].make": "Else", "meters[1].model": "M", "meters[2].id": "third"},
			map[string]string{"meters[1].make": "Else>Example", "meters[1].measures": ">power"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := &desk{}
			if err := takePart(t.Context(), d, submissions.Entry{Version: 7}, accounts.User{}, c.values,
				meterToTake(t)); err != nil {
				t.Fatal(err)
			}
			if d.seen != 7 || len(d.changes) != len(c.want) {
				t.Errorf("saw version %d, changes %v", d.seen, d.changes)
			}
			for _, change := range d.changes {
				if got := *change.Was + ">" + change.Value; got != c.want[change.Path] {
					t.Errorf("%s: %s, want %s", change.Path, got, c.want[change.Path])
				}
			}
		})
	}
}

func TestTakingTellsWhatSomebodyElseChanged(t *testing.T) {
	d := &desk{conflicts: []drafts.Conflict{{Path: "meters[0].id", By: "Ada"}}}
	var refusal *review.Refusal
	if err := takePart(t.Context(), d, submissions.Entry{}, accounts.User{}, nil,
		meterToTake(t)); !errors.As(err, &refusal) || refusal.Sentence[:3] != "Ada" {
		t.Errorf("got %v", err)
	}
	d = &desk{err: database.ErrNotFound}
	if err := takePart(t.Context(), d, submissions.Entry{}, accounts.User{}, nil, meterToTake(t)); !errors.Is(err,
		database.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}
