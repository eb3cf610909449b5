package drafts

import (
	"errors"
	"strings"
	"sync/atomic"

	"gorm.io/gorm"
)

// GradingSlots is for how many drafts readings may be looked at a time; take and leave occupy one.
func (s *Drafts) GradingSlots() (slots int, take, leave func()) {
	return cap(s.grading.slots), func() { s.grading.slots <- struct{}{} }, func() { <-s.grading.slots }
}

// AfterQuery has something done once, after the next query of a table.
func (s *Drafts) AfterQuery(table string, do func()) {
	var done atomic.Bool
	on, after := s.db.Connection.Gorm.Callback(), func(tx *gorm.DB) {
		if strings.Contains(tx.Statement.SQL.String(), table) && done.CompareAndSwap(false, true) {
			do()
		}
	}
	err := errors.Join(on.Query().After("gorm:query").Register("after "+table, after),
		on.Row().After("gorm:row").Register("after "+table, after))
	if err != nil {
		panic(err)
	}
}
