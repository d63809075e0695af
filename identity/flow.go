package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/idempotency"
)

// The kinds of flows and their maximum duration.
const (
	flowReset  = "reset"
	flowVerify = "verify"
	flowLogin  = "login"
	flowTOTP   = "totp"

	letterFlowLife = 24 * time.Hour
	stepFlowLife   = 30 * time.Minute

	// maxFlowTries is the maximum number of wrong codes in one flow.
	maxFlowTries = 8
)

type flow struct {
	account, data string
	done          bool
}

// beginFlow creates the secret with which the next request continues the flow. Only its hash is stored.
func (s *Service) beginFlow(ctx context.Context, db idempotency.Querier, kind, account, data string, life time.Duration) (string, error) {
	if err := idempotency.Remember(ctx, db); err != nil {
		return "", err
	}
	secret := newSecret("")
	if _, err := db.Exec(ctx, "INSERT INTO identity.flows (hash, kind, account, data, expires) VALUES ($1, $2, nullif($3, ''), $4, $5)",
		hashSecret(secret), kind, account, data, s.clock().Add(life)); err != nil {
		return "", fmt.Errorf("begin %s: %w", kind, err)
	}
	return secret, nil
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// findFlow returns a flow that has not expired; errNoFlow if there is none.
func (s *Service) findFlow(ctx context.Context, db querier, kind, secret string) (flow, error) {
	return s.readFlow(ctx, db, "SELECT account, data, done FROM identity.flows WHERE hash = $1 AND kind = $2 AND expires > $3", kind, secret)
}

// tryFlow is findFlow for a step that may fail: each call counts, and the flow ends after a number of calls.
func (s *Service) tryFlow(ctx context.Context, kind, secret string) (flow, error) {
	return s.readFlow(ctx, s.pool, `UPDATE identity.flows SET tries = tries + 1
		WHERE hash = $1 AND kind = $2 AND expires > $3 AND tries < $4 RETURNING account, data, done`, kind, secret, maxFlowTries)
}

// takeFlow ends a flow and returns it: of concurrent calls only one gets it. The account is empty if it has none yet.
func (s *Service) takeFlow(ctx context.Context, kind, secret string) (flow, error) {
	return s.readFlow(ctx, s.pool, "DELETE FROM identity.flows WHERE hash = $1 AND kind = $2 AND expires > $3 RETURNING coalesce(account, ''), data, done", kind, secret)
}

// readFlow returns the flow that a statement finds by its hash, its kind, the time and further arguments.
func (s *Service) readFlow(ctx context.Context, db querier, sql, kind, secret string, more ...any) (f flow, err error) {
	if !looksLike(secret, "") {
		return f, errNoFlow
	}
	err = db.QueryRow(ctx, sql, append([]any{hashSecret(secret), kind, s.clock()}, more...)...).Scan(&f.account, &f.data, &f.done)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, errNoFlow
	}
	if err != nil {
		return f, fmt.Errorf("find %s: %w", kind, err)
	}
	return f, nil
}

// endFlow deletes a flow and returns whether this call did it: of two concurrent calls only one continues.
func endFlow(ctx context.Context, db execer, secret string) (bool, error) {
	return endHashed(ctx, db, hashSecret(secret))
}

func endHashed(ctx context.Context, db execer, hash []byte) (bool, error) {
	tag, err := db.Exec(ctx, "DELETE FROM identity.flows WHERE hash = $1", hash)
	if err != nil {
		return false, fmt.Errorf("end flow: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}
