package submissions_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"green500/store"
	"green500/store/blobs"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
)

// TestAReportIsTheSameWhereverItIsKept, byte for byte.
func TestAReportIsTheSameWhereverItIsKept(t *testing.T) {
	near, err := roomtest.IntakeOf(t.Context(), storetest.Open(t, store.Config{Database: storetest.SQLite(t),
		Blobs: storetest.EvidenceInFolder(t).Blobs(t)}), roomtest.LongLog(3000))
	if err != nil {
		t.Fatal(err)
	}
	far, err := roomtest.IntakeOf(t.Context(), storetest.Open(t,
		store.Config{Database: storetest.Postgres(t), Blobs: storetest.Objects(t)}), roomtest.LongLog(3000))
	if err != nil || len(near.Report) == 0 || !bytes.Equal(near.Report, far.Report) ||
		near.Series[0].Digest != far.Series[0].Digest {
		t.Errorf("%v: the reports of %d and %d bytes differ", err, len(near.Report), len(far.Report))
	}
}

// countedRequests counts the requests that a bucket is read with.
func countedRequests(t *testing.T, at blobs.Location) (blobs.Location, *atomic.Int64) {
	t.Helper()
	said, err := url.Parse(at.At)
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := url.Parse(said.Query().Get("endpoint"))
	if err != nil {
		t.Fatal(err)
	}
	var count atomic.Int64
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		count.Add(1)
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = endpoint.Scheme, endpoint.Host, r.In.Host
	}}
	server := httptest.NewServer(http.HandlerFunc(proxy.ServeHTTP))
	t.Cleanup(server.Close)
	at.At = strings.Replace(at.At, endpoint.Host, strings.TrimPrefix(server.URL, "http://"), 1)
	return at, &count
}

// TestAWindowTakesFewRequests, however long the recording is: its table of contents comes with opening it, and what
// was read once is at hand.
func TestAWindowTakesFewRequests(t *testing.T) {
	at, count := countedRequests(t, storetest.ObjectLocation(t))
	database := storetest.SQLite(t)
	s := storetest.Open(t, store.Config{Database: database, Blobs: storetest.OpenObjects(t, at)})
	b := roomtest.LongLog(1_500_000)
	snapshot, err := roomtest.IntakeOf(t.Context(), s, b)
	if err != nil {
		t.Fatal(err)
	}
	cold := storetest.Open(t, store.Config{Database: database, Blobs: storetest.OpenObjects(t, at)})
	revision := submissions.Revision{Document: snapshot.Document, Files: snapshot.Files, Series: snapshot.Series}
	for _, c := range []struct {
		name string
		most int64
	}{{"cold", 6}, {"again", 1}} {
		before := count.Load()
		m, err := cold.Submissions.Measurement(t.Context(), revision)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range m.Parts {
			for _, trace := range part.Traces {
				window := trace.Span().Middle(0.3)
				trace.Window(window)
				trace.Envelope(window, 800, "begin")
			}
		}
		if err := m.Err(); err != nil {
			t.Fatal(err)
		}
		taken := count.Load() - before
		t.Logf("%s: %d requests for %d series", c.name, taken, len(snapshot.Series))
		if taken > c.most*int64(len(snapshot.Series)) {
			t.Errorf("%s: it took %d requests", c.name, taken)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
