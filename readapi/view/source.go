// Package view is what query routes share: the viewer, the wait for the read model, and the writing of stored
// documents.
package view

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/httpkit"
)

// Watermark is the read model whose position answers carry.
const Watermark = "catalog"

// maxWait is how long a read waits for the position that its caller has seen.
const maxWait = 2 * time.Second

// maxWaiting is how many reads may wait at once, so that requests for positions that are never reached occupy no
// more. Further reads are answered at once and marked as stale.
const maxWaiting = 256

// Board reports the positions of read models; platform/watermark implements it.
type Board interface {
	Wait(ctx context.Context, name string, position uint64) error
	At(name string) uint64
}

// Source is what routes read from.
type Source struct {
	Pool  *pgxpool.Pool
	Board Board

	waiting atomic.Int64
}

// fresh waits for the position of the account's last command and for that in the request's Min-Position, at most two
// seconds; after that the answer has the header Stale. Every answer has the header Log-Position.
func (s *Source) fresh(w http.ResponseWriter, r *http.Request, names []string) error {
	position, err := Seen(r)
	if err != nil {
		return err
	}
	if position > 0 && !s.reached(r.Context(), names, position) {
		w.Header().Set("Stale", "true")
		spend(r.Context())
	}
	// Read before the tables: they are then at least as new.
	at := s.Board.At(names[0])
	for _, name := range names[1:] {
		at = min(at, s.Board.At(name))
	}
	w.Header().Set("Log-Position", strconv.FormatUint(at, 10))
	return nil
}

// Reached waits until read models have the events up to a position, as every read of a caller does. It is false if they have
// not within two seconds, or if too many reads wait.
func (s *Source) Reached(ctx context.Context, names []string, position uint64) bool {
	return position == 0 || s.reached(ctx, names, position)
}

func (s *Source) reached(ctx context.Context, names []string, position uint64) bool {
	if !slices.ContainsFunc(names, func(name string) bool { return s.Board.At(name) < position }) {
		return true
	}
	defer s.waiting.Add(-1)
	if s.waiting.Add(1) > maxWaiting || spent(ctx) {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	for _, name := range names {
		if s.Board.Wait(ctx, name, position) != nil {
			return false
		}
	}
	return true
}

// Rows runs a query and turns each row into a T.
func Rows[T any](ctx context.Context, s *Source, what string, scan pgx.RowToFunc[T], query string, args ...any) ([]T, error) {
	rows, err := s.Pool.Query(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	out, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	return out, nil
}

// Only is the single result of a query by name: the first of a list.
func Only[T any](list []T, err error) (T, error) {
	if err == nil && len(list) == 0 {
		err = httpkit.NotFound()
	}
	if err != nil {
		var none T
		return none, err
	}
	return list[0], nil
}
