package mailing

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	smtpmock "github.com/mocktools/go-smtp-mock/v2"

	"green500/store"
	"green500/store/outbox"
	"green500/store/storetest"
	"green500/validation/power"
)

// setClock is a time that a test sets.
type setClock struct {
	mutex sync.Mutex
	at    time.Time
}

func (c *setClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.at
}

func (c *setClock) set(at time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = at
}

func (c *setClock) advance(d time.Duration) { c.set(c.now().Add(d)) }

var posting = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// postOffice is a store in a folder with an outbox.
func postOffice(t *testing.T, folder string, clock *setClock) *store.Store {
	t.Helper()
	opened, err := store.Open(t.Context(), store.Config{Database: filepath.Join(folder, "green500.db"),
		Blobs: storetest.Blobs(t), Secret: storetest.Secret(), Now: clock.now, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	t.Cleanup(func() { _ = opened.Close() })
	return opened
}

func mailServer(t *testing.T, config smtpmock.ConfigurationAttr) (*smtpmock.Server, Settings) {
	t.Helper()
	config.MultipleMessageReceiving = true
	server := smtpmock.New(config)
	must(t, server.Start())
	t.Cleanup(func() { _ = server.Stop() })
	return server, through(t, server.PortNumber())
}

func through(t *testing.T, port int) Settings {
	t.Helper()
	address, err := url.Parse("smtp://127.0.0.1:" + strconv.Itoa(port))
	must(t, err)
	return Settings{SMTP: &Server{*address}, MailFrom: "green500 <lists@green500.example.org>"}
}

// patience is how long a test waits for what must come.
const patience = 3 * time.Minute

// working is a postman that a test lets work.
func (m Settings) working(t *testing.T, on *store.Store) postman {
	t.Helper()
	made, err := m.postman(&url.URL{}, on, slog.New(slog.DiscardHandler))
	must(t, err)
	return made
}

func (m Settings) named(from string) Settings {
	m.MailFrom = from
	return m
}

func waitingMail(t *testing.T, on *store.Store) []outbox.Posted {
	t.Helper()
	held, err := on.Outbox.Mails(t.Context(), 0, 100)
	must(t, err)
	return held
}

// received are the messages of a mail server, as it got them.
func received(t *testing.T, server *smtpmock.Server, count int) []string {
	t.Helper()
	var texts []string
	messages, err := server.WaitForMessages(count, patience)
	if err != nil {
		t.Fatalf("got %d messages: %v", len(messages), err)
	}
	for _, message := range messages {
		if message.IsConsistent() {
			texts = append(texts, message.MsgRequest())
		}
	}
	return texts
}

func TestAMessageArrivesAsItWasPosted(t *testing.T) {
	clock := &setClock{at: posting}
	office := postOffice(t, t.TempDir(), clock)
	server, settings := mailServer(t, smtpmock.ConfigurationAttr{})
	const text = "Grüße aus Köln: 67,6 GFlops/W.\n.\n.a line that begins with a dot\n" +
		"https://green500.example.org/confirm?key=A=B\n"
	must(t, office.Outbox.Post(t.Context(),
		outbox.Mail{To: "sam@example.org", Subject: "Größe\r\nBcc: thief@example.net\r\n\r\nHello", Text: text}))
	clock.advance(time.Hour)
	if !settings.working(t, office).one(t.Context()) {
		t.Fatal("nothing was due")
	}
	raw := received(t, server, 1)[0]
	message, err := mail.ReadMessage(strings.NewReader(raw))
	must(t, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	must(t, err)
	if subject != "Größe Bcc: thief@example.net Hello" || message.Header.Get("Bcc") != "" {
		t.Errorf("the subject made other lines of the head:\n%s", raw)
	}
	if date, err := message.Header.Date(); err != nil || !date.Equal(posting) {
		t.Errorf("dated %v, %v", date, err)
	}
	if id := message.Header.Get("Message-ID"); id != "<1."+strconv.Itoa(int(posting.UnixMicro()))+
		"@green500.example.org>" {
		t.Errorf("numbered %s", id)
	}
	if message.Header.Get("From") != `"green500" <lists@green500.example.org>` ||
		message.Header.Get("To") != "<sam@example.org>" || message.Header.Get("Auto-Submitted") != "auto-generated" {
		t.Errorf("addressed %s", raw)
	}
	if kind, coded := message.Header.Get("Content-Type"),
		message.Header.Get("Content-Transfer-Encoding"); !strings.HasPrefix(strings.ToLower(kind),
		"text/plain; charset=utf-8") || coded != "quoted-printable" {
		t.Errorf("is %s in %s", kind, coded)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	must(t, err)
	if got := strings.TrimRight(strings.ReplaceAll(string(body), "\r\n", "\n"),
		"\n"); got != strings.TrimRight(text, "\n") {
		t.Errorf("says %q", got)
	}
	if held := waitingMail(t, office)[0]; held.SentAt == nil || held.Text != "" {
		t.Errorf("noted %+v", held)
	}
}

// TestARecipientCannotBringInAnother: an address is one address.
func TestARecipientCannotBringInAnother(t *testing.T) {
	clock := &setClock{at: posting}
	office := postOffice(t, t.TempDir(), clock)
	_, settings := mailServer(t, smtpmock.ConfigurationAttr{})
	for _, to := range []string{"a@example.org\r\nBcc: b@example.org", "a@example.org, b@example.org",
		"a@example.org>\r\nRCPT TO:<b@example.org", "nobody"} {
		must(t, office.Outbox.Post(t.Context(), outbox.Mail{To: to, Subject: "s", Text: "t"}))
		settings.working(t, office).one(t.Context())
		if held := waitingMail(t, office)[0]; !held.GivenUp || held.SentAt != nil ||
			!strings.Contains(held.Failure, "cannot be written") {
			t.Errorf("%q: %+v", to, held)
		}
		_, err := settings.test(t.Context(), &url.URL{Scheme: "http", Host: "localhost"}, to)
		if wrong, is := errors.AsType[*power.InputError](err); !is || wrong.Field != "recipient" {
			t.Errorf("a test mail to %q: got %v", to, err)
		}
	}
}

func TestServersThatFail(t *testing.T) {
	silent, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	closed := silent.Addr().(*net.TCPAddr).Port
	must(t, silent.Close())
	_, temporary := mailServer(t, smtpmock.ConfigurationAttr{BlacklistedRcpttoEmails: []string{"sam@example.org"},
		MsgRcpttoBlacklistedEmail: "451 try again later"})
	_, unknown := mailServer(t, smtpmock.ConfigurationAttr{NotRegisteredEmails: []string{"sam@example.org"},
		MsgRcpttoNotRegisteredEmail: "550 no such user"})
	_, unwelcome := mailServer(t, smtpmock.ConfigurationAttr{BlacklistedMailfromEmails: []string{
		"lists@green500.example.org"}, MsgMailfromBlacklistedEmail: "550 not from you"})
	for name, c := range map[string]struct {
		settings Settings
		says     string
		givenUp  bool
	}{
		"refused connection":   {through(t, closed), "refused", false},
		"4xx of the recipient": {temporary, "try again later", false},
		"5xx of the recipient": {unknown, "no such user", true},
		"5xx of the sender":    {unwelcome, "not from you", false},
	} {
		t.Run(name, func(t *testing.T) {
			clock := &setClock{at: posting}
			office := postOffice(t, t.TempDir(), clock)
			must(t, office.Outbox.Post(t.Context(), outbox.Mail{To: "sam@example.org", Subject: "s", Text: "t"}))
			worker := c.settings.working(t, office)
			worker.one(t.Context())
			held := waitingMail(t, office)[0]
			if held.SentAt != nil || held.GivenUp != c.givenUp || !strings.Contains(held.Failure, c.says) ||
				held.Text != "t" {
				t.Fatalf("noted %+v", held)
			}
			if worker.one(t.Context()) {
				t.Error("it is tried again at once")
			}
			server, other := mailServer(t, smtpmock.ConfigurationAttr{})
			clock.advance(time.Hour)
			if tried := other.working(t, office).one(t.Context()); tried == c.givenUp {
				t.Errorf("tried again later: %t", tried)
			}
			if c.givenUp {
				must(t, office.Outbox.SendAgain(t.Context(), held.ID))
				other.working(t, office).one(t.Context())
			}
			if got := received(t, server, 1); len(got) != 1 {
				t.Errorf("got %d", len(got))
			}
		})
	}
}

// TestWhatWasPostedBeforeARestartIsSentAfterIt: the server stops between posting and sending; another
// that was sending was killed.
func TestWhatWasPostedBeforeARestartIsSentAfterIt(t *testing.T) {
	clock := &setClock{at: posting}
	folder := t.TempDir()
	before := postOffice(t, folder, clock)
	must(t, before.Outbox.Post(t.Context(), outbox.Mail{To: "sam@example.org", Subject: "waiting", Text: "t"}))
	must(t, before.Outbox.Post(t.Context(), outbox.Mail{To: "sam@example.org", Subject: "being sent", Text: "t"}))
	if _, taken, err := before.Outbox.Lease(t.Context(), leaseTerm); !taken || err != nil {
		t.Fatal(err)
	}
	must(t, before.Close())
	clock.advance(leaseTerm)
	after := postOffice(t, folder, clock)
	server, settings := mailServer(t, smtpmock.ConfigurationAttr{})
	stop, err := settings.Start(t.Context(), &url.URL{}, after, nil, slog.New(slog.DiscardHandler))
	must(t, err)
	received(t, server, 2)
	stop()
	for _, held := range waitingMail(t, after) {
		if held.SentAt == nil {
			t.Errorf("noted %+v", held)
		}
	}
}

// TestTwoServersSendEachMessageOnce has two servers work on one outbox until it is empty.
func TestTwoServersSendEachMessageOnce(t *testing.T) {
	clock := &setClock{at: posting}
	folder := t.TempDir()
	first, second := postOffice(t, folder, clock), postOffice(t, folder, clock)
	server, settings := mailServer(t, smtpmock.ConfigurationAttr{})
	const messages = 12
	for range messages {
		must(t, first.Outbox.Post(t.Context(), outbox.Mail{To: "sam@example.org", Subject: "s", Text: "t"}))
	}
	var stops []func()
	for _, office := range []*store.Store{first, second} {
		stop, err := settings.Start(t.Context(), &url.URL{}, office, nil, slog.New(slog.DiscardHandler))
		must(t, err)
		stops = append(stops, stop)
	}
	received(t, server, messages)
	for _, stop := range stops {
		stop()
	}
	numbers := map[string]bool{}
	all := received(t, server, messages)
	for _, raw := range all {
		message, err := mail.ReadMessage(bytes.NewReader([]byte(raw)))
		must(t, err)
		numbers[message.Header.Get("Message-ID")] = true
	}
	if len(all) != messages || len(numbers) != messages {
		t.Errorf("%d messages arrived, %d different ones, want %d", len(all), len(numbers), messages)
	}
}

func TestStoppingEndsSending(t *testing.T) {
	office := postOffice(t, t.TempDir(), &setClock{at: posting})
	_, settings := mailServer(t, smtpmock.ConfigurationAttr{})
	ctx, cancel := context.WithCancel(t.Context())
	stop, err := settings.Start(ctx, &url.URL{}, office, nil, slog.New(slog.DiscardHandler))
	must(t, err)
	cancel()
	stop()
	if stop, err = (Settings{}).Start(t.Context(), nil, office, nil, nil); err != nil {
		t.Fatal(err)
	}
	stop()
}

func TestMailSettingsThatMakeNoSense(t *testing.T) {
	for address, field := range map[string]string{"http://example.org": "--smtp", "smtp://": "--smtp",
		"smtps://example.org:99999": "--smtp", "mail.example.org:25": "--smtp"} {
		server, err := url.Parse(address)
		must(t, err)
		_, err = Settings{SMTP: &Server{*server}, MailFrom: "green500@example.org"}.Start(t.Context(), &url.URL{},
			nil, nil, nil)
		if failure, ok := errors.AsType[*power.InputError](err); !ok || failure.Field != field {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := through(t, 25).named("green500").Start(t.Context(), &url.URL{}, nil, nil, nil); err == nil ||
		!strings.Contains(err.Error(), "--mail-from") {
		t.Errorf("sent from nobody: %v", err)
	}
	secret, err := url.Parse("ftp://user:secret@example.org")
	must(t, err)
	if _, err := (Settings{SMTP: &Server{*secret}}).client("example.org"); strings.Contains(err.Error(), "secret") {
		t.Errorf("the password is told: %v", err)
	}
}

// TestOnlyThisMachineIsTrustedWithoutEncryption: on the way to any other server a link to set a password could be read.
func TestOnlyThisMachineIsTrustedWithoutEncryption(t *testing.T) {
	for address, policy := range map[string]string{
		"smtp://mail.example.org": "TLSMandatory", "smtp://mail.example.org:25": "TLSMandatory",
		"smtp://127.0.0.1:25": "TLSOpportunistic", "smtp://[::1]:25": "TLSOpportunistic",
		"smtp://localhost": "TLSOpportunistic", "smtp+insecure://mail.example.org": "TLSOpportunistic",
	} {
		server, err := url.Parse(address)
		must(t, err)
		client, err := Settings{SMTP: &Server{*server}}.client("example.org")
		must(t, err)
		if client.TLSPolicy() != policy {
			t.Errorf("%s: %s, want %s", address, client.TLSPolicy(), policy)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheMailServerInAFile: its password is in no list of processes.
func TestTheMailServerInAFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "smtp")
	must(t, os.WriteFile(name, []byte("smtps://user:secret@mail.example.org\n"), 0o600))
	var read Server
	must(t, read.UnmarshalText([]byte("@"+name)))
	if password, _ := read.User.Password(); read.Hostname() != "mail.example.org" || password != "secret" {
		t.Errorf("got %s", read.Redacted())
	}
	if err := read.UnmarshalText([]byte("smtp://user:se%cret@host")); err == nil ||
		strings.Contains(err.Error(), "cret") {
		t.Errorf("got %v", err)
	}
}
