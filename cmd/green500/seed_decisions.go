package main

import (
	"cmp"
	"context"

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
