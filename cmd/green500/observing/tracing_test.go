package observing

import (
	"bytes"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"green500/store"
	"green500/store/storetest"
	"green500/web"
)

// collecting is a collector of traces on this machine.
type collecting struct {
	mutex sync.Mutex
	spans []*otlp.Span
	names map[string]string // of the resource
}

func (c *collecting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(text, &sent) != nil {
		http.Error(w, "not traces", http.StatusBadRequest)
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, of := range sent.GetResourceSpans() {
		for _, said := range of.GetResource().GetAttributes() {
			c.names[said.GetKey()] = said.GetValue().GetStringValue()
		}
		for _, scope := range of.GetScopeSpans() {
			c.spans = append(c.spans, scope.GetSpans()...)
		}
	}
}

// named are the spans of a name.
func (c *collecting) named(name string) []*otlp.Span {
	var found []*otlp.Span
	for _, span := range c.spans {
		if span.GetName() == name {
			found = append(found, span)
		}
	}
	return found
}

const (
	theirTrace = "0af7651916cd43dd8448eb211c80319c"
	theirSpan  = "b7ad6b7169203331"
)

// TestTracesTellWhatARequestWasMadeOf: a span of the request within the trace that it names, the statements within it,
// and the trace in the lines of the log.
func TestTracesTellWhatARequestWasMadeOf(t *testing.T) {
	t.Parallel()
	got := &collecting{names: map[string]string{}}
	receiver := httptest.NewServer(got)
	t.Cleanup(receiver.Close)
	endpoint, err := url.Parse(receiver.URL)
	must(t, err)

	var lines bytes.Buffer
	log := slog.New(traceNaming{slog.NewTextHandler(&lines, nil)})
	looker := Settings{tracing: tracing{Endpoint: endpoint}}
	looking, err := looker.Observers(t.Context(), "1.0", log)
	must(t, err)
	config := web.Config{Store: storetest.Open(t, store.Config{Database: storetest.SQLite(t), Trace: looking.Steps()}),
		Log: log, Now: time.Now}
	must(t, looker.Attach(t.Context(), looking, &config))
	handler, err := web.New(config)
	must(t, err)

	asked := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/systems/123456?secret=word", nil)
	asked.Header.Set("Traceparent", "00-"+theirTrace+"-"+theirSpan+"-01")
	handler.ServeHTTP(httptest.NewRecorder(), asked)
	looking.Stop(log)

	requests := got.named("GET /systems/:id")
	if len(requests) != 1 {
		t.Fatalf("got %v", got.spans)
	}
	request := requests[0]
	if hex.EncodeToString(request.GetTraceId()) != theirTrace ||
		hex.EncodeToString(request.GetParentSpanId()) != theirSpan || request.GetKind() != otlp.Span_SPAN_KIND_SERVER {
		t.Errorf("got %v", request)
	}
	within := 0
	for _, span := range got.named("database query") {
		if bytes.Equal(span.GetTraceId(), request.GetTraceId()) &&
			bytes.Equal(span.GetParentSpanId(), request.GetSpanId()) {
			within++
		}
	}
	if within == 0 {
		t.Errorf("no statement is within the request: %v", got.spans)
	}
	if !strings.Contains(lines.String(), "trace="+theirTrace) {
		t.Errorf("the log does not name the trace: %s", lines.String())
	}
	for _, span := range got.spans {
		if text := span.String(); strings.Contains(text, "secret") || strings.Contains(text, "123456") {
			t.Errorf("a span tells an address: %s", text)
		}
	}
	if got.names["service.name"] != "green500" {
		t.Errorf("got %v", got.names)
	}
}

// TestNothingIsTracedWhereNobodyAsks: without a collector requests and statements pass through nothing.
func TestNothingIsTracedWhereNobodyAsks(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	looking, err := Settings{}.Observers(t.Context(), "1.0", log)
	must(t, err)
	var config web.Config
	must(t, Settings{}.Attach(t.Context(), looking, &config))
	if looking.Steps() != nil || config.Begin != nil || config.Observe != nil {
		t.Error("something is told to nobody")
	}
}
