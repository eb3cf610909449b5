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
	steps    *prometheus.HistogramVec
}

// newMetrics are those of the program; watch adds those of its store.
func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "green500_request_duration_seconds", Help: "Time until a request was answered, by route, method and status.",
			Buckets: []float64{0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 1, 5, 30},
		}, []string{"route", "method", "status"}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "green500_received_bytes_total", Help: "Bytes of the bodies of requests that were answered, as far as they were told beforehand, by route.",
		}, []string{"route"}),
		steps: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "green500_step_duration_seconds", Help: "Time that a step of the work took, such as a statement or a blob that is kept, by step and whether it failed.",
			Buckets: []float64{0.0005, 0.005, 0.025, 0.1, 0.5, 2.5, 15, 120},
		}, []string{"step", "failed"}),
	}
	m.registry.MustRegister(m.requests, m.received, m.steps, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewBuildInfoCollector())
	return m
}

// observe counts a request. Of statuses only the hundreds are told apart.
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
