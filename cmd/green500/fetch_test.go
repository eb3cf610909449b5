package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/cmd/green500/fetch"
)

// TestFetchSaysWhatItWrote: the command names log, settings and evidence, what is open, and what was fetched before.
func TestFetchSaysWhatItWrote(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/query" {
			http.NotFound(w, r)
			return
		}
		var values []string
		for i := range 60 {
			values = append(values, fmt.Sprintf(`[%d,"%d"]`, 1780300800+i, 100+i%7))
		}
		fmt.Fprintf(w, `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"draw",`+
			`"rack":"r1"},"values":[%s]}]}}`, strings.Join(values, ","))
	}))
	t.Cleanup(server.Close)
	folder := filepath.Join(t.TempDir(), "pdu")
	c := fetching{fetch.Flags{Source: "prometheus", URL: server.URL, Output: folder, From: "2026-06-01T08:00:00Z",
		To: "2026-06-01T08:01:00Z", Query: "draw", Page: time.Hour, Rate: 1000, Timeout: time.Minute}}
	run := func(ctx context.Context) (string, error) {
		var out bytes.Buffer
		err := c.Run(ctx, &out, time.Now)
		return out.String(), err
	}
	said, err := run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		folder + "/pdu.csv: 60 readings of 1 series\n",
		folder + "/series.yaml: import settings, to be merged into submission.yaml\n",
		folder + "/evidence: 1 answers as they came, 0 of them fetched before\n", "  noted: the unit is guessed, W: " +
			"Nothing states the unit. Most meters write watts. Set --unit if it is another\n",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("no %q in\n%s", line, said)
		}
	}
	c.Unit = "W"
	if said, err = run(t.Context()); err != nil || strings.Contains(said, "guessed") ||
		!strings.Contains(said, "1 of them fetched before") {
		t.Errorf("with a unit: %v\n%s", err, said)
	}
	settings, err := os.ReadFile(filepath.Join(folder, "series.yaml"))
	if err != nil || !strings.Contains(string(settings), "unit: W\n") {
		t.Errorf("%v\n%s", err, settings)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	c.Output = filepath.Join(t.TempDir(), "other")
	if _, err := run(stopped); !errors.Is(err, errInterrupted) {
		t.Errorf("interrupted: %v", err)
	}
}
