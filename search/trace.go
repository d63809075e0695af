package search

import "context"

// Names of engines, as answers give them.
const (
	EnginePostgres      = "postgres" // also where the index in the process answers, which is made of the same rows
	EngineElasticsearch = "elasticsearch"
)

// Trace says how a query was answered where several engines may. It is filled when the answer returns; nothing is
// filled where there is only one engine.
type Trace struct {
	Engine   string // one of the names above
	Position uint64 // log position that the engine knew of; 0 where it knows what the read model does
}

type traceKey struct{}

// WithTrace gives a context under which a query fills the trace.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// Answered fills the trace of a context, if it has one.
func Answered(ctx context.Context, t Trace) {
	if to, ok := ctx.Value(traceKey{}).(*Trace); ok {
		*to = t
	}
}
