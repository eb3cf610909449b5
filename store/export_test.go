package store

import (
	"errors"
	"sync/atomic"

	"gorm.io/gorm"
)

// CountStatements counts the queries of a store from now on.
func CountStatements(s *Store) func() int {
	var count atomic.Int64
	on, counted := s.db.Connection.Gorm.Callback(), func(*gorm.DB) { count.Add(1) }
	err := errors.Join(on.Query().After("gorm:query").Register("count", counted),
		on.Row().After("gorm:row").Register("count", counted))
	if err != nil {
		panic(err)
	}
	return func() int { return int(count.Load()) }
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
