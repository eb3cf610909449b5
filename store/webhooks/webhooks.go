package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/secret"
	"green500/validation/review"
)

// ErrNotFound is returned if a person has no such webhook.
var ErrNotFound = blobs.ErrNotFound

// Database is what webhooks need of the store.
type Database struct {
	Query func(context.Context) *gorm.DB
	// in one transaction, noted in the audit log
	Record func(ctx context.Context, event string, userID int64, work func(*gorm.DB) (detail string, err error)) error
	// to the microsecond
	Now func() time.Time
	// fails if there is none
	Key func() (*secret.Key, error)
}

// Webhooks are those of an installation.
type Webhooks struct{ on Database }

// Of returns the webhooks of a database.
func Of(on Database) Webhooks { return Webhooks{on} }

// about states what a sealed secret is, and for which address.
func about(address string) string { return "secret of the webhook " + address }

// SecretPrefix begins a secret, as in the Standard Webhooks specification, version 1.
const SecretPrefix = "whsec_"

const secretBytes = 32

// Create makes a webhook of a person and returns the secret that signs what is sent there; it is shown this once. It
// returns power.InputErrors, and a *review.Refusal for people who have too many.
func (w Webhooks) Create(ctx context.Context, userID int64, address string, events []review.Event) (
	made Webhook, text string, err error) {
	if err := Check(address, events); err != nil {
		return Webhook{}, "", err
	}
	key, err := w.on.Key()
	if err != nil {
		return Webhook{}, "", fmt.Errorf("make a webhook: %w", err)
	}
	random := make([]byte, secretBytes)
	rand.Read(random)
	text = SecretPrefix + base64.StdEncoding.EncodeToString(random)
	row := webhookRow{UserID: userID, URL: address, Events: wordsOf(events), Secret: key.SealText(text, about(address)),
		Created: w.on.Now().UnixMicro()}
	err = w.on.Record(ctx, "make a webhook", userID, func(tx *gorm.DB) (string, error) {
		row.ID = 0 // of an attempt that was repeated
		var held int64
		if err := tx.Model(&webhookRow{}).Where("user_id = ?", userID).Count(&held).Error; err != nil {
			return "", err
		}
		if held >= mostOfOne {
			return "", &review.Refusal{
				Sentence: fmt.Sprintf("You can have at most %d webhooks. Delete one first.", mostOfOne)}
		}
		err := tx.Create(&row).Error
		// path and query may let somebody in
		return fmt.Sprintf("webhook %d at %s: %s", row.ID, hostOf(address), row.Events), err
	})
	return row.webhook(), text, err
}

// List returns the webhooks of a person, the oldest first.
func (w Webhooks) List(ctx context.Context, userID int64) ([]Webhook, error) {
	var rows []webhookRow
	if err := w.on.Query(ctx).Where("user_id = ?", userID).Order("id").Find(&rows).Error; err != nil {
		return nil, err
	}
	made := make([]Webhook, len(rows))
	for i, row := range rows {
		made[i] = row.webhook()
	}
	return made, nil
}

// Delete ends a webhook of a person with what waits for it. It returns ErrNotFound.
func (w Webhooks) Delete(ctx context.Context, userID, id int64) error {
	return w.on.Record(ctx, "delete a webhook", userID, func(tx *gorm.DB) (string, error) {
		deleted := tx.Where("id = ? AND user_id = ?", id, userID).Delete(&webhookRow{})
		if deleted.Error != nil {
			return "", deleted.Error
		}
		if deleted.RowsAffected == 0 {
			return "", fmt.Errorf("webhook %d: %w", id, ErrNotFound)
		}
		return fmt.Sprintf("webhook %d", id), nil
	})
}

// mostTests is how many tests a person can have sent in an hour, so that nobody floods others from here.
const mostTests = 10

// SendTest enters a message of the event review.TestEvent. It returns ErrNotFound, and a *review.Refusal while a test
// waits to be sent there or if there were too many in the last hour.
func (w Webhooks) SendTest(ctx context.Context, userID, id int64) error {
	return w.on.Record(ctx, "test a webhook", userID, func(tx *gorm.DB) (string, error) {
		var row webhookRow
		err := tx.Where("id = ? AND user_id = ?", id, userID).Take(&row).Error
		if errors.Is(err, gorm.ErrRecordNotFound) {
			err = ErrNotFound
		}
		if err == nil {
			err = w.refuseTest(tx, row)
		}
		if err != nil {
			return "", fmt.Errorf("webhook %d: %w", id, err)
		}
		return fmt.Sprintf("webhook %d", id), w.enter(tx, []webhookRow{row}, review.TestEvent, w.on.Now(), struct{}{})
	})
}

func (w Webhooks) refuseTest(tx *gorm.DB, row webhookRow) error {
	var tests struct{ Waiting, Lately int }
	const counts = `SELECT count(CASE WHEN webhook_id = @hook AND sent_at IS NULL
		AND NOT given_up THEN 1 END) AS waiting, count(CASE WHEN created_at > @hour THEN 1 END) AS lately
FROM webhook_messages WHERE event = @test AND webhook_id IN (SELECT id FROM webhooks WHERE user_id = @user)`
	err := tx.Raw(counts, map[string]any{"hook": row.ID, "hour": w.on.Now().Add(-time.Hour).UnixMicro(),
		"test": string(review.TestEvent), "user": row.UserID}).Scan(&tests).Error
	switch {
	case err != nil:
		return fmt.Errorf("count tests: %w", err)
	case tests.Waiting > 0:
		return &review.Refusal{Sentence: "A test already waits to be sent there."}
	case tests.Lately >= mostTests:
		return &review.Refusal{
			Sentence: fmt.Sprintf("You had %d tests sent in the last hour; try again later.", mostTests)}
	}
	return nil
}

// Messages returns the latest messages to the webhooks of a person, newest first.
func (w Webhooks) Messages(ctx context.Context, userID int64, limit int) ([]Message, error) {
	var rows []messageRow
	own := w.on.Query(ctx).Model(&webhookRow{}).Select("id").Where("user_id = ?", userID)
	if err := w.on.Query(ctx).Where("webhook_id IN (?)", own).Order("id DESC").Limit(limit).
		Find(&rows).Error; err != nil {
		return nil, err
	}
	listed := make([]Message, len(rows))
	for i, row := range rows {
		listed[i] = row.message()
	}
	return listed, nil
}

// Keep is how long a message is known.
const Keep = 30 * 24 * time.Hour

// Forget deletes old messages that were sent or given up.
func (w Webhooks) Forget(ctx context.Context) error {
	old := w.on.Query(ctx).Where("(sent_at IS NOT NULL OR given_up) AND created_at < ?",
		w.on.Now().Add(-Keep).UnixMicro())
	return old.Delete(&messageRow{}).Error
}

// SealAgain encrypts the secrets of webhooks with a new key, in a transaction. A secret that cannot be read stays: what
// is sent to its address is given up with the reason.
func SealAgain(tx *gorm.DB, before, now *secret.Key) error {
	var rows []webhookRow
	if err := tx.Order("id").Find(&rows).Error; err != nil {
		return err
	}
	for _, row := range rows {
		if before == nil {
			continue
		}
		text, err := before.OpenText(row.Secret, about(row.URL))
		if err != nil {
			continue
		}
		if err := tx.Model(&webhookRow{}).Where("id = ?", row.ID).
			Update("secret", now.SealText(text, about(row.URL))).Error; err != nil {
			return err
		}
	}
	return nil
}

func (w Webhooks) settle(ctx context.Context, condition string, values []any, changes map[string]any) error {
	return w.on.Query(ctx).Model(&messageRow{}).Where(condition, values...).Updates(changes).Error
}

// Sent notes that a message was taken.
func (w Webhooks) Sent(ctx context.Context, m Message) error {
	return w.settle(ctx, "id = ? AND sent_at IS NULL", []any{m.ID},
		map[string]any{"sent_at": w.on.Now().UnixMicro(), "failure": ""})
}

// Failed notes why a message was not taken. It is tried again later, longer each time, until it is given up after some
// two days; at once if trying again is useless. A sender that lost the message to another changes nothing.
func (w Webhooks) Failed(ctx context.Context, m Message, why string, useless bool) error {
	const longest = 500 // bytes of a reason
	changes := map[string]any{"failure": storable(why[:min(len(why), longest)]), "lease": 0,
		"due_at": w.on.Now().Add(database.RetryDelay(m.Attempts)).UnixMicro()}
	if useless || m.Attempts >= database.MostAttempts {
		changes["given_up"] = true
	}
	return w.settle(ctx, "id = ? AND sent_at IS NULL AND lease = ?", []any{m.ID, m.lease}, changes)
}

// storable is a text that every database takes: a receiver chose some of it.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}
