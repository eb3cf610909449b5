package store_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// threadAccess is an entry as somebody sees it.
func (r *room) threadAccess(id int64, by accounts.User) submissions.EntryAccess {
	r.t.Helper()
	access, err := r.Submissions.EntryAccess(r.t.Context(), id, by)
	if err != nil {
		r.t.Fatal(err)
	}
	return access
}

// inquire asks something that must be taken.
func (r *room) inquire(entry int64, by accounts.User, shared bool, continues int64) reviews.Thread {
	r.t.Helper()
	thread, err := r.Reviews.Ask(r.t.Context(), entry, by, reviews.Question{Revision: 1, Shared: shared, Continues: continues, Pin: review.Pin{Kind: review.OnEntry}, Text: " What is it? "})
	if err != nil {
		r.t.Fatal(err)
	}
	return thread
}

func (r *room) submittedForThreads() submissions.Entry {
	r.t.Helper()
	entry := r.entry(r.submitter, graded())
	r.move(entry.ID, review.Submit, r.submitter)
	return entry
}

func threadIDs(threads []reviews.Thread) (ids []int64) {
	for _, thread := range threads {
		ids = append(ids, thread.ID)
	}
	return ids
}

// TestThreadsAreReadByTheirSides: a private thread by reviewers, a shared one by those who hold the entry as well,
// and neither by anybody else, not even once the entry is public.
func TestThreadsAreReadByTheirSides(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		private := r.inquire(entry.ID, r.reviewer, false, 0)
		shared := r.inquire(entry.ID, r.reviewer, true, private.ID)
		if _, err := r.Reviews.Reply(t.Context(), entry.ID, shared.ID, r.reviewer, review.SettleStep, shared.Messages[0].ID, "So."); err != nil {
			t.Fatal(err)
		}
		r.move(entry.ID, review.Accept, r.reviewer)
		if _, err := r.Lists.PublishEdition(t.Context(), edition, r.editor, review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			who  accounts.User
			want []int64
		}{
			{r.reviewer, []int64{private.ID, shared.ID}}, {r.editor, []int64{private.ID, shared.ID}}, {r.submitter, []int64{shared.ID}},
			{r.other, nil}, {r.admin, nil}, {accounts.User{}, nil},
		} {
			access := r.threadAccess(entry.ID, c.who)
			threads, err := r.Reviews.Threads(t.Context(), access)
			if got := threadIDs(threads); err != nil || len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
				t.Errorf("%s reads %v, want %v: %v", c.who.Name, got, c.want, err)
			}
			_, err = r.Reviews.Thread(t.Context(), access, private.ID)
			if reads := len(c.want) == 2; reads != (err == nil) || !reads && !errors.Is(err, database.ErrNotFound) {
				t.Errorf("%s asks for the private thread: %v", c.who.Name, err)
			}
		}
		held, err := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.submitter), shared.ID)
		if err != nil || held.Continues != 0 || held.Messages[0].Text != "What is it?" {
			t.Errorf("the submitter reads %+v, %v", held, err)
		}
		if asked, _ := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.editor), shared.ID); asked.Continues != private.ID {
			t.Errorf("an editor does not read what it goes on from: %+v", asked)
		}
	})
}

// TestWhatIsAskedIsHeldToItsSides: nobody writes where they read nothing, and no thread changes its readers.
func TestWhatIsAskedIsHeldToItsSides(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ctx := t.Context()
		draft := r.entry(r.submitter, graded())
		ask := func(entry int64, by accounts.User, q reviews.Question) error {
			q.Pin, q.Text = review.Pin{Kind: review.OnEntry}, "What is it?"
			_, err := r.Reviews.Ask(ctx, entry, by, q)
			return err
		}
		wantRefusal(t, ask(draft.ID, r.submitter, reviews.Question{Revision: 1}), "after the submission is submitted")
		wantNotFound(t, ask(draft.ID, r.reviewer, reviews.Question{Revision: 1}))

		entry := r.submittedForThreads()
		private := r.inquire(entry.ID, r.reviewer, false, 0)
		wantNotFound(t, ask(entry.ID, r.other, reviews.Question{Revision: 1}))
		wantNotFound(t, ask(entry.ID, r.submitter, reviews.Question{Revision: 1, Continues: private.ID}))
		wantRefusal(t, ask(entry.ID, r.reviewer, reviews.Question{Revision: 1, Continues: private.ID}), "only a question between reviewers")
		wantRefusal(t, ask(entry.ID, r.reviewer, reviews.Question{Revision: 2}), "Reload")
		wantRefusal(t, ask(entry.ID, r.reviewer, reviews.Question{}), "Reload")
		if mine := r.inquire(entry.ID, r.submitter, false, 0); !mine.Shared {
			t.Error("what the submitter asks is not shared")
		}
		_, err := r.Reviews.Reply(ctx, entry.ID, private.ID, r.submitter, review.SayStep, 0, "I answer.")
		wantNotFound(t, err)
		_, err = r.Reviews.Reply(ctx, draft.ID, private.ID, r.submitter, review.SayStep, 0, "I answer.")
		wantNotFound(t, err)
		_, err = r.Reviews.Reply(ctx, entry.ID, private.ID, r.editor, review.SayStep, 0, " ")
		wantField(t, err, "text")
		_, err = r.Reviews.Reply(ctx, entry.ID, private.ID, r.editor, review.SayStep, 0, strings.Repeat("x", review.MaximumQuestion+1))
		wantField(t, err, "text")
		declareForThreads(t, r, entry.ID, r.second)
		_, err = r.Reviews.Reply(ctx, entry.ID, private.ID, r.second, review.SayStep, 0, "I have a friend there.")
		if _, refused := errors.AsType[*review.ConflictError](err); !refused {
			t.Errorf("somebody with a conflict of interest gets %v", err)
		}
		if _, refused := errors.AsType[*review.ConflictError](ask(entry.ID, r.second, reviews.Question{Revision: 1})); !refused {
			t.Error("somebody with a conflict of interest asks")
		}
	})
}

func declareForThreads(t *testing.T, r *room, entry int64, who accounts.User) {
	t.Helper()
	declared := "INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (" + strconv.FormatInt(who.ID, 10) + ", " + strconv.FormatInt(entry, 10) + ", '', '', 'a friend', 0)"
	if err := store.Execute(t.Context(), r.Store, declared); err != nil {
		t.Fatal(err)
	}
}

// TestAQuestionIsOpenUntilAReviewerSettlesIt, and only what was read is settled.
func TestAQuestionIsOpenUntilAReviewerSettlesIt(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		thread := r.inquire(entry.ID, r.reviewer, true, 0)
		seen := func() int64 { return thread.Messages[len(thread.Messages)-1].ID }
		reply := func(by accounts.User, step review.Step, last int64) error {
			replied, err := r.Reviews.Reply(t.Context(), entry.ID, thread.ID, by, step, last, "So.")
			if err == nil {
				thread = replied
			}
			return err
		}
		open := func(want int) {
			t.Helper()
			if counts, err := r.Reviews.OpenQuestions(t.Context(), []int64{entry.ID, 999}); err != nil || counts[entry.ID] != want {
				t.Errorf("%v are open, want %d: %v", counts, want, err)
			}
		}
		first := seen()
		if err := reply(r.submitter, review.AnswerStep, first); err != nil || thread.Standing != review.ThreadAnswered {
			t.Fatalf("%s, %v", thread.Standing, err)
		}
		open(1)
		wantRefusal(t, reply(r.reviewer, review.SettleStep, first), "SUB wrote in the meantime")
		wantRefusal(t, reply(r.submitter, review.SettleStep, seen()), "is not possible")
		if err := reply(r.reviewer, review.SettleStep, seen()); err != nil {
			t.Fatal(err)
		}
		open(0)
		wantRefusal(t, reply(r.submitter, review.SayStep, seen()), "is settled")
		if err := reply(r.editor, review.ReopenStep, seen()); err != nil {
			t.Fatal(err)
		}
		open(1)
		held, err := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.submitter), thread.ID)
		if err != nil || len(held.Messages) != 4 || held.Messages[3].Step != review.ReopenStep || held.Standing != review.ThreadOpen {
			t.Errorf("got %+v, %v", held, err)
		}
	})
}

// TestOfTwoWhoSettleOneDoes.
func TestOfTwoWhoSettleOneDoes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		thread := r.inquire(entry.ID, r.reviewer, true, 0)
		settlers := []accounts.User{r.reviewer, r.second, r.editor}
		outcomes := make([]error, len(settlers))
		var together sync.WaitGroup
		for i, by := range settlers {
			together.Go(func() {
				_, outcomes[i] = r.Reviews.Reply(t.Context(), entry.ID, thread.ID, by, review.SettleStep, thread.Messages[0].ID, "Done.")
			})
		}
		together.Wait()
		done := 0
		for _, err := range outcomes {
			if err == nil {
				done++
			} else if _, refused := errors.AsType[*review.Refusal](err); !refused {
				t.Error(err)
			}
		}
		held, err := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.reviewer), thread.ID)
		if err != nil || done != 1 || len(held.Messages) != 2 {
			t.Errorf("%d settled it, and it holds %d messages: %v", done, len(held.Messages), err)
		}
	})
}

// TestQuestionErrorsAreReportedTogether.
func TestQuestionErrorsAreReportedTogether(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		_, err := r.Reviews.Ask(t.Context(), entry.ID, r.reviewer, reviews.Question{Revision: 1, Pin: review.Pin{Kind: review.OnFinding, Target: "dance"}})
		inputErrors, ok := errors.AsType[power.InputErrors](err)
		if !ok || len(inputErrors) != 2 || inputErrors[0].Field != "about" || inputErrors[1].Field != "text" {
			t.Errorf("got %v", err)
		}
	})
}
