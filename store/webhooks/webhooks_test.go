package webhooks_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/secret"
	"green500/store/storetest"
	"green500/store/webhooks"
	"green500/validation/power"
	"green500/validation/review"
)

const (
	anna, ben = int64(1), int64(2)
	address   = "https://ci.example.org/green500"
)

// house is a database with two people, and the clock that it goes by.
type house struct {
	webhooks.Webhooks
	t       *testing.T
	db      *gorm.DB
	now     time.Time
	key     *secret.Key
	details []string // of the audit log
}

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// inHouses tries something in a house with each kind of database.
func inHouses(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, at string) { test(t, newHouse(t, at)) })
}

func newHouse(t *testing.T, at string) *house {
	t.Helper()
	opened, err := database.Open(t.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Pool.Close() })
	h := &house{t: t, db: opened.Gorm, now: time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)}
	h.key = h.newKey()
	h.Webhooks = webhooks.Of(webhooks.Database{
		Query: func(ctx context.Context) *gorm.DB { return h.db.WithContext(ctx) },
		Record: func(ctx context.Context, event string, userID int64, work func(*gorm.DB) (string, error)) error {
			return h.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
				detail, err := work(tx)
				h.details = append(h.details, detail)
				return err
			})
		},
		Now: func() time.Time { return h.now }, Key: func() (*secret.Key, error) { return h.key, nil },
	})
	for _, name := range []string{"anna", "ben"} {
		h.do("INSERT INTO users (email, name, affiliation, role, disabled, password_hash, password_at, created_at) "+
			"VALUES (?, ?, '', 'submitter', FALSE, '', 0, 0)", name+"@example.org", name)
	}
	return h
}

func (h *house) do(text string, values ...any) {
	h.t.Helper()
	h.must(h.db.Exec(text, values...).Error)
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) newKey() *secret.Key {
	h.t.Helper()
	key, err := secret.Parse(secret.NewText())
	h.must(err)
	return key
}

func (h *house) make(of int64, events ...review.Event) webhooks.Webhook {
	h.t.Helper()
	made, text, err := h.Create(h.t.Context(), of, address, events)
	h.must(err)
	if !strings.HasPrefix(text, "whsec_") || len(text) != len("whsec_")+44 {
		h.t.Errorf("the secret is %q", text)
	}
	return made
}

// taken are the messages that are due, by webhook and event; each is noted as sent.
func (h *house) taken() (lines []string) {
	h.t.Helper()
	for {
		message, ok, err := h.Lease(h.t.Context(), time.Minute)
		h.must(err)
		if !ok {
			slices.Sort(lines)
			return lines
		}
		if message.URL != address || !strings.HasPrefix(message.Secret, "whsec_") {
			h.t.Errorf("it goes to %q, signed with %q", message.URL, message.Secret)
		}
		lines = append(lines, fmt.Sprint(message.WebhookID, " ", message.Event))
		h.must(h.Sent(h.t.Context(), message))
	}
}

// TestWebhooksOfOtherPeopleAreOutOfReach: nobody lists, tests or deletes them, or sees what was sent there.
func TestWebhooksOfOtherPeopleAreOutOfReach(t *testing.T) {
	inHouses(t, func(t *testing.T, h *house) {
		made := h.make(anna, review.StateChanged)
		h.must(h.SendTest(t.Context(), anna, made.ID))
		for what, err := range map[string]error{"test": h.SendTest(t.Context(), ben, made.ID),
			"delete": h.Delete(t.Context(), ben, made.ID)} {
			if !errors.Is(err, webhooks.ErrNotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		listed, err := h.List(t.Context(), ben)
		sent, more := h.Messages(t.Context(), ben, 10)
		if len(listed) != 0 || err != nil || len(sent) != 0 || more != nil {
			t.Errorf("another sees %v and %v, %v, %v", listed, sent, err, more)
		}
		want := []webhooks.Webhook{{ID: made.ID, URL: address, Events: []review.Event{review.StateChanged},
			CreatedAt: h.now}}
		if listed, err = h.List(t.Context(), anna); !reflect.DeepEqual(listed, want) || err != nil {
			t.Errorf("its owner sees %+v, %v", listed, err)
		}
		if sent, err = h.Messages(t.Context(), anna, 10); len(sent) != 1 ||
			sent[0].Event != review.TestEvent || err != nil {
			t.Errorf("its owner sees the messages %+v, %v", sent, err)
		}
		h.must(h.Delete(t.Context(), anna, made.ID))
		if got := h.taken(); len(got) != 0 {
			t.Errorf("after the webhook was deleted, %q is sent", got)
		}
		for _, detail := range h.details {
			if strings.Contains(detail, "/green500") {
				t.Errorf("the audit log has %q, which may let somebody in", detail)
			}
		}
	})
}

// TestWhoIsToldOfWhat: of a submission who holds it, of a list everybody once it can be read, and nobody whose account
// is disabled.
func TestWhoIsToldOfWhat(t *testing.T) {
	inHouses(t, func(t *testing.T, h *house) {
		moves, lists, others := h.make(anna, review.StateChanged), h.make(anna, review.ListPublished),
			h.make(ben, review.StateChanged)
		tell := func(holders ...int64) {
			h.must(h.Changed(h.db, webhooks.Submission{ID: 7, System: "A", Action: review.Submit, Before: review.Draft,
				State: review.Submitted}, holders))
		}
		expect := func(when string, want ...string) {
			t.Helper()
			if got := h.taken(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		tell(anna)
		expect("a submission of one person", fmt.Sprint(moves.ID, " submission.state_changed"))
		tell(anna, ben)
		expect("of two", fmt.Sprint(moves.ID, " submission.state_changed"),
			fmt.Sprint(others.ID, " submission.state_changed"))
		tell()
		expect("of nobody")
		h.must(h.Published(h.db, webhooks.List{Name: "2026-11"}, h.now.Add(time.Hour)))
		expect("before a list can be read")
		h.now = h.now.Add(time.Hour)
		expect("once it can", fmt.Sprint(lists.ID, " list.published"))
		tell(anna, ben)
		h.do("UPDATE users SET disabled = TRUE WHERE id = ?", anna)
		expect("a disabled account", fmt.Sprint(others.ID, " submission.state_changed"))
		h.do("UPDATE installation SET mail_held_at = 1")
		tell(ben)
		expect("a restored copy")
	})
}

// TestAMessageIsTriedAgain after one minute, then after two, by one sender at a time; after seventeen attempts it is
// given up.
func TestAMessageIsTriedAgain(t *testing.T) {
	inHouses(t, func(t *testing.T, h *house) {
		h.must(h.SendTest(t.Context(), anna, h.make(anna, review.StateChanged).ID))
		lease := func() webhooks.Message {
			t.Helper()
			message, ok, err := h.Lease(t.Context(), time.Minute)
			if err != nil || !ok {
				t.Fatalf("nothing is taken: %v", err)
			}
			if _, ok, _ := h.Lease(t.Context(), time.Minute); ok {
				t.Error("two senders have it")
			}
			return message
		}
		h.must(h.Failed(t.Context(), lease(), "no route", false))
		for attempt, wait := range []time.Duration{time.Minute, 2 * time.Minute} {
			if h.now = h.now.Add(wait - time.Microsecond); len(h.taken()) > 0 {
				t.Error("it is sent too early")
			}
			h.now = h.now.Add(time.Microsecond)
			message := lease()
			if message.Attempts != attempt+2 {
				t.Errorf("attempt %d is counted as %d", attempt+2, message.Attempts)
			}
			h.must(h.Failed(t.Context(), message, "a\x00b\xff"+strings.Repeat("c", 600), false))
		}
		h.do("UPDATE webhook_messages SET attempts = 16, due_at = 0")
		h.must(h.Failed(t.Context(), lease(), "a\x00b\xff"+strings.Repeat("c", 600), false))
		sent, err := h.Messages(t.Context(), anna, 1)
		if err != nil || !sent[0].GivenUp || sent[0].Failure != "ab\uFFFD"+strings.Repeat("c", 496) {
			t.Errorf("got %+v, %v", sent, err)
		}
		h.now = h.now.Add(30*24*time.Hour + time.Minute)
		h.must(h.Forget(t.Context()))
		if sent, err = h.Messages(t.Context(), anna, 1); len(sent) > 0 || err != nil {
			t.Errorf("after thirty days there are %+v, %v", sent, err)
		}
	})
}

// TestBoundsOnWebhooks: ten webhooks of one person, ten tests an hour, and only addresses that nobody else can read
// along.
func TestBoundsOnWebhooks(t *testing.T) {
	inHouses(t, func(t *testing.T, h *house) {
		refused := func(err error, part string) {
			t.Helper()
			if refusal, ok := errors.AsType[*review.Refusal](err); !ok || !strings.Contains(refusal.Sentence, part) {
				t.Errorf("got %v, want a refusal with %q", err, part)
			}
		}
		var made webhooks.Webhook
		for range 10 {
			made = h.make(anna, review.ListPublished)
		}
		_, _, err := h.Create(t.Context(), anna, address, review.Events())
		refused(err, "at most 10")
		for range 10 {
			h.must(h.SendTest(t.Context(), anna, made.ID))
			refused(h.SendTest(t.Context(), anna, made.ID), "already waits")
			h.taken()
		}
		refused(h.SendTest(t.Context(), anna, made.ID), "in the last hour")
		h.now = h.now.Add(time.Hour)
		h.must(h.SendTest(t.Context(), anna, made.ID))
		for bad, field := range map[string]string{
			"": "url", "http://ci.example.org/": "url", "https://": "url", "https://name:word@ci.example.org/": "url",
			"https://ci.example.org/#a": "url", "ftp://ci.example.org": "url",
			"https://ci.example.org/a b": "url", "https://ci.example.org/" + strings.Repeat("a", 500): "url",
			"mail@example.org": "url", address: "events",
		} {
			err := webhooks.Check(bad, []review.Event{"unknown"})
			if wrong, ok := errors.AsType[power.InputErrors](err); !ok || wrong[0].Field != field {
				t.Errorf("%q: got %v", bad, err)
			}
		}
	})
}

// TestASlowReceiverKeepsNoOtherWaiting: one message at a time goes to an address.
func TestASlowReceiverKeepsNoOtherWaiting(t *testing.T) {
	inHouses(t, func(t *testing.T, h *house) {
		slow, quick := h.make(anna, review.StateChanged), h.make(ben, review.StateChanged)
		for _, holders := range [][]int64{{anna}, {anna}, {anna, ben}} {
			h.must(h.Changed(h.db, webhooks.Submission{ID: 7}, holders))
		}
		var taken []int64
		for message, ok, err := h.Lease(t.Context(), time.Minute); ok; message, ok, err = h.Lease(t.Context(),
			time.Minute) {
			h.must(err)
			taken = append(taken, message.WebhookID)
		}
		if want := []int64{slow.ID, quick.ID}; !slices.Equal(taken, want) {
			t.Errorf("messages of %v were taken at a time, want %v", taken, want)
		}
	})
}

// TestANewKeyKeepsSecrets, and what was sealed with a key that is lost is given up with the reason.
func TestANewKeyKeepsSecrets(t *testing.T) {
	inHouses(t, func(t *testing.T, h *house) {
		made := h.make(anna, review.StateChanged)
		next, lost := h.newKey(), h.newKey()
		h.must(webhooks.SealAgain(h.db, lost, lost)) // which opens nothing
		h.must(webhooks.SealAgain(h.db, h.key, next))
		h.key = next
		h.must(h.SendTest(t.Context(), anna, made.ID))
		if got := h.taken(); len(got) != 1 {
			t.Errorf("%q is sent", got)
		}
		h.do("UPDATE webhooks SET secret = ?", lost.SealText("whsec_", "secret of the webhook "+address))
		h.must(h.SendTest(t.Context(), anna, made.ID))
		if got := h.taken(); len(got) != 0 {
			t.Errorf("%q is sent", got)
		}
		if sent, err := h.Messages(t.Context(), anna, 1); err != nil || !sent[0].GivenUp ||
			!strings.Contains(sent[0].Failure, "a key that is lost") {
			t.Errorf("got %+v, %v", sent, err)
		}
	})
}
