// This file owns the outbox of mail.

package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/installation"
	"green500/store/recorded"
	"green500/store/secret"
)

// Posted is a message in the outbox.
type Posted struct {
	Mail
	ID        int64
	CreatedAt time.Time
	DueAt     time.Time // when it is tried next
	Attempts  int       // begun so far; of a message that is sent again, since then
	Failure   string    // why the last attempt failed; empty if none did
	SentAt    *time.Time
	GivenUp   bool
	lease     int64
}

func (r Row) posted() Posted {
	return Posted{
		Mail: Mail{To: r.Recipient, Subject: r.Subject}, ID: r.ID, CreatedAt: database.FromMicro(r.Created),
		DueAt:    database.FromMicro(r.Due),
		Attempts: r.Attempts, Failure: r.Failure, SentAt: database.FromMicroOrNil(r.Sent), GivenUp: r.GivenUp,
		lease: r.Lease,
	}
}

func aboutMail(recipient string) string { return "mail to " + recipient }

// opened returns a message with its text. It fails if the text was altered, or encrypted with another secret key.
func (r Row) opened(with *secret.Key, locked error) (Posted, error) {
	posted, err := r.posted(), error(nil)
	switch {
	case r.Text == "": // it was sent or given up
	case with == nil:
		err = locked
	default:
		posted.Text, err = with.OpenText(r.Text, aboutMail(r.Recipient))
	}
	return posted, err
}

// Post keeps a message to be sent.
func (s *Outbox) Post(ctx context.Context, m Mail) error { return s.Enqueue(s.db.Query(ctx), m) }

// Enqueue is Post in the transaction of what the message is about: one is not there without the other.
func (s *Outbox) Enqueue(tx *gorm.DB, m Mail) error {
	if s.db.Secret == nil {
		return fmt.Errorf("post a message: %w", s.db.Locked)
	}
	now := s.db.Now().UnixMicro()
	row := Row{Recipient: database.Text(m.To), Subject: database.Text(m.Subject), Created: now, Due: now}
	row.Text = s.db.Secret.SealText(database.Text(m.Text), aboutMail(row.Recipient))
	return tx.Create(&row).Error
}

// MostFailure is how much of what a mail server said is kept, in bytes.
const MostFailure = 2000

// Lease takes the message that is due longest, for as long as sending it takes: until then nobody else gets it. ok is
// false if nothing is due, and in a restored copy until ReleaseMail.
func (s *Outbox) Lease(ctx context.Context, term time.Duration) (taken Posted, ok bool, err error) {
	const due = installation.Sending + " AND sent_at IS NULL AND NOT given_up AND (due_at <= @now OR due_at > @late) " +
		"AND (lease <= @now OR lease > @lost)"
	now := s.db.Now()
	// Of several that pick the same row one changes it first; the others find that it is leased, and
	// come back for the next.
	const statement = "UPDATE outbox SET lease = @lease, attempts = attempts + 1 WHERE id = (SELECT id " +
		"FROM outbox WHERE " + due + " ORDER BY due_at, id LIMIT 1) AND " + due + " RETURNING *"
	var rows []Row
	err = s.db.Query(ctx).Raw(statement, map[string]any{
		"now": now.UnixMicro(), "lease": now.Add(term).UnixMicro(),
		"late": database.TooFarAhead(now, database.LongestDelay),
		"lost": database.TooFarAhead(now, term),
	}).Scan(&rows).Error
	if err != nil {
		return Posted{}, false, fmt.Errorf("take a message to send: %w", err)
	}
	if len(rows) == 0 {
		return Posted{}, false, nil
	}
	taken, err = rows[0].opened(s.db.Secret, s.db.Locked)
	if errors.Is(err, secret.ErrOtherKey) || errors.Is(err, secret.ErrAltered) { // nobody can ever send it
		if err := s.Failed(ctx, taken, "The text cannot be read: "+err.Error()+".", true); err != nil {
			return Posted{}, false, err
		}
		return s.Lease(ctx, term)
	}
	return taken, err == nil, err
}

// Sent notes that a message was sent. Its text is forgotten: its recipient has it, and it may hold a link that lets
// somebody in.
func (s *Outbox) Sent(ctx context.Context, p Posted) error {
	return s.settle(ctx, "id = ? AND sent_at IS NULL", []any{p.ID},
		map[string]any{"sent_at": s.db.Now().UnixMicro(), "failure": "", "text": ""})
}

// Failed notes why a message could not be sent. It is tried again later, longer each time, until it is given up after
// some two days; at once if trying again is of no use. A sender that lost the message to another, having taken too
// long, changes nothing.
func (s *Outbox) Failed(ctx context.Context, p Posted, why string, useless bool) error {
	why = database.Text(why[:min(len(why), MostFailure)])
	changes := map[string]any{"failure": why, "lease": 0,
		"due_at": s.db.Now().Add(database.RetryDelay(p.Attempts)).UnixMicro()}
	if useless || p.Attempts >= database.MostAttempts {
		changes["given_up"] = true
	}
	return s.settle(ctx, "id = ? AND sent_at IS NULL AND lease = ?", []any{p.ID, p.lease}, changes)
}

func (s *Outbox) settle(ctx context.Context, condition string, values []any, changes map[string]any) error {
	return s.db.Query(ctx).Model(&Row{}).Where(condition, values...).Updates(changes).Error
}

// SendAgain tries again to send a message that was given up. It returns a *review.Refusal if it was
// not, and ErrNotFound.
func (s *Outbox) SendAgain(ctx context.Context, id int64) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "send a message again",
		Subject: fmt.Sprintf("message %d", id)}, func(tx *gorm.DB) error {
		changed := tx.Model(&Row{}).Where("id = ? AND given_up AND sent_at IS NULL AND text <> ''", id).
			Updates(map[string]any{"given_up": false, "attempts": 0, "due_at": s.db.Now().UnixMicro(), "lease": 0})
		if changed.Error != nil {
			return changed.Error
		}
		if changed.RowsAffected > 0 {
			return nil
		}
		if err := tx.Select("id").Where("id = ?", id).Take(&Row{}).Error; err != nil {
			return fmt.Errorf("message %d: %w", id, err)
		}
		return database.Refuse("Only a message that was given up can be sent again; this one was not.")
	})
}

// Mails returns messages, newest first: at most limit of those that are older than the one named before, or of all
// if it is 0.
func (s *Outbox) Mails(ctx context.Context, before int64, limit int) ([]Posted, error) {
	query := s.db.Query(ctx).Order("id DESC").Limit(limit)
	if before > 0 {
		query = query.Where("id < ?", before)
	}
	rows, err := database.Find[Row](query)
	if err != nil {
		return nil, err
	}
	return database.Convert(rows, func(r Row) Posted {
		posted, err := r.opened(s.db.Secret, s.db.Locked)
		if err != nil {
			posted.Text = "The text cannot be read: " + err.Error() + "."
		}
		return posted
	}), nil
}

// How long mail is kept.
const (
	KeepSent   = 90 * 24 * time.Hour // how long it is known that a message was sent
	KeepUnsent = 14 * 24 * time.Hour // as long as the links in it are good
)

// ForgetSentMail forgets messages that were sent long ago, and those that were not sent for so long that the links in
// them have expired.
func (s *Outbox) ForgetSentMail(ctx context.Context) error {
	now := s.db.Now()
	forgotten := s.db.Query(ctx).Where("sent_at < ? OR sent_at IS NULL AND created_at < ?",
		now.Add(-KeepSent).UnixMicro(), now.Add(-KeepUnsent).UnixMicro())
	return forgotten.Delete(&Row{}).Error
}

// SealMailsAgain encrypts the messages to be sent with a new secret key. Those that cannot be read are given up; it
// counts them.
func (s *Outbox) SealMailsAgain(tx *gorm.DB, before *secret.Key) (lost int, err error) {
	rows, err := database.Find[Row](tx.Where("sent_at IS NULL AND text <> ''").Order("id"))
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		changes := map[string]any{}
		if posted, err := row.opened(before, secret.ErrMissing); err == nil {
			changes["text"] = s.db.Secret.SealText(posted.Text, aboutMail(row.Recipient))
		} else {
			lost++
			changes["text"], changes["given_up"], changes["failure"] = "", true,
				"The text was encrypted with a secret key that is lost."
		}
		if err := tx.Model(&Row{}).Where("id = ?", row.ID).Updates(changes).Error; err != nil {
			return 0, err
		}
	}
	return lost, nil
}

// Mail is a message in plain text to one person.
type Mail struct {
	To      string
	Subject string
	Text    string
}

// Row is a row of the table outbox.
type Row struct {
	ID        int64
	Recipient string
	Subject   string
	Text      string
	Created   int64 `gorm:"column:created_at"`
	Due       int64 `gorm:"column:due_at"`
	Lease     int64
	Attempts  int
	Failure   string
	Sent      *int64 `gorm:"column:sent_at"`
	GivenUp   bool
}

func (Row) TableName() string { return "outbox" }
