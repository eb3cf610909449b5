// This file owns writing notices, and the mail that goes with them.

package store

import (
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/review"
)

// Told is what somebody is told: on their page of notices, and by mail unless they said otherwise. The text of the
// mail says no more than that there is something to see.
type Told struct {
	Kind    review.Kind
	EntryID int64  // 0 where it is of none
	Text    string // one sentence, for their page
	Link    string // a path
	By      int64  // whose doing it is, who is not told; 0 where the request says
	Open    string // a sentence that holds nothing confidential, for the mail; the kind's own where empty
	Once    string // names what nobody is told twice; empty where it may be
	Daily   bool   // not again for a day, while what was told of the same kind with the same link is not read
}

// Notice is what a mail tells somebody. It holds nothing confidential: no system, no figure, no reason, nobody's words.
type Notice struct {
	Kind    review.Kind
	EntryID int64  // 0 where it is of none
	Edition string // of the entry; empty where it is of none
	Open    string // as in Told; where it is of an entry, it goes on after its number
	ToName  string // who is told
}

type noticeRow struct {
	ID      int64
	UserID  int64
	Kind    string
	EntryID *int64
	Text    string
	Link    string
	Created int64  `gorm:"column:created_at"`
	Read    *int64 `gorm:"column:read_at"`
	Once    *string
}

// TableName is the table, for gorm.
func (noticeRow) TableName() string { return "notices" }

// notify tells people something in the transaction of what it is about: not whoever did it, not twice, nobody whose
// account was disabled, and of an entry nobody who may not read it, as with a conflict of interest.
func (s *Store) notify(tx *gorm.DB, people []int64, what Told) error {
	entry, listeners, err := s.listeners(tx, people, what)
	if err != nil || len(listeners) == 0 {
		return err
	}
	mailed, err := whoGetsMail(tx, what.Kind, listeners)
	if err != nil {
		return err
	}
	for _, person := range listeners {
		told, err := s.insertNotice(tx, person.ID, what)
		if err != nil {
			return err
		}
		if !told || !mailed[person.ID] || s.notice == nil {
			continue
		}
		letter := s.notice(Notice{Kind: what.Kind, EntryID: what.EntryID, Edition: entry.EditionName, Open: what.Open, ToName: person.Name})
		letter.To = person.Email
		if err := s.post(tx, letter); err != nil {
			return err
		}
	}
	return nil
}

// listeners are those of some people who may be told, and the entry it is of.
func (s *Store) listeners(tx *gorm.DB, people []int64, what Told) (entry entryView, listeners []User, err error) {
	by := what.By
	if origin, known := tx.Statement.Context.Value(originKey{}).(Origin); known && by == 0 {
		by = origin.Actor.ID
	}
	people = slices.DeleteFunc(slices.Clone(people), func(id int64) bool { return id == 0 || id == by })
	if len(people) == 0 {
		return entry, nil, nil
	}
	var rows []userRow
	if err := afresh(tx).Where("id IN ? AND NOT disabled", people).Order("id").Find(&rows).Error; err != nil {
		return entry, nil, fmt.Errorf("find who is told: %w", err)
	}
	listeners = convert(rows, userRow.user)
	if what.Daily {
		if listeners, err = s.withoutUnread(tx, listeners, what); err != nil {
			return entry, nil, err
		}
	}
	if what.EntryID == 0 {
		return entry, listeners, nil
	}
	if entry, err = entryByID(afresh(tx), what.EntryID); err != nil {
		return entry, nil, err
	}
	listeners, err = s.readersAmong(tx, entry, listeners)
	return entry, listeners, err
}

// afresh is a transaction without what a statement before put into it.
func afresh(tx *gorm.DB) *gorm.DB { return tx.Session(&gorm.Session{NewDB: true}) }

// readersAmong are those of some people who may read an entry.
func (s *Store) readersAmong(tx *gorm.DB, entry entryView, people []User) ([]User, error) {
	var readers []User
	for _, person := range people {
		may, err := s.mayRead(tx, entry, person)
		if err != nil {
			return nil, err
		}
		if may {
			readers = append(readers, person)
		}
	}
	return readers, nil
}

// mayRead is what Sight asks, for somebody who does not look at the entry now.
func (s *Store) mayRead(tx *gorm.DB, entry entryView, person User) (bool, error) {
	party, err := partyTo(afresh(tx), entry, person)
	return review.MayRead(review.Reader{Party: party, Embargoed: entry.embargoed(s.now())}, entry.state()), err
}

// withoutUnread are those of some people who have read what they were told, or heard it long ago.
func (s *Store) withoutUnread(tx *gorm.DB, people []User, what Told) ([]User, error) {
	const silence = 24 * time.Hour
	var unread []int64
	query := afresh(tx).Model(&noticeRow{}).Where("kind = ? AND link = ? AND read_at IS NULL AND created_at > ?", string(what.Kind), what.Link, s.now().Add(-silence).UnixMicro())
	if err := query.Distinct().Pluck("user_id", &unread).Error; err != nil {
		return nil, fmt.Errorf("look for notices that were not read: %w", err)
	}
	return slices.DeleteFunc(people, func(u User) bool { return slices.Contains(unread, u.ID) }), nil
}

// insertNotice keeps what one person is told; told is false where they were told it before.
func (s *Store) insertNotice(tx *gorm.DB, person int64, what Told) (told bool, err error) {
	row := noticeRow{UserID: person, Kind: string(what.Kind), EntryID: nilIfZero(what.EntryID), Text: text(what.Text), Link: text(what.Link), Created: s.now().UnixMicro()}
	if what.Once != "" {
		row.Once = &what.Once
	}
	inserted := afresh(tx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if inserted.Error != nil {
		return false, fmt.Errorf("tell account %d: %w", person, inserted.Error)
	}
	return inserted.RowsAffected > 0, nil
}
