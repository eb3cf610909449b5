package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// errDoubt says that a request was not answered: what it asked for may have happened or not.
var errDoubt = errors.New("nobody knows whether it happened")

// errNothing says that there is nothing to do until others have done something.
var errNothing = errors.New("nothing to do")

// What somebody does in a round.
const (
	works int32 = iota
	waits       // until others have done something
	rests       // until the next round: a request was not answered
)

// person works with the server of a trial: as its client, with a token or a session.
type person struct {
	*testing.T
	book   *book
	at     *installation
	client *http.Client
	token  string
	chance *rand.Rand
	// does one thing; errDoubt if it was not answered, errNothing if there is none
	step  func(context.Context, *person) error
	mine  func(*filing) bool // which filings this person deals with
	doing atomic.Int32       // as above
}

// answer is what a server said.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// request is what is asked.
type request struct {
	method, path string
	body         []byte
	form         url.Values
	header       map[string]string
	wants        int // the status of success
	doubts       int // a status that tells what may be, but not what is, if any
}

const (
	askTimeout = 20 * time.Second
	ownJSON    = "application/json"
)

// newPerson is somebody who signs in if they have no token.
func newPerson(b *book, at *installation, seed uint64, token string) *person {
	jar, err := cookiejar.New(nil)
	must(at.T, err)
	return &person{
		T: at.T, book: b, at: at, token: token, chance: rand.New(rand.NewPCG(seed, 0)),
		client: &http.Client{Jar: jar, Timeout: askTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// ask asks once. It returns errDoubt if nobody answered, or if the server says that it could not do it; any other
// answer than the one wanted fails the test: what was acknowledged before does not stand.
func (p *person) ask(ctx context.Context, asked request) (answer, error) {
	got, err := p.send(ctx, asked)
	switch {
	case err != nil, got.status >= http.StatusInternalServerError, got.status == http.StatusLocked,
		got.status == asked.doubts:
		return got, errDoubt
	case got.status != asked.wants:
		if ctx.Err() == nil {
			p.Errorf("%s %s is answered with %d, and not with %d: %s", asked.method, asked.path, got.status,
				asked.wants, sentence(got.body))
		}
		return got, errDoubt
	}
	return got, nil
}

// sentence is what a page or problem says, as far as it helps.
func sentence(body []byte) string {
	const most = 600
	text := string(body)
	if _, main, found := strings.Cut(text, "<main"); found {
		text = main
	}
	return text[:min(len(text), most)]
}

func (p *person) send(ctx context.Context, asked request) (answer, error) {
	body := asked.body
	if asked.form != nil {
		body = []byte(asked.form.Encode())
	}
	r, err := http.NewRequestWithContext(ctx, asked.method, p.at.url(asked.path), bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	if asked.form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Requested-With", "trial")
	}
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	for name, value := range asked.header {
		r.Header.Set(name, value)
	}
	response, err := p.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	read, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, read}, err
}

// get asks for something that has to be there.
func (p *person) get(ctx context.Context, path string) ([]byte, error) {
	got, err := p.ask(ctx,
		request{method: http.MethodGet, path: path, header: map[string]string{"Accept": ownJSON}, wants: http.StatusOK})
	return got.body, err
}

// getText asks for a page that has to be there.
func (p *person) getText(ctx context.Context, path string) ([]byte, error) {
	got, err := p.ask(ctx, request{method: http.MethodGet, path: path, wants: http.StatusOK})
	return got.body, err
}

// post sends a form.
func (p *person) post(ctx context.Context, path string, form url.Values, wants int) (answer, error) {
	return p.ask(ctx, request{method: http.MethodPost, path: path, form: form, wants: wants})
}

// signIn begins a session, which is good until the trial ends.
func (p *person) signIn(ctx context.Context, email, password string) {
	p.Helper()
	if _, err := p.post(ctx, "/login", url.Values{"email": {email}, "password": {password}},
		http.StatusSeeOther); err != nil {
		p.Fatal("signing in: ", err)
	}
}

// work does one thing after another until it is told to stop, or something was not answered.
func (p *person) work(ctx context.Context, stop <-chan struct{}) {
	defer p.doing.Store(rests)
	for {
		p.doing.Store(works)
		err := p.step(ctx, p)
		pause := time.Duration(0)
		if errors.Is(err, errNothing) {
			p.doing.Store(waits)
			pause = idle
		} else if err != nil {
			return
		}
		select {
		case <-stop:
			return
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}
