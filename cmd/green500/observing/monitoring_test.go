package observing

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"green500/store"
	"green500/store/problems"
	"green500/store/recorded"
	"green500/store/storetest"
	"green500/web"
)

// lookedInto is a server that was asked for something, with what is told of it.
func lookedInto(t *testing.T) *metrics {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	looking := Observers{metrics: newMetrics()}
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t), Trace: looking.Steps()})
	config := web.Config{Store: opened, Log: log, Now: time.Now}
	must(t, Settings{MetricsAddr: "127.0.0.1:0"}.Attach(t.Context(), looking, &config))
	handler, err := web.New(config)
	must(t, err)
	must(t, opened.Jobs.EnterPeriodic(t.Context()))
	for _, asked := range []*http.Request{
		httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/rules", nil),
		httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/login",
			strings.NewReader("email=a%40example.org&password=none")),
	} {
		asked.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		handler.ServeHTTP(httptest.NewRecorder(), asked)
	}
	return looking.metrics
}

// names are those of the metrics that a server tells.
func (m *metrics) names(t *testing.T) map[string]bool {
	t.Helper()
	families, err := m.registry.Gather()
	must(t, err)
	told := map[string]bool{"up": true} // which Prometheus makes itself
	for _, family := range families {
		name := family.GetName()
		told[name] = true
		if len(family.GetMetric()) > 0 && family.GetMetric()[0].GetHistogram() != nil {
			told[name+"_bucket"], told[name+"_count"], told[name+"_sum"] = true, true, true
		}
	}
	return told
}

var (
	aside      = regexp.MustCompile(`\{[^}]*\}|\[[^]]*\]|\b(by|on|without) *\([^)]*\)|"[^"]*"`)
	identifier = regexp.MustCompile(`\b[a-zA-Z_][a-zA-Z0-9_:]*\b *\(?`)
)

// metricsOf are the metrics that a query names: words that are no function and stand in no braces.
func metricsOf(query string) []string {
	var names []string
	for _, word := range identifier.FindAllString(aside.ReplaceAllString(query, " "), -1) {
		if !strings.HasSuffix(word, "(") {
			names = append(names, strings.TrimSpace(word))
		}
	}
	return names
}

type alert struct {
	Alert       string            `yaml:"alert"`
	Expr        string            `yaml:"expr"`
	For         string            `yaml:"for"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations"`
}

func alerts(t *testing.T) []alert {
	t.Helper()
	text, err := watching.ReadFile("monitoring/green500-alerts.yaml")
	must(t, err)
	var file struct {
		Groups []struct {
			Rules []alert `yaml:"rules"`
		} `yaml:"groups"`
	}
	must(t, yaml.Unmarshal(text, &file))
	var all []alert
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	return all
}

// TestEveryAlertSaysWhatToDo: whoever is woken reads a sentence, and then what to do.
func TestEveryAlertSaysWhatToDo(t *testing.T) {
	t.Parallel()
	all := alerts(t)
	if len(all) < 10 {
		t.Fatalf("there are %d alerts", len(all))
	}
	for _, one := range all {
		if !slices.Contains([]string{"page", "ticket"}, one.Labels["severity"]) {
			t.Errorf("%s has the severity %q", one.Alert, one.Labels["severity"])
		}
		if _, err := time.ParseDuration(one.For); err != nil {
			t.Errorf("%s waits for %q", one.Alert, one.For)
		}
		for _, part := range []string{"summary", "action"} {
			if !strings.HasSuffix(one.Annotations[part], ".") {
				t.Errorf("%s: its %s is no sentence: %q", one.Alert, part, one.Annotations[part])
			}
		}
	}
}

// TestAlertsSayWhatTheServerSays of the age of a backup and of mail that is held.
func TestAlertsSayWhatTheServerSays(t *testing.T) {
	t.Parallel()
	known := map[string]alert{}
	for _, one := range alerts(t) {
		known[one.Alert] = one
	}
	if bound := fmt.Sprintf(" > %d * 86400", problems.BackupLate/(24*time.Hour)); !strings.HasSuffix(
		known["Green500BackupOld"].Expr, bound) {
		t.Errorf("%q does not end with %q", known["Green500BackupOld"].Expr, bound)
	}
	held := known["Green500MailHeld"].Annotations
	if !strings.EqualFold(held["summary"], problems.MailHeld+".") ||
		!strings.HasPrefix(held["action"], problems.MailHeldRemedy) {
		t.Errorf("got %q", held)
	}
}

// TestAlertsAndBoardAskForWhatAServerTells: a name that is misspelt would never alert anybody.
func TestAlertsAndBoardAskForWhatAServerTells(t *testing.T) {
	t.Parallel()
	text, err := watching.ReadFile("monitoring/green500-board.json")
	must(t, err)
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	must(t, json.Unmarshal(text, &board))
	queries := map[string]string{}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			queries[panel.Title+": "+target.Expr] = target.Expr
		}
	}
	for _, one := range alerts(t) {
		queries[one.Alert] = one.Expr
	}
	told := lookedInto(t).names(t)
	asked := map[string]bool{}
	for where, query := range queries {
		names := metricsOf(query)
		if len(names) == 0 {
			t.Errorf("%s asks for nothing", where)
		}
		for _, name := range names {
			asked[name] = true
			if !told[name] {
				t.Errorf("%s asks for %s, which no server tells", where, name)
			}
		}
	}
	for name := range told {
		whole := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count"), "_sum")
		if strings.HasPrefix(name, "green500_") && !asked[whole] && !asked[whole+"_bucket"] && !asked[whole+"_count"] {
			t.Errorf("neither alerts nor board ask for %s", name)
		}
	}
}

// TestMonitoringWritesOverNothing: what somebody changed is theirs.
func TestMonitoringWritesOverNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "monitoring")
	must(t, Monitoring{Folder: folder}.Run(io.Discard))
	written, err := os.ReadDir(folder)
	must(t, err)
	if len(written) != 2 {
		t.Fatalf("got %v", written)
	}
	if err := (Monitoring{Folder: folder}).Run(io.Discard); err == nil ||
		!strings.Contains(err.Error(), "already exists") {
		t.Errorf("got %v", err)
	}
}

// TestStepsAreToldToAllWhoLook, and cost nothing if nobody does.
func TestStepsAreToldToAllWhoLook(t *testing.T) {
	t.Parallel()
	if (Observers{}).Steps() != nil {
		t.Error("nobody looks, and is told")
	}
	ctx, end := recorded.Trace(nil).Begin(t.Context(), recorded.StepGrade)
	end(context.Canceled)
	if ctx != t.Context() {
		t.Error("the context of a step that nobody is told of is another")
	}
}
