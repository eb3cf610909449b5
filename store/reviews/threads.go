// This file owns questions about a submission, with their answers.

package reviews

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/review"
)

// Thread is a question about an entry with what was said to it.
type Thread struct {
	ID        int64
	EntryID   int64
	Revision  int  // whose evidence it is pinned to
	Shared    bool // with those who hold the entry; never changes
	Continues int64
	Pin       review.Pin
	Standing  review.ThreadState
	OpenedAt  time.Time
	Messages  []ThreadMessage // the question first
}

// ThreadMessage is what somebody said in a thread.
type ThreadMessage struct {
	ID       int64
	AuthorID int64
	Author   string // their name at the time
	Side     review.Side
	Step     review.Step
	Text     string
	At       time.Time
}

// ThreadRow is a row of the table threads.
type ThreadRow struct {
	ID        int64
	EntryID   int64
	Revision  int
	Shared    bool
	Continues *int64 `gorm:"column:continues_id"`
	Pin       string
	Target    string
	From      *int64 `gorm:"column:from_at"`
	To        *int64 `gorm:"column:to_at"`
	Standing  string
	Opened    int64 `gorm:"column:opened_at"`
}

func (ThreadRow) TableName() string { return "threads" }

func (r ThreadRow) pin() review.Pin {
	pin := review.Pin{Kind: review.PinKind(r.Pin), Target: r.Target}
	if r.From != nil && r.To != nil {
		pin.From, pin.To = database.FromMicro(*r.From), database.FromMicro(*r.To)
	}
	return pin
}

func (r ThreadRow) thread() Thread {
	return Thread{
		ID: r.ID, EntryID: r.EntryID, Revision: r.Revision, Shared: r.Shared,
		Continues: database.ZeroIfNil(r.Continues), Pin: r.pin(),
		Standing: review.ThreadState(r.Standing), OpenedAt: database.FromMicro(r.Opened),
	}
}

// ThreadMessageRow is a row of the table messages.
type ThreadMessageRow struct {
	ID         int64
	ThreadID   int64
	AuthorID   int64
	AuthorName string
	Side       string
	Step       string
	Text       string
	Created    int64 `gorm:"column:created_at"`
}

func (ThreadMessageRow) TableName() string { return "messages" }

func (r ThreadMessageRow) message() ThreadMessage {
	return ThreadMessage{ID: r.ID, AuthorID: r.AuthorID, Author: r.AuthorName, Side: review.Side(r.Side),
		Step: review.Step(r.Step), Text: r.Text, At: database.FromMicro(r.Created)}
}

// Threads returns the questions about an entry that somebody sees, the oldest first: reviewers and editors without a
// conflict of interest all of them, those who hold the entry the shared ones, everybody else none.
func (s *Reviews) Threads(ctx context.Context, entry submissions.EntryAccess) ([]Thread, error) {
	return threadsFor(s.db.Query(ctx), entry.ID, review.SideOf(entry.Party))
}

// Thread returns one of the questions about an entry, or ErrNotFound if somebody does not see it.
func (s *Reviews) Thread(ctx context.Context, entry submissions.EntryAccess, id int64) (Thread, error) {
	return threadFor(s.db.Query(ctx), entry.ID, id, review.SideOf(entry.Party))
}

func threadFor(tx *gorm.DB, entryID, id int64, side review.Side) (Thread, error) {
	seen, err := threadsFor(tx, entryID, side)
	if err != nil {
		return Thread{}, err
	}
	at := slices.IndexFunc(seen, func(t Thread) bool { return t.ID == id })
	if at < 0 {
		return Thread{}, fmt.Errorf("thread %d of submission %d: %w", id, entryID, database.ErrNotFound)
	}
	return seen[at], nil
}

// threadsFor is the one way to what was asked: what a side does not see is not read.
func threadsFor(tx *gorm.DB, entryID int64, side review.Side) ([]Thread, error) {
	const shared, private = true, false
	var seen []bool
	for _, one := range []bool{shared, private} {
		if side.Sees(one) {
			seen = append(seen, one)
		}
	}
	if len(seen) == 0 {
		return nil, nil
	}
	rows, err := database.Find[ThreadRow](tx.Where("entry_id = ? AND shared IN ?", entryID, seen).Order("id"))
	if err != nil {
		return nil, err
	}
	threads := database.Convert(rows, ThreadRow.thread)
	for i := range threads {
		if !side.Sees(private) {
			threads[i].Continues = 0 // of which they hear nothing, not even that it is there
		}
	}
	return threads, addMessages(tx, threads)
}

// addMessages puts to threads what was said in them.
func addMessages(tx *gorm.DB, threads []Thread) error {
	if len(threads) == 0 {
		return nil
	}
	at := make(map[int64]int, len(threads))
	ids := make([]int64, len(threads))
	for i, thread := range threads {
		ids[i], at[thread.ID] = thread.ID, i
	}
	rows, err := database.Find[ThreadMessageRow](tx.Where("thread_id IN ?", ids).Order("id"))
	if err != nil {
		return err
	}
	for _, row := range rows {
		thread := &threads[at[row.ThreadID]]
		thread.Messages = append(thread.Messages, row.message())
	}
	return nil
}

// OpenQuestions counts the questions about entries that are not settled, private ones among them: it is for reviewers
// and editors without a conflict of interest. An entry without any is not in it.
func (s *Reviews) OpenQuestions(ctx context.Context, entries []int64) (map[int64]int, error) {
	counts := map[int64]int{}
	if len(entries) == 0 {
		return counts, nil
	}
	var rows []struct {
		EntryID int64
		Number  int
	}
	query := s.db.Query(ctx).Table("threads").Select("entry_id, count(*) AS number").
		Where("entry_id IN ? AND standing <> ?", entries, string(review.ThreadSettled))
	if err := query.Group("entry_id").Scan(&rows).Error; err != nil {
		return nil, err
	}
	for _, row := range rows {
		counts[row.EntryID] = row.Number
	}
	return counts, nil
}
