// Package tracing records what a request causes as OpenTelemetry spans and sends them over OTLP: the request, its
// command, the append, the projections, the reactors and the jobs. Without a collector there is no Tracer: a nil
// Tracer starts no span and allocates nothing.
//
// A span contains ids, names from the code, counts and positions. It never contains a body, a query, an address, a
// header, a token or the text of an error.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const (
	scope = "github.com/modyard/modyard"
	// sendTimeout limits one delivery to the collector, and the last one when the program stops.
	sendTimeout = 5 * time.Second
	// maxLinks and maxAttributes limit a span.
	maxLinks, maxAttributes = 8, 32
)

// Options configures a Tracer. URL is required.
type Options struct {
	URL     string        // of the collector; without a path, the standard one is added
	Share   float64       // of the traces that are recorded; 0 and 1: all
	Logger  *slog.Logger  // nil: slog.Default()
	Pause   time.Duration // longest time that a finished span waits; 0: 5 s
	Version string        // of the program
}

// Tracer starts spans. It is safe for concurrent use; a nil Tracer starts none.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	bound    uint64 // traces with a number below it are recorded
}

// New creates a tracer that sends spans to a collector. The collector need not be available: spans that cannot be
// delivered are dropped, and nothing waits for it.
func New(ctx context.Context, o Options) (*Tracer, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("trace to a collector: the address must look like http://host:4318")
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1/traces"
	}
	client := otlptracehttp.NewClient(otlptracehttp.WithEndpointURL(u.String()), otlptracehttp.WithTimeout(sendTimeout))
	exporter, err := otlptrace.New(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("trace to a collector: %w", err)
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Pause <= 0 {
		o.Pause = sdk.DefaultScheduleDelay * time.Millisecond
	}
	host, _ := os.Hostname() // the name is only a help for operators
	about := resource.NewSchemaless(attribute.String("service.name", "modyard"), attribute.String("service.version", o.Version),
		attribute.String("host.name", host), attribute.Int("process.pid", os.Getpid()))
	limits := sdk.NewSpanLimits()
	limits.LinkCountLimit, limits.AttributeCountLimit = maxLinks, maxAttributes
	provider := sdk.NewTracerProvider(
		sdk.WithBatcher(&sender{SpanExporter: exporter, log: o.Logger}, sdk.WithBatchTimeout(o.Pause), sdk.WithExportTimeout(sendTimeout)),
		sdk.WithResource(about), sdk.WithIDGenerator(generator{}), sdk.WithSampler(sdk.AlwaysSample()), sdk.WithRawSpanLimits(limits),
	)
	return &Tracer{provider: provider, tracer: provider.Tracer(scope), bound: bound(o.Share)}, nil
}

// Close sends the finished spans, for a few seconds at most.
func (t *Tracer) Close() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), sendTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last spans: %w", err)
	}
	return nil
}

// Request starts the span of an HTTP request. Its trace follows from the id of the request.
func (t *Tracer) Request(ctx context.Context, id string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	return t.start(ctx, "request", identity{trace: traceOf(id, "")}, trace.WithSpanKind(trace.SpanKindServer))
}

// Command starts the span of a command. Its trace is that of the request or, without a request, its own, with a link to
// the span that ctx has. Its id follows from the id of the command, so that whoever reads an event's metadata can find
// it.
func (t *Tracer) Command(ctx context.Context, request, command string) (context.Context, Span) {
	if t == nil || command == "" {
		return ctx, Span{}
	}
	id := identity{trace: traceOf(request, command)}
	if !t.records(id.trace) {
		return ctx, Span{}
	}
	id.span = spanOf(command)
	around := trace.SpanContextFromContext(ctx)
	if around.TraceID() == id.trace {
		return t.start(ctx, "command", id)
	}
	bare := trace.ContextWithSpanContext(ctx, trace.SpanContext{})
	if around.IsValid() {
		return t.start(bare, "command", id, trace.WithLinks(trace.Link{SpanContext: around}))
	}
	return t.start(bare, "command", id)
}

// Follow starts a span of something that an event causes, below the command that appended it. The request and the
// command are those of the event's metadata. Without them there is no span.
func (t *Tracer) Follow(ctx context.Context, name, request, command string, begin time.Time) (context.Context, Span) {
	if t == nil || command == "" {
		return ctx, Span{}
	}
	of := traceOf(request, command)
	if !t.records(of) {
		return ctx, Span{}
	}
	above := trace.NewSpanContext(trace.SpanContextConfig{TraceID: of, SpanID: spanOf(command), TraceFlags: trace.FlagsSampled, Remote: true})
	return t.start(trace.ContextWithSpanContext(ctx, above), name, identity{trace: above.TraceID()},
		trace.WithSpanKind(trace.SpanKindConsumer), trace.WithTimestamp(begin))
}

// Work starts the span of work that no command's event causes, such as a job: in the trace of the request that asked for
// it (see Parent), else in one of its own.
func (t *Tracer) Work(ctx context.Context, name, parent string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	if above, ok := parse(parent); ok {
		ctx = trace.ContextWithSpanContext(ctx, above)
		return t.start(ctx, name, identity{trace: above.TraceID()}, trace.WithSpanKind(trace.SpanKindConsumer))
	}
	return t.start(ctx, name, identity{trace: randomTrace()}, trace.WithSpanKind(trace.SpanKindConsumer))
}

// Start starts a span below the one that ctx has. It needs no Tracer; without a recorded span there is none.
func Start(ctx context.Context, name string) (context.Context, Span) {
	above := trace.SpanFromContext(ctx)
	if !above.IsRecording() {
		return ctx, Span{}
	}
	ctx, s := above.TracerProvider().Tracer(scope).Start(ctx, name)
	return ctx, Span{s}
}

// start starts a span with an identity, if its trace is recorded.
func (t *Tracer) start(ctx context.Context, name string, id identity, options ...trace.SpanStartOption) (context.Context, Span) {
	if !t.records(id.trace) {
		return ctx, Span{}
	}
	_, s := t.tracer.Start(context.WithValue(ctx, identityKey{}, id), name, options...)
	return trace.ContextWithSpan(ctx, s), Span{s} // without the identity, which belongs to this span alone
}
