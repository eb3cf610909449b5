package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/jobs"
	"green500/store/notices"
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/document/bundle"
	"green500/validation/power"
)

// CountStatements counts the queries of a store from now on.
func CountStatements(s *Store) func() int {
	var count atomic.Int64
	on, counted := s.db.Connection.Gorm.Callback(), func(*gorm.DB) { count.Add(1) }
	err := errors.Join(on.Query().After("gorm:query").Register("count", counted), on.Row().After("gorm:row").Register("count", counted))
	if err != nil {
		panic(err)
	}
	return func() int { return int(count.Load()) }
}

// AfterQuery has something done once, after the next query of a table by a store.
func AfterQuery(s *Store, table string, do func()) {
	var done atomic.Bool
	on, after := s.db.Connection.Gorm.Callback(), func(tx *gorm.DB) {
		if strings.Contains(tx.Statement.SQL.String(), table) && done.CompareAndSwap(false, true) {
			do()
		}
	}
	err := errors.Join(on.Query().After("gorm:query").Register("after "+table, after), on.Row().After("gorm:row").Register("after "+table, after))
	if err != nil {
		panic(err)
	}
}

// Alone is a revision without what it shares with others of its store.
func (r submissions.Revision) Alone() submissions.Revision {
	r.Reports = nil
	return r
}

// PasswordParams and NobodysHash are what sign-ins cost.
var (
	PasswordParams = accounts.passwordParams
	NobodysHash    = accounts.hashForUnknownUser
)

// HashingSlots is how many passwords may be hashed at a time; take occupies one.
func HashingSlots(s *Store) (slots int, take func()) {
	return cap(s.Accounts.hashing), func() { s.Accounts.hashing <- struct{}{} }
}

// InsertUser is CreateUser without the work of hashing; nobody can sign in to the account.
func InsertUser(ctx context.Context, s *Store, n accounts.NewUser) (accounts.User, error) {
	return InsertUserWith(ctx, s, n, accounts.hashForUnknownUser)
}

// InsertUserWith is CreateUser with a password that was hashed before.
func InsertUserWith(ctx context.Context, s *Store, n accounts.NewUser, hash string) (accounts.User, error) {
	return s.Accounts.insertUser(ctx, n, hash, func(*gorm.DB) error { return nil })
}

// Dump returns every row of every table, in an order of its own.
func Dump(ctx context.Context, s *Store) (string, error) {
	var all strings.Builder
	for _, table := range []string{"users", "editions", "entries", "revisions", "revision_files", "revision_series", "revision_findings", "draft_fields", "draft_changes", "decisions", "list_rows", "readings", "presets"} {
		var rows []map[string]any
		if err := s.db.Query(ctx).Table(table).Order("1, 2, 3, 4").Find(&rows).Error; err != nil {
			return "", err
		}
		for _, row := range rows {
			fmt.Fprintln(&all, table, row)
		}
	}
	return all.String(), nil
}

// InsertEntries creates the same entry many times in one transaction, without waiting for the disk
// each time.
func InsertEntries(ctx context.Context, s *Store, owner accounts.User, edition string, snapshot submissions.Snapshot, count int) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		for range count {
			if _, err := s.Submissions.InsertEntry(tx, owner, edition, snapshot); err != nil {
				return err
			}
		}
		return nil
	})
}

// Execute runs a statement that no method of a store offers.
func Execute(ctx context.Context, s *Store, statement string) error {
	_, err := s.db.Connection.Pool.ExecContext(ctx, statement)
	return err
}

// UseOneConnection has a store use its database by one connection.
func UseOneConnection(s *Store) { s.db.Connection.Pool.SetMaxOpenConns(1) }

// ReadingsCacheOf is where the readings of a document are found and kept.
func ReadingsCacheOf(ctx context.Context, s *Store, entry *power.Entry, files []submissions.File) (of bundle.ReadingsCache, done func() error) {
	_, on := s.Submissions.BundleSource(ctx, entry, files, nil)
	return on, on.Close
}

// OutboxMails returns what was posted, oldest first.
func OutboxMails(ctx context.Context, s *Store) ([]outbox.Mail, error) {
	var rows []outbox.Row
	err := s.db.Query(ctx).Order("id").Find(&rows).Error
	return database.Convert(rows, func(r outbox.Row) outbox.Mail {
		posted, failed := r.opened(s.db.Secret, s.Locked)
		err = errors.Join(err, failed)
		return posted.Mail
	}), err
}

// DumpTable returns every row of a table.
func DumpTable(ctx context.Context, s *Store, table string) (string, error) {
	var rows []map[string]any
	err := s.db.Query(ctx).Table(table).Find(&rows).Error
	return fmt.Sprint(rows), err
}

// InsertPart puts a meter into the equipment library of a site.
func InsertPart(ctx context.Context, s *Store, siteID int64, by accounts.User) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "add equipment"}, func(tx *gorm.DB) error {
		return tx.Table("equipment").Create(map[string]any{
			"site_id": siteID, "kind": "meter", "name": "PDU", "part": []byte("{}"), "version": 1, "updated_at": 0, "updated_by": by.ID,
		}).Error
	})
}

// SaveDraft puts an entry into any state that it can be graded to, over the current revision while that was not submitted, as
// the next revision once it was. version is the one of the entry that the owner was looking at; of
// two people who save at once, the second gets a *review.Refusal, as does everybody but the owner,
// and the owner while others decide. It returns a *power.InputError for file names that cannot be
// kept, and ErrNotFound.
func (s *Store) SaveDraft(ctx context.Context, entryID int64, actor accounts.User, version int64, snapshot submissions.Snapshot) (submissions.Entry, error) {
	if err := snapshot.Check(); err != nil {
		return submissions.Entry{}, err
	}
	var saved submissions.EntryView
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		before, err := submissions.EntryByID(tx, entryID)
		if err != nil {
			return err
		}
		if err := refuseToSave(tx, before, actor, version); err != nil {
			return err
		}
		if err := s.saveOver(tx, before.Row, snapshot); err != nil {
			return err
		}
		if err := s.db.Record(tx, recorded.AuditEvent{Name: "save", EntryID: entryID}); err != nil {
			return err
		}
		saved, err = submissions.EntryByID(tx, entryID)
		return err
	})
	if err != nil {
		return submissions.Entry{}, err
	}
	return saved.Entry(), nil
}

func refuseToSave(tx *gorm.DB, before submissions.EntryView, actor accounts.User, version int64) error {
	if err := submissions.RefuseToChange(tx, before, actor); err != nil {
		return err
	}
	if before.Row.Version != version {
		return submissions.ErrSavedMeanwhile()
	}
	return nil
}

func (s *Store) saveOver(tx *gorm.DB, before submissions.EntryRow, snapshot submissions.Snapshot) error {
	now := s.db.Now()
	frozen, err := submissions.RevisionFrozen(tx, before.ID, before.Revision)
	if err != nil {
		return err
	}
	after := before
	after.Complete, after.Summary = snapshot.Complete(), snapshot.Summary.Storable()
	after.Updated = now.UnixMicro()
	after.Changed, after.Graded = before.Version+1, before.Version+1
	if frozen {
		after.Revision++
	}
	// The row of the entry comes first: a change of it locks all that belongs to the entry.
	if err := submissions.ReplaceEntry(tx, before, after, submissions.ErrSavedMeanwhile()); err != nil {
		return err
	}
	if !frozen {
		return overwriteRevision(tx, before.ID, before.Revision, snapshot, now)
	}
	return submissions.InsertRevision(tx, before.ID, after.Revision, snapshot, now)
}

// overwriteRevision replaces a revision that was never submitted.
func overwriteRevision(tx *gorm.DB, entryID int64, number int, snapshot submissions.Snapshot, now time.Time) error {
	updated := tx.Model(&submissions.RevisionRow{}).
		Where("entry_id = ? AND number = ? AND submitted_at IS NULL", entryID, number).
		Select("*").Omit("entry_id", "number", "submitted_at").
		Updates(submissions.NewRevisionRow(entryID, number, snapshot, now))
	if err := database.UpdatedOne(updated); err != nil {
		return fmt.Errorf("keep revision %d of entry %d: %w", number, entryID, err)
	}
	if err := deleteFiles(tx, entryID, number); err != nil {
		return err
	}
	return submissions.insertFiles(tx, entryID, number, snapshot)
}

func deleteFiles(tx *gorm.DB, entryID int64, number int) error {
	for _, row := range []any{&submissions.FileRow{}, &submissions.SeriesRow{}} {
		if err := tx.Where("entry_id = ? AND number = ?", entryID, number).Delete(row).Error; err != nil {
			return fmt.Errorf("replace the files of entry %d: %w", entryID, err)
		}
	}
	return nil
}

// Tell tells people something.
func Tell(ctx context.Context, s *Store, people []int64, what notices.NewNotice) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error { return s.Notices.Notify(tx, people, what) })
}

// LeaseUpload takes an upload as a server does that then dies over it.
func LeaseUpload(ctx context.Context, s *Store) error {
	_, err := s.Jobs.TakeJob(ctx, []string{string(jobs.ReadUpload)})
	return err
}

// periodicJobs are the kinds of periodic jobs.
func periodicJobs(s *Store) []string {
	var kinds []string
	for _, rule := range s.Jobs.rules {
		if rule.Run != nil {
			kinds = append(kinds, string(rule.Kind))
		}
	}
	return kinds
}

// TakeDuty takes what has come round as a server does that then dies over it.
func TakeDuty(ctx context.Context, s *Store) (jobs.JobKind, error) {
	job, err := s.Jobs.TakeJob(ctx, periodicJobs(s))
	return jobs.JobKind(job.Kind), err
}

// WorkOnDuty takes what has come round, and does something else.
func WorkOnDuty(ctx context.Context, s *Store, work func() error) error {
	job, err := s.Jobs.TakeJob(ctx, periodicJobs(s))
	if err != nil {
		return err
	}
	return s.Jobs.WorkOn(ctx, job, func(context.Context) error { return work() })
}

// DieWriting begins to write to an upload as a server does that then dies.
func DieWriting(ctx context.Context, s *Store, id string) error {
	return s.Uploads.becomeWriter(ctx, id, "dead")
}

// HeirOf is who wants to write to an upload while another does.
func HeirOf(ctx context.Context, s *Store, id string) (string, error) {
	row, err := uploads.uploadByID(s.db.Query(ctx), id)
	return row.Heir, err
}

// WriterTerm is after which a server that died no longer writes.
const WriterTerm = uploads.writerTerm

// ForgetBeyond forgets the names that were tallied longest ago, if there are more than so many.
func ForgetBeyond(ctx context.Context, s *Store, most int) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error { return accounts.forgetBeyond(tx, most) })
}

// UploadLife is how long an upload waits to be gone on with, JobLease how long a server has a job.
const (
	UploadLife     = uploads.UploadLife
	JobLease       = jobs.jobLease
	MaximumUploads = uploads.maximumUploads
)

// LooseGrace is how long a blob is kept that nothing refers to.
const LooseGrace = submissions.LooseGrace

// Refer puts a file to the first revision of an entry under the only name of its content.
func Refer(ctx context.Context, s *Store, entryID int64, name, digest string) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "refer"}, func(tx *gorm.DB) error {
		if err := submissions.claimBlobs(tx, []string{digest}); err != nil {
			return err
		}
		return tx.Create(&submissions.FileRow{EntryID: entryID, Number: 1, Position: int(name[0]), Name: name, Digest: digest}).Error
	})
}

// Drop takes a file off an entry, and returns what it referred to.
func Drop(ctx context.Context, s *Store, entryID int64, name string) (digest string, err error) {
	err = s.db.Change(ctx, recorded.AuditEvent{Name: "drop"}, func(tx *gorm.DB) error {
		of := tx.Where("entry_id = ? AND name = ?", entryID, name).Session(&gorm.Session{})
		if err := of.Model(&submissions.FileRow{}).Limit(1).Pluck("digest", &digest).Error; err != nil {
			return err
		}
		return of.Delete(&submissions.FileRow{}).Error
	})
	return digest, err
}

// ClearingSteps are the steps in which blobs are cleared away; servers may take them side by side.
func ClearingSteps(s *Store) []func(context.Context) error {
	evidence := blobs.Untraced(s.db.Evidence).(blobs.Clearable)
	var steps []func(context.Context) error
	for _, step := range []func(context.Context, blobs.Clearable) error{s.Submissions.enterLoose, s.Submissions.condemnLoose, s.Submissions.removeLoose, s.Submissions.forgetLoose} {
		steps = append(steps, func(ctx context.Context) error { return step(ctx, evidence) })
	}
	return steps
}

// CountSettlings counts how often a store asks the disk.
func CountSettlings(s *Store) *atomic.Int64 {
	var asked atomic.Int64
	disk := s.db.Connection.Flusher.Flush
	s.db.Connection.Flusher.Flush = func() error {
		asked.Add(1)
		return disk()
	}
	return &asked
}

// AwaitNotes waits until what is noted beside requests is noted.
func AwaitNotes(s *Store) { s.db.Noting.Wait() }

// LongestOf is how many bytes a column of text may hold.
func LongestOf(table, column string) int {
	return max(database.mostText, database.longColumns()[table+"."+column])
}

// WriteText writes a text into a column of a new row, or of all rows that there are not, as the program does.
func WriteText(ctx context.Context, s *Store, table, column, way, value string) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		changed := map[string]any{column: value}
		if way == "create" {
			return tx.Session(&gorm.Session{DryRun: true}).Table(table).Create(changed).Error
		}
		return tx.Session(&gorm.Session{DryRun: true}).Table(table).Where("1 = 0").Updates(changed).Error
	})
}
