package web_test

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"green500/store/blobs"
	"green500/store/storetest"
)

const rehearsalPage, rehearsalCSV = "/editions/rehearsal?methodology=1.2", "/editions/rehearsal.csv?methodology=1.2"

// TestARehearsalShowsWhatOneMayRead: editors all that was submitted, admins what is published, and nobody a draft.
func TestARehearsalShowsWhatOneMayRead(t *testing.T) {
	h := open(t)
	for visitor, want := range map[string][]string{"editor": {number(h.waiting), number(h.listed), number(h.sealed)},
		"admin": {number(h.listed)}} {
		answer := h.send(t, visitor, h.request(t, http.MethodGet, rehearsalCSV))
		rows, err := csv.NewReader(answer.Body).ReadAll()
		must(t, err)
		var seen []string
		for _, row := range rows[1:] {
			seen = append(seen, row[0])
		}
		if !slices.Equal(seen, want) || !strings.HasPrefix(answer.Header.Get("Content-Disposition"), "attachment") ||
			!strings.HasPrefix(answer.Header.Get("Content-Type"), "text/csv") {
			t.Errorf("%s sees %v, want %v; %v", visitor, seen, want, answer.Header)
		}
		page := h.read(t, visitor, rehearsalPage)
		if said := map[int]string{1: "1 submission:", 3: "3 submissions:"}[len(want)]; !strings.Contains(page, said) {
			t.Errorf("%s is not told %q:\n%s", visitor, said, page)
		}
	}
	if page := h.read(t, "editor", rehearsalPage+"&edition=2025-11"); !strings.Contains(page, "1 submission:") {
		t.Errorf("one edition is not what was asked for:\n%s", page)
	}
}

// gate is blobs that can be shut: then nothing is opened before the asker gives up.
type gate struct {
	*blobs.Folder
	shut atomic.Bool
}

func (g *gate) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	if g.shut.Load() {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return g.Folder.Open(ctx, digest)
}

// TestOneRehearsalAtATime: the head of the page is there before the work is done, another rehearsal
// is refused until then, and stopping one makes room for the next.
func TestOneRehearsalAtATime(t *testing.T) {
	blobs := &gate{Folder: storetest.Blobs(t)}
	h := openWith(t, blobs)
	blobs.shut.Store(true)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	running := h.send(t, "editor", h.request(t, http.MethodGet, rehearsalPage).WithContext(ctx))
	var head strings.Builder
	for part := make([]byte, 512); !strings.Contains(head.String(), "Reading stored submissions"); {
		n, err := running.Body.Read(part)
		head.Write(part[:n])
		must(t, err)
	}
	if !strings.Contains(head.String(), ">Stop</a>") {
		t.Error("there is no way to stop")
	}
	answer := h.send(t, "admin", h.request(t, http.MethodGet, rehearsalPage))
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusConflict || !strings.Contains(string(text), "Another rehearsal is running") ||
		!strings.Contains(string(text), "<select") {
		t.Errorf("got %d:\n%s", answer.StatusCode, text)
	}
	stop()
	blobs.shut.Store(false)
	if page := h.read(t, "editor", rehearsalPage); !strings.Contains(page, "3 submissions:") {
		t.Errorf("the next one does not work:\n%s", page)
	}
}

// broken is blobs that cannot be opened, for no reason that is about an entry.
type broken struct {
	*blobs.Folder
	is atomic.Bool
}

func (b *broken) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	if b.is.Load() {
		return nil, errors.New("secret disk failure")
	}
	return b.Folder.Open(ctx, digest)
}

// TestARehearsalThatBreaksIsNotWhole: the page says so, and the table is broken off.
func TestARehearsalThatBreaksIsNotWhole(t *testing.T) {
	blobs := &broken{Folder: storetest.Blobs(t)}
	h := openWith(t, blobs)
	blobs.is.Store(true)
	if page := h.read(t, "editor", rehearsalPage); !strings.Contains(page, "was not completed") ||
		!strings.Contains(page, "</html>") || strings.Contains(page, "secret") {
		t.Errorf("got:\n%s", page)
	}
	answer := h.send(t, "editor", h.request(t, http.MethodGet, rehearsalCSV))
	if text, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("half a table passes for a whole one:\n%s", text)
	}
}
