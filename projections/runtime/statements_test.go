package runtime_test

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/database"
)

// Parts of statements by which a test sees that a runner has tried something in vain.
const (
	asksForTheLead = "FROM pg_locks"
	asksWhoServes  = "lapses_at > now() AND $1 = ANY (projectors)"
)

// statements counts the answered statements that contain a text.
type statements struct {
	text string
	n    atomic.Int64
}

type counts struct{}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, counts{}, strings.Contains(d.SQL, s.text))
}

func (s *statements) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if is, _ := ctx.Value(counts{}).(bool); is {
		s.n.Add(1)
	}
}

// counting is another connection to the world's database, with the number of its statements that contain a text.
func (w *world) counting(text string) (*database.DB, *statements) {
	w.t.Helper()
	s := &statements{text: text}
	config := w.db.Pool.Config()
	config.ConnConfig.Tracer = s
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(pool.Close)
	return &database.DB{Pool: pool, OwnerURL: w.db.OwnerURL}, s
}

// more waits for some more answers.
func (s *statements) more(w *world, n int64) {
	w.t.Helper()
	want := s.n.Load() + n
	eventually(w.t, s.text, func() bool { return s.n.Load() >= want })
}
