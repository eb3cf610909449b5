// Package observing writes the log, the metrics for Prometheus and the traces of a server, and has alerts and a
// dashboard for them.
package observing

import (
	"context"
	"log/slog"

	"green500/store/recorded"
	"green500/web"
)

// Settings are the flags that say where metrics and traces go.
type Settings struct {
	tracing
	MetricsAddr   string `env:"GREEN500_METRICS_ADDR" placeholder:"HOST:PORT" help:"Address for metrics (Prometheus). It has no access control, so use it on this machine only. Default: none."`
	ProfilesToken string `env:"GREEN500_PROFILES_TOKEN" help:"Secret that a request for profiles of the program names at that address, as Authorization: Bearer. Default: no profiles."`
}

// Observers are those who look; each may be nil.
type Observers struct {
	metrics *metrics
	tracer  *tracer
}

// Observers begins with what has to be there before the store is opened. version is that of the program.
func (o Settings) Observers(ctx context.Context, version string, log *slog.Logger) (Observers, error) {
	var all Observers
	if o.MetricsAddr != "" {
		all.metrics = newMetrics()
	}
	var err error
	all.tracer, err = o.tracer(ctx, version, log)
	return all, err
}

// Steps is what a store reports of its work; nil without a receiver, which then costs nothing.
func (o Observers) Steps() recorded.Trace {
	var each []recorded.Trace
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

// Attach lets them look at requests, and serves metrics until the context ends.
func (o Settings) Attach(ctx context.Context, all Observers, config *web.Config) error {
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

// Stop ends what is to be ended at last.
func (o Observers) Stop(log *slog.Logger) {
	if o.tracer != nil {
		o.tracer.stop(log)
	}
}
