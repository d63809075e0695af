package tracing

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"go.opentelemetry.io/otel/trace"
)

// identity is the trace of a span that begins, and its own id; a zero id is chosen at random.
type identity struct {
	trace trace.TraceID
	span  trace.SpanID
}

type identityKey struct{}

// traceOf is the trace of a request or, without one, of a command.
func traceOf(request, command string) trace.TraceID {
	name := "modyard trace of request\x00" + request
	if request == "" {
		name = "modyard trace of command\x00" + command
	}
	sum := sha256.Sum256([]byte(name))
	return trace.TraceID(sum[:16])
}

// spanOf is the id of the span of a command.
func spanOf(command string) trace.SpanID {
	sum := sha256.Sum256([]byte("modyard span of command\x00" + command))
	return trace.SpanID(sum[:8])
}

// TraceOf is the trace of a request in the form in which collectors show it.
func TraceOf(request string) string { return traceOf(request, "").String() }

// records decides by the trace alone, so that all spans of a trace are recorded in every process, or none. It is the
// rule of the SDK's TraceIDRatioBased.
func (t *Tracer) records(id trace.TraceID) bool {
	return binary.BigEndian.Uint64(id[8:])>>1 < t.bound
}

func bound(share float64) uint64 {
	if share <= 0 || share >= 1 {
		return math.MaxUint64
	}
	return uint64(share * (1 << 63))
}

// generator gives a new span the identity that Tracer.start has put into its context.
type generator struct{}

// NewIDs implements the SDK's IDGenerator, for the first span of a trace.
func (generator) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	id, _ := ctx.Value(identityKey{}).(identity)
	if !id.trace.IsValid() {
		id.trace = randomTrace()
	}
	if !id.span.IsValid() {
		id.span = randomSpan()
	}
	return id.trace, id.span
}

// NewSpanID implements the SDK's IDGenerator, for the other spans.
func (generator) NewSpanID(ctx context.Context, _ trace.TraceID) trace.SpanID {
	if id, _ := ctx.Value(identityKey{}).(identity); id.span.IsValid() {
		return id.span
	}
	return randomSpan()
}

func randomTrace() (id trace.TraceID) {
	binary.NativeEndian.PutUint64(id[:8], rand.Uint64())
	binary.NativeEndian.PutUint64(id[8:], rand.Uint64()|1) // zero would be invalid
	return id
}

func randomSpan() (id trace.SpanID) {
	binary.NativeEndian.PutUint64(id[:], rand.Uint64()|1)
	return id
}
