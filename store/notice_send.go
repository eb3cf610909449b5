// This file owns writing notices, and the mail that goes with them.

package store

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/validation/review"
)

// notify tells people something in the transaction of what it is about: not the person who did it, not twice, nobody whose
// account was disabled, and of an entry nobody who may not read it, as with a conflict of interest.
func (s *Store) notify(tx *gorm.DB, people []int64, what NewNotice) error {
	entry, listeners, err := s.listeners(tx, people, what)
	if err != nil || len(listeners) == 0 {
		return err
	}
	mailed, err := mailRecipients(tx, what.Kind, listeners)
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
		letter := s.notice(Notice{Kind: what.Kind, EntryID: what.EntryID, Edition: entry.EditionName, Open: what.Open, ToName: person.Name, System: what.System, Detail: what.Detail})
		letter.To = person.Email
		if err := s.post(tx, letter); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) listeners(tx *gorm.DB, people []int64, what NewNotice) (entry entryView, listeners []User, err error) {
	by := what.By
	if origin, known := tx.Statement.Context.Value(originKey{}).(Origin); known && by == 0 {
		by = origin.Actor.ID
	}
	people = slices.DeleteFunc(slices.Clone(people), func(id int64) bool { return id == 0 || id == by })
	if len(people) == 0 {
		return entry, nil, nil
	}
	rows, err := find[userRow](tx.Where("id IN ? AND NOT disabled", people).Order("id"))
	if err != nil {
		return entry, nil, err
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
	if entry, err = entryByID(tx, what.EntryID); err != nil {
		return entry, nil, err
	}
	listeners, err = s.readersAmong(tx, entry, listeners)
	return entry, listeners, err
}

func mailRecipients(tx *gorm.DB, kind review.Kind, people []User) (map[int64]bool, error) {
	mail := map[int64]bool{}
	ids := make([]int64, len(people))
	for i, person := range people {
		mail[person.ID], ids[i] = review.MailedByDefault(kind), person.ID
	}
	chosen, err := find[noticeChoice](tx.Where("kind = ? AND user_id IN ?", string(kind), ids))
	if err != nil {
		return nil, err
	}
	for _, choice := range chosen {
		mail[choice.UserID] = choice.Mail
	}
	return mail, nil
}

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

func (s *Store) withoutUnread(tx *gorm.DB, people []User, what NewNotice) ([]User, error) {
	const silence = 24 * time.Hour
	var unread []int64
	query := tx.Model(&noticeRow{}).Where("kind = ? AND link = ? AND read_at IS NULL AND created_at > ?", string(what.Kind), what.Link, s.now().Add(-silence).UnixMicro())
	err := query.Distinct().Pluck("user_id", &unread).Error
	return slices.DeleteFunc(people, func(u User) bool { return slices.Contains(unread, u.ID) }), err
}

func (s *Store) insertNotice(tx *gorm.DB, person int64, what NewNotice) (told bool, err error) {
	row := noticeRow{UserID: person, Kind: string(what.Kind), EntryID: nilIfZero(what.EntryID), ActorID: nilIfZero(what.Named),
		Text: text(what.Text), Link: text(what.Link), Created: s.now().UnixMicro()}
	if what.Once != "" {
		row.Once = &what.Once
	}
	inserted := unlessThere(tx).Create(&row)
	if inserted.Error != nil {
		return false, inserted.Error
	}
	return inserted.RowsAffected > 0, nil
}
