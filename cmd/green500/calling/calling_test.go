package calling

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/storetest"
	"green500/store/webhooks"
	"green500/validation/review"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

func TestOnlyPublicAddressesAreCalled(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.215.14": true, "2606:2800:21f:cb07:6820:80da:af6b:8b2c": true, "::ffff:93.184.215.14": true,
		"127.0.0.1": false, "::1": false, "::ffff:127.0.0.1": false, "0.0.0.0": false, "::": false, "10.1.2.3": false,
		"172.16.0.1":  false,
		"192.168.1.1": false, "::ffff:10.0.0.1": false, "169.254.169.254": false, "fe80::1": false,
		"fe80::1%eth0": false, "fd00::1": false,
		"100.64.0.1": false, "224.0.0.1": false, "255.255.255.255": false, "64:ff9b::a00:1": false,
		"::127.0.0.1": false, "::ffff:0:a00:1": false, "2002:a00:1::": false, "2001:db8::1": false,
		"198.18.0.1": false, "203.0.113.9": false, "240.0.0.1": false, "2606::1%a": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: public is %v", address, got)
		}
	}
}

// receiver is a program that is told of events, which answers as tests say.
type receiver struct {
	*httptest.Server
	mutex   sync.Mutex
	answers []int // one after another; then 204
	got     []*http.Request
	bodies  []string
}

func receive(t *testing.T, answers ...int) *receiver {
	r := &receiver{answers: answers}
	r.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.got, r.bodies = append(r.got, request), append(r.bodies, string(body))
		status := http.StatusNoContent
		if len(r.answers) > 0 {
			status, r.answers = r.answers[0], r.answers[1:]
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

// desk is a store with one account, and a sender that sends when told.
type desk struct {
	sender
	owner accounts.User
	now   time.Time
}

func newDesk(t *testing.T, s Settings) *desk {
	t.Helper()
	d := &desk{now: time.Date(2026, 10, 5, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return d.now }
	opened := storetest.Open(t, store.Config{Blobs: storetest.Blobs(t), Now: clock})
	owner, err := opened.Accounts.CreateUser(t.Context(),
		accounts.NewUser{Email: "sub@example.org", Name: "Sub", Password: "correct horse", Role: review.Submitter})
	if err != nil {
		t.Fatal(err)
	}
	d.owner = owner
	d.sender = sender{hooks: opened.Notices.Webhooks(), log: slog.New(slog.DiscardHandler),
		client: s.client(), now: clock}
	return d
}

// tested makes a webhook with a test message, and returns its secret.
func (d *desk) tested(t *testing.T, address string) (secret string) {
	t.Helper()
	made, secret, err := d.hooks.Create(t.Context(), d.owner.ID, address, review.Events())
	if err == nil {
		err = d.hooks.SendTest(t.Context(), d.owner.ID, made.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func (d *desk) message(t *testing.T) webhooks.Message {
	t.Helper()
	listed, err := d.hooks.Messages(t.Context(), d.owner.ID, 1)
	if err != nil || len(listed) != 1 {
		t.Fatalf("got %v, %v", listed, err)
	}
	return listed[0]
}

// trusting lets calls go to this machine, and trusts its receiver.
func trusting(r *receiver) Settings {
	pool := x509.NewCertPool()
	pool.AddCert(r.Certificate())
	return Settings{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, authorities: pool}
}

// TestAReceiverCanProveWhatItGets by the secret that its owner was shown, also of the second attempt.
func TestAReceiverCanProveWhatItGets(t *testing.T) {
	r := receive(t, http.StatusBadGateway)
	d := newDesk(t, trusting(r))
	secret := d.tested(t, r.URL+"/hook")
	for d.one(t.Context()) {
	}
	if m := d.message(t); m.SentAt != nil || !strings.Contains(m.Failure, "502") || m.GivenUp {
		t.Fatalf("after a failure it is %+v", m)
	}
	d.now = d.message(t).DueAt
	for d.one(t.Context()) {
	}
	if m := d.message(t); m.SentAt == nil {
		t.Fatalf("it was not sent: %+v", m)
	}
	if len(r.got) != 2 || r.got[0].Header.Get("Webhook-Id") != r.got[1].Header.Get("Webhook-Id") {
		t.Fatalf("%d messages arrived, or their numbers differ", len(r.got))
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	for i, request := range r.got {
		sum := hmac.New(sha256.New, key)
		sum.Write([]byte(request.Header.Get("Webhook-Id") + "." + request.Header.Get("Webhook-Timestamp") +
			"." + r.bodies[i]))
		if got, want := request.Header.Get("Webhook-Signature"),
			"v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)); got != want {
			t.Errorf("attempt %d is signed %s, want %s", i+1, got, want)
		}
		if request.Method != http.MethodPost || request.URL.Path != "/hook" ||
			!strings.Contains(r.bodies[i], `"type":"webhook.test"`) {
			t.Errorf("got %s %s %s", request.Method, request.URL, r.bodies[i])
		}
	}
}

// TestWhatIsUselessIsGivenUpAtOnce, with a sentence that says what to do.
func TestWhatIsUselessIsGivenUpAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		status  int
		private bool // the receiver's network is not one of the settings
		says    string
	}{
		"an answer that leads elsewhere": {http.StatusTemporaryRedirect, false, "write that address here"},
		"gone":                           {http.StatusGone, false, "410"},
		"this machine":                   {http.StatusNoContent, true, "not a public one"},
	} {
		t.Run(name, func(t *testing.T) {
			r := receive(t, c.status)
			settings := trusting(r)
			if c.private {
				settings.Networks = nil
			}
			d := newDesk(t, settings)
			d.tested(t, r.URL)
			for d.one(t.Context()) {
			}
			if m := d.message(t); !m.GivenUp || !strings.Contains(m.Failure, c.says) {
				t.Errorf("got %+v", m)
			}
			if want := 1; c.private == (len(r.got) == want) {
				t.Errorf("the receiver was called %d times", len(r.got))
			}
		})
	}
}

// TestCallsGoOutByThemselves while a server runs, and are brought to an end when it stops.
func TestCallsGoOutByThemselves(t *testing.T) {
	r := receive(t)
	opened := storetest.Open(t, store.Config{Blobs: storetest.Blobs(t), Now: time.Now})
	owner, err := opened.Accounts.CreateUser(t.Context(),
		accounts.NewUser{Email: "sub@example.org", Name: "Sub", Password: "correct horse", Role: review.Submitter})
	if err != nil {
		t.Fatal(err)
	}
	made, _, err := opened.Notices.Webhooks().Create(t.Context(), owner.ID, r.URL, review.Events())
	if err == nil {
		err = opened.Notices.Webhooks().SendTest(t.Context(), owner.ID, made.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	stop := trusting(r).Start(t.Context(), opened, time.Now, nil, slog.New(slog.DiscardHandler))
	defer stop()
	wait, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for {
		listed, err := opened.Notices.Webhooks().Messages(t.Context(), owner.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		if listed[0].SentAt != nil {
			return
		}
		select {
		case <-wait.Done():
			t.Fatalf("it was not sent: %+v", listed[0])
		case <-time.After(10 * time.Millisecond):
		}
	}
}
