// Package webhooks keeps the addresses of webhooks, and the messages to them.
package webhooks

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
	"green500/validation/review"
)

// Webhook is an address that is told of events.
type Webhook struct {
	ID        int64
	URL       string
	Events    []review.Event
	CreatedAt time.Time
}

// Message is one event for one address.
type Message struct {
	ID        int64
	WebhookID int64
	Number    string // the same in every attempt, so that a receiver can tell repetitions
	Event     review.Event
	Body      string     // JSON
	CreatedAt time.Time  `gorm:"-"`
	DueAt     time.Time  `gorm:"-"` // when it is tried next
	Attempts  int        // begun so far
	Failure   string     // why the last attempt failed; empty if none did
	SentAt    *time.Time `gorm:"-"`
	GivenUp   bool

	URL    string `gorm:"-"` // of a message that was taken to be sent
	Secret string `gorm:"-"` // that signs it, likewise
	lease  int64
}

type webhookRow struct {
	ID      int64
	UserID  int64
	URL     string
	Events  string
	Secret  string
	Created int64 `gorm:"column:created_at"`
}

func (webhookRow) TableName() string { return "webhooks" }

func (r webhookRow) webhook() Webhook {
	w := Webhook{ID: r.ID, URL: r.URL, CreatedAt: time.UnixMicro(r.Created).UTC()}
	for _, word := range strings.Fields(r.Events) {
		w.Events = append(w.Events, review.Event(word))
	}
	return w
}

type messageRow struct {
	Message
	Created int64 `gorm:"column:created_at"`
	Due     int64 `gorm:"column:due_at"`
	Lease   int64
	Sent    *int64 `gorm:"column:sent_at"`
}

func (messageRow) TableName() string { return "webhook_messages" }

func (r messageRow) message() Message {
	m := r.Message
	m.CreatedAt, m.DueAt, m.lease = time.UnixMicro(r.Created).UTC(), time.UnixMicro(r.Due).UTC(), r.Lease
	if r.Sent != nil {
		at := time.UnixMicro(*r.Sent).UTC()
		m.SentAt = &at
	}
	return m
}

// wordsOf are events as a row has them, in the order of Events; unknown words are left out.
func wordsOf(events []review.Event) string {
	var words []string
	for _, event := range review.Events() {
		if slices.Contains(events, event) {
			words = append(words, string(event))
		}
	}
	return strings.Join(words, " ")
}

const (
	mostOfOne  = 10  // webhooks of one person
	longestURL = 500 // bytes
)

// Check returns power.InputErrors with the fields "url" and "events" for what cannot be a webhook.
func Check(address string, events []review.Event) error {
	var errs power.InputErrors
	if problem := addressProblem(address); problem != "" {
		errs = append(errs,
			&power.InputError{Field: "url", Problem: problem, Remedy: "write it as https://example.org/green500"})
	}
	if wordsOf(events) == "" {
		errs = append(errs,
			&power.InputError{Field: "events", Problem: "no event is chosen", Remedy: "choose at least one"})
	}
	return errs.OrNil()
}

// addressProblem says why an address cannot be a webhook; it is empty if it can.
func addressProblem(address string) string {
	at, err := url.Parse(address)
	switch {
	case address == "":
		return "there is no address"
	case len(address) > longestURL:
		return fmt.Sprintf("the address is longer than %d bytes", longestURL)
	case err != nil || at.Host == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "this is not an address of a program"
	case at.Scheme != "https":
		return "the address does not begin with https://, and others could read and change what is sent there"
	case at.User != nil:
		return "the address contains a name or a password, which would be kept readable"
	case at.Fragment != "":
		return "the address contains #, and what follows is never sent"
	}
	return ""
}

func hostOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return at.Host
}
