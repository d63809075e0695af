package idempotency

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store records named requests in the table commands.idempotency.
type Store struct {
	pool *pgxpool.Pool
	now  func() time.Time
}

// NewStore makes a store; a nil clock is the system's.
func NewStore(pool *pgxpool.Pool, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{pool: pool, now: now}
}

// Querier is a pool or a transaction.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

const (
	look = `SELECT hash, made FROM commands.idempotency WHERE command = $1 AND at > $2`
	// An expired row is taken over by the new request.
	record = `INSERT INTO commands.idempotency AS i (command, hash, at) VALUES ($1, $2, $3)
ON CONFLICT (command) DO UPDATE SET
    hash = CASE WHEN i.at > $4 THEN i.hash ELSE excluded.hash END,
    made = CASE WHEN i.at > $4 THEN i.made ELSE '' END,
    at   = CASE WHEN i.at > $4 THEN i.at   ELSE excluded.at END
RETURNING hash, made`
	note  = `UPDATE commands.idempotency SET made = $2 WHERE command = $1`
	sweep = `DELETE FROM commands.idempotency WHERE at <= $1`
)

// Check rejects a request whose id belongs to a different request. It records nothing.
func (s *Store) Check(ctx context.Context, id, hash string) error {
	_, err := s.Made(ctx, id, hash)
	return err
}

// Made is Check; it also returns the id that an earlier run of the request made.
func (s *Store) Made(ctx context.Context, id, hash string) (made string, err error) {
	var held string
	err = s.pool.QueryRow(ctx, look, id, s.oldest()).Scan(&held, &made)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("find request %s: %w", id, err)
	case held != hash:
		return "", ErrReused()
	}
	return made, nil
}

// Record records a request before it runs, and rejects one whose id belongs to a different request.
func (s *Store) Record(ctx context.Context, id, hash string) error {
	_, err := s.RecordIn(ctx, s.pool, id, hash)
	return err
}

// RecordIn is Record within a transaction. It returns the id that an earlier run of the request made, and waits for a
// concurrent run.
func (s *Store) RecordIn(ctx context.Context, q Querier, id, hash string) (made string, err error) {
	var held string
	if err := q.QueryRow(ctx, record, id, hash, s.now(), s.oldest()).Scan(&held, &made); err != nil {
		return "", fmt.Errorf("remember request %s: %w", id, err)
	}
	if held != hash {
		return "", ErrReused()
	}
	return made, nil
}

// Note records the id that a request made, in the transaction that makes it.
func (s *Store) Note(ctx context.Context, q Querier, id, made string) error {
	if _, err := q.Exec(ctx, note, id, made); err != nil {
		return fmt.Errorf("record the result of request %s: %w", id, err)
	}
	return nil
}

func (s *Store) oldest() time.Time { return s.now().Add(-Honoured) }

// Sweep deletes expired keys. It is due every hour.
func (s *Store) Sweep(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, sweep, s.oldest()); err != nil {
		return fmt.Errorf("delete expired keys: %w", err)
	}
	return nil
}
