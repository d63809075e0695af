package idempotency

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"
)

// Guard makes routes that change rows idempotent. A route reads the key with Named and answers through Once, or calls
// Anew. It changes rows through Change, which records the key in the same transaction, or calls Remember before it
// answers. A different request under a key is rejected before anything else is checked. A rejected request does not
// use up its key.
type Guard struct {
	store  *Store
	key    []byte
	caller func(*http.Request) string
}

// NewGuard makes a guard. The key hashes requests; caller is the account that sends a request, or "" for anonymous
// requests, which share one key space.
func NewGuard(store *Store, key []byte, caller func(*http.Request) string) *Guard {
	return &Guard{store: store, key: key, caller: caller}
}

// Named puts the request's key into the returned context. Without Once, a repeated request runs again, except that
// its Change returns a Repeated: for a request that continues with another idempotent step.
func (g *Guard) Named(r *http.Request) (context.Context, error) {
	ctx := r.Context()
	id, keyed, err := ID(r, g.caller(r))
	if err != nil || !keyed {
		return ctx, err
	}
	n := &named{store: g.store, id: id, hash: Read(r).Hash(g.key)}
	if n.hash == "" {
		return ctx, nil // without a key every request is new
	}
	if n.made, err = g.store.Made(ctx, n.id, n.hash); err != nil {
		return nil, err
	}
	return context.WithValue(ctx, namedKey{}, n), nil
}

// Anew lets a repeated request run again: its answer is a secret that is not stored, and a caller that lost the
// answer needs a new one. The key then only rejects a different request.
func Anew(ctx context.Context) { namedBy(ctx).anew = true }

// Once runs the request of a context once; for a repeated request it returns the result of repeat.
func Once[Out any](ctx context.Context, do func() (Out, error), repeat func(made string) (Out, error)) (Out, error) {
	n := namedBy(ctx)
	if n.made != "" {
		return repeat(n.made)
	}
	out, err := do()
	if err == nil || n.id == "" {
		return out, err
	}
	// A concurrent request with the same key may have finished first: then this one failed because of its effects.
	if made, lookErr := n.store.Made(ctx, n.id, n.hash); lookErr == nil && made != "" {
		return repeat(made)
	}
	return out, err
}

// named is the key of a request, in its context. Only the request's goroutine uses it.
type named struct {
	store    *Store
	id, hash string
	made     string // by the earlier request with this key
	anew     bool
	settled  bool // recorded already, or without a key
}

type namedKey struct{}

func namedBy(ctx context.Context) *named {
	if n, ok := ctx.Value(namedKey{}).(*named); ok {
		return n
	}
	return &named{settled: true}
}

// Repeated says that the same request has made the Change before.
type Repeated struct{ Made string }

// Error implements error.
func (*Repeated) Error() string { return "the request was carried out before" }

// Beginner is a pool or a transaction.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Change runs do in one transaction that also records the request and the id it made. It waits for a concurrent
// request with the same key. Without a key it is a plain transaction.
func Change(ctx context.Context, db Beginner, made string, do func(pgx.Tx) error) error {
	n := namedBy(ctx)
	if n.settled {
		return pgx.BeginFunc(ctx, db, do)
	}
	if made == "" {
		return errors.New("change under a key: the id that it made is missing")
	}
	err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		before, err := n.store.RecordIn(ctx, tx, n.id, n.hash)
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

// Remember records the request of the context where no Change has done so: before the answer of a request that
// changes nothing or that runs anew.
func Remember(ctx context.Context, q Querier) error {
	n := namedBy(ctx)
	if n.settled {
		return nil
	}
	if _, err := n.store.RecordIn(ctx, q, n.id, n.hash); err != nil {
		return err
	}
	n.settled = true
	return nil
}
