package fetch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"green500/cmd/green500/connect"
	"green500/validation/power"
)

// What an answer may be, and how often a request is tried.
const (
	maxAnswer  = 64 << 20 // bytes
	maxMessage = 300      // bytes of a server's message that an error quotes
	tries      = 5
	firstWait  = time.Second
	longestAsk = 2 * time.Minute // that a server may ask to wait
)

type transport struct {
	base      *url.URL
	client    http.Client
	authorise func(http.Header)
	pause     time.Duration // between two requests
	tries     int           // of one request
	env       Environment
	last      time.Time
}

func (f Flags) transport(base *url.URL, env Environment) (*transport, error) {
	t := &transport{base: base, pause: time.Duration(float64(time.Second) / f.Rate), env: env, tries: tries}
	round := http.DefaultTransport.(*http.Transport).Clone()
	if f.CA != "" {
		text, err := f.authority()
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, &power.InputError{File: f.CA, Problem: "contains no certificate in PEM",
				Remedy: "give a file that begins with -----BEGIN CERTIFICATE-----"}
		}
		round.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	t.client = http.Client{Transport: round, Timeout: f.Timeout, CheckRedirect: t.sameServer}
	t.authorise = f.authorise
	return t, nil
}

// sameServer follows ten redirects on the same server only: the password must not reach another, nor leave unencrypted.
func (t *transport) sameServer(next *http.Request, followed []*http.Request) error {
	const most = 10
	if len(followed) > most {
		problem := fmt.Sprintf("the server redirects more than %d times", most)
		return &power.InputError{Field: "url", Problem: problem, Remedy: "check the address"}
	}
	if t.base.Scheme == "https" && next.URL.Scheme != "https" {
		problem := "the server leads from https to " + next.URL.Scheme
		return &power.InputError{Field: "url", Problem: problem,
			Remedy: "correct the server: it would get the password unencrypted"}
	}
	if next.URL.Host != t.base.Host {
		return &power.InputError{Field: "url", Problem: "the server leads to " + next.URL.Host,
			Remedy: "name that server if it is the right one"}
	}
	return nil
}

func (f Flags) authorise(h http.Header) {
	switch {
	case f.Token != "" && f.Source == "influxdb2":
		h.Set("Authorization", "Token "+f.Token)
	case f.Token != "" && f.Source == "redfish":
		h.Set("X-Auth-Token", f.Token)
	case f.Token != "":
		h.Set("Authorization", "Bearer "+f.Token)
	case f.User != "":
		basic := http.Request{Header: h}
		basic.SetBasicAuth(f.User, f.Password)
	}
}

type call struct {
	method, path    string
	query           url.Values
	form            url.Values // sent as the body of a POST
	body            string     // likewise, of the type content
	content, accept string
}

type reply struct {
	status int
	body   []byte
}

// send returns the answer, whatever its state. A server that is busy or out of reach is asked again.
func (t *transport) send(ctx context.Context, c call) (reply, error) {
	wait := firstWait
	for try := 1; ; try++ {
		if err := t.slowly(ctx); err != nil {
			return reply{}, err
		}
		r, after, err := t.once(ctx, c)
		var inputErr *power.InputError
		if ctx.Err() != nil || errors.Is(err, errTooMuch) || errors.As(err, &inputErr) || try == t.tries {
			return r, t.unreachable(ctx, err)
		}
		if err == nil && !busy(r.status) {
			return r, nil
		}
		if after > 0 {
			wait = after
		}
		if err := t.env.Sleep(ctx, wait); err != nil {
			return reply{}, err
		}
		wait *= 2
	}
}

func busy(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusBadGateway ||
		status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout
}

func (t *transport) slowly(ctx context.Context) error {
	now := t.env.Now()
	if wait := t.pause - now.Sub(t.last); wait > 0 && !t.last.IsZero() {
		if err := t.env.Sleep(ctx, wait); err != nil {
			return err
		}
	}
	t.last = t.env.Now()
	return nil
}

func (t *transport) unreachable(ctx context.Context, err error) error {
	var inputErr *power.InputError
	switch {
	case err == nil, ctx.Err() != nil, errors.Is(err, errTooMuch):
		return err
	case errors.As(err, &inputErr):
		return inputErr
	}
	var asked *url.Error
	if errors.As(err, &asked) {
		err = asked.Err // whose words do not repeat the address
	}
	return &power.InputError{Field: "url", Problem: fmt.Sprintf("%s does not answer: %s", t.base.Host,
		connect.Why(err)), Remedy: "the same command continues what was interrupted"}
}

func (t *transport) once(ctx context.Context, c call) (r reply, after time.Duration, err error) {
	address := *t.base
	address.Path = strings.TrimRight(address.Path, "/") + c.path
	address.RawQuery = c.query.Encode()
	body, content := c.body, c.content
	if c.form != nil {
		body, content = c.form.Encode(), "application/x-www-form-urlencoded"
	}
	asked, err := http.NewRequestWithContext(ctx, c.method, address.String(), bytes.NewReader([]byte(body)))
	if err != nil {
		return r, 0, err
	}
	if content != "" {
		asked.Header.Set("Content-Type", content)
	}
	asked.Header.Set("Accept", c.accept)
	t.authorise(asked.Header)
	answer, err := t.client.Do(asked)
	if err != nil {
		return r, 0, err
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	r.status = answer.StatusCode
	if r.body, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1)); err != nil {
		return r, 0, err
	}
	if len(r.body) > maxAnswer {
		return r, 0, tooMuchBy(fmt.Sprintf("the answer is longer than %d MiB", maxAnswer>>20))
	}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && seconds > 0 {
		after = min(time.Duration(seconds)*time.Second, longestAsk)
	}
	return r, after, nil
}

func quoted(message string) string {
	message = strings.ToValidUTF8(strings.Join(strings.Fields(message), " "), "")
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "") + "…"
	}
	return message
}

// tooMuch is what servers say of a request whose answer would be too long.
var tooMuch = regexp.MustCompile(
	`(?i)too many samples|too many points|maximum resolution|max\w*(?:samples|points|series)\w*per|exceed\w* .*limit|limit .*(?:exce+d|violat)|timed out|timeout`)

func (t *transport) ask(ctx context.Context, c call) ([]byte, error) {
	answer, err := t.send(ctx, c)
	if err != nil || answer.status == http.StatusOK {
		return answer.body, err
	}
	message := messageOf(answer.body)
	if tooMuch.MatchString(message) || answer.status == http.StatusRequestEntityTooLarge {
		return nil, tooMuchBy(message)
	}
	return nil, t.refused(answer.status, message)
}

// messageOf is what InfluxDB 2, Prometheus or Redfish say in an answer; of any other, all of it.
func messageOf(body []byte) string {
	var flat struct{ Message, Error string }
	var nested struct{ Error struct{ Message string } }
	_, _ = json.Unmarshal(body, &flat), json.Unmarshal(body, &nested) // one of them does not fit
	return cmp.Or(flat.Message, flat.Error, nested.Error.Message, string(body))
}

func (t *transport) refused(status int, message string) error {
	remedy := "check the address and the series"
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		remedy = "set " + tokenVariable + ", or " + userVariable + " and " + passwordVariable + ", in the environment"
	case http.StatusTooManyRequests:
		remedy = "lower --rate; the same command continues what was interrupted"
	}
	return &power.InputError{Field: "url", Problem: fmt.Sprintf("%s answers %d %s: %s", t.base.Host, status,
		http.StatusText(status), quoted(message)), Remedy: remedy}
}
