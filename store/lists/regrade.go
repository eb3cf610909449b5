// This file owns the rehearsal of grading all submissions by another methodology.

package lists

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/validation/rules"
)

// Rehearsal says what is graded again, and by what.
type Rehearsal struct {
	Methodology methodology.Edition // empty for that of each document
	Edition     string              // of the list; empty for all
	States      []review.State      // empty for all
	Without     []int64             // entries that are withheld from the current user
	// the revision that was submitted last, if there is one; else the current one, of every entry
	Submitted bool
	Workers   int // entries graded at a time; 0 for as many as there are cores
	Progress  func(done, total int)
}

// Regrade grades entries again from what is stored and hands what would become of them to each, list by list from the
// newest, in the order of a list and then of the entries that are on none. Nothing is written but readings whose blob
// is missing, which are taken again from their files. Progress, if there is one, is called after each entry, never
// twice at a time and never while each is. Regrade returns ErrNotFound for an edition that is not there, the error of
// each, and the error of a context that ends; an entry that cannot be graded does not fail it.
func (s *Lists) Regrade(ctx context.Context, r Rehearsal, each func(rehearsal.Entry) error) error {
	editions, err := s.rehearsedEditions(ctx, r.Edition)
	if err != nil {
		return err
	}
	work := &regrading{Rehearsal: r, store: s, rules: map[methodology.Edition]string{}}
	for _, e := range methodology.Editions() {
		work.rules[e] = validation.RulesDigest(e, rules.For(e))
	}
	if work.total, err = work.count(ctx, editions); err != nil {
		return err
	}
	for _, edition := range editions {
		results, err := work.edition(ctx, edition)
		if err != nil {
			return fmt.Errorf("grade the submissions of %s again: %w", edition.Name, err)
		}
		for _, result := range results {
			if err := each(result.Entry); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Lists) rehearsedEditions(ctx context.Context, name string) ([]editions.Edition, error) {
	if name == "" {
		return s.editions.All(ctx)
	}
	one, err := s.editions.ByName(ctx, name)
	return []editions.Edition{one}, err
}

type regrading struct {
	Rehearsal
	store *Lists
	rules map[methodology.Edition]string // digests of the rule sets of today
	total int

	mutex sync.Mutex
	done  int
}

func (w *regrading) chosen(tx *gorm.DB, editions ...int64) *gorm.DB {
	tx = submissions.ExcludeWithheld(tx.Where("entries.edition_id IN ?", editions), w.Without)
	if len(w.States) > 0 {
		tx = tx.Where("entries.state IN ?", w.States)
	}
	if w.Submitted {
		tx = tx.Where("EXISTS (SELECT 1 FROM revisions " +
			"WHERE revisions.entry_id = entries.id AND revisions.submitted_at IS NOT NULL)")
	}
	return tx
}

func (w *regrading) count(ctx context.Context, all []editions.Edition) (int, error) {
	query := w.chosen(w.store.db.Query(ctx).Table("entries"),
		database.Convert(all, func(e editions.Edition) int64 { return e.ID })...)
	total, err := database.CountOf(query)
	return int(total), err
}

// regraded is what became of an entry, and what the list would rank it by.
type regraded struct {
	rehearsal.Entry
	ranked submissions.EntryRow
}

func (w *regrading) edition(ctx context.Context, edition editions.Edition) ([]regraded, error) {
	views, err := database.Find[submissions.EntryView](w.chosen(submissions.ViewEntries(w.store.db.Query(ctx)),
		edition.ID).Order("entries.id"))
	if err != nil {
		return nil, err
	}
	results, err := w.gradeAll(ctx, views)
	if err != nil {
		return nil, err
	}
	rankBoth(views, results)
	slices.SortStableFunc(results, func(a, b regraded) int { return cmp.Compare(rankOf(a.Then), rankOf(b.Then)) })
	return results, nil
}

// atOnce is the most entries that are read in one go: enough to share the way to the database, and
// few enough to be held.
const atOnce = 16

func (w *regrading) gradeAll(ctx context.Context, views []submissions.EntryView) ([]regraded, error) {
	workers := cmp.Or(w.Workers, runtime.GOMAXPROCS(0))
	share := min(max(len(views)/(4*workers), 1), atOnce)
	results := make([]regraded, len(views))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, len(views)) {
		group.Go(func() {
			for ctx.Err() == nil {
				to := int(next.Add(int64(share)))
				from := to - share
				if from >= len(views) {
					return
				}
				to = min(to, len(views))
				if err := w.gradeShare(ctx, views[from:to], results[from:to]); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	return results, context.Cause(ctx)
}

func (w *regrading) gradeShare(ctx context.Context, views []submissions.EntryView, results []regraded) error {
	revisions, err := w.read(ctx, views)
	if err != nil {
		return err
	}
	for i, view := range views {
		if err := ctx.Err(); err != nil {
			return err
		}
		if results[i], err = w.grade(ctx, view, revisions[i]); err != nil {
			return fmt.Errorf("submission %d: %w", view.Row.ID, err)
		}
		w.tick()
	}
	return nil
}

// read reads the revisions of several entries as they are at one instant, in a transaction that cannot write.
func (w *regrading) read(ctx context.Context, views []submissions.EntryView) ([]submissions.Revision, error) {
	revisions := make([]submissions.Revision, len(views))
	err := w.store.db.Query(ctx).Transaction(func(tx *gorm.DB) error {
		for i, view := range views {
			number, err := w.number(tx, view)
			if err != nil {
				return err
			}
			if revisions[i], err = submissions.RevisionOf(tx, view.Row.ID, number); err != nil {
				return err
			}
		}
		return nil
	}, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
	return revisions, err
}

func (w *regrading) number(tx *gorm.DB, view submissions.EntryView) (int, error) {
	if !w.Submitted {
		return view.Row.Revision, nil
	}
	var number int
	query := tx.Model(&submissions.RevisionRow{}).Where("entry_id = ? AND submitted_at IS NOT NULL", view.Row.ID)
	err := query.Select("MAX(number)").Scan(&number).Error
	return number, err
}

func (w *regrading) tick() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.done++
	if w.Progress != nil {
		w.Progress(w.done, max(w.done, w.total)) // entries may be added while this runs
	}
}

// rankBoth ranks the entries that are accepted or published, by the figures they have and by those
// they would have. Without a level they have no rank.
func rankBoth(views []submissions.EntryView, results []regraded) {
	var then, now []submissions.EntryRow
	at := map[int64]int{}
	for i, view := range views {
		at[view.Row.ID] = i
		if state := view.State(); state != review.Accepted && !state.Public() {
			continue
		}
		if results[i].Then != nil && view.Row.GrantedLevel > 0 {
			then = append(then, view.Row)
		}
		if results[i].Now != nil && results[i].Now.Level > 0 {
			now = append(now, results[i].ranked)
		}
	}
	slices.SortFunc(then, compareEntries)
	slices.SortFunc(now, compareEntries)
	for i, row := range then {
		results[at[row.ID]].Then.Rank = i + 1
	}
	for i, row := range now {
		results[at[row.ID]].Now.Rank = i + 1
	}
}

// rankOf puts what has no rank after all that have one.
func rankOf(v *rehearsal.Verdict) int {
	if v == nil || v.Rank == 0 {
		return math.MaxInt
	}
	return v.Rank
}
