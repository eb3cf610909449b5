package notices_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/auditlog"
	"green500/store/roomtest"
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
