package web_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"
	"testing/iotest"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/validation/review/receipt"
	"green500/web"
)

// restarting is a house whose server dies and comes back over the same folder.
type restarting struct {
	*house
	database string
	blobs    blobs.Blobs
	stop     func()
}

func (r *restarting) restart(t *testing.T) {
	t.Helper()
	if r.stop != nil {
		r.server.CloseClientConnections()
		r.server.Close()
		r.stop()
	}
	opened, err := store.Open(t.Context(),
		store.Config{Database: r.database, Blobs: r.blobs, Secret: storetest.Secret()})
	must(t, err)
	config := web.Config{Store: opened, Log: toldBy(t), Now: time.Now, MaxUpload: maxUpload, Proxied: true}
	handler, err := web.New(config)
	must(t, err)
	r.house.store, r.server = opened, httptest.NewServer(handler)
	r.url, err = url.Parse(r.server.URL)
	must(t, err)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() { defer close(ended); web.ReceiveUploads(ctx, config) }()
	r.stop = func() {
		cancel()
		<-ended
		must(t, opened.Close())
	}
}

// TestWhatArrivesIsWhatWasSent sends files in parts of any size over connections that break and servers
// that die, and holds them against what was sent.
func TestWhatArrivesIsWhatWasSent(t *testing.T) {
	t.Parallel()
	first := open(t)
	blobs, err := blobs.OpenFolder(filepath.Join(t.TempDir(), "blobs"))
	must(t, err)
	r := &restarting{house: &house{people: first.people, cookies: map[string][]*http.Cookie{}},
		database: storetest.SQLite(t), blobs: blobs}
	r.restart(t)
	t.Cleanup(func() { r.server.Close(); r.stop() })
	r.draft = r.populate(t)
	for seed := range uint64(5) {
		random := rand.New(rand.NewPCG(seed, 1))
		content := make([]byte, random.IntN(1<<20))
		for i := range content {
			content[i] = byte(random.IntN(256))
		}
		name := fmt.Sprintf("logs/node%d.bin", seed)
		at := r.begin(t, name, len(content))
		var did []string
		for offset := r.reached(t, at); offset < len(content); offset = r.reached(t, at) {
			did = append(did, r.step(t, random, at, content, offset))
			if len(did) > 500 {
				t.Fatalf("seed %d does not get on: %v", seed, did)
			}
		}
		now := r.settled(t, at)
		if now.State != "kept" || now.SHA256 != fmt.Sprintf("%x", sha256.Sum256(content)) {
			t.Fatalf("seed %d: %+v after %v", seed, now, did)
		}
		if got := r.read(t, "submitter", "/submissions/"+number(r.draft)+"/files/"+name); got != string(content) {
			t.Errorf("seed %d: other bytes are kept after %v", seed, did)
		}
		if _, _, err := receipt.Read("r", []byte(r.read(t, "submitter", now.Receipt))); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// reached asks how much of an upload has arrived, as clients do: again if a part that was sent before, over a
// connection that broke, is heard only now and takes over.
func (r *restarting) reached(t *testing.T, at string) int {
	t.Helper()
	answer := r.head(t, at)
	for range 100 {
		if answer.StatusCode != http.StatusLocked {
			break
		}
		answer = r.head(t, at)
	}
	return offsetIn(t, answer)
}

// populate makes the person and the entry of the story again.
func (r *restarting) populate(t *testing.T) int64 {
	t.Helper()
	person, err := r.house.store.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "submitter@example.org",
		Name: "submitter", Role: r.people["submitter"].Role, Password: password})
	must(t, err)
	r.people["submitter"] = person
	_, err = r.house.store.Editions.Create(t.Context(), editions.Edition{Name: "2026-11", Methodology: "2.0",
		OpensAt: time.Now().Add(-time.Hour), ClosesAt: time.Now().Add(time.Hour)})
	must(t, err)
	return r.enter(t, "2026-11")
}

// step does one of the things that happen to an upload.
func (r *restarting) step(t *testing.T, random *rand.Rand, at string, content []byte, offset int) string {
	t.Helper()
	length := 1 + random.IntN(len(content)-offset)
	sent := content[offset : offset+length]
	sum := sha256.Sum256(sent)
	checked := map[string]string{"Upload-Checksum": "sha256 " + base64.StdEncoding.EncodeToString(sum[:])}
	want := http.StatusNoContent
	var got int
	var err error
	did := "part"
	switch random.IntN(8) {
	case 0:
		did = "break"
		broken := io.MultiReader(bytes.NewReader(sent[:random.IntN(length)]),
			iotest.ErrReader(errors.New("the cable was pulled")))
		if _, err := r.patch(t, at, offset, broken, length, nil); err == nil {
			t.Fatal("a broken connection was answered")
		}
		return did
	case 1:
		did = "restart"
		r.restart(t)
		return did
	case 2:
		did, want = "another place", http.StatusConflict
		got, err = r.patch(t, at, offset+1, bytes.NewReader(sent[1:]), 0, nil)
	case 3:
		did = "checked"
		got, err = r.patch(t, at, offset, bytes.NewReader(sent), 0, checked)
	case 4:
		did, want = "spoilt", 460
		spoilt := bytes.Clone(sent)
		spoilt[random.IntN(length)] ^= 1
		got, err = r.patch(t, at, offset, bytes.NewReader(spoilt), 0, checked)
	default:
		got, err = r.patch(t, at, offset, bytes.NewReader(sent), 0, nil)
	}
	must(t, err)
	switch got {
	case http.StatusConflict, http.StatusLocked, http.StatusServiceUnavailable:
		return "late" // a connection that broke was heard after the offset was told, and took over
	}
	if did == "another place" && got == http.StatusNoContent {
		return "just there" // so did these
	}
	if got != want {
		t.Fatalf("%s at %d got %d, want %d", did, offset, got, want)
	}
	return did
}
