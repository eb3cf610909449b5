package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"green500/cmd/green500/connect"
	"green500/handlers/api"
	"green500/validation/power"
	"green500/validation/review"
)

type client struct {
	http   *http.Client
	server *url.URL
	token  string
}

const largestAnswer = 64 << 20

func newClient(server *url.URL, token string) *client {
	// The token is for this server alone: a redirect is reported, not followed.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client{http: &http.Client{CheckRedirect: stay}, server: server, token: token}
}

func (c *client) get(ctx context.Context, path string, into any) error {
	return c.send(ctx, http.MethodGet, path, nil, into)
}

func (c *client) entry(ctx context.Context, number int64) (entry api.Submission, err error) {
	return entry, c.get(ctx, fmt.Sprintf("submissions/%d", number), &entry)
}

func (c *client) look(ctx context.Context, at *url.URL, into any) error {
	return c.ask(ctx, http.MethodGet, at, nil, into)
}

func (c *client) post(ctx context.Context, path string, body []byte, into any) error {
	return c.send(ctx, http.MethodPost, path, body, into)
}

func (c *client) send(ctx context.Context, method, path string, body []byte, into any) error {
	return c.ask(ctx, method, c.server.JoinPath("api/v1", path), body, into)
}

func (c *client) ask(ctx context.Context, method string, at *url.URL, body []byte, into any) error {
	request, err := c.request(ctx, method, at, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // it was read
	if err := json.NewDecoder(io.LimitReader(response.Body, largestAnswer)).Decode(into); err != nil {
		return c.strange(fmt.Sprintf("sent an answer that cannot be read (%v)", err))
	}
	return nil
}

func (c *client) request(ctx context.Context, method string, at *url.URL, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, at.String(), body)
	if err != nil {
		return nil, c.strange("has an invalid address")
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("Accept", "application/json")
	return request, nil
}

func (c *client) do(request *http.Request) (*http.Response, error) {
	response, err := c.http.Do(request)
	if err != nil {
		if ended := context.Cause(request.Context()); ended != nil {
			return nil, ended
		}
		if asked, ok := errors.AsType[*url.Error](err); ok {
			err = asked.Err // whose words do not repeat the address
		}
		return nil, &unreachableError{c.server, err}
	}
	if response.StatusCode >= http.StatusOK && response.StatusCode < http.StatusMultipleChoices {
		return response, nil
	}
	defer func() { _ = response.Body.Close() }()
	return nil, c.refused(response)
}

// unreachableError is a connection that could not be made or broke off: it may be tried again.
type unreachableError struct {
	server *url.URL
	cause  error
}

func (e *unreachableError) Error() string {
	return fmt.Sprintf("the server %s cannot be reached: %s. Uploaded data is kept: the same command continues.",
		e.server.Host, connect.Why(e.cause))
}

func (e *unreachableError) Unwrap() error { return e.cause }

func (c *client) refused(response *http.Response) error {
	var problem struct {
		Title  string `json:"title"`
		Detail string `json:"detail"`
	}
	_ = json.NewDecoder(io.LimitReader(response.Body, largestAnswer)).Decode(&problem) // or it stays empty
	switch {
	case response.StatusCode == http.StatusUnauthorized && problem.Title != "":
		return unknownToken()
	case response.StatusCode == http.StatusNotFound && problem.Title != "":
		return &power.InputError{Field: "--submission", Problem: "you have no such submission on the server",
			Remedy: "look for its number on the page of your submissions"}
	case passes(response):
		return &unreachableError{c.server, fmt.Errorf("the server answered %s", response.Status)}
	case problem.Detail != "":
		return &review.Refusal{Sentence: problem.Detail}
	}
	return c.strange("answered " + response.Status)
}

// passes reports whether a server may soon take what it refuses: it is down, or a connection broke off.
func passes(response *http.Response) bool {
	switch response.StatusCode {
	case http.StatusInsufficientStorage:
		return false
	case http.StatusLocked:
		return true
	case http.StatusConflict:
		return response.Request.Method == http.MethodPatch
	}
	return response.StatusCode >= http.StatusInternalServerError
}

func unknownToken() error {
	return &power.InputError{Field: "--token", Problem: "the token is unknown or expired",
		Remedy: "create another one on your account page"}
}

func (c *client) strange(problem string) error {
	return &power.InputError{Field: "--server", Problem: c.server.String() + " " + problem,
		Remedy: "check that it is the address of a green500 server of this version"}
}

// ready asks a server on this machine whether it can answer: what watches over a container has no other program in it.
type ready struct {
	Addr string `default:"localhost:8080" env:"GREEN500_ADDR" help:"Address at which the server listens."`
}

const readyTimeout = 4 * time.Second

func (r ready) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(r.Addr)
	if err != nil {
		return &power.InputError{Field: "--addr", Problem: fmt.Sprintf("%q is not an address to listen at", r.Addr),
			Remedy: "write it as localhost:8080, without http://"}
	}
	if address := net.ParseIP(host); host == "" || address != nil && address.IsUnspecified() {
		host = "localhost"
	}
	ctx, stop := context.WithTimeout(ctx, readyTimeout)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet,
		"http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return &power.InputError{Field: "--addr", Problem: "no server answers at " + r.Addr + ": " + connect.Why(err)}
	}
	if err := answer.Body.Close(); err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server at %s is not ready: %s", r.Addr, answer.Status)
	}
	return nil
}
