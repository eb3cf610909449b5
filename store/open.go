// Package store opens the rooms of the database: each keeps one subject, such as accounts, submissions or lists, in a
// package of its own. It also opens the blobs, the bytes of files under their digest.
//
// In every room, what a person may not do is a *review.Refusal, an error in what they typed is a *power.InputError or
// power.InputErrors, and what does not exist is database.ErrNotFound. Every function also fails if the database does.
package store

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/administration"
	"green500/store/auditlog"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/editions"
	"green500/store/jobs"
	"green500/store/lists"
	"green500/store/notices"
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/secret"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/store/webhooks"
	"green500/validation/review/receipt"
)

// Store has the rooms of one database. It is safe for concurrent use.
type Store struct {
	db *recorded.Database

	Accounts       *accounts.Accounts
	SignIns        *accounts.SignIns
	Sites          *sites.Sites
	Editions       *editions.Editions
	Submissions    *submissions.Submissions
	Drafts         *drafts.Drafts
	Uploads        *uploads.Uploads
	Reviews        *reviews.Reviews
	Lists          *lists.Lists
	Notices        *notices.Notices
	Outbox         *outbox.Outbox
	Jobs           *jobs.Queue
	AuditLog       *auditlog.AuditLog
	Administration *administration.Administration
}

// Config is what a store needs. Now, Log, Trace and Notice may be nil.
type Config struct {
	Database string // path of an SQLite file, or a postgres:// URL
	Blobs    blobs.Blobs
	Now      func() time.Time
	Log      *slog.Logger
	// the key that signing keys and unsent mail are encrypted with; without it, nothing is signed or sent
	Secret secret.Source
	// bytes that have to stay free where the blobs lie: nothing is taken in that would leave less
	Reserve   int64
	Trace     recorded.Trace           // is told of steps of the work; may be nil
	FieldName func(path string) string // names a field of the document for people; nil if its path will do
	// writes the mail that goes with a notice, all but whom it goes to; nil if notices are on a page only
	Notice func(notices.Notice) outbox.Mail
}

// Open connects to the database and brings its schema up to date. It fails if the database cannot be reached, or was
// made by a newer version of the program or one before 1.0.
func Open(ctx context.Context, config Config) (*Store, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	connection, err := database.Open(ctx, config.Database, config.Log)
	if err != nil {
		return nil, err
	}
	db := &recorded.Database{
		Connection: connection, Evidence: config.Blobs, Clock: config.Now, Trace: config.Trace,
		SealedKinds: auditlog.SealedKinds(), Locked: secret.ErrMissing,
	}
	opened := rooms(db, config)
	if err := opened.prepare(ctx, config); err != nil {
		return nil, errors.Join(err, connection.Pool.Close())
	}
	return opened, nil
}

func rooms(db *recorded.Database, config Config) *Store {
	s := &Store{db: db, Outbox: outbox.New(db), Jobs: jobs.New(db), Editions: editions.New(db),
		Submissions: submissions.New(db)}
	s.Accounts = accounts.New(db, s.Outbox)
	s.SignIns = accounts.NewSignIns(s.Accounts)
	s.Sites = sites.New(db, s.Outbox, s.Accounts)
	s.Drafts = drafts.New(db, s.Editions, s.Submissions)
	s.Notices = notices.New(db, s.Outbox, s.Submissions, config.Notice)
	s.Uploads = uploads.New(db, s.Jobs, s.Accounts, s.Submissions, s.Drafts, config.Reserve)
	s.Reviews = reviews.New(db, s.Submissions, s.Notices, config.FieldName)
	s.Lists = lists.New(db, s.Editions, s.Submissions, s.Notices, s.Reviews)
	s.AuditLog = auditlog.New(db, s.Lists)
	s.Administration = administration.New(db, s.Jobs, s.Uploads, s.Reviews, s.AuditLog)
	s.Jobs.SetRules(s.jobRules())
	return s
}

func (s *Store) prepare(ctx context.Context, config Config) error {
	if err := recorded.Guard(s.db.Connection); err != nil {
		return err
	}
	if config.Trace != nil {
		s.db.Evidence = blobs.Traced(config.Blobs, config.Trace)
		if err := s.db.Connection.TraceStatements(config.Trace); err != nil {
			return err
		}
	}
	if config.Secret == nil {
		return nil
	}
	return s.unlock(ctx, config.Secret)
}

// Blobs returns where the bytes of files are kept.
func (s *Store) Blobs() blobs.Blobs { return s.db.Evidence }

// Ready reports whether requests can be answered: it fails if the database does not answer.
func (s *Store) Ready(ctx context.Context) error { return s.db.Ready(ctx) }

// Close ends the connections, after what is noted beside requests. It fails if the database cannot end them cleanly.
func (s *Store) Close() error { return s.db.Close() }

// BeginRequest counts a request until the returned function is called. Until then, what is read in the background gives
// way.
func (s *Store) BeginRequest() (answered func()) { return s.db.BeginRequest() }

// Locked is why the secret key is missing; nil if it is there.
func (s *Store) Locked() error { return s.db.Locked }

// PublicKey is the key that signatures of this installation are checked with.
func (s *Store) PublicKey(ctx context.Context) (string, error) { return s.db.PublicKey(ctx) }

// PublicKeys are all keys that signatures of this installation were made with, the latest first.
func (s *Store) PublicKeys(ctx context.Context) ([]string, error) { return s.db.PublicKeys(ctx) }

// SignText signs a text, byte for byte, with the key of this installation.
func (s *Store) SignText(ctx context.Context, text []byte) (receipt.Signature, error) {
	return s.db.SignText(ctx, text)
}

// ReplaceSigningKey makes a new signing key, and returns its public part.
func (s *Store) ReplaceSigningKey(ctx context.Context) (public string, err error) {
	return s.db.ReplaceSigningKey(ctx)
}

// unlock takes the secret key of the installation, which is made for a new one. If the key is missing, everything that
// needs it fails from then on.
func (s *Store) unlock(ctx context.Context, source secret.Source) error {
	_, err := recorded.LatestSigningKey(s.db.Query(ctx))
	isNew := database.IsNotFound(err)
	if err != nil && !isNew {
		return err
	}
	key, err := source(isNew)
	if errors.Is(err, secret.ErrMissing) {
		s.db.Locked = err
		return nil
	}
	if err != nil {
		return err
	}
	s.db.Secret, s.db.Locked = key, nil
	if isNew {
		made := s.db.NewSigningKey(recorded.FirstKey, key)
		if err := database.UnlessThere(s.db.Query(ctx)).Create(&made).Error; err != nil {
			return err
		}
	}
	// another server may have made it, with another secret key
	if _, err := s.db.SigningKey(s.db.Query(ctx)); err != nil && !errors.Is(err, recorded.ErrAlteredKey) {
		return err
	}
	return nil
}

// ReplaceSecret encrypts everything with a new secret key, and makes a new signing key. before is the secret key so
// far, or nil if it is lost: mail that waits cannot be read then, and is given up. No server may run during that.
func (s *Store) ReplaceSecret(ctx context.Context, source secret.Source, before *secret.Key) (
	public string, lost int, err error) {
	key, err := source(true)
	if err != nil {
		return "", 0, err
	}
	s.db.Secret, s.db.Locked = key, nil
	public, err = s.db.ReplaceSigningKeyWith(ctx, key, func(tx *gorm.DB) error {
		lost, err = s.Outbox.SealMailsAgain(tx, before)
		return errors.Join(err, webhooks.SealAgain(tx, before, key))
	})
	return public, lost, err
}
