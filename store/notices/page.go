// This file owns the page of a person's notices, and their choices.

package notices

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review"
)

// ReceivedNotice is a notice on the page of its recipient.
type ReceivedNotice struct {
	ID      int64
	Kind    review.Kind
	EntryID int64 // 0 if it belongs to none
	Text    string
	Link    string
	At      time.Time
	Read    bool
	Hidden  bool // it is of an entry that its recipient may no longer read; there is no text and no link
}

// NoticeQuery is which notices somebody wants to see.
type NoticeQuery struct {
	Kind  review.Kind // all if empty
	After string      // Next of the page before
	Limit int
}

// NoticePage is a page of notices: those not read first, the latest first.
type NoticePage struct {
	Notices []ReceivedNotice
	Next    string // empty if there are no more
}

const (
	unreadMark = "u"
	readMark   = "r"
)

func (r noticeRow) place() string {
	mark := unreadMark
	if r.Read != nil {
		mark = readMark
	}
	return mark + strconv.FormatInt(r.ID, 10)
}

// List returns what somebody was told. What is of an entry that they may not read now, though they could once, is
// shown without its text.
func (s *Notices) List(ctx context.Context, by accounts.User, q NoticeQuery) (NoticePage, error) {
	query := s.db.Query(ctx).Where("user_id = ?", by.ID).Order("CASE WHEN read_at IS NULL THEN 0 ELSE 1 END, id DESC").
		Limit(q.Limit + 1)
	if q.Kind != "" {
		query = query.Where("kind = ?", string(q.Kind))
	}
	if last, err := strconv.ParseInt(strings.TrimLeft(q.After, unreadMark+readMark), 10, 64); err == nil &&
		strings.HasPrefix(q.After, unreadMark) {
		query = query.Where("read_at IS NOT NULL OR id < ?", last)
	} else if err == nil {
		query = query.Where("read_at IS NOT NULL AND id < ?", last)
	}
	rows, err := database.Find[noticeRow](query)
	if err != nil {
		return NoticePage{}, err
	}
	page := NoticePage{}
	if len(rows) > q.Limit {
		rows = rows[:q.Limit]
		page.Next = rows[q.Limit-1].place()
	}
	hidden, err := s.notReadable(ctx, by, rows)
	if err != nil {
		return NoticePage{}, err
	}
	for _, row := range rows {
		page.Notices = append(page.Notices, row.received(hidden))
	}
	return page, nil
}

func (r noticeRow) received(hidden map[int64]bool) ReceivedNotice {
	h := ReceivedNotice{ID: r.ID, Kind: review.Kind(r.Kind), EntryID: database.ZeroIfNil(r.EntryID), Text: r.Text,
		Link: r.Link, At: database.FromMicro(r.Created), Read: r.Read != nil}
	if hidden[h.EntryID] {
		h.Text, h.Link, h.Hidden = "", "", true
	}
	return h
}

func (s *Notices) notReadable(ctx context.Context, by accounts.User, rows []noticeRow) (map[int64]bool, error) {
	of := map[int64]bool{}
	for _, row := range rows {
		if row.EntryID != nil {
			of[*row.EntryID] = true
		}
	}
	if len(of) == 0 {
		return of, nil
	}
	entries, err := database.Find[submissions.EntryView](submissions.ViewEntries(s.db.Query(ctx)).
		Where("entries.id IN ?", slices.Collect(maps.Keys(of))))
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		may, err := s.submissions.MayRead(s.db.Query(ctx), entry, by)
		if err != nil {
			return nil, err
		}
		of[entry.Row.ID] = !may
	}
	return of, nil
}

// Unread counts the notices that somebody has not read, up to MostUnread.
func (s *Notices) Unread(ctx context.Context, userID int64) (count int, err error) {
	const text = "SELECT count(*) FROM (SELECT 1 FROM notices WHERE user_id = ? AND read_at IS NULL LIMIT ?) AS unread"
	err = s.db.Query(ctx).Raw(text, userID, MostUnread).Scan(&count).Error
	return count, err
}

// Mark notes that somebody has read a notice, or has not, and returns its link. It returns ErrNotFound for one
// that is not theirs.
func (s *Notices) Mark(ctx context.Context, userID, id int64, read bool) (link string, err error) {
	row, err := database.Take[noticeRow](s.db.Query(ctx).Where("id = ? AND user_id = ?", id, userID))
	if err != nil {
		return "", fmt.Errorf("notice %d: %w", id, err)
	}
	var at *int64
	if read {
		now := s.db.Now().UnixMicro()
		at = &now
	}
	err = s.db.Query(ctx).Model(&noticeRow{}).Where("id = ?", id).Update("read_at", at).Error
	return row.Link, err
}

// MarkAll notes that somebody has read all notices of a kind, or all, up to the one they saw last: what came in
// since stays unread.
func (s *Notices) MarkAll(ctx context.Context, userID int64, kind review.Kind, last int64) error {
	unread := s.db.Query(ctx).Model(&noticeRow{}).Where("user_id = ? AND read_at IS NULL AND id <= ?", userID, last)
	if kind != "" {
		unread = unread.Where("kind = ?", string(kind))
	}
	return unread.Update("read_at", s.db.Now().UnixMicro()).Error
}

type noticeChoice struct {
	UserID int64
	Kind   string
	Mail   bool
}

func (noticeChoice) TableName() string { return "notice_choices" }

// Choices tells which kinds of notices come to somebody by mail too.
func (s *Notices) Choices(ctx context.Context, userID int64) (map[review.Kind]bool, error) {
	chosen, err := database.Find[noticeChoice](s.db.Query(ctx).Where("user_id = ?", userID))
	if err != nil {
		return nil, err
	}
	mail := map[review.Kind]bool{}
	for _, kind := range review.Kinds() {
		mail[kind] = review.MailedByDefault(kind)
	}
	for _, choice := range chosen {
		mail[review.Kind(choice.Kind)] = choice.Mail
	}
	return mail, nil
}

// Choose keeps which kinds of notices come to somebody by mail too. It returns a *power.InputError for a kind
// that there is not.
func (s *Notices) Choose(ctx context.Context, userID int64, mail map[review.Kind]bool) error {
	for kind := range mail {
		if !kind.Valid() {
			return database.InputError("mail", fmt.Sprintf("%q is no kind of notices", kind), "choose one of the list")
		}
	}
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		for _, kind := range review.Kinds() {
			choice := noticeChoice{UserID: userID, Kind: string(kind), Mail: mail[kind]}
			kept := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}, {Name: "kind"}},
				DoUpdates: clause.AssignmentColumns([]string{"mail"})}).Create(&choice)
			if kept.Error != nil {
				return kept.Error
			}
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "choose notices", Subject: fmt.Sprintf("account %d", userID)})
	})
}
