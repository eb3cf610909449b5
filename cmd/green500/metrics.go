package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"green500/store"
	"green500/web"
)

// metrics is what a server tells those who run it. It names no person, no entry and no address but those of routes.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	received *prometheus.CounterVec
}

func newMetrics(of *store.Store, log *slog.Logger) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "green500_request_duration_seconds", Help: "Time until a request was answered, by route, method and status.",
			Buckets: []float64{0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 1, 5, 30},
		}, []string{"route", "method", "status"}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "green500_received_bytes_total", Help: "Bytes of the bodies of requests that were answered, as far as they were told beforehand, by route.",
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.received, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewBuildInfoCollector(), newWaiting(of, log))
	return m
}

// observe counts a request. Of statuses only the hundreds are told apart.
func (m *metrics) observe(r web.Observed) {
	const hundred = 100
	m.requests.WithLabelValues(r.Route, r.Method, strconv.Itoa(r.Status/hundred)+"xx").Observe(r.Took.Seconds())
	if r.Received > 0 {
		m.received.WithLabelValues(r.Route).Add(float64(r.Received))
	}
}

// serve answers at an address that is not for everybody, until the context ends: metrics, and profiles of the program.
func (m *metrics) serve(ctx context.Context, address string, log *slog.Logger) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listen for metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
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

// waiting tells what is there to be done, counted whenever somebody asks.
type waiting struct {
	store                   *store.Store
	log                     *slog.Logger
	mails, givenUp, uploads *prometheus.Desc
}

func newWaiting(of *store.Store, log *slog.Logger) waiting {
	return waiting{
		store: of, log: log,
		mails:   prometheus.NewDesc("green500_mails_waiting", "Mails that are to be sent.", nil, nil),
		givenUp: prometheus.NewDesc("green500_mails_given_up", "Mails that could not be sent.", nil, nil),
		uploads: prometheus.NewDesc("green500_uploads", "Uploads that are not yet forgotten, by state.", []string{"state"}, nil),
	}
}

// Describe names what is told.
func (w waiting) Describe(names chan<- *prometheus.Desc) {
	for _, name := range []*prometheus.Desc{w.mails, w.givenUp, w.uploads} {
		names <- name
	}
}

// Collect tells it.
func (w waiting) Collect(told chan<- prometheus.Metric) {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	now, err := w.store.Waiting(ctx)
	if err != nil {
		w.log.WarnContext(ctx, "metrics lack what waits", "error", err)
		return
	}
	told <- prometheus.MustNewConstMetric(w.mails, prometheus.GaugeValue, float64(now.Mails))
	told <- prometheus.MustNewConstMetric(w.givenUp, prometheus.GaugeValue, float64(now.GivenUp))
	for state, count := range now.Uploads {
		told <- prometheus.MustNewConstMetric(w.uploads, prometheus.GaugeValue, float64(count), string(state))
	}
}
