// This file owns what programs are told of.

package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/secret"
	"green500/store/webhooks"
	"green500/validation/review"
)

// Webhooks are the addresses that people have told of events.
func (s *Store) Webhooks() webhooks.Webhooks {
	return webhooks.Of(webhooks.Database{
		Query: s.query,
		Now:   s.now,
		Record: func(ctx context.Context, event string, userID int64, work func(*gorm.DB) (string, error)) error {
			return s.transact(ctx, func(tx *gorm.DB) error {
				detail, err := work(tx)
				if err != nil {
					return err
				}
				return s.record(tx, AuditEvent{Name: event, Subject: accountWord(userID), Detail: detail})
			})
		},
		Key: func() (*secret.Key, error) {
			if s.secret == nil {
				return nil, s.locked
			}
			return s.secret, nil
		},
	})
}

func (s *Store) callOfMove(tx *gorm.DB, entry entryView, d decisionRow) error {
	if d.FromState == d.ToState {
		return nil
	}
	holders, err := s.audience(tx, entry, review.Holders)
	if err != nil {
		return err
	}
	return s.Webhooks().Changed(tx, webhooks.Submission{
		ID: entry.Row.ID, System: entry.Row.System, Edition: entry.EditionName, Action: review.Verb(d.Verb),
		Before: review.State(d.FromState), State: review.State(d.ToState), Path: linkTo(entry.Row.ID),
	}, holders)
}

func (s *Store) callOfPublishing(tx *gorm.DB, edition editionRow, entries int, now time.Time) error {
	readable := now
	if edition.Embargo != nil {
		readable = fromMicro(*edition.Embargo)
	}
	list := webhooks.List{Name: edition.Name, PublishedAt: readable, Entries: entries, Path: "/lists/" + edition.Name}
	if err := s.Webhooks().Published(tx, list, readable); err != nil {
		return fmt.Errorf("tell programs of %s: %w", edition.Name, err)
	}
	return nil
}
