// Package mailing sends the mail in the outbox, and test mails.
package mailing

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	stdmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wneessen/go-mail"

	"green500/cmd/green500/connect"
	"green500/cmd/green500/inputfile"
	"green500/store"
	"green500/store/administration"
	"green500/store/outbox"
	"green500/store/recorded"
	"green500/validation/power"
)

// Settings are how mail leaves the server. Without them messages stay in the outbox, where an administrator reads them.
type Settings struct {
	SMTP     *Server `name:"smtp" env:"GREEN500_SMTP" help:"Server that mail is sent through: smtp://user:password@host:587 (with STARTTLS), smtps://host:465, or smtp+insecure://host:25 if the connection need not be secret; or @FILE, a file that contains this. Without it, mail is shown on the page /outbox and not sent."`
	MailFrom string  `env:"GREEN500_MAIL_FROM" help:"Address that mail is sent from. Default: green500@ and the host of the server's address."`
}

// Server is the address of a mail server, with the password for it.
type Server struct{ url.URL }

// UnmarshalText reads the address, or the file that contains it. What is wrong is told without the password.
func (s *Server) UnmarshalText(text []byte) error {
	if name, file := strings.CutPrefix(string(text), "@"); file {
		const longest = 4 << 10 // bytes
		content, err := inputfile.ReadUpTo(name, longest)
		if err != nil {
			return err
		}
		text = bytes.TrimSpace(content)
	}
	address, err := url.Parse(string(text))
	if err != nil {
		return errors.New("it is not an address such as smtp://user:password@mail.example.org:587, " +
			"or @ and the name of a file that contains one")
	}
	s.URL = *address
	return nil
}

// Sends reports whether mail is sent.
func (m Settings) Sends() bool { return m.SMTP != nil }

const (
	schemeTLS      = "smtps"
	schemeStartTLS = "smtp"
	schemeInsecure = "smtp+insecure"

	sendTimeout  = 30 * time.Second // for one message
	leaseTerm    = 2 * time.Minute  // longer than sending one takes
	mailInterval = 2 * time.Second  // between looks into the outbox
)

type postman struct {
	store  *store.Store
	log    *slog.Logger
	client *mail.Client
	from   *stdmail.Address
	trace  recorded.Trace // may be nil
}

// Start sends mail until stop, which waits for a message being sent; it fails on senseless settings.
func (m Settings) Start(ctx context.Context, address *url.URL, on *store.Store, trace recorded.Trace,
	log *slog.Logger) (stop func(), err error) {
	if !m.Sends() {
		return func() {}, nil
	}
	worker, err := m.postman(address, on, log)
	if err != nil {
		return nil, err
	}
	worker.trace = trace
	ctx, cancel := context.WithCancel(ctx)
	var working sync.WaitGroup
	working.Go(func() { connect.Repeat(ctx, mailInterval, worker.one) })
	return func() { cancel(); working.Wait() }, nil
}

func (m Settings) postman(address *url.URL, on *store.Store, log *slog.Logger) (postman, error) {
	named := cmp.Or(m.MailFrom, "green500@"+address.Hostname())
	from, err := stdmail.ParseAddress(named)
	if err != nil {
		return postman{}, &power.InputError{Field: "--mail-from", Problem: fmt.Sprintf(
			"%q is not an address that mail can be sent from", named), Remedy: "write it as green500@example.org"}
	}
	client, err := m.client(domainOf(from))
	return postman{store: on, log: log, client: client, from: from}, err
}

func domainOf(address *stdmail.Address) string {
	return address.Address[strings.LastIndex(address.Address, "@")+1:]
}

// client is how the mail server is talked to. What a password or a link to set one travels through is encrypted, and
// the server has to prove who it is, unless it is on this machine or somebody said that this does not matter. name is
// what we call ourselves: the name of a machine is often none that a mail server takes.
func (m Settings) client(name string) (*mail.Client, error) {
	host := m.SMTP.Hostname()
	lenient := m.SMTP.Scheme == schemeInsecure || connect.Loopback(host)
	options := []mail.Option{mail.WithTimeout(sendTimeout), mail.WithHELO(name)}
	switch m.SMTP.Scheme {
	case schemeTLS:
		options = append(options, mail.WithSSL(), mail.WithPort(mail.DefaultPortSSL))
	case schemeStartTLS, schemeInsecure:
		policy := mail.TLSMandatory
		if lenient {
			policy = mail.TLSOpportunistic
		}
		options = append(options, mail.WithTLSPolicy(policy), mail.WithPort(mail.DefaultPortTLS))
	default:
		return nil, wrongServer(&m.SMTP.URL, "begins with none of smtp://, smtps:// and smtp+insecure://")
	}
	options = append(options,
		mail.WithTLSConfig(&tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, InsecureSkipVerify: lenient}))
	if m.SMTP.Port() != "" {
		port, err := strconv.Atoi(m.SMTP.Port())
		if err != nil {
			return nil, wrongServer(&m.SMTP.URL, "has a port that is not a number")
		}
		options = append(options, mail.WithPort(port))
	}
	if user := m.SMTP.User; user != nil {
		password, _ := user.Password()
		kind := mail.SMTPAuthAutoDiscover
		if lenient {
			kind = mail.SMTPAuthPlainNoEnc
		}
		options = append(options, mail.WithSMTPAuth(kind), mail.WithUsername(user.Username()),
			mail.WithPassword(password))
	}
	client, err := mail.NewClient(host, options...)
	if err != nil {
		return nil, wrongServer(&m.SMTP.URL, "cannot be used ("+err.Error()+")")
	}
	return client, nil
}

func wrongServer(server *url.URL, problem string) error {
	return &power.InputError{Field: "--smtp", Problem: server.Redacted() + " " + problem,
		Remedy: "write it as smtp://user:password@mail.example.org:587"}
}

func (p postman) one(ctx context.Context) bool {
	posted, ok, err := p.store.Outbox.Lease(ctx, leaseTerm)
	if err != nil || !ok {
		if err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "mail waits", "error", err)
		}
		return false
	}
	// Once it was taken it is brought to an end, so that it is not sent again by another.
	ctx = context.WithoutCancel(ctx)
	ctx, end := p.trace.Begin(ctx, "send mail")
	failed := p.send(ctx, posted)
	end(failed)
	if failed == nil {
		err = p.store.Outbox.Sent(ctx, posted)
	} else {
		p.log.WarnContext(ctx, "mail was not sent", "message", posted.ID, "attempt", posted.Attempts, "error", failed)
		err = p.store.Outbox.Failed(ctx, posted, failed.Error(), useless(failed))
	}
	if err != nil {
		p.log.ErrorContext(ctx, "the result of sending a mail was not recorded", "message", posted.ID, "error", err)
	}
	return true
}

func (p postman) send(ctx context.Context, posted outbox.Posted) error {
	letter, err := p.letter(posted)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return p.client.DialAndSendWithContext(ctx, letter)
}

var errLetter = errors.New("the message cannot be written")

// letter has number and date of the outbox: if it is sent twice a mail program recognises it.
func (p postman) letter(posted outbox.Posted) (*mail.Msg, error) {
	letter := mail.NewMsg(mail.WithEncoding(mail.EncodingQP), mail.WithCharset(mail.CharsetUTF8),
		mail.WithNoDefaultUserAgent())
	letter.FromMailAddress(p.from)
	if err := letter.To(posted.To); err != nil {
		return nil, fmt.Errorf("%w: %w", errLetter, err)
	}
	letter.SetMessageIDWithValue(fmt.Sprintf("%d.%d@%s", posted.ID, posted.CreatedAt.UnixMicro(), domainOf(p.from)))
	letter.SetDateWithValue(posted.CreatedAt)
	letter.Subject(oneLine(posted.Subject))
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetBodyString(mail.TypeTextPlain, posted.Text)
	return letter, nil
}

// oneLine takes out of a subject what could begin another line of the head.
func oneLine(subject string) string {
	return strings.Join(strings.FieldsFunc(subject, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
}

// useless reports whether sending the same message again leads nowhere: it is no message, or the server refused it, or
// whom it is for, for good. That a server refuses us, our password or everybody is worth another try.
func useless(err error) bool {
	if errors.Is(err, errLetter) {
		return true
	}
	refused, ok := errors.AsType[*mail.SendError](err)
	if !ok || refused.ErrorCode() < 500 {
		return false
	}
	return refused.Reason == mail.ErrSMTPRcptTo || refused.Reason == mail.ErrSMTPData ||
		refused.Reason == mail.ErrSMTPDataClose
}

// Test is the command that sends a test mail.
type Test struct {
	To      string   `arg:"" name:"recipient" help:"Where the test mail is sent."`
	Address *url.URL `env:"GREEN500_ADDRESS" help:"Public address of the server, as for serve."`
	Mail    Settings `embed:""`
}

// Run sends the mail, past the outbox, and says which server accepted it.
func (t Test) Run(ctx context.Context, out io.Writer) error {
	address := t.Address
	if address == nil {
		address = &url.URL{Scheme: "http", Host: "localhost"}
	}
	server, err := t.Mail.test(ctx, address, t.To)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s accepted a test mail to %s.\n", server, t.To)
	return err
}

// test sends a test mail at once, and returns the mail server that accepted it, without the password. It returns a
// *power.InputError for settings that make no sense, for an invalid address, and with the answer of a mail server that
// did not accept it.
func (m Settings) test(ctx context.Context, address *url.URL, to string) (server string, err error) {
	if !m.Sends() {
		return "", &power.InputError{Field: "--smtp", Problem: "no mail server is set",
			Remedy: "name it as for serve, such as --smtp smtp://user:password@mail.example.org:587"}
	}
	worker, err := m.postman(address, nil, nil)
	if err != nil {
		return "", err
	}
	server = m.SMTP.Redacted()
	now := time.Now()
	err = worker.send(ctx,
		outbox.Posted{ID: now.UnixNano(), CreatedAt: now, Mail: administration.TestMail(to, address.String())})
	switch {
	case errors.Is(err, errLetter):
		return server, &power.InputError{Field: "recipient", Problem: fmt.Sprintf("%q is not an email address", to),
			Remedy: "write it as name@example.org"}
	case err != nil:
		return server, &power.InputError{Field: "--smtp", Problem: server + " did not accept the mail: " + err.Error(),
			Remedy: "correct the address, user or password of the mail server, or --mail-from"}
	}
	return server, nil
}
