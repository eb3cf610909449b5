package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"green500/handlers/api"
	"green500/handlers/upload"
	"green500/store/uploads"
	"green500/validation/power"
	"green500/validation/review"
)

// The protocol is tus 1.0: an upload is made, then its bytes follow from where they broke off.
const (
	tusVersion    = "1.0.0"
	tusType       = "application/offset+octet-stream"
	attempts      = 8 // in which nothing arrived
	firstPause    = time.Second
	longestPause  = 30 * time.Second
	stalledAfter  = 2 * time.Minute // without a byte a connection is taken for dead
	copyingBuffer = 1 << 20
)

type piece struct {
	name   string
	size   int64
	digest string
}

func (s *sending) upload(ctx context.Context, entry api.Submission) error {
	has := map[string]string{}
	for _, file := range entry.Files {
		has[file.Name] = file.SHA256
	}
	for _, name := range s.evidence() {
		one, err := s.measure(name)
		if err != nil {
			return err
		}
		if has[name] == one.digest {
			s.tell.line("%s is already uploaded", name)
			continue
		}
		if err := s.bring(ctx, entry.ID, one); err != nil {
			return err
		}
	}
	return nil
}

func (s *sending) measure(name string) (piece, error) {
	file, err := s.folder.Open(name)
	if err != nil {
		return piece{}, unreadableFile(name, err)
	}
	defer func() { _ = file.Close() }()
	hash := sha256.New()
	size, err := io.CopyBuffer(hash, file, make([]byte, copyingBuffer))
	if err != nil {
		return piece{}, unreadableFile(name, err)
	}
	return piece{name, size, hex.EncodeToString(hash.Sum(nil))}, nil
}

func unreadableFile(name string, err error) error {
	return &power.InputError{File: name, Problem: fmt.Sprintf("the file cannot be read (%v)", err),
		Remedy: "check that it is complete and readable"}
}

type transfer struct {
	*sending
	piece
	entry int64
	at    *url.URL // of the upload, once it has begun
	sent  int64    // bytes that the server had at the last request
}

// bring sends a file, from where it broke off as often as the connection does.
func (s *sending) bring(ctx context.Context, entry int64, one piece) error {
	t := &transfer{sending: s, piece: one, entry: entry}
	pause, failures := firstPause, 0
	for {
		before := t.sent
		err := t.carry(ctx)
		var unreachable *unreachableError
		if !errors.As(err, &unreachable) {
			return err
		}
		if t.sent > before {
			pause, failures = firstPause, 0
		}
		if failures++; failures == attempts {
			return err
		}
		s.tell.line("%v; trying again in %s", unreachable.cause, pause)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		pause = min(2*pause, longestPause)
	}
}

func (t *transfer) carry(ctx context.Context) error {
	var err error
	if t.at == nil {
		if t.at, err = t.unfinished(ctx); err != nil {
			return err
		}
	}
	if t.at == nil {
		if t.at, err = t.create(ctx); err != nil {
			return err
		}
	}
	if err := t.sendRest(ctx); err != nil {
		return err
	}
	return t.settled(ctx)
}

func sleep(ctx context.Context, pause time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

// unfinished finds an upload of the same bytes that broke off or is being read; nil if there is none.
func (t *transfer) unfinished(ctx context.Context) (*url.URL, error) {
	var open upload.Uploads
	if err := t.client.look(ctx, t.client.server.JoinPath(fmt.Sprintf("submissions/%d/uploads", t.entry)),
		&open); err != nil {
		return nil, err
	}
	for _, u := range open.Uploads {
		if u.Name == t.name && u.Size == t.size && u.Digest == t.digest &&
			(u.State == uploads.Arriving || u.State == uploads.Arrived) {
			return t.client.server.JoinPath("uploads", u.ID), nil
		}
	}
	return nil, nil
}

func (t *transfer) create(ctx context.Context) (*url.URL, error) {
	request, err := t.tus(ctx, http.MethodPost, t.client.server.JoinPath("uploads"), nil)
	if err != nil {
		return nil, err
	}
	encoded := base64.StdEncoding.EncodeToString
	request.Header.Set("Upload-Length", strconv.FormatInt(t.size, 10))
	request.Header.Set("Upload-Metadata", fmt.Sprintf("filename %s,entry %s,sha256 %s",
		encoded([]byte(t.name)), encoded([]byte(strconv.FormatInt(t.entry, 10))), encoded([]byte(t.digest))))
	response, err := t.client.do(request)
	if err != nil {
		return nil, err
	}
	_ = response.Body.Close()
	at, err := t.client.server.Parse(response.Header.Get("Location"))
	if err != nil || at.Host != t.client.server.Host {
		return nil, t.client.strange("redirects uploads to another address")
	}
	return at, nil
}

func (s *sending) tus(ctx context.Context, method string, at *url.URL, body io.Reader) (*http.Request, error) {
	request, err := s.client.request(ctx, method, at, body)
	if err == nil {
		request.Header.Set("Tus-Resumable", tusVersion)
	}
	return request, err
}

var errStalled = errors.New("no data was transferred for a while")

func (t *transfer) sendRest(ctx context.Context) error {
	var err error
	if t.sent, err = t.offset(ctx, t.at); err != nil || t.sent == t.size {
		return err
	}
	if t.sent > 0 {
		t.tell.line("%s: resuming after %.1f of %.1f MB", t.name, float64(t.sent)/mega, float64(t.size)/mega)
	}
	file, err := t.from(t.name, t.sent)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	moving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	stalled := time.AfterFunc(stalledAfter, func() { stop(&unreachableError{t.client.server, errStalled}) })
	defer stalled.Stop()
	body := t.tell.reading(t.name, file, t.sent, t.size, func() { stalled.Reset(stalledAfter) })
	request, err := t.tus(moving, http.MethodPatch, t.at, io.LimitReader(body, t.size-t.sent))
	if err != nil {
		return err
	}
	request.ContentLength = t.size - t.sent
	request.Header.Set("Content-Type", tusType)
	request.Header.Set("Upload-Offset", strconv.FormatInt(t.sent, 10))
	response, err := t.client.do(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func (s *sending) offset(ctx context.Context, at *url.URL) (int64, error) {
	request, err := s.tus(ctx, http.MethodHead, at, nil)
	if err != nil {
		return 0, err
	}
	response, err := s.client.do(request)
	if err != nil {
		return 0, err
	}
	_ = response.Body.Close()
	offset, err := strconv.ParseInt(response.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset < 0 {
		return 0, s.client.strange("does not state how much of a file it has")
	}
	return offset, nil
}

// from opens a file at an offset; what is packed in a zip has to be read up to there.
func (s *sending) from(name string, offset int64) (fs.File, error) {
	file, err := s.folder.Open(name)
	if err != nil {
		return nil, unreadableFile(name, err)
	}
	if seeker, ok := file.(io.Seeker); ok {
		_, err = seeker.Seek(offset, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, file, offset)
	}
	if err != nil {
		_ = file.Close()
		return nil, unreadableFile(name, err)
	}
	return file, nil
}

func (t *transfer) settled(ctx context.Context) error {
	for {
		var u upload.Upload
		if err := t.client.look(ctx, t.at, &u); err != nil {
			return err
		}
		switch u.State {
		case uploads.Kept:
			t.tell.line("%s is stored: SHA-256 %s, receipt %s", t.name, u.Digest, t.client.server.JoinPath(u.Receipt))
			return nil
		case uploads.Refused:
			return &review.Refusal{Sentence: t.name + ": " + u.Message}
		}
		t.tell.now("%s is being read, %d%%", t.name, u.ReadPercent())
		if err := sleep(ctx, lookEvery); err != nil {
			return err
		}
	}
}
