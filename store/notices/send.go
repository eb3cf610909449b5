// This file owns writing notices, and the mail that goes with them.

package notices

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// Notify tells people something in the transaction of what it is about: not the person who did it, not twice, nobody
// whose account was disabled, and of an entry nobody who may not read it, as with a conflict of interest.
func (s *Notices) Notify(tx *gorm.DB, people []int64, what NewNotice) error {
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
		if !told || !mailed[person.ID] || s.write == nil {
			continue
		}
		letter := s.write(Notice{Kind: what.Kind, EntryID: what.EntryID, Edition: entry.EditionName, Open: what.Open,
			ToName: person.Name, System: what.System, Detail: what.Detail})
		letter.To = person.Email
		if err := s.outbox.Enqueue(tx, letter); err != nil {
			return err
		}
	}
	return nil
}

func (s *Notices) listeners(tx *gorm.DB, people []int64, what NewNotice) (
	entry submissions.EntryView, listeners []accounts.User, err error) {
	by := what.By
	if origin, known := tx.Statement.Context.Value(recorded.OriginKey{}).(recorded.Origin); known && by == 0 {
		by = origin.Actor.ID
	}
	people = slices.DeleteFunc(slices.Clone(people), func(id int64) bool { return id == 0 || id == by })
	if len(people) == 0 {
		return entry, nil, nil
	}
	rows, err := database.Find[accounts.UserRow](tx.Where("id IN ? AND NOT disabled", people).Order("id"))
	if err != nil {
		return entry, nil, err
	}
	listeners = database.Convert(rows, accounts.UserRow.Account)
	if what.Daily {
		if listeners, err = s.withoutUnread(tx, listeners, what); err != nil {
			return entry, nil, err
		}
	}
	if what.EntryID == 0 {
		return entry, listeners, nil
	}
	if entry, err = submissions.EntryByID(tx, what.EntryID); err != nil {
		return entry, nil, err
	}
	listeners, err = s.readersAmong(tx, entry, listeners)
	return entry, listeners, err
}

func mailRecipients(tx *gorm.DB, kind review.Kind, people []accounts.User) (map[int64]bool, error) {
	mail := map[int64]bool{}
	ids := make([]int64, len(people))
	for i, person := range people {
		mail[person.ID], ids[i] = review.MailedByDefault(kind), person.ID
	}
	chosen, err := database.Find[noticeChoice](tx.Where("kind = ? AND user_id IN ?", string(kind), ids))
	if err != nil {
		return nil, err
	}
	for _, choice := range chosen {
		mail[choice.UserID] = choice.Mail
	}
	return mail, nil
}

func (s *Notices) readersAmong(tx *gorm.DB, entry submissions.EntryView,
	people []accounts.User) ([]accounts.User, error) {
	var readers []accounts.User
	for _, person := range people {
		may, err := s.submissions.MayRead(tx, entry, person)
		if err != nil {
			return nil, err
		}
		if may {
			readers = append(readers, person)
		}
	}
	return readers, nil
}

func (s *Notices) withoutUnread(tx *gorm.DB, people []accounts.User, what NewNotice) ([]accounts.User, error) {
	const silence = 24 * time.Hour
	var unread []int64
	query := tx.Model(&noticeRow{}).Where("kind = ? AND link = ? AND read_at IS NULL AND created_at > ?",
		string(what.Kind), what.Link, s.db.Now().Add(-silence).UnixMicro())
	err := query.Distinct().Pluck("user_id", &unread).Error
	return slices.DeleteFunc(people, func(u accounts.User) bool { return slices.Contains(unread, u.ID) }), err
}

func (s *Notices) insertNotice(tx *gorm.DB, person int64, what NewNotice) (told bool, err error) {
	row := noticeRow{UserID: person, Kind: string(what.Kind), EntryID: database.NilIfZero(what.EntryID),
		ActorID: database.NilIfZero(what.Named),
		Text:    database.Text(what.Text), Link: database.Text(what.Link), Created: s.db.Now().UnixMicro()}
	if what.Once != "" {
		row.Once = &what.Once
	}
	inserted := database.UnlessThere(tx).Create(&row)
	if inserted.Error != nil {
		return false, inserted.Error
	}
	return inserted.RowsAffected > 0, nil
}
