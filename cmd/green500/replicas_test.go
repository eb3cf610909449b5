package main

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"green500/handlers/account"
	"green500/store"
	"green500/store/blobs"
	"green500/store/storetest"
	"green500/web"
)

// replicasVariable has every demonstration be so many servers on one PostgreSQL database, if it is more than one.
const replicasVariable = "GREEN500_TEST_REPLICAS"

// alwaysOnTwo are journeys that are travelled on two servers whatever it says: what begins with one request and ends
// with another, and what one person does and another sees.
var alwaysOnTwo = []string{"TestPasskeysInABrowser", "TestAProviderInABrowser", "TestAnEditionIsPublishedAndCorrected",
	"TestColleaguesShareASubmission"}

// replicated reports whether the demonstration of a test is to be two servers.
func replicated(t *testing.T) bool {
	return os.Getenv(replicasVariable) == "2" || slices.Contains(alwaysOnTwo, t.Name())
}

// serving is what answers for a demonstration.
type serving struct {
	address  *url.URL
	database string
	store    *store.Store // of the first server
}

// pair serves the sample entries by two servers that know nothing of each other, behind a proxy that asks one and the
// other in turn, whoever asks.
func pair(t *testing.T, clock *setClock, now func() time.Time, providers ...*account.Provider) serving {
	t.Helper()
	database, evidence := samplesOnPostgres(t)
	proxy := httptest.NewUnstartedServer(nil)
	s := serving{address: addressOf(t, proxy), database: database}
	began := time.Now()
	// what one server did, the other knows a second later
	ticking := func() time.Time { return clock.now().Add(time.Since(began)) }
	var servers []*url.URL
	for range 2 {
		blobs, err := evidence.Open(t.Context())
		must(t, err)
		opened := storetest.Open(t, store.Config{
			Database: database, Blobs: blobs, Now: ticking, Log: slog.New(slog.DiscardHandler),
			Notice: account.Notices(&url.URL{Scheme: "https", Host: "green500.example.org"}),
		})
		config := demonstrationConfig(opened, s.address, now, providers)
		handler, err := web.New(config)
		must(t, err)
		receiveAside(t, config)
		one := httptest.NewServer(handler)
		t.Cleanup(one.Close)
		at, err := url.Parse(one.URL)
		must(t, err)
		servers, s.store = append(servers, at), opened
	}
	proxy.Config.Handler = inTurn(servers)
	proxy.Start()
	t.Cleanup(proxy.Close)
	return s
}

// inTurn asks one server after the other.
func inTurn(servers []*url.URL) http.Handler {
	var asked atomic.Int64
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(servers[int(asked.Add(1))%len(servers)])
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
}

// samplesOnPostgres is a PostgreSQL database with the sample entries, for a test alone, and the bucket with their
// blobs, which all such tests share: what is there never changes.
func samplesOnPostgres(t *testing.T) (database string, evidence blobs.Location) {
	t.Helper()
	one := &shared.replicated
	one.Do(func() {
		bucket := storetest.ObjectLocation(t)
		one.at = storageFlags{
			Data: filepath.Join(shared.folder, "replicated"), Database: storetest.Kept(t), Blobs: bucket.At,
			Secret:     storetest.SecretText,
			bucketKeys: bucketKeys{AccessKey: bucket.AccessKey, SecretKey: bucket.SecretKey},
		}
		one.err = makeSamples(one.at)
	})
	must(t, one.err)
	if one.at.Blobs == "" {
		t.Skip("What two servers share cannot be had here: a PostgreSQL database and an object store.")
	}
	return storetest.CopyOf(t, one.at.database()), one.at.blobs()
}

// TestTwoServersGradeAlike: the bytes of a report are the same whichever server is asked, and those that one server
// alone gives.
func TestTwoServersGradeAlike(t *testing.T) {
	t.Parallel()
	reports := func(s serving) (all []string) {
		for _, entry := range []string{"1", "2", "3", "1", "2", "3"} { // the proxy asks one server and the other
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
				s.address.String()+"/entries/"+entry+"/report.json", nil)
			must(t, err)
			answer, err := http.DefaultClient.Do(request)
			must(t, err)
			text, err := io.ReadAll(answer.Body)
			must(t, errors.Join(err, answer.Body.Close()))
			if answer.StatusCode != http.StatusOK || len(text) == 0 {
				t.Errorf("entry %s: %d", entry, answer.StatusCode)
			}
			all = append(all, string(text))
		}
		return all
	}
	clock := &setClock{at: time.Now().UTC()}
	two := reports(pair(t, clock, time.Now))
	if one := reports(alone(t, clock, time.Now)); !slices.Equal(one, two) || !slices.Equal(two[:3], two[3:]) {
		t.Error("two servers give another report than one")
	}
}
