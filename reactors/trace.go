package reactors

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/modyard/modyard/platform/tracing"
)

// The string members of an event's metadata under which a message names its command and the request (eventlog/watermill).
const (
	metaCommand = "command"
	metaRequest = "request"
)

// traced makes a span of each try. That of an event is in the trace of its command; that of a change has a trace of its
// own, because the public feed names no requests.
func (r *Runner) traced(one Reactor) message.HandlerMiddleware {
	return func(h message.HandlerFunc) message.HandlerFunc {
		if r.o.Tracer == nil {
			return h
		}
		return func(m *message.Message) ([]*message.Message, error) {
			ctx, span := r.span(m.Context(), m)
			span.Name("react " + one.Name)
			span.Text("modyard.reactor", one.Name)
			span.Text("modyard.message", m.UUID)
			m.SetContext(ctx)
			out, err := h(m)
			span.End(err)
			return out, err
		}
	}
}

func (r *Runner) span(ctx context.Context, m *message.Message) (context.Context, tracing.Span) {
	if command := m.Metadata.Get(metaCommand); command != "" {
		return r.o.Tracer.Follow(ctx, "react", m.Metadata.Get(metaRequest), command, time.Now())
	}
	return r.o.Tracer.Work(ctx, "react", "")
}
