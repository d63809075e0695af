package search

import "context"

// Names of engines, as answers give them.
const (
	EnginePostgres      = "postgres" // also where the in-process index answers, which is built from the same rows
	EngineElasticsearch = "elasticsearch"
)

// Trace says how a query was answered where there are several engines. It is filled when the answer returns, and
// stays empty where there is only one engine.
type Trace struct {
	Engine   string // one of the names above
	Position uint64 // log position of the engine; 0 where it is that of the read model
}

type traceKey struct{}

// WithTrace returns a context in which a query fills the trace.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// Answered fills the trace of a context, if there is one.
func Answered(ctx context.Context, t Trace) {
	if to, ok := ctx.Value(traceKey{}).(*Trace); ok {
		*to = t
	}
}
