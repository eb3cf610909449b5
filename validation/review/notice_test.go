package review_test

import (
	"slices"
	"testing"
	"time"

	"green500/validation/review"
)

// TestRemindersComeWhenTheyArePromised: submitters are promised reminders a week and a day before the deadline,
// reviewers three days before reviews are due.
func TestRemindersComeWhenTheyArePromised(t *testing.T) {
	t.Parallel()
	if got, want := review.ClosingReminders(),
		[]time.Duration{168 * time.Hour, 24 * time.Hour}; !slices.Equal(got, want) {
		t.Errorf("submitters are reminded %v before the deadline, want %v", got, want)
	}
	if got, want := review.ReviewReminder, 72*time.Hour; got != want {
		t.Errorf("reviewers are reminded %v before reviews are due, want %v", got, want)
	}
}
