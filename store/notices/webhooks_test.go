package notices_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/auditlog"
	"green500/store/database"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// called takes every message that is due and returns what was to be sent, one line each.
func (r *room) called() (lines []string) {
	r.T.Helper()
	for {
		taken, ok, err := r.Notices.Webhooks().Lease(r.T.Context(), time.Minute)
		if err != nil {
			r.T.Fatal(err)
		}
		if !ok {
			slices.Sort(lines)
			return lines
		}
		var said struct {
			Type string
			Data struct{ Name, System, Action, Before, State string }
		}
		if err := json.Unmarshal([]byte(taken.Body), &said); err != nil {
			r.T.Fatal(err)
		}
		if taken.URL != roomtest.Receiver || !strings.HasPrefix(taken.Secret, "whsec_") {
			r.T.Errorf("it goes to %q, signed with %q", taken.URL, taken.Secret)
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join([]string{said.Type, said.Data.Name,
			said.Data.System, said.Data.Action, said.Data.Before, said.Data.State}, " ")), " "))
		if err := r.Notices.Webhooks().Sent(r.T.Context(), taken); err != nil {
			r.T.Fatal(err)
		}
	}
}

func (r *room) wantCalls(want ...string) {
	r.T.Helper()
	if got := r.called(); !slices.Equal(got, want) {
		r.T.Errorf("got %q, want %q", got, want)
	}
}

// TestProgramsAreToldOfMoves: those of people who hold the submission, of what they chose.
func TestProgramsAreToldOfMoves(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		r.Webhook(r.Submitter, review.StateChanged)
		r.Webhook(r.Reviewer, review.StateChanged) // of other people's submissions they hear nothing
		r.Webhook(r.Submitter, review.ListPublished)
		entry := r.Accepted(r.Submitter, roomtest.Summary())
		system := entry.System
		r.wantCalls(
			"submission.state_changed "+system+" accept submitted accepted",
			"submission.state_changed "+system+" submit draft submitted",
		)
		r.Publish()
		r.wantCalls("list.published "+roomtest.Edition,
			"submission.state_changed "+system+" publish accepted published")
	})
}

// TestProgramsHearOfAListWhenEverybodyCanReadIt, which is not before the end of its embargo.
func TestProgramsHearOfAListWhenEverybodyCanReadIt(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		r.Webhook(r.Reviewer, review.ListPublished)
		until := r.Embargoed()
		r.wantCalls()
		r.Clock.Set(until)
		r.wantCalls("list.published " + roomtest.Edition)
	})
}

// TestAMessageToAWebhookIsTriedAgain, later each time, by one sender at a time, until it is given up.
func TestAMessageToAWebhookIsTriedAgain(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		made, on := r.Webhook(r.Submitter, review.StateChanged), r.Notices.Webhooks()
		if err := on.SendTest(t.Context(), r.Submitter.ID, made.ID); err != nil {
			t.Fatal(err)
		}
		begun := r.Clock.Now()
		for attempt := 1; ; attempt++ {
			taken, ok, err := on.Lease(t.Context(), time.Minute)
			if err != nil || !ok || taken.Attempts != attempt {
				t.Fatalf("attempt %d: got %d, %v, %v", attempt, taken.Attempts, ok, err)
			}
			if _, again, err := on.Lease(t.Context(), time.Minute); again || err != nil {
				t.Fatalf("two senders have it: %v", err)
			}
			if err := on.Failed(t.Context(), taken, "no route", false); err != nil {
				t.Fatal(err)
			}
			listed, err := on.Messages(t.Context(), r.Submitter.ID, 10)
			if err != nil || len(listed) != 1 || listed[0].Failure != "no route" {
				t.Fatalf("listed is %+v, %v", listed, err)
			}
			if listed[0].GivenUp {
				break
			}
			r.Clock.Set(listed[0].DueAt)
		}
		if took := r.Clock.Now().Sub(begun); took < 48*time.Hour || took > 72*time.Hour {
			t.Errorf("it was given up after %v", took)
		}
		r.Clock.Advance(31 * 24 * time.Hour)
		if err := on.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		if listed, err := on.Messages(t.Context(), r.Submitter.ID, 10); err != nil || len(listed) != 0 {
			t.Errorf("listed is %+v, %v", listed, err)
		}
	})
}

// TestAWebhookIsItsOwners: nobody else sees, tests or deletes it, a disabled account is told nothing, and what waits
// for a webhook that was deleted is never sent.
func TestAWebhookIsItsOwners(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		made, on := r.Webhook(r.Submitter, review.StateChanged), r.Notices.Webhooks()
		for name, err := range map[string]error{
			"delete": on.Delete(t.Context(), r.Reviewer.ID, made.ID),
			"test":   on.SendTest(t.Context(), r.Reviewer.ID, made.ID),
		} {
			if !errors.Is(err, database.ErrNotFound) {
				t.Errorf("%s: got %v", name, err)
			}
		}
		if listed, err := on.List(t.Context(), r.Reviewer.ID); err != nil || len(listed) != 0 {
			t.Errorf("another lists %v, %v", listed, err)
		}
		if err := on.SendTest(t.Context(), r.Submitter.ID, made.ID); err != nil {
			t.Fatal(err)
		}
		if err := on.Delete(t.Context(), r.Submitter.ID, made.ID); err != nil {
			t.Fatal(err)
		}
		r.wantCalls()
		r.Webhook(r.Submitter, review.StateChanged)
		entry := r.Entry(r.Submitter, roomtest.GradedAs(roomtest.Summary()))
		r.Meddle("UPDATE users SET disabled = TRUE WHERE id = %d", r.Submitter.ID)
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.wantCalls()
	})
}

// TestNobodyHasTooManyWebhooks, and none without an address that others cannot read along.
func TestNobodyHasTooManyWebhooks(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	for range 10 {
		r.Webhook(r.Submitter, review.ListPublished)
	}
	_, _, err := r.Notices.Webhooks().Create(t.Context(), r.Submitter.ID, roomtest.Receiver, review.Events())
	roomtest.WantRefusal(t, err, "at most 10")
	for address, field := range map[string]string{
		"": "url", "http://ci.example.org/": "url", "https://": "url",
		"https://name:word@ci.example.org/": "url", "https://ci.example.org/#a": "url",
		"ftp://ci.example.org": "url", "https://ci.example.org/a b": "url",
		"https://ci.example.org/" + strings.Repeat("a", 500): "url", "mail@example.org": "url",
	} {
		_, _, err := r.Notices.Webhooks().Create(t.Context(), r.Reviewer.ID, address, review.Events())
		if wrong, ok := errors.AsType[power.InputErrors](err); !ok || wrong[0].Field != field {
			t.Errorf("%q: got %v", address, err)
		}
	}
	_, _, err = r.Notices.Webhooks().Create(t.Context(), r.Reviewer.ID, roomtest.Receiver, []review.Event{"unknown"})
	if wrong, ok := errors.AsType[power.InputErrors](err); !ok || wrong[0].Field != "events" {
		t.Errorf("an unknown event: got %v", err)
	}
}

// TestASlowReceiverKeepsNoOtherWaiting: one message at a time goes to an address.
func TestASlowReceiverKeepsNoOtherWaiting(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		slow, quick := r.Webhook(r.Submitter, review.StateChanged), r.Webhook(r.Other, review.StateChanged)
		for range 3 {
			r.Accepted(r.Submitter, roomtest.Summary())
		}
		if err := r.Notices.Webhooks().SendTest(t.Context(), r.Other.ID, quick.ID); err != nil {
			t.Fatal(err)
		}
		var taken []int64
		for {
			message, ok, err := r.Notices.Webhooks().Lease(t.Context(), time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			taken = append(taken, message.WebhookID)
		}
		if want := []int64{slow.ID, quick.ID}; !slices.Equal(taken, want) {
			t.Errorf("messages of %v were taken at a time, want %v", taken, want)
		}
	})
}

// TestWhatWaitsForADisabledAccountIsNotSent, also if it was entered before.
func TestWhatWaitsForADisabledAccountIsNotSent(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		r.Webhook(r.Submitter, review.StateChanged)
		r.Accepted(r.Submitter, roomtest.Summary())
		r.Meddle("UPDATE users SET disabled = TRUE WHERE id = %d", r.Submitter.ID)
		r.wantCalls()
	})
}

// TestNobodyIsFloodedWithTests by a person who has tests sent.
func TestNobodyIsFloodedWithTests(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		made, on := r.Webhook(r.Submitter, review.StateChanged), r.Notices.Webhooks()
		for range 10 {
			if err := on.SendTest(t.Context(), r.Submitter.ID, made.ID); err != nil {
				t.Fatal(err)
			}
			roomtest.WantRefusal(t, on.SendTest(t.Context(), r.Submitter.ID, made.ID), "already waits")
			r.called()
		}
		roomtest.WantRefusal(t, on.SendTest(t.Context(), r.Submitter.ID, made.ID), "in the last hour")
		r.Clock.Advance(2 * time.Hour)
		if err := on.SendTest(t.Context(), r.Submitter.ID, made.ID); err != nil {
			t.Error(err)
		}
	})
}

// TestWhatAReceiverSaysIsStored, whatever bytes it answers with; and the audit log has no address that may let somebody
// in.
func TestWhatAReceiverSaysIsStored(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		made, on := r.Webhook(r.Submitter, review.StateChanged), r.Notices.Webhooks()
		if err := on.SendTest(t.Context(), r.Submitter.ID, made.ID); err != nil {
			t.Fatal(err)
		}
		taken, _, err := on.Lease(t.Context(), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if err := on.Failed(t.Context(), taken, "a\x00b\xff"+strings.Repeat("ä", 400), true); err != nil {
			t.Fatal(err)
		}
		if listed, err := on.Messages(t.Context(), r.Submitter.ID, 1); err != nil || !listed[0].GivenUp ||
			!strings.HasPrefix(listed[0].Failure, "ab\uFFFDä") {
			t.Errorf("got %+v, %v", listed, err)
		}
		for _, record := range r.Records(auditlog.AuditFilter{}) {
			if strings.Contains(record.Detail, "/green500") {
				t.Errorf("%s: %s", record.Event, record.Detail)
			}
		}
	})
}
