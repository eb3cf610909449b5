package observing

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

// TestMetricsTellWhatIsAnsweredAndWhatWaits: by route and never by address, in the form that Prometheus asks for.
func TestMetricsTellWhatIsAnsweredAndWhatWaits(t *testing.T) {
	t.Parallel()
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t)})
	log := slog.New(slog.DiscardHandler)
	told := newMetrics()
	told.watch(opened, log)
	handler, err := web.New(web.Config{Store: opened, Log: log, Now: time.Now, Observe: told.observe})
	must(t, err)
	for _, address := range []string{"/rules", "/rules", "/rules/meter-accuracy", "/nothing/secret-word"} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
	}
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(told.registry, promhttp.HandlerOpts{}).
		ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	text := answer.Body.String()
	says(t, text,
		`green500_request_duration_seconds_count{method="GET",route="/rules",status="2xx"} 1`,
		`green500_request_duration_seconds_count{method="GET",route="kept",status="2xx"} 1`,
		`green500_request_duration_seconds_count{method="GET",route="/rules/:id",status="2xx"} 1`,
		`green500_request_duration_seconds_count{method="GET",route="none",status="4xx"} 1`,
		"green500_mails_waiting 0", `green500_uploads{state="arriving"} 0`, "green500_upload_received_bytes_total 0",
		"green500_upload_oldest_seconds 0",
		`green500_database_connections{state="in use"}`, "green500_blobs_free_bytes", "go_goroutines", "go_build_info")
	if strings.Contains(text, "secret-word") || strings.Contains(text, "meter-accuracy") {
		t.Error("an address is told")
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	must(t, err)
	for _, problem := range problems {
		t.Errorf("%s: %s", problem.Metric, problem.Text)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("does not say %q:\n%s", word, text)
		}
	}
}

// TestProfilesNeedASecret that was set.
func TestProfilesNeedASecret(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		token, given string
		want         int
	}{{"", "Bearer ", 401}, {"", "", 401}, {"x", "", 401}, {"x", "Bearer y", 401}, {"x", "Bearer x", 200}} {
		asked := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/debug/pprof/", nil)
		asked.Header.Set("Authorization", one.given)
		answer := httptest.NewRecorder()
		withToken(one.token, func(http.ResponseWriter, *http.Request) {})(answer, asked)
		if answer.Code != one.want {
			t.Errorf("%+v: got %d", one, answer.Code)
		}
	}
}
