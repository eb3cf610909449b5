package main

import (
	"context"
	"log/slog"

	"green500/store"
	"green500/web"
)

// observing is how those who run a server look into it: metrics at an address, traces sent to a collector.
type observing struct {
	tracing
	MetricsAddr   string `env:"GREEN500_METRICS_ADDR" placeholder:"HOST:PORT" help:"Address for metrics (Prometheus). It has no access control, so use it on this machine only. Default: none."`
	ProfilesToken string `env:"GREEN500_PROFILES_TOKEN" help:"Secret that a request for profiles of the program names at that address, as Authorization: Bearer. Default: no profiles."`
}

// observers are those who look; each may be nil.
type observers struct {
	metrics *metrics
	tracer  *tracer
}

// observers begins with what has to be there before the store is opened.
func (o observing) observers(ctx context.Context, log *slog.Logger) (observers, error) {
	var all observers
	if o.MetricsAddr != "" {
		all.metrics = newMetrics()
	}
	var err error
	all.tracer, err = o.tracer(ctx, log)
	return all, err
}

// steps is what a store reports of its work; nil without a receiver, which then costs nothing.
func (o observers) steps() store.Trace {
	var each []store.Trace
	if o.metrics != nil {
		each = append(each, o.metrics.step)
	}
	if o.tracer != nil {
		each = append(each, o.tracer.step)
	}
	if len(each) == 0 {
		return nil
	}
	return func(ctx context.Context, name string) (context.Context, func(error)) {
		ends := make([]func(error), len(each))
		for i, begin := range each {
			ctx, ends[i] = begin(ctx, name)
		}
		return ctx, func(err error) {
			for _, end := range ends {
				end(err)
			}
		}
	}
}

// attach lets them look at requests, and serves metrics until the context ends.
func (o observing) attach(ctx context.Context, all observers, config *web.Config) error {
	var each []func(context.Context, web.Observed)
	if all.tracer != nil {
		config.Begin = all.tracer.begin
		each = append(each, all.tracer.observe)
	}
	if all.metrics != nil {
		each = append(each, all.metrics.observe)
		all.metrics.watch(config.Store, config.Log)
		if err := all.metrics.serve(ctx, o.MetricsAddr, o.ProfilesToken, config.Log); err != nil {
			return err
		}
	}
	if len(each) == 0 {
		return nil
	}
	config.Observe = func(ctx context.Context, r web.Observed) {
		for _, observe := range each {
			observe(ctx, r)
		}
	}
	return nil
}

// stop ends what is to be ended at last.
func (o observers) stop(log *slog.Logger) {
	if o.tracer != nil {
		o.tracer.stop(log)
	}
}
