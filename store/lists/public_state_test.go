package lists_test

import (
	"testing"

	"green500/store/lists"
	"green500/store/outbox"
)

// TestWhatIsPublicHasAVersion: publishing and putting right make another one at once, what nobody sees makes none.
func TestWhatIsPublicHasAVersion(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		version := func() int64 {
			t.Helper()
			state, err := r.Lists.PublicState(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return state.Version
		}
		empty := version()
		rows := r.released(50, 40)
		released := version()
		row := rows[0]
		row.System = "System one"
		r.Correct(lists.Correction{EntryID: row.EntryID, Row: row, Reason: "a typing error"})
		corrected := version()
		if empty >= released || released >= corrected {
			t.Errorf("versions %d, %d, %d", empty, released, corrected)
		}
		if err := r.Outbox.Post(t.Context(), outbox.Mail{To: "a@example.org", Subject: "s", Text: "t"}); err != nil ||
			version() != corrected {
			t.Errorf("a mail makes another version: %v", err)
		}
	})
}
