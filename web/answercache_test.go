package web

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/store"
)

// TestAnswerCacheStaysWithinItsSize: whatever is put and requested, the cache holds no more than it may, and gives only what
// is right.
func TestAnswerCacheStaysWithinItsSize(t *testing.T) {
	now := time.Now()
	rapid.Check(t, func(t *rapid.T) {
		const room = 64 << 10
		kept, version := newAnswerCache(room), int64(1)
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, 20).Draw(t, "key"))
			state := store.PublicState{Version: version, Until: now.Add(time.Second)}
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				version++
			case 1, 2:
				kept.put(newAnswer(key, state, http.Header{}, []byte(key+strings.Repeat("x", rapid.IntRange(0, 48<<10).Draw(t, "size")))))
			default:
				if found := kept.find(key, state, now); found != nil && (found.state.Version != version || !strings.HasPrefix(string(found.plain.text), key)) {
					t.Fatalf("%s of version %d got %.3s of %d", key, version, found.plain.text, found.state.Version)
				}
			}
			size := 0
			for place := kept.recent.Front(); place != nil; place = place.Next() {
				size += place.Value.(*answer).size()
			}
			if size != kept.taken || size > room || len(kept.places) != kept.recent.Len() {
				t.Fatalf("%d bytes are taken, %d counted, of %d; %d places for %d", size, kept.taken, room, len(kept.places), kept.recent.Len())
			}
		}
	})
}

// TestOneDraws: of many who ask for the same at once one draws it.
func TestOneDraws(t *testing.T) {
	kept := newAnswerCache(1 << 20)
	var group sync.WaitGroup
	if kept.begin("/") != nil {
		t.Fatal("the first does not draw")
	}
	for range 8 {
		wait := kept.begin("/")
		if wait == nil {
			t.Fatal("a second draws")
		}
		group.Go(func() { <-wait })
	}
	kept.end("/")
	group.Wait()
	if kept.begin("/") != nil {
		t.Error("afterwards nobody draws")
	}
}

func TestWhoAcceptsGzip(t *testing.T) {
	for accepted, want := range map[string]bool{"": false, "gzip": true, "br, GZIP;q=0.5": true, "gzip;q=0": false, "gzip; q=0.000": false, "deflate": false, "xgzip": false, "gzip;q=1.0": true} {
		if got := acceptsGzip(&http.Request{Header: http.Header{"Accept-Encoding": {accepted}}}); got != want {
			t.Errorf("%q: %v", accepted, got)
		}
	}
}
