package demodata

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"green500/store"
	"green500/validation/review"
)

// decide makes a move of a sample entry, by two people where one does not suffice, and with a reason where the sample
// has none.
func (s *seeding) decide(ctx context.Context, entry int64, verb review.Verb, owner store.User, reason string) error {
	actor := s.roles[review.Reviewer]
	if verb == review.Submit || verb == review.Withdraw {
		actor = owner
	}
	if verb == review.Accept {
		known, err := s.store.Deliberate(ctx, entry, 1, actor)
		if err != nil {
			return err
		}
		if len(known.NeedsTwo()) > 0 {
			if _, err := s.store.Move(ctx, entry, review.Approve, actor, ""); err != nil {
				return err
			}
			actor = s.roles[review.Editor]
		}
	}
	usual := map[review.Verb]string{review.Accept: "The evidence shows it.", review.Withdraw: "We measure again."}
	_, err := s.store.Move(ctx, entry, verb, actor, cmp.Or(reason, usual[verb]))
	return err
}

// SecondReviewer is the address of an account beside those of the roles: what takes two people can be tried.
const SecondReviewer = "second-reviewer@example.org"

// desk gives reviewers something to find in the queue of the open edition: who is assigned, who took what, what
// was looked at already, and a conflict of interest.
func (s *seeding) desk(ctx context.Context, edition string) error {
	reviewer, editor := s.roles[review.Reviewer], s.roles[review.Editor]
	second, err := s.store.CreateUser(ctx, store.NewUser{Email: SecondReviewer, Name: "Ravi Referee", Affiliation: "Example Centre", Role: review.Reviewer, Password: Password})
	if err != nil {
		return err
	}
	queue, _, err := s.store.Queued(ctx, editor, store.Queue{Edition: edition})
	if err != nil {
		return err
	}
	entries := map[string]int64{}
	for _, q := range queue {
		entries[q.System] = q.EntryID
	}
	s.clock.At = s.clock.At.Add(time.Hour)
	for _, asked := range []struct {
		system string
		to     store.User
	}{{"Larkspur", reviewer}, {"Tidewater", second}} {
		if err := s.store.Assign(ctx, entries[asked.system], editor, asked.to.ID); err != nil {
			return fmt.Errorf("assign %s: %w", asked.system, err)
		}
	}
	for _, system := range []string{"Sandpiper", "Boreas"} {
		if err := s.store.Look(ctx, reviewer.ID, entries[system], 1); err != nil {
			return err
		}
	}
	return s.store.DeclareConflict(ctx, reviewer, store.NewConflict{EntryID: entries["Meridian"], Reason: "I helped to choose the meters of this system."})
}
