package observing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	spans "go.opentelemetry.io/otel/trace"

	"green500/web"
)

type tracing struct {
	Endpoint *url.URL `name:"otlp-endpoint" env:"OTEL_EXPORTER_OTLP_ENDPOINT" placeholder:"URL" help:"OpenTelemetry collector for traces over HTTP, such as http://localhost:4318. Default: none."`
}

// tracer reports steps of requests and other work, by no person, entry or address but those of routes.
type tracer struct {
	provider *sdk.TracerProvider
	tracer   spans.Tracer
	context  propagation.TraceContext
}

// tracer returns nil if traces are sent nowhere.
func (t tracing) tracer(ctx context.Context, version string, log *slog.Logger) (*tracer, error) {
	if t.Endpoint == nil {
		return nil, nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(t.Endpoint.JoinPath("v1", "traces").String()))
	if err != nil {
		return nil, fmt.Errorf("prepare to send traces: %w", err)
	}
	said, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "green500"),
		attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("describe the source of the traces: %w", err), exporter.Shutdown(ctx))
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces are lost", "error", err) }))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(said))
	return &tracer{provider: provider, tracer: provider.Tracer("green500")}, nil
}

func (t *tracer) stop(log *slog.Logger) {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		log.Warn("the last traces are lost", "error", err)
	}
}

func (t *tracer) begin(r *http.Request) (context.Context, func()) {
	ctx := t.context.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(ctx, r.Method, spans.WithSpanKind(spans.SpanKindServer))
	return ctx, func() { span.End() }
}

func (t *tracer) observe(ctx context.Context, r web.Observed) {
	span := spans.SpanFromContext(ctx)
	span.SetName(r.Method + " " + r.Route)
	span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("http.route", r.Route),
		attribute.Int("http.response.status_code", r.Status))
	if r.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(r.Status))
	}
}

// step is a store.Trace. What an error says is in the log alone: it may name a file.
func (t *tracer) step(ctx context.Context, name string) (context.Context, func(error)) {
	ctx, span := t.tracer.Start(ctx, name)
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "failed")
		}
		span.End()
	}
}

// traceNaming adds to each line of a log the trace that it belongs to.
type traceNaming struct{ slog.Handler }

func (n traceNaming) Handle(ctx context.Context, record slog.Record) error {
	if span := spans.SpanContextFromContext(ctx); span.IsValid() {
		record = record.Clone()
		record.AddAttrs(slog.String("trace", span.TraceID().String()))
	}
	return n.Handler.Handle(ctx, record)
}

func (n traceNaming) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceNaming{n.Handler.WithAttrs(attrs)}
}

func (n traceNaming) WithGroup(name string) slog.Handler {
	return traceNaming{n.Handler.WithGroup(name)}
}
