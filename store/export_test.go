package store

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"gorm.io/gorm"

	"green500/validation/bundle"
	"green500/validation/power"
)

// CountStatements counts the queries of a store from now on.
func CountStatements(s *Store) func() int {
	var count atomic.Int64
	err := s.db.Callback().Query().After("gorm:query").Register("count", func(*gorm.DB) { count.Add(1) })
	if err != nil {
		panic(err)
	}
	return func() int { return int(count.Load()) }
}

// PasswordParams and NobodysHash are what sign-ins cost.
var (
	PasswordParams = passwordParams
	NobodysHash    = nobodysHash
)

// HashingSlots is how many passwords may be hashed at a time; take occupies one.
func HashingSlots(s *Store) (slots int, take func()) {
	return cap(s.hashing), func() { s.hashing <- struct{}{} }
}

// InsertUser is CreateUser without the work of hashing; nobody can sign in to the account.
func InsertUser(ctx context.Context, s *Store, n NewUser) (User, error) {
	return s.insertUser(ctx, n, nobodysHash)
}

// Dump returns every row of every table, in an order of its own.
func Dump(ctx context.Context, s *Store) (string, error) {
	var all strings.Builder
	for _, table := range []string{"users", "editions", "entries", "revisions", "revision_files", "revision_series", "revision_findings", "decisions", "list_rows", "readings", "recipes"} {
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

// FolderPath is where blobs lie.
func FolderPath(f *Folder) string { return f.path }

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
	return s.query(ctx).Exec(statement).Error
}

// ShelfOf is where the readings of a document are found and kept.
func ShelfOf(ctx context.Context, s *Store, entry *power.Entry, files []File) (of bundle.Shelf, done func() error) {
	_, on := s.source(ctx, entry, files, nil)
	return on, on.Close
}
