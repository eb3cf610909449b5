package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/installation"

	"green500/validation/review"
)

// List is what is sent of a list that was published.
type List struct {
	Name        string    `json:"name"`
	PublishedAt time.Time `json:"published_at"`
	Entries     int       `json:"entries"`
	Path        string    `json:"path"` // of the page at this server
}

// Submission is what is sent of a submission whose state changed: no figure, and no reason.
type Submission struct {
	ID      int64        `json:"id"`
	System  string       `json:"system"`
	Edition string       `json:"edition"`
	Action  review.Verb  `json:"action"`
	Before  review.State `json:"before"`
	State   review.State `json:"state"`
	Path    string       `json:"path"`
}

// envelope is the form of every message, of the Standard Webhooks specification, version 1.
type envelope struct {
	Type      review.Event `json:"type"`
	Timestamp time.Time    `json:"timestamp"`
	Data      any          `json:"data"`
}

// chosen are the webhooks of accounts that can sign in and have chosen an event; those of some people only, unless
// people is nil.
func chosen(tx *gorm.DB, event review.Event, people []int64) ([]webhookRow, error) {
	query := tx.Where("user_id IN (SELECT id FROM users WHERE NOT disabled)").Order("id")
	if people != nil {
		query = query.Where("user_id IN ?", people)
	}
	var rows []webhookRow
	err := query.Find(&rows).Error
	return slices.DeleteFunc(rows,
		func(r webhookRow) bool { return !slices.Contains(strings.Fields(r.Events), string(event)) }), err
}

// Published enters messages on a list, in the transaction in which it is published. They are sent when everybody can
// read it.
func (w Webhooks) Published(tx *gorm.DB, list List, readable time.Time) error {
	rows, err := chosen(tx, review.ListPublished, nil)
	if err != nil {
		return err
	}
	return w.enter(tx, rows, review.ListPublished, readable, list)
}

// Changed enters messages on a submission for people who hold it, in the transaction in which its state changes.
func (w Webhooks) Changed(tx *gorm.DB, submission Submission, holders []int64) error {
	if len(holders) == 0 {
		return nil
	}
	rows, err := chosen(tx, review.StateChanged, holders)
	if err != nil {
		return err
	}
	return w.enter(tx, rows, review.StateChanged, w.on.Now(), submission)
}

func (w Webhooks) enter(tx *gorm.DB, hooks []webhookRow, event review.Event, due time.Time, data any) error {
	if len(hooks) == 0 {
		return nil
	}
	now := w.on.Now()
	body, err := json.Marshal(envelope{event, later(now, due), data})
	if err != nil {
		return fmt.Errorf("write a message on %s: %w", event, err)
	}
	rows := make([]messageRow, len(hooks))
	for i, hook := range hooks {
		message := Message{WebhookID: hook.ID, Number: "msg_" + rand.Text(), Event: event, Body: string(body)}
		rows[i] = messageRow{Message: message, Created: now.UnixMicro(), Due: later(now, due).UnixMicro()}
	}
	return tx.Create(&rows).Error
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// clockSkew is by how much the clocks of servers may differ.
const clockSkew = 5 * time.Minute

// Lease takes the message that is due longest, with its address and secret, for as long as sending it takes: until then
// nobody else gets it. ok is false if nothing is due, and in a restored copy that does not send yet. A message whose
// secret cannot be read is given up. It fails only if the database does, or if there is no secret key.
func (w Webhooks) Lease(ctx context.Context, term time.Duration) (taken Message, ok bool, err error) {
	// One message at a time goes to an address, so that a slow receiver keeps no other waiting, and none to an account
	// that was disabled.
	const due = installation.Sending +
		` AND sent_at IS NULL AND NOT given_up AND due_at <= @now AND (lease <= @now OR lease > @lost)
		AND NOT EXISTS (SELECT 1 FROM webhook_messages AS another WHERE another.webhook_id = webhook_messages.webhook_id
		AND another.id <> webhook_messages.id
			AND another.sent_at IS NULL AND NOT another.given_up AND another.lease > @now AND another.lease <= @lost)
		AND EXISTS (SELECT 1 FROM webhooks JOIN users ON users.id = webhooks.user_id
		WHERE webhooks.id = webhook_messages.webhook_id AND NOT users.disabled)`
	const statement = "UPDATE webhook_messages SET lease = @lease, attempts = attempts + 1 WHERE id = (SELECT id " +
		"FROM webhook_messages WHERE " + due + " ORDER BY due_at, id LIMIT 1) AND " + due + " RETURNING *"
	now := w.on.Now()
	var rows []messageRow
	err = w.on.Query(ctx).Raw(statement, map[string]any{
		"now": now.UnixMicro(), "lease": now.Add(term).UnixMicro(), "lost": now.Add(term + clockSkew).UnixMicro(),
	}).Scan(&rows).Error
	if err != nil {
		return Message{}, false, fmt.Errorf("take a message to a webhook: %w", err)
	}
	if len(rows) == 0 {
		return Message{}, false, nil
	}
	taken = rows[0].message()
	var hook webhookRow
	if err := w.on.Query(ctx).Where("id = ?", taken.WebhookID).Take(&hook).Error; err != nil {
		return Message{}, false, fmt.Errorf("webhook %d: %w", taken.WebhookID, err)
	}
	key, err := w.on.Key()
	if err != nil {
		return Message{}, false, err
	}
	taken.URL = hook.URL
	if taken.Secret, err = key.OpenText(hook.Secret, about(hook.URL)); err != nil {
		err = w.Failed(ctx, taken, "The secret of this webhook was encrypted with a key that is lost. "+
			"Delete the webhook, and create it again.", true)
		return Message{}, false, err
	}
	return taken, true, nil
}
