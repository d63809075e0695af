package tracing

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Span is a span that was started; the zero value is none, and its methods do nothing.
type Span struct{ span trace.Span }

// On is true if the span is recorded. Ask it before making data for the span.
func (s Span) On() bool { return s.span != nil }

// Name replaces the name of the span, once it is known better than at its start.
func (s Span) Name(name string) {
	if s.span != nil {
		s.span.SetName(name)
	}
}

// Text adds a text, which must come from the code or be an id.
func (s Span) Text(key, value string) {
	if s.span != nil {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// Count adds a number.
func (s Span) Count(key string, n int64) {
	if s.span != nil {
		s.span.SetAttributes(attribute.Int64(key, n))
	}
}

// Fail marks the span as failed. The error itself is for the log: its text may contain what a person wrote.
func (s Span) Fail() {
	if s.span != nil {
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the span, as failed if err is not nil.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.Fail()
	}
	s.span.End()
}

// Parent is the recorded span of ctx in the form of a W3C traceparent, for work that another process does later; empty
// if there is none.
func Parent(ctx context.Context) string {
	c := trace.SpanContextFromContext(ctx)
	if !c.IsValid() || !c.IsSampled() {
		return ""
	}
	return "00-" + c.TraceID().String() + "-" + c.SpanID().String() + "-01"
}

// parse reads the form of Parent.
func parse(parent string) (trace.SpanContext, bool) {
	if len(parent) != 55 || parent[:3] != "00-" || parent[35] != '-' || parent[52:] != "-01" {
		return trace.SpanContext{}, false
	}
	id, err := trace.TraceIDFromHex(parent[3:35])
	if err != nil {
		return trace.SpanContext{}, false
	}
	span, err := trace.SpanIDFromHex(parent[36:52])
	if err != nil {
		return trace.SpanContext{}, false
	}
	return trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: span, TraceFlags: trace.FlagsSampled, Remote: true}), true
}
