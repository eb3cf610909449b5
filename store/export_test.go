package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/validation/document/bundle"
	"green500/validation/power"
)

// CountStatements counts the queries of a store from now on.
func CountStatements(s *Store) func() int {
	var count atomic.Int64
	on, counted := s.db.Gorm.Callback(), func(*gorm.DB) { count.Add(1) }
	err := errors.Join(on.Query().After("gorm:query").Register("count", counted), on.Row().After("gorm:row").Register("count", counted))
	if err != nil {
		panic(err)
	}
	return func() int { return int(count.Load()) }
}

// AfterQuery has something done once, after the next query of a table by a store.
func AfterQuery(s *Store, table string, do func()) {
	var done atomic.Bool
	on, after := s.db.Gorm.Callback(), func(tx *gorm.DB) {
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
func (r Revision) Alone() Revision {
	r.reports = nil
	return r
}

// PasswordParams and NobodysHash are what sign-ins cost.
var (
	PasswordParams = passwordParams
	NobodysHash    = hashForUnknownUser
)

// HashingSlots is how many passwords may be hashed at a time; take occupies one.
func HashingSlots(s *Store) (slots int, take func()) {
	return cap(s.hashing), func() { s.hashing <- struct{}{} }
}

// InsertUser is CreateUser without the work of hashing; nobody can sign in to the account.
func InsertUser(ctx context.Context, s *Store, n NewUser) (User, error) {
	return InsertUserWith(ctx, s, n, hashForUnknownUser)
}

// InsertUserWith is CreateUser with a password that was hashed before.
func InsertUserWith(ctx context.Context, s *Store, n NewUser, hash string) (User, error) {
	return s.insertUser(ctx, n, hash, func(*gorm.DB) error { return nil })
}

// Dump returns every row of every table, in an order of its own.
func Dump(ctx context.Context, s *Store) (string, error) {
	var all strings.Builder
	for _, table := range []string{"users", "editions", "entries", "revisions", "revision_files", "revision_series", "revision_findings", "draft_fields", "draft_changes", "decisions", "list_rows", "readings", "presets"} {
		var rows []map[string]any
		if err := s.query(ctx).Table(table).Order("1, 2, 3, 4").Find(&rows).Error; err != nil {
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
func InsertEntries(ctx context.Context, s *Store, owner User, edition string, snapshot Snapshot, count int) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		for range count {
			if _, err := s.insertEntry(tx, owner, edition, snapshot); err != nil {
				return err
			}
		}
		return nil
	})
}

// Execute runs a statement that no method of a store offers.
func Execute(ctx context.Context, s *Store, statement string) error {
	_, err := s.db.Pool.ExecContext(ctx, statement)
	return err
}

// UseOneConnection has a store use its database by one connection.
func UseOneConnection(s *Store) { s.db.Pool.SetMaxOpenConns(1) }

// ReadingsCacheOf is where the readings of a document are found and kept.
func ReadingsCacheOf(ctx context.Context, s *Store, entry *power.Entry, files []File) (of bundle.ReadingsCache, done func() error) {
	_, on := s.bundleSource(ctx, entry, files, nil)
	return on, on.Close
}

// OutboxMails returns what was posted, oldest first.
func OutboxMails(ctx context.Context, s *Store) ([]Mail, error) {
	var rows []outboxRow
	err := s.query(ctx).Order("id").Find(&rows).Error
	return convert(rows, func(r outboxRow) Mail {
		posted, failed := r.opened(s.secret, s.locked)
		err = errors.Join(err, failed)
		return posted.Mail
	}), err
}

// DumpTable returns every row of a table.
func DumpTable(ctx context.Context, s *Store, table string) (string, error) {
	var rows []map[string]any
	err := s.query(ctx).Table(table).Find(&rows).Error
	return fmt.Sprint(rows), err
}

// InsertPart puts a meter into the equipment library of a site.
func InsertPart(ctx context.Context, s *Store, siteID int64, by User) error {
	return s.recorded(ctx, AuditEvent{Name: "add equipment"}, func(tx *gorm.DB) error {
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
func (s *Store) SaveDraft(ctx context.Context, entryID int64, actor User, version int64, snapshot Snapshot) (Entry, error) {
	if err := snapshot.check(); err != nil {
		return Entry{}, err
	}
	var saved entryView
	err := s.transact(ctx, func(tx *gorm.DB) error {
		before, err := entryByID(tx, entryID)
		if err != nil {
			return err
		}
		if err := refuseToSave(tx, before, actor, version); err != nil {
			return err
		}
		if err := s.saveOver(tx, before.Row, snapshot); err != nil {
			return err
		}
		if err := s.record(tx, AuditEvent{Name: "save", EntryID: entryID}); err != nil {
			return err
		}
		saved, err = entryByID(tx, entryID)
		return err
	})
	if err != nil {
		return Entry{}, err
	}
	return saved.entry(), nil
}

func refuseToSave(tx *gorm.DB, before entryView, actor User, version int64) error {
	if err := refuseToChange(tx, before, actor); err != nil {
		return err
	}
	if before.Row.Version != version {
		return errSavedMeanwhile()
	}
	return nil
}

func (s *Store) saveOver(tx *gorm.DB, before entryRow, snapshot Snapshot) error {
	now := s.now()
	frozen, err := revisionFrozen(tx, before.ID, before.Revision)
	if err != nil {
		return err
	}
	after := before
	after.Complete, after.Summary = snapshot.complete(), snapshot.Summary.storable()
	after.Updated = now.UnixMicro()
	after.Changed, after.Graded = before.Version+1, before.Version+1
	if frozen {
		after.Revision++
	}
	// The row of the entry comes first: a change of it locks all that belongs to the entry.
	if err := replaceEntry(tx, before, after, errSavedMeanwhile()); err != nil {
		return err
	}
	if !frozen {
		return overwriteRevision(tx, before.ID, before.Revision, snapshot, now)
	}
	return insertRevision(tx, before.ID, after.Revision, snapshot, now)
}

// overwriteRevision replaces a revision that was never submitted.
func overwriteRevision(tx *gorm.DB, entryID int64, number int, snapshot Snapshot, now time.Time) error {
	updated := tx.Model(&revisionRow{}).
		Where("entry_id = ? AND number = ? AND submitted_at IS NULL", entryID, number).
		Select("*").Omit("entry_id", "number", "submitted_at").
		Updates(newRevisionRow(entryID, number, snapshot, now))
	if err := updatedOne(updated); err != nil {
		return fmt.Errorf("keep revision %d of entry %d: %w", number, entryID, err)
	}
	if err := deleteFiles(tx, entryID, number); err != nil {
		return err
	}
	return insertFiles(tx, entryID, number, snapshot)
}

func deleteFiles(tx *gorm.DB, entryID int64, number int) error {
	for _, row := range []any{&fileRow{}, &seriesRow{}} {
		if err := tx.Where("entry_id = ? AND number = ?", entryID, number).Delete(row).Error; err != nil {
			return fmt.Errorf("replace the files of entry %d: %w", entryID, err)
		}
	}
	return nil
}

// Tell tells people something.
func Tell(ctx context.Context, s *Store, people []int64, what NewNotice) error {
	return s.transact(ctx, func(tx *gorm.DB) error { return s.notify(tx, people, what) })
}

// LeaseUpload takes an upload as a server does that then dies over it.
func LeaseUpload(ctx context.Context, s *Store) error {
	_, err := s.takeJob(ctx, []string{string(ReadUpload)})
	return err
}

// periodicJobs are the kinds of periodic jobs.
func periodicJobs() []string {
	var kinds []string
	for _, rule := range jobRules() {
		if rule.run != nil {
			kinds = append(kinds, string(rule.kind))
		}
	}
	return kinds
}

// TakeDuty takes what has come round as a server does that then dies over it.
func TakeDuty(ctx context.Context, s *Store) (JobKind, error) {
	job, err := s.takeJob(ctx, periodicJobs())
	return JobKind(job.Kind), err
}

// WorkOnDuty takes what has come round, and does something else.
func WorkOnDuty(ctx context.Context, s *Store, work func() error) error {
	job, err := s.takeJob(ctx, periodicJobs())
	if err != nil {
		return err
	}
	return s.workOn(ctx, job, func(context.Context) error { return work() })
}

// DieWriting begins to write to an upload as a server does that then dies.
func DieWriting(ctx context.Context, s *Store, id string) error {
	return s.becomeWriter(ctx, id, "dead")
}

// HeirOf is who wants to write to an upload while another does.
func HeirOf(ctx context.Context, s *Store, id string) (string, error) {
	row, err := uploadByID(s.query(ctx), id)
	return row.Heir, err
}

// WriterTerm is after which a server that died no longer writes.
const WriterTerm = writerTerm

// ForgetBeyond forgets the names that were tallied longest ago, where there are more than so many.
func ForgetBeyond(ctx context.Context, s *Store, most int) error {
	return s.transact(ctx, func(tx *gorm.DB) error { return forgetBeyond(tx, most) })
}

// UploadLife is how long an upload waits to be gone on with, JobLease how long a server has a job.
const (
	UploadLife     = uploadLife
	JobLease       = jobLease
	MaximumUploads = maximumUploads
)

// LooseGrace is how long a blob is kept that nothing refers to.
const LooseGrace = looseGrace

// Refer puts a file to the first revision of an entry under the only name of its content.
func Refer(ctx context.Context, s *Store, entryID int64, name, digest string) error {
	return s.recorded(ctx, AuditEvent{Name: "refer"}, func(tx *gorm.DB) error {
		if err := claimBlobs(tx, []string{digest}); err != nil {
			return err
		}
		return tx.Create(&fileRow{EntryID: entryID, Number: 1, Position: int(name[0]), Name: name, Digest: digest}).Error
	})
}

// Drop takes a file off an entry, and returns what it referred to.
func Drop(ctx context.Context, s *Store, entryID int64, name string) (digest string, err error) {
	err = s.recorded(ctx, AuditEvent{Name: "drop"}, func(tx *gorm.DB) error {
		of := tx.Where("entry_id = ? AND name = ?", entryID, name).Session(&gorm.Session{})
		if err := of.Model(&fileRow{}).Limit(1).Pluck("digest", &digest).Error; err != nil {
			return err
		}
		return of.Delete(&fileRow{}).Error
	})
	return digest, err
}

// ClearingSteps are the steps in which blobs are cleared away; servers may take them side by side.
func ClearingSteps(s *Store) []func(context.Context) error {
	evidence := blobs.Untraced(s.blobs).(blobs.Clearable)
	var steps []func(context.Context) error
	for _, step := range []func(context.Context, blobs.Clearable) error{s.enterLoose, s.condemnLoose, s.removeLoose, s.forgetLoose} {
		steps = append(steps, func(ctx context.Context) error { return step(ctx, evidence) })
	}
	return steps
}

// CountSettlings counts how often a store asks the disk.
func CountSettlings(s *Store) *atomic.Int64 {
	var asked atomic.Int64
	disk := s.db.Flusher.Flush
	s.db.Flusher.Flush = func() error {
		asked.Add(1)
		return disk()
	}
	return &asked
}

// AwaitNotes waits until what is noted beside requests is noted.
func AwaitNotes(s *Store) { s.noting.Wait() }

// LongestOf is how many bytes a column of text may hold.
func LongestOf(table, column string) int { return max(mostText, longColumns()[table+"."+column]) }

// WriteText writes a text into a column of a new row, or of all rows that there are not, as the program does.
func WriteText(ctx context.Context, s *Store, table, column, way, value string) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		changed := map[string]any{column: value}
		if way == "create" {
			return tx.Session(&gorm.Session{DryRun: true}).Table(table).Create(changed).Error
		}
		return tx.Session(&gorm.Session{DryRun: true}).Table(table).Where("1 = 0").Updates(changed).Error
	})
}
