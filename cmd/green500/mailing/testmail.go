package mailing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"green500/store"
	"green500/validation/power"
)

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

// test sends a test mail at once, and returns the mail server that accepted it, without the password. It returns a *power.InputError
// for settings that make no sense, for an address that is none, and with the answer of a mail server that did not accept it.
func (m Settings) test(ctx context.Context, address *url.URL, to string) (server string, err error) {
	if !m.Sends() {
		return "", &power.InputError{Field: "--smtp", Problem: "no mail server is set", Remedy: "name it as for serve, such as --smtp smtp://user:password@mail.example.org:587"}
	}
	worker, err := m.postman(address, nil, nil)
	if err != nil {
		return "", err
	}
	server = m.SMTP.Redacted()
	now := time.Now()
	err = worker.send(ctx, store.Posted{ID: now.UnixNano(), CreatedAt: now, Mail: store.TestMail(to, address.String())})
	switch {
	case errors.Is(err, errLetter):
		return server, &power.InputError{Field: "recipient", Problem: fmt.Sprintf("%q is not an email address", to), Remedy: "write it as name@example.org"}
	case err != nil:
		return server, &power.InputError{Field: "--smtp", Problem: server + " did not accept the mail: " + err.Error(), Remedy: "correct the address, user or password of the mail server, or --mail-from"}
	}
	return server, nil
}
