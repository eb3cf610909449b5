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
	"green500/store/jobs"
	"green500/web"
)

type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	received *prometheus.CounterVec
	steps    *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "green500_request_duration_seconds", Help: "Time to answer a request, by route, method and status.",
			Buckets: []float64{0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 1, 5, 30},
		}, []string{"route", "method", "status"}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "green500_received_bytes_total",
			Help: "Bytes of the bodies of answered requests, if their length was announced, by route.",
		}, []string{"route"}),
		steps: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "green500_step_duration_seconds",
			Help:    "Time of a step, such as a database statement or storing a blob, by step and whether it failed.",
			Buckets: []float64{0.0005, 0.005, 0.025, 0.1, 0.5, 2.5, 15, 120},
		}, []string{"step", "failed"}),
	}
	m.registry.MustRegister(m.requests, m.received, m.steps, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

func (m *metrics) observe(_ context.Context, r web.Observed) {
	const hundred = 100
	m.requests.WithLabelValues(r.Route, r.Method, strconv.Itoa(r.Status/hundred)+"xx").Observe(r.Took.Seconds())
	if r.Received > 0 {
		m.received.WithLabelValues(r.Route).Add(float64(r.Received))
	}
}

func (m *metrics) step(ctx context.Context, name string) (context.Context, func(error)) {
	begun := time.Now()
	return ctx, func(err error) {
		m.steps.WithLabelValues(name, strconv.FormatBool(err != nil)).Observe(time.Since(begun).Seconds())
	}
}

func (m *metrics) watch(of *store.Store, log *slog.Logger) {
	m.registry.MustRegister(waiting{of, log})
}

// serve answers at an address that is not for everybody, until the context ends: metrics, and profiles of the program.
func (m *metrics) serve(ctx context.Context, address, token string, log *slog.Logger) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry,
		promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}))
	for path, handle := range map[string]http.HandlerFunc{"": pprof.Index, "profile": pprof.Profile,
		"trace": pprof.Trace} {
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

// withToken answers who names a secret. Profiles hold what is in memory, such as names, and take long; without a secret
// there are none.
func withToken(token string, handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		given := []byte(r.Header.Get("Authorization"))
		if token == "" || subtle.ConstantTimeCompare(given, []byte("Bearer "+token)) != 1 {
			http.Error(w, "profiles need --profiles-token, and its value as Authorization: Bearer",
				http.StatusUnauthorized)
			return
		}
		handle(w, r)
	}
}

type waiting struct {
	store *store.Store
	log   *slog.Logger
}

func (w waiting) Describe(chan<- *prometheus.Desc) {}

// teller tells a metric, which is a counter if its name says that it is a total.
type teller func(name, help string, value float64, labels prometheus.Labels)

func (w waiting) Collect(metrics chan<- prometheus.Metric) {
	tell := func(name, help string, value float64, labels prometheus.Labels) {
		kind := prometheus.GaugeValue
		if strings.HasSuffix(name, "_total") {
			kind = prometheus.CounterValue
		}
		metrics <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, labels), kind, value)
	}
	w.database(tell)
	received, read := w.store.Uploads.TransferredBytes()
	tell("green500_upload_received_bytes_total", "Bytes of resumable uploads that were received and stored.",
		float64(received), nil)
	tell("green500_upload_read_bytes_total", "Bytes of uploads that were read, counted each time.", float64(read), nil)
	if free, known := w.store.Uploads.Room(); known {
		tell("green500_blobs_free_bytes", "Free bytes on the disk of the evidence; missing if unknown.",
			float64(free), nil)
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	now, err := w.store.Reviews.Waiting(ctx)
	if err != nil {
		w.log.WarnContext(ctx, "metrics of queues are missing", "error", err)
		return
	}
	tell("green500_mails_waiting", "Mails to send.", float64(now.Mails), nil)
	tell("green500_mails_given_up", "Mails that could not be sent.", float64(now.GivenUp), nil)
	tell("green500_mail_oldest_seconds", "Age of the oldest mail to send; 0 if there is none.", age(now.Mail), nil)
	for state, count := range now.Uploads {
		tell("green500_uploads", "Uploads that are not yet deleted, by state.", float64(count),
			prometheus.Labels{"state": string(state)})
	}
	tell("green500_upload_oldest_seconds",
		"Longest time that a complete upload has waited to be read; 0 if there is none.", age(now.Arrived), nil)
	if err := w.jobs(ctx, tell); err != nil {
		w.log.WarnContext(ctx, "metrics of jobs are missing", "error", err)
	}
	if err := w.installation(ctx, tell); err != nil {
		w.log.WarnContext(ctx, "metrics of backups are missing", "error", err)
	}
}

func (w waiting) installation(ctx context.Context, tell teller) error {
	known, err := w.store.Administration.Installation(ctx)
	if err != nil {
		return err
	}
	tell("green500_backup_timestamp_seconds", "Time of the last backup; 0 if there is none.",
		seconds(known.BackupAt), nil)
	tell("green500_backup_verified_timestamp_seconds", "Time when the files of a backup were last read again and "+
		"compared; 0 if never.", seconds(known.BackupVerifiedAt), nil)
	tell("green500_backup_failed", "1 if the last backup, or its verification, found something missing or damaged; "+
		"otherwise 0.", oneIf(known.BackupFailure != ""), nil)
	tell("green500_mail_held", "1 if mail is held, because this is a restored copy; otherwise 0.",
		oneIf(known.MailHeldAt != nil), nil)
	return nil
}

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

func (w waiting) jobs(ctx context.Context, tell teller) error {
	counts, err := w.store.Jobs.Counts(ctx)
	if err != nil {
		return err
	}
	overdue := map[jobs.JobKind]float64{}
	for _, one := range counts {
		tell("green500_jobs", "Background jobs, by kind and state.", float64(one.Count),
			prometheus.Labels{"kind": string(one.Kind), "state": string(one.State)})
		if one.State == jobs.JobWaits {
			overdue[one.Kind] = age(one.Due)
		}
	}
	for kind, seconds := range overdue {
		tell("green500_job_overdue_seconds", "Longest time that a job of a kind is overdue; 0 if none is.", seconds,
			prometheus.Labels{"kind": string(kind)})
	}
	return nil
}

func (w waiting) database(tell teller) {
	inUse, idle, most, waits, waited := w.store.Administration.DatabasePool()
	tell("green500_database_connections", "Connections to the database, by state.", float64(inUse),
		prometheus.Labels{"state": "in use"})
	tell("green500_database_connections", "Connections to the database, by state.", float64(idle),
		prometheus.Labels{"state": "idle"})
	tell("green500_database_connections_max", "Connections to the database that this process may open.",
		float64(most), nil)
	tell("green500_database_waits_total", "Number of waits for a connection to the database.", float64(waits), nil)
	tell("green500_database_wait_seconds_total", "Time waited for connections to the database.", waited.Seconds(), nil)
}

func age(since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(0, time.Since(since).Seconds())
}
