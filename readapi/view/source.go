// Package view is what every query route shares: who looks, how fresh the read model is, and how a
// stored document goes to the socket.
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

// maxWaiting is how many reads may wait at once: whoever asks for positions that never come takes no more
// than that. Further ones are answered at once, and say that they are stale.
const maxWaiting = 256

// Board knows how far read models have come; platform/watermark has one.
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

// fresh waits for the position that the caller asks for by Min-Position, at most two seconds; after that the answer says
// Stale. Every answer says at which position of the log it stands.
func (s *Source) fresh(w http.ResponseWriter, r *http.Request, names []string) error {
	if raw := r.Header.Get("Min-Position"); raw != "" {
		position, err := strconv.ParseUint(raw, 10, 64)
		if err != nil {
			return httpkit.Invalid("请求头 Min-Position 应为非负整数")
		}
		if !s.reached(r.Context(), names, position) {
			w.Header().Set("Stale", "true")
		}
	}
	// Taken before anything is read: what follows is at least as new.
	at := s.Board.At(names[0])
	for _, name := range names[1:] {
		at = min(at, s.Board.At(name))
	}
	w.Header().Set("Log-Position", strconv.FormatUint(at, 10))
	return nil
}

func (s *Source) reached(ctx context.Context, names []string, position uint64) bool {
	if !slices.ContainsFunc(names, func(name string) bool { return s.Board.At(name) < position }) {
		return true
	}
	defer s.waiting.Add(-1)
	if s.waiting.Add(1) > maxWaiting {
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

// Only is the one thing that was found: the first of a list of what was asked for by name.
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
