package reviews_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// threadAccess is an entry as somebody sees it.
func (r *room) threadAccess(id int64, by accounts.User) submissions.EntryAccess {
	r.T.Helper()
	access, err := r.Submissions.EntryAccess(r.T.Context(), id, by)
	if err != nil {
		r.T.Fatal(err)
	}
	return access
}

func (r *room) submittedForThreads() submissions.Entry {
	r.T.Helper()
	entry := r.Entry(r.Submitter, roomtest.Graded())
	r.Move(entry.ID, review.Submit, r.Submitter)
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
		private := r.Inquire(entry.ID, r.Reviewer, false, 0)
		shared := r.Inquire(entry.ID, r.Reviewer, true, private.ID)
		if _, err := r.Reviews.Reply(t.Context(), entry.ID, shared.ID, r.Reviewer, review.SettleStep,
			shared.Messages[0].ID, "So."); err != nil {
			t.Fatal(err)
		}
		r.Move(entry.ID, review.Accept, r.Reviewer)
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			who  accounts.User
			want []int64
		}{
			{r.Reviewer, []int64{private.ID, shared.ID}}, {r.Editor, []int64{private.ID, shared.ID}},
			{r.Submitter, []int64{shared.ID}},
			{r.Other, nil}, {r.Admin, nil}, {accounts.User{}, nil},
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
		held, err := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.Submitter), shared.ID)
		if err != nil || held.Continues != 0 || held.Messages[0].Text != "What is it?" {
			t.Errorf("the submitter reads %+v, %v", held, err)
		}
		if asked, _ := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.Editor),
			shared.ID); asked.Continues != private.ID {
			t.Errorf("an editor does not read what it goes on from: %+v", asked)
		}
	})
}

// TestWhatIsAskedIsHeldToItsSides: nobody writes where they read nothing, and no thread changes its readers.
func TestWhatIsAskedIsHeldToItsSides(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		ctx := t.Context()
		draft := r.Entry(r.Submitter, roomtest.Graded())
		ask := func(entry int64, by accounts.User, q reviews.Question) error {
			q.Pin, q.Text = review.Pin{Kind: review.OnEntry}, "What is it?"
			_, err := r.Reviews.Ask(ctx, entry, by, q)
			return err
		}
		roomtest.WantRefusal(t, ask(draft.ID, r.Submitter, reviews.Question{Revision: 1}),
			"after the submission is submitted")
		roomtest.WantNotFound(t, ask(draft.ID, r.Reviewer, reviews.Question{Revision: 1}))

		entry := r.submittedForThreads()
		private := r.Inquire(entry.ID, r.Reviewer, false, 0)
		roomtest.WantNotFound(t, ask(entry.ID, r.Other, reviews.Question{Revision: 1}))
		roomtest.WantNotFound(t, ask(entry.ID, r.Submitter, reviews.Question{Revision: 1, Continues: private.ID}))
		roomtest.WantRefusal(t, ask(entry.ID, r.Reviewer, reviews.Question{Revision: 1, Continues: private.ID}),
			"only a question between reviewers")
		roomtest.WantRefusal(t, ask(entry.ID, r.Reviewer, reviews.Question{Revision: 2}), "Reload")
		roomtest.WantRefusal(t, ask(entry.ID, r.Reviewer, reviews.Question{}), "Reload")
		if mine := r.Inquire(entry.ID, r.Submitter, false, 0); !mine.Shared {
			t.Error("what the submitter asks is not shared")
		}
		_, err := r.Reviews.Reply(ctx, entry.ID, private.ID, r.Submitter, review.SayStep, 0, "I answer.")
		roomtest.WantNotFound(t, err)
		_, err = r.Reviews.Reply(ctx, draft.ID, private.ID, r.Submitter, review.SayStep, 0, "I answer.")
		roomtest.WantNotFound(t, err)
		_, err = r.Reviews.Reply(ctx, entry.ID, private.ID, r.Editor, review.SayStep, 0, " ")
		roomtest.WantField(t, err, "text")
		_, err = r.Reviews.Reply(ctx, entry.ID, private.ID, r.Editor, review.SayStep, 0,
			strings.Repeat("x", review.MaximumQuestion+1))
		roomtest.WantField(t, err, "text")
		declareForThreads(t, r, entry.ID, r.Second)
		_, err = r.Reviews.Reply(ctx, entry.ID, private.ID, r.Second, review.SayStep, 0, "I have a friend there.")
		if _, refused := errors.AsType[*review.ConflictError](err); !refused {
			t.Errorf("somebody with a conflict of interest gets %v", err)
		}
		if _, refused := errors.AsType[*review.ConflictError](ask(entry.ID, r.Second,
			reviews.Question{Revision: 1})); !refused {
			t.Error("somebody with a conflict of interest asks")
		}
	})
}

func declareForThreads(t *testing.T, r *room, entry int64, who accounts.User) {
	t.Helper()
	declared := "INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (" +
		strconv.FormatInt(who.ID, 10) + ", " + strconv.FormatInt(entry, 10) + ", '', '', 'a friend', 0)"
	r.Meddle("%s", declared)
}

// TestAQuestionIsOpenUntilAReviewerSettlesIt, and only what was read is settled.
func TestAQuestionIsOpenUntilAReviewerSettlesIt(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		thread := r.Inquire(entry.ID, r.Reviewer, true, 0)
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
			if counts, err := r.Reviews.OpenQuestions(t.Context(), []int64{entry.ID, 999}); err != nil ||
				counts[entry.ID] != want {
				t.Errorf("%v are open, want %d: %v", counts, want, err)
			}
		}
		first := seen()
		if err := reply(r.Submitter, review.AnswerStep, first); err != nil || thread.Standing != review.ThreadAnswered {
			t.Fatalf("%s, %v", thread.Standing, err)
		}
		open(1)
		roomtest.WantRefusal(t, reply(r.Reviewer, review.SettleStep, first), "SUB wrote in the meantime")
		roomtest.WantRefusal(t, reply(r.Submitter, review.SettleStep, seen()), "is not possible")
		if err := reply(r.Reviewer, review.SettleStep, seen()); err != nil {
			t.Fatal(err)
		}
		open(0)
		roomtest.WantRefusal(t, reply(r.Submitter, review.SayStep, seen()), "is settled")
		if err := reply(r.Editor, review.ReopenStep, seen()); err != nil {
			t.Fatal(err)
		}
		open(1)
		held, err := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.Submitter), thread.ID)
		if err != nil || len(held.Messages) != 4 || held.Messages[3].Step != review.ReopenStep ||
			held.Standing != review.ThreadOpen {
			t.Errorf("got %+v, %v", held, err)
		}
	})
}

// TestOfTwoWhoSettleOneDoes.
func TestOfTwoWhoSettleOneDoes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		thread := r.Inquire(entry.ID, r.Reviewer, true, 0)
		settlers := []accounts.User{r.Reviewer, r.Second, r.Editor}
		outcomes := make([]error, len(settlers))
		var together sync.WaitGroup
		for i, by := range settlers {
			together.Go(func() {
				_, outcomes[i] = r.Reviews.Reply(t.Context(), entry.ID, thread.ID, by, review.SettleStep,
					thread.Messages[0].ID, "Done.")
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
		held, err := r.Reviews.Thread(t.Context(), r.threadAccess(entry.ID, r.Reviewer), thread.ID)
		if err != nil || done != 1 || len(held.Messages) != 2 {
			t.Errorf("%d settled it, and it holds %d messages: %v", done, len(held.Messages), err)
		}
	})
}

// TestQuestionErrorsAreReportedTogether.
func TestQuestionErrorsAreReportedTogether(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.submittedForThreads()
		_, err := r.Reviews.Ask(t.Context(), entry.ID, r.Reviewer,
			reviews.Question{Revision: 1, Pin: review.Pin{Kind: review.OnFinding, Target: "dance"}})
		inputErrors, ok := errors.AsType[power.InputErrors](err)
		if !ok || len(inputErrors) != 2 || inputErrors[0].Field != "about" || inputErrors[1].Field != "text" {
			t.Errorf("got %v", err)
		}
	})
}
