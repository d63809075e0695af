package idempotency

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"
)

// Guard lets routes whose changes are rows honour their callers' keys. A route reads the key by Named and answers
// through Once, or says Anew. It changes rows through Change, so that the key is remembered in the very transaction, or
// calls Remember before it answers. Another request under a key is rejected before anything else of it is looked at.
// A request that is rejected leaves no trace: its key stays free.
type Guard struct {
	store  *Store
	key    []byte
	caller func(*http.Request) string
}

// NewGuard makes a guard. The key is that of the requests' hashes; caller gives the account that sends a request, or
// "" for a visitor: those share one space of keys.
func NewGuard(store *Store, key []byte, caller func(*http.Request) string) *Guard {
	return &Guard{store: store, key: key, caller: caller}
}

// Named finds the name of a request and puts it into the context of what carries it out. Without Once it is carried out
// again each time, but for its Change, which gives a Repeated: for a request that goes on with another step, itself
// done once.
func (g *Guard) Named(r *http.Request) (context.Context, error) {
	ctx := r.Context()
	id, keyed, err := ID(r, g.caller(r))
	if err != nil || !keyed {
		return ctx, err
	}
	n := &named{store: g.store, id: id, hash: Read(r).Hash(g.key)}
	if n.hash == "" {
		return ctx, nil // nothing tells it from others
	}
	if n.made, err = g.store.Made(ctx, n.id, n.hash); err != nil {
		return nil, err
	}
	return context.WithValue(ctx, namedKey{}, n), nil
}

// Anew lets the request of a context be carried out each time: for one whose answer is a secret, which nobody has kept
// and which whoever lost the answer needs. The key only rejects another request.
func Anew(ctx context.Context) { namedBy(ctx).anew = true }

// Once carries the request of a context out once: one that was carried out before is answered by repeat.
func Once[Out any](ctx context.Context, do func() (Out, error), repeat func(made string) (Out, error)) (Out, error) {
	n := namedBy(ctx)
	if n.made != "" {
		return repeat(n.made)
	}
	out, err := do()
	if err == nil || n.id == "" {
		return out, err
	}
	// The same request may have been under way, and finished first: then this one was refused for its effects.
	if made, lookErr := n.store.Made(ctx, n.id, n.hash); lookErr == nil && made != "" {
		return repeat(made)
	}
	return out, err
}

// named is the name of the request that a context belongs to. It is used by one goroutine, the request's own.
type named struct {
	store    *Store
	id, hash string
	made     string // by this request when it came before
	anew     bool
	settled  bool // remembered by now, or without a name
}

type namedKey struct{}

func namedBy(ctx context.Context) *named {
	if n, ok := ctx.Value(namedKey{}).(*named); ok {
		return n
	}
	return &named{settled: true}
}

// Repeated says that a Change was made before by the same named request.
type Repeated struct{ Made string }

// Error says so.
func (*Repeated) Error() string { return "the request was carried out before" }

// Beginner is a pool or a transaction.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Change carries out what the request of the context asks for, in one transaction in which the request is remembered
// with what it made. It waits for the same request under way. Without a name it is a transaction and nothing else.
func Change(ctx context.Context, db Beginner, made string, do func(pgx.Tx) error) error {
	n := namedBy(ctx)
	if n.settled {
		return pgx.BeginFunc(ctx, db, do)
	}
	if made == "" {
		return errors.New("change under a name: what it made is not said")
	}
	err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		before, err := n.store.ClaimIn(ctx, tx, n.id, n.hash)
		if err != nil {
			return err
		}
		if before != "" && !n.anew {
			return &Repeated{Made: before}
		}
		if err := do(tx); err != nil {
			return err
		}
		return n.store.Note(ctx, tx, n.id, made)
	})
	n.settled = err == nil
	return err
}

// Remember remembers the request of the context where no Change has done so: before the answer of a request that
// changes nothing, or that is carried out anew.
func Remember(ctx context.Context, q Querier) error {
	n := namedBy(ctx)
	if n.settled {
		return nil
	}
	if _, err := n.store.ClaimIn(ctx, q, n.id, n.hash); err != nil {
		return err
	}
	n.settled = true
	return nil
}
