package observing

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"green500/store"
	"green500/web"
)

// metrics is what a server reports to its operators. It names no person, no entry and no address but those of routes.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	received *prometheus.CounterVec
	steps    *prometheus.HistogramVec
}

// newMetrics are those of the program; watch adds those of its store.
func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "green500_request_duration_seconds", Help: "Time to answer a request, by route, method and status.",
			Buckets: []float64{0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 1, 5, 30},
		}, []string{"route", "method", "status"}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "green500_received_bytes_total", Help: "Bytes of the bodies of answered requests, if their length was announced, by route.",
		}, []string{"route"}),
		steps: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "green500_step_duration_seconds", Help: "Time of a step, such as a database statement or storing a blob, by step and whether it failed.",
			Buckets: []float64{0.0005, 0.005, 0.025, 0.1, 0.5, 2.5, 15, 120},
		}, []string{"step", "failed"}),
	}
	m.registry.MustRegister(m.requests, m.received, m.steps, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewBuildInfoCollector())
	return m
}

// observe counts a request. Of statuses only the hundreds are distinguished.
func (m *metrics) observe(_ context.Context, r web.Observed) {
	const hundred = 100
	m.requests.WithLabelValues(r.Route, r.Method, strconv.Itoa(r.Status/hundred)+"xx").Observe(r.Took.Seconds())
	if r.Received > 0 {
		m.received.WithLabelValues(r.Route).Add(float64(r.Received))
	}
}

// step is a store.Trace.
func (m *metrics) step(ctx context.Context, name string) (context.Context, func(error)) {
	begun := time.Now()
	return ctx, func(err error) {
		m.steps.WithLabelValues(name, strconv.FormatBool(err != nil)).Observe(time.Since(begun).Seconds())
	}
}

// watch adds what a store knows.
func (m *metrics) watch(of *store.Store, log *slog.Logger) {
	m.registry.MustRegister(newWaiting(of, log))
}

// serve answers at an address that is not for everybody, until the context ends: metrics, and profiles of the program.
func (m *metrics) serve(ctx context.Context, address, token string, log *slog.Logger) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}))
	for path, handle := range map[string]http.HandlerFunc{"": pprof.Index, "profile": pprof.Profile, "trace": pprof.Trace} {
		mux.HandleFunc("GET /debug/pprof/"+path, withToken(token, handle))
	}
	const headers = 10 * time.Second
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headers}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	log.InfoContext(ctx, "metrics", "address", listener.Addr().String())
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.ErrorContext(ctx, "metrics ended", "error", err)
		}
	}()
	return nil
}

// withToken answers who names a secret. Profiles hold what is in memory, such as names, and take long; without a secret there are none.
func withToken(token string, handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		given := []byte(r.Header.Get("Authorization"))
		if token == "" || subtle.ConstantTimeCompare(given, []byte("Bearer "+token)) != 1 {
			http.Error(w, "profiles need --profiles-token, and its value as Authorization: Bearer", http.StatusUnauthorized)
			return
		}
		handle(w, r)
	}
}

// waiting reports what a store knows: pending work, received data and the state of its database. It is read whenever
// somebody asks for metrics, so it reads no table whole.
type waiting struct {
	store *store.Store
	log   *slog.Logger
	told  map[string]told // by name
}

// told describes one metric of a store.
type told struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
}

func newWaiting(of *store.Store, log *slog.Logger) waiting {
	w := waiting{of, log, map[string]told{}}
	for _, g := range storeMetrics() {
		w.told[g.name] = told{prometheus.NewDesc(g.name, g.help, strings.Fields(g.of), nil), g.kind}
	}
	return w
}

// gauge is a metric of a store, or a counter that it keeps.
type gauge struct {
	name string
	kind prometheus.ValueType
	help string
	of   string // its labels, separated by blanks
}

// The metrics of a store.
const (
	mailsWaiting    = "green500_mails_waiting"
	mailsGivenUp    = "green500_mails_given_up"
	mailAge         = "green500_mail_oldest_seconds"
	uploadsHeld     = "green500_uploads"
	uploadAge       = "green500_upload_oldest_seconds"
	uploadReceived  = "green500_upload_received_bytes_total"
	uploadRead      = "green500_upload_read_bytes_total"
	roomFree        = "green500_blobs_free_bytes"
	jobsHeld        = "green500_jobs"
	jobAge          = "green500_job_overdue_seconds"
	databaseConns   = "green500_database_connections"
	databaseMost    = "green500_database_connections_max"
	databaseWaits   = "green500_database_waits_total"
	databaseWaiting = "green500_database_wait_seconds_total"
	backupMade      = "green500_backup_timestamp_seconds"
	backupVerified  = "green500_backup_verified_timestamp_seconds"
	backupFailed    = "green500_backup_failed"
	mailHeld        = "green500_mail_held"
)

// storeMetrics is the one table of them.
func storeMetrics() []gauge {
	return []gauge{
		{mailsWaiting, prometheus.GaugeValue, "Mails to send.", ""},
		{mailsGivenUp, prometheus.GaugeValue, "Mails that could not be sent.", ""},
		{mailAge, prometheus.GaugeValue, "Age of the oldest mail to send; 0 if there is none.", ""},
		{uploadsHeld, prometheus.GaugeValue, "Uploads that are not yet deleted, by state.", "state"},
		{uploadAge, prometheus.GaugeValue, "Longest time that a complete upload has waited to be read; 0 if there is none.", ""},
		{uploadReceived, prometheus.CounterValue, "Bytes of resumable uploads that were received and stored.", ""},
		{uploadRead, prometheus.CounterValue, "Bytes of uploads that were read, counted each time.", ""},
		{roomFree, prometheus.GaugeValue, "Free bytes on the disk of the evidence; missing if unknown.", ""},
		{jobsHeld, prometheus.GaugeValue, "Background jobs, by kind and state.", "kind state"},
		{jobAge, prometheus.GaugeValue, "Longest time that a job of a kind is overdue; 0 if none is.", "kind"},
		{databaseConns, prometheus.GaugeValue, "Connections to the database, by state.", "state"},
		{databaseMost, prometheus.GaugeValue, "Connections to the database that this process may open.", ""},
		{databaseWaits, prometheus.CounterValue, "Number of waits for a connection to the database.", ""},
		{databaseWaiting, prometheus.CounterValue, "Time waited for connections to the database.", ""},
		{backupMade, prometheus.GaugeValue, "Time of the last backup; 0 if there is none.", ""},
		{backupVerified, prometheus.GaugeValue, "Time when the files of a backup were last read again and compared; 0 if never.", ""},
		{backupFailed, prometheus.GaugeValue, "1 if the last backup, or its verification, found something missing or damaged; otherwise 0.", ""},
		{mailHeld, prometheus.GaugeValue, "1 if mail is held, because this is a restored copy; otherwise 0.", ""},
	}
}

// Describe names the metrics.
func (w waiting) Describe(names chan<- *prometheus.Desc) {
	for _, one := range w.told {
		names <- one.desc
	}
}

// Collect sends them.
func (w waiting) Collect(metrics chan<- prometheus.Metric) {
	tell := func(name string, value float64, labels ...string) {
		metrics <- prometheus.MustNewConstMetric(w.told[name].desc, w.told[name].kind, value, labels...)
	}
	w.database(tell)
	received, read := w.store.TransferredBytes()
	tell(uploadReceived, float64(received))
	tell(uploadRead, float64(read))
	if free, known := w.store.Room(); known {
		tell(roomFree, float64(free))
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	now, err := w.store.Waiting(ctx)
	if err != nil {
		w.log.WarnContext(ctx, "metrics of queues are missing", "error", err)
		return
	}
	tell(mailsWaiting, float64(now.Mails))
	tell(mailsGivenUp, float64(now.GivenUp))
	tell(mailAge, age(now.Mail))
	for state, count := range now.Uploads {
		tell(uploadsHeld, float64(count), string(state))
	}
	tell(uploadAge, age(now.Arrived))
	if err := w.jobs(ctx, tell); err != nil {
		w.log.WarnContext(ctx, "metrics of jobs are missing", "error", err)
	}
	if err := w.installation(ctx, tell); err != nil {
		w.log.WarnContext(ctx, "metrics of backups are missing", "error", err)
	}
}

// installation exports what the installation knows of its backups and its mail.
func (w waiting) installation(ctx context.Context, tell func(string, float64, ...string)) error {
	known, err := w.store.Installation(ctx)
	if err != nil {
		return err
	}
	tell(backupMade, seconds(known.BackupAt))
	tell(backupVerified, seconds(known.BackupVerifiedAt))
	tell(backupFailed, oneIf(known.BackupFailure != ""))
	tell(mailHeld, oneIf(known.MailHeldAt != nil))
	return nil
}

// seconds is a time as Prometheus has it; 0 for none.
func seconds(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.Unix())
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (w waiting) jobs(ctx context.Context, tell func(string, float64, ...string)) error {
	counts, err := w.store.JobCounts(ctx)
	if err != nil {
		return err
	}
	overdue := map[store.JobKind]float64{}
	for _, one := range counts {
		tell(jobsHeld, float64(one.Count), string(one.Kind), string(one.State))
		if one.State == store.JobWaits {
			overdue[one.Kind] = age(one.Due)
		}
	}
	for kind, seconds := range overdue {
		tell(jobAge, seconds, string(kind))
	}
	return nil
}

func (w waiting) database(tell func(string, float64, ...string)) {
	inUse, idle, most, waits, waited := w.store.DatabasePool()
	tell(databaseConns, float64(inUse), "in use")
	tell(databaseConns, float64(idle), "idle")
	tell(databaseMost, float64(most))
	tell(databaseWaits, float64(waits))
	tell(databaseWaiting, waited.Seconds())
}

// age is for how long something waits, in seconds.
func age(since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(0, time.Since(since).Seconds())
}
