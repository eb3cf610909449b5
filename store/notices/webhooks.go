// This file owns what programs are told of.

package notices

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/recorded"
	"green500/store/secret"
	"green500/store/submissions"
	"green500/store/webhooks"
	"green500/validation/review"
)

// Webhooks are the addresses that people have told of events.
func (s *Notices) Webhooks() webhooks.Webhooks {
	return webhooks.Of(webhooks.Database{
		Query: s.db.Query,
		Now:   s.db.Now,
		Record: func(ctx context.Context, event string, userID int64, work func(*gorm.DB) (string, error)) error {
			return s.db.Transact(ctx, func(tx *gorm.DB) error {
				detail, err := work(tx)
				if err != nil {
					return err
				}
				return s.db.Record(tx,
					recorded.AuditEvent{Name: event, Subject: recorded.AccountWord(userID), Detail: detail})
			})
		},
		Key: func() (*secret.Key, error) {
			if s.db.Secret == nil {
				return nil, s.db.Locked
			}
			return s.db.Secret, nil
		},
	})
}

// NotifyWebhooksOfMove enters messages to the webhooks of those who hold a submission.
func (s *Notices) NotifyWebhooksOfMove(tx *gorm.DB, entry submissions.EntryView, d submissions.DecisionRow) error {
	if d.FromState == d.ToState {
		return nil
	}
	holders, err := s.audience(tx, entry, review.Holders)
	if err != nil {
		return err
	}
	return s.Webhooks().Changed(tx, webhooks.Submission{
		ID: entry.Row.ID, System: entry.Row.System, Edition: entry.EditionName, Action: review.Verb(d.Verb),
		Before: review.State(d.FromState), State: review.State(d.ToState), Path: LinkTo(entry.Row.ID),
	}, holders)
}

// NotifyWebhooksOfPublishing enters messages to webhooks about a list.
func (s *Notices) NotifyWebhooksOfPublishing(tx *gorm.DB, edition editions.EditionRow, entries int,
	now time.Time) error {
	readable := now
	if edition.Embargo != nil {
		readable = database.FromMicro(*edition.Embargo)
	}
	list := webhooks.List{Name: edition.Name, PublishedAt: readable, Entries: entries, Path: "/lists/" + edition.Name}
	if err := s.Webhooks().Published(tx, list, readable); err != nil {
		return fmt.Errorf("tell programs of %s: %w", edition.Name, err)
	}
	return nil
}
