// Package demodata fills a store with the sample data of the demonstration.
package demodata

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
)

type seeding struct {
	store  *store.Store
	clock  *Clock
	roles  map[review.Role]accounts.User
	people map[string]accounts.User // who submitted for past editions, by e-mail address
}

// Fill makes accounts, editions and entries; what lies in the past is made at its own time.
func Fill(ctx context.Context, s *store.Store, clock *Clock) error {
	editions := sample.Editions()
	clock.At = opening(editions[0])
	roles, err := signUp(ctx, s)
	if err != nil {
		return err
	}
	work := &seeding{store: s, clock: clock, roles: roles, people: map[string]accounts.User{}}
	if err := work.published(ctx); err != nil {
		return fmt.Errorf("lists published elsewhere: %w", err)
	}
	for i, name := range editions {
		if err := work.edition(ctx, name, i == len(editions)-1); err != nil {
			return fmt.Errorf("edition %s: %w", name, err)
		}
	}
	return nil
}

const month = 30 * 24 * time.Hour

// opening is when entries for an edition begin to be taken: three months before it.
func opening(name string) time.Time {
	released, err := time.Parse("2006-01", name)
	if err != nil {
		return time.Time{}
	}
	return released.Add(-3 * month)
}

func (s *seeding) edition(ctx context.Context, name string, last bool) error {
	opens := opening(name)
	closes := opens.Add(2 * month)
	s.clock.At = opens.Add(month)
	if last {
		s.clock.At = time.Now().UTC().Add(-48 * time.Hour)
		closes = s.clock.At.Add(2 * month)
	}
	submissions := sample.Demo(name)
	asked := methodology.Edition(submissions[0].Entry.Methodology)
	const zone, grace = "America/Chicago", 72 * time.Hour
	if _, err := s.store.Editions.Create(ctx, editions.Edition{Name: name, Methodology: asked, OpensAt: opens,
		ClosesAt: closes, Zone: zone, Grace: grace}); err != nil {
		return err
	}
	for _, submission := range submissions {
		s.clock.At = s.clock.At.Add(37 * time.Minute)
		if err := s.entry(ctx, submission, last); err != nil {
			return fmt.Errorf("%s: %w", submission.Name, err)
		}
	}
	if last {
		return s.desk(ctx, name)
	}
	s.clock.At = opens.Add(3 * month)
	_, err := s.store.Lists.PublishEdition(ctx, name, s.roles[review.Editor], review.Outstanding.Anyway)
	return err
}

func (s *seeding) entry(ctx context.Context, submission sample.Submission, open bool) error {
	owner, err := s.owner(ctx, submission, open)
	if err != nil {
		return err
	}
	files, err := s.files(ctx, submission.Bundle)
	if err != nil {
		return err
	}
	snapshot, err := s.store.Submissions.Intake(ctx, &submission.Entry, files)
	if err != nil {
		return err
	}
	entry, err := s.store.Submissions.CreateEntry(ctx, owner, submission.Edition, snapshot)
	if err != nil {
		return err
	}
	for _, move := range movesTo(submission.State) {
		s.clock.At = s.clock.At.Add(time.Minute)
		if err := s.decide(ctx, entry.ID, move, owner, submission.Reason); err != nil {
			return fmt.Errorf("%s: %w", move, err)
		}
	}
	return nil
}

func movesTo(state review.State) []review.Verb {
	return map[review.State][]review.Verb{
		review.Submitted: {review.Submit},
		review.InReview:  {review.Submit, review.Take},
		review.Returned:  {review.Submit, review.Take, review.Return},
		review.Rejected:  {review.Submit, review.Take, review.Reject},
		review.Withdrawn: {review.Submit, review.Withdraw},
		review.Accepted:  {review.Submit, review.Take, review.Accept},
		review.Published: {review.Submit, review.Take, review.Accept},
	}[state]
}

// owner is the demonstration's submitter for the open edition, and the contact for past ones.
func (s *seeding) owner(ctx context.Context, submission sample.Submission, open bool) (accounts.User, error) {
	if open {
		return s.roles[review.Submitter], nil
	}
	contact := submission.Entry.Contact
	if known, ok := s.people[contact.Email]; ok {
		return known, nil
	}
	made, err := s.store.Accounts.CreateUser(ctx, accounts.NewUser{
		Email: contact.Email, Name: contact.Name, Affiliation: contact.Affiliation, Role: review.Submitter,
		Password: rand.Text(),
	})
	s.people[contact.Email] = made
	return made, err
}

func (s *seeding) files(ctx context.Context, bundle sample.Bundle) ([]submissions.File, error) {
	var files []submissions.File
	for _, name := range slices.Sorted(maps.Keys(bundle.Files)) {
		blob, err := s.store.Blobs().Put(ctx, bytes.NewReader(bundle.Files[name]))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("keep %s", name), err)
		}
		files = append(files, submissions.File{Name: name, Digest: blob.Digest, Size: blob.Size})
	}
	return files, nil
}

// Clock lets the demonstration have a past.
type Clock struct{ At time.Time }

// Now is the time of the demonstration.
func (c *Clock) Now() time.Time { return c.At }

// Password is for accounts that exist only on the machine of a person who tries the program.
const Password = "green500-demo"

func signUp(ctx context.Context, s *store.Store) (map[review.Role]accounts.User, error) {
	names := map[review.Role]string{review.Submitter: "Sam Submitter", review.Reviewer: "Rina Reviewer",
		review.Editor: "Edda Editor", review.Admin: "Ada Admin"}
	made := map[review.Role]accounts.User{}
	for _, role := range review.Roles() {
		user, err := s.Accounts.CreateUser(ctx, accounts.NewUser{Email: Address(role), Name: names[role],
			Affiliation: "Example Centre", Role: role, Password: Password})
		if err != nil {
			return nil, err
		}
		made[role] = user
	}
	return made, nil
}

// Address is the e-mail address of the account of a role.
func Address(role review.Role) string { return string(role) + "@example.org" }
