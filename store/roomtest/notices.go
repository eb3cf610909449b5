package roomtest

import (
	"fmt"
	"strings"
	"time"

	"green500/store/accounts"
	"green500/store/notices"
	"green500/store/outbox"
	"green500/store/webhooks"
	"green500/validation/review"
)

// Heard is what somebody was told, the latest first.
func (r *Room) Heard(by accounts.User) []notices.ReceivedNotice {
	r.T.Helper()
	page, err := r.Notices.List(r.T.Context(), by, notices.NoticeQuery{Limit: 1000})
	if err != nil {
		r.T.Fatal(err)
	}
	return page.Notices
}

// ToldTo are the texts of what somebody was told, the latest first.
func (r *Room) ToldTo(by accounts.User) []string {
	r.T.Helper()
	var texts []string
	for _, notice := range r.Heard(by) {
		texts = append(texts, notice.Text)
	}
	return texts
}

// Meddle changes the database behind the back of the store.
func (r *Room) Meddle(statement string, args ...any) {
	r.T.Helper()
	if _, err := r.Recorded().Connection.Pool.ExecContext(r.T.Context(), fmt.Sprintf(statement, args...)); err != nil {
		r.T.Fatal(err)
	}
}

// LeaseFor is how long messages are leased.
const LeaseFor = time.Minute

// Lease takes a message that has to be there.
func (r *Room) Lease() outbox.Posted {
	r.T.Helper()
	taken, ok, err := r.Outbox.Lease(r.T.Context(), LeaseFor)
	if err != nil || !ok {
		r.T.Fatalf("nothing is due: %v", err)
	}
	return taken
}

// NoLease demands that nothing is due.
func (r *Room) NoLease() {
	r.T.Helper()
	if taken, ok, err := r.Outbox.Lease(r.T.Context(), LeaseFor); ok || err != nil {
		r.T.Fatalf("got %+v, %v", taken, err)
	}
}

// Post posts a message.
func (r *Room) Post(to string) {
	r.T.Helper()
	if err := r.Outbox.Post(r.T.Context(),
		outbox.Mail{To: to, Subject: "About " + to, Text: "Hello\x00 " + to}); err != nil {
		r.T.Fatal(err)
	}
}

// Posted is all that is in the outbox.
func (r *Room) Posted() []outbox.Posted {
	r.T.Helper()
	all, err := r.Outbox.Mails(r.T.Context(), 0, 1000)
	if err != nil {
		r.T.Fatal(err)
	}
	return all
}

// Receiver is where webhooks go to.
const Receiver = "https://ci.example.org/green500"

// Webhook makes a webhook.
func (r *Room) Webhook(owner accounts.User, events ...review.Event) webhooks.Webhook {
	r.T.Helper()
	made, secret, err := r.Notices.Webhooks().Create(r.T.Context(), owner.ID, Receiver, events)
	if err != nil {
		r.T.Fatal(err)
	}
	if !strings.HasPrefix(secret, "whsec_") {
		r.T.Fatalf("the secret is %q", secret)
	}
	return made
}
