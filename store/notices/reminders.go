// This file owns reminders of deadlines and reviews.

package notices

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/validation/review"
)

// RemindOfDeadlines tells those who hold drafts that their edition closes soon, and reviewers until when they have to
// decide. Each is told once for each deadline and reminder, however often this is called.
func (s *Notices) RemindOfDeadlines(ctx context.Context) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		if err := s.remindOfClosing(tx); err != nil {
			return err
		}
		return s.remindOfReviews(tx)
	})
}

// remindOfClosing tells those who hold drafts of editions that close. A person who misses one reminder gets the
// next, not both at once.
func (s *Notices) remindOfClosing(tx *gorm.DB) error {
	now := s.db.Now()
	reminders := review.ClosingReminders()
	closing := tx.Where("published_at IS NULL AND closes_at > ? AND closes_at <= ?", now.UnixMicro(),
		now.Add(reminders[0]).UnixMicro())
	editions, err := database.Find[editions.EditionRow](closing.Order("closes_at"))
	if err != nil {
		return err
	}
	for _, row := range editions {
		left := database.FromMicro(row.Closes).Sub(now)
		reminder := reminders[0]
		for _, shorter := range reminders {
			if left <= shorter {
				reminder = shorter
			}
		}
		once := fmt.Sprintf("closing %d %d %s", row.ID, row.Closes, reminder)
		people, err := draftHolders(tx, row.ID, once)
		if err != nil {
			return err
		}
		edition := row.Edition()
		sentence := fmt.Sprintf("The edition %s closes on %s, and you hold a draft for it.", edition.Name,
			edition.Local(edition.ClosesAt))
		if err := s.Notify(tx, people, NewNotice{Kind: review.OfDeadlines, Text: sentence, Open: sentence,
			Link: "/submissions", Once: once}); err != nil {
			return err
		}
	}
	return nil
}

func draftHolders(tx *gorm.DB, editionID int64, once string) ([]int64, error) {
	drafts := tx.Table("entries").Where("edition_id = ? AND state = ?", editionID, string(review.Draft))
	told := tx.Model(&noticeRow{}).Select("user_id").Where("once = ?", once)
	members := tx.Table("members").Select("user_id").Where("site_id IN (?)",
		drafts.Session(&gorm.Session{}).Select("site_id"))
	holders := tx.Table("users").Where("id IN (?) OR id IN (?)",
		drafts.Session(&gorm.Session{}).Select("owner_id"), members)
	return database.Pluck[int64](holders.Where("id NOT IN (?)", told).Order("id"), "id")
}

type dueReviews struct {
	Reviewer int64
	Edition  string
	ReviewBy int64
}

func (s *Notices) remindOfReviews(tx *gorm.DB) error {
	now := s.db.Now()
	left, err := s.leftToReview(tx, now, now.Add(review.ReviewReminder))
	if err != nil {
		return err
	}
	order := func(a, b dueReviews) int {
		return cmp.Or(cmp.Compare(a.Reviewer, b.Reviewer), cmp.Compare(a.ReviewBy, b.ReviewBy),
			cmp.Compare(a.Edition, b.Edition))
	}
	for _, due := range slices.SortedFunc(maps.Keys(left), order) {
		sentence := fmt.Sprintf("Reviews for %s are due on %s; %s left to decide.", due.Edition,
			database.FromMicro(due.ReviewBy).Format("2006-01-02 15:04 UTC"), reviewsLeft(left[due]))
		once := fmt.Sprintf("reviews %s %d", due.Edition, due.ReviewBy)
		if err := s.Notify(tx, []int64{due.Reviewer}, NewNotice{Kind: review.OfDeadlines, Text: sentence,
			Open: sentence, Link: "/review", Once: once}); err != nil {
			return err
		}
	}
	return nil
}

func reviewsLeft(n int) string {
	if n == 1 {
		return "you have one"
	}
	return fmt.Sprintf("you have %d", n)
}

// leftToReview counts what reviewers took and have to decide between two times, without what they may not read: a
// conflict of interest may have come up since they took it.
func (s *Notices) leftToReview(tx *gorm.DB, from, to time.Time) (map[dueReviews]int, error) {
	var rows []struct {
		ID       int64
		ReviewBy int64
	}
	taken := tx.Table("entries").Select("entries.id, editions.review_by").
		Joins("JOIN editions ON editions.id = entries.edition_id").
		Where("entries.reviewer_id IS NOT NULL AND entries.state IN ?", submissions.Decidable()).
		Where("editions.review_by > ? AND editions.review_by <= ?", from.UnixMicro(), to.UnixMicro())
	if err := taken.Order("entries.id").Scan(&rows).Error; err != nil {
		return nil, err
	}
	left := map[dueReviews]int{}
	for _, row := range rows {
		entry, err := submissions.EntryByID(tx, row.ID)
		if err != nil {
			return nil, err
		}
		reviewer, err := accounts.AccountByID(tx, *entry.Row.Reviewer)
		if err != nil {
			return nil, err
		}
		may, err := s.submissions.MayRead(tx, entry, reviewer.Account())
		if err != nil {
			return nil, err
		}
		if may {
			left[dueReviews{reviewer.ID, entry.EditionName, row.ReviewBy}]++
		}
	}
	return left, nil
}
