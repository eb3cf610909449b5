// Package calling sends webhook messages, to public addresses only, and retries those that a server did not accept.
package calling

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"green500/cmd/green500/connect"
	"green500/store"
	"green500/store/recorded"
	"green500/store/webhooks"
)

// Settings are where webhooks may lead.
type Settings struct {
	Networks []netip.Prefix `name:"webhook-networks" env:"GREEN500_WEBHOOK_NETWORKS" placeholder:"NETWORK" help:"Networks of yours that webhooks may lead to, such as 10.0.3.0/24. Default: public addresses only."`

	authorities *x509.CertPool // that certificates are trusted of; nil is those of the machine
}

const (
	sendTimeout = 15 * time.Second // for one message
	leaseTerm   = time.Minute      // longer than sending one takes
	interval    = 2 * time.Second  // between looks for messages
	senders     = 4                // at a time, one for an address
)

type sender struct {
	hooks  webhooks.Webhooks
	log    *slog.Logger
	client *http.Client
	now    func() time.Time
	trace  recorded.Trace // may be nil
}

// Start sends messages until the function it returns is called, which waits for those that are being sent.
func (s Settings) Start(ctx context.Context, on *store.Store, now func() time.Time, trace recorded.Trace,
	log *slog.Logger) (stop func()) {
	worker := sender{hooks: on.Notices.Webhooks(), log: log, client: s.client(), now: now, trace: trace}
	ctx, cancel := context.WithCancel(ctx)
	var working sync.WaitGroup
	for range senders {
		working.Go(func() { connect.Repeat(ctx, interval, worker.one) })
	}
	return func() { cancel(); working.Wait() }
}

// client talks to public addresses and some networks: through no proxy, and following no redirect.
func (s Settings) client() *http.Client {
	dialer := net.Dialer{Timeout: sendTimeout, Control: refuseOthers(s.Networks)}
	transport := &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: sendTimeout,
		DisableKeepAlives: true, MaxResponseHeaderBytes: 16 << 10}
	transport.TLSClientConfig = &tls.Config{RootCAs: s.authorities, MinVersion: tls.VersionTLS12}
	return &http.Client{
		Transport: transport, Timeout: sendTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (s sender) one(ctx context.Context) bool {
	message, ok, err := s.hooks.Lease(ctx, leaseTerm)
	if err != nil || !ok {
		if err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "messages to webhooks wait", "error", err)
		}
		return false
	}
	// Once it was taken it is brought to an end, so that it is not sent again by another.
	ctx, end := s.trace.Begin(context.WithoutCancel(ctx), "call a webhook")
	useless, why := s.send(ctx, message)
	if why == nil {
		err = s.hooks.Sent(ctx, message)
	} else {
		s.log.WarnContext(ctx, "a webhook was not called", "message", message.ID, "attempt",
			message.Attempts, "error", why)
		err = s.hooks.Failed(ctx, message, why.Error(), useless)
	}
	end(why)
	if err != nil {
		s.log.ErrorContext(ctx, "the result of calling a webhook was not recorded", "message", message.ID, "error", err)
	}
	return true
}

// send sends a message once. useless says that trying again would not help.
func (s sender) send(ctx context.Context, m webhooks.Message) (useless bool, why error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, strings.NewReader(m.Body))
	if err != nil {
		return true, errors.New("the address cannot be called")
	}
	if err := sign(request.Header, m, s.now()); err != nil {
		return true, err
	}
	answer, err := s.client.Do(request)
	if errors.Is(err, errNotPublic) {
		return true, errNotPublic
	}
	if err != nil {
		return false, errors.New(whyNot(err))
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	const read = 4 << 10                       // of an answer, which nobody looks at
	_, _ = io.CopyN(io.Discard, answer.Body, read)
	switch {
	case answer.StatusCode/100 == 2:
		return false, nil
	case answer.StatusCode/100 == 3:
		return true, fmt.Errorf("the answer %s leads to another address; write that address here", answer.Status)
	case answer.StatusCode == http.StatusGone:
		return true, errors.New("the answer was 410 Gone")
	}
	return false, fmt.Errorf("the answer was %s", answer.Status)
}

// whyNot says why a receiver could not be called, without its address, which may let somebody in.
func whyNot(err error) string {
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var record tls.RecordHeaderError
	if errors.As(err, &record) || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client") {
		return "the receiver does not speak TLS at this address; check address and port"
	}
	return connect.Why(err)
}

// sign writes the headers of the Standard Webhooks specification, version 1.
func sign(header http.Header, m webhooks.Message, now time.Time) error {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Secret, webhooks.SecretPrefix))
	if err != nil {
		return errors.New("the secret of this webhook cannot be read")
	}
	at := strconv.FormatInt(now.Unix(), 10)
	sum := hmac.New(sha256.New, secret)
	sum.Write([]byte(m.Number + "." + at + "." + m.Body))
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "green500")
	header.Set("Webhook-Id", m.Number)
	header.Set("Webhook-Timestamp", at)
	header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(sum.Sum(nil)))
	return nil
}

var errNotPublic = errors.New("the address is not a public one")

// special are networks that a public address is not in, besides those that netip knows: shared, for protocols, for
// documentation, for benchmarks, reserved, and those that contain an address of version 4 which may be any (RFC 6890,
// RFC 8215).
func special() []netip.Prefix {
	var networks []netip.Prefix
	for _, one := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4",
		"::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32",
		"2002::/16", "3fff::/20", "fec0::/10",
	} {
		networks = append(networks, netip.MustParsePrefix(one))
	}
	return networks
}

func public(address netip.Addr) bool {
	address = address.Unmap()
	in := func(network netip.Prefix) bool { return network.Contains(address) }
	return address.Zone() == "" && address.IsGlobalUnicast() && !address.IsPrivate() &&
		!slices.ContainsFunc(special(), in)
}

// refuseOthers allows public addresses and some networks, seen after names were looked up.
func refuseOthers(networks []netip.Prefix) func(network, address string, connection syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("connect to %s: %w", address, err)
		}
		in := func(network netip.Prefix) bool { return network.Contains(at.Addr().Unmap()) }
		if !public(at.Addr()) && !slices.ContainsFunc(networks, in) {
			return fmt.Errorf("%s: %w", at.Addr(), errNotPublic)
		}
		return nil
	}
}
