package tracing

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// quiet is how long a failing collector is not reported again.
const quiet = time.Minute

// sender reports failed deliveries in the program's log. OpenTelemetry would report them to a handler that all of the
// process shares.
type sender struct {
	sdk.SpanExporter
	log  *slog.Logger
	last atomic.Int64 // time of the last report
}

// ExportSpans sends spans.
func (s *sender) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := s.SpanExporter.ExportSpans(ctx, spans)
	if err == nil {
		return nil
	}
	now := time.Now().UnixNano()
	if last := s.last.Load(); now-last > int64(quiet) && s.last.CompareAndSwap(last, now) {
		s.log.WarnContext(ctx, "traces were not delivered", "spans", len(spans), "error", err)
	}
	return nil
}
