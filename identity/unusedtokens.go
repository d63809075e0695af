package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// tokenDisuse is how long a token may be unused before it ends.
	tokenDisuse = 365 * 24 * time.Hour
	// tokenNotice is how long before that its owner is told.
	tokenNotice = 14 * 24 * time.Hour
	// tokensAtOnce is how many tokens one transaction tells of.
	tokensAtOnce = 1000
)

// unusedSince is when a token was last used. One that was told of ends only if it was not used since then.
const unusedSince = "coalesce(last_used, created)"

const endUnused = `UPDATE identity.tokens SET revoked = $1
	WHERE revoked IS NULL AND expires > $1 AND warned <= $2 AND warned > ` + unusedSince + ` AND ` + unusedSince + ` <= $3`

// tellUnused leaves out the tokens that end by themselves before: their owner chose that day.
const tellUnused = `UPDATE identity.tokens SET warned = $1 WHERE id IN (
	SELECT id FROM identity.tokens WHERE revoked IS NULL AND expires > $1 AND ` + unusedSince + ` <= $2
		AND expires > ` + unusedSince + ` + $3::interval AND (warned IS NULL OR warned <= ` + unusedSince + `)
	ORDER BY account, id LIMIT $4 FOR UPDATE SKIP LOCKED)
	RETURNING account`

// EndUnused ends the tokens that were not used for a year, and tells their owners a fortnight before. Any number of processes may
// call it; it tells of each token once, unless the token is used in between.
func (s *Service) EndUnused(ctx context.Context) error {
	now := s.clock()
	if _, err := s.pool.Exec(ctx, endUnused, now, now.Add(-tokenNotice), now.Add(-tokenDisuse)); err != nil {
		return fmt.Errorf("end unused tokens: %w", err)
	}
	for told := tokensAtOnce; told == tokensAtOnce; {
		err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
			rows, err := tx.Query(ctx, tellUnused, now, now.Add(tokenNotice-tokenDisuse), tokenDisuse, tokensAtOnce)
			if err != nil {
				return err
			}
			accounts, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return err
			}
			told = len(accounts)
			written := map[string]bool{}
			for _, account := range accounts {
				if written[account] {
					continue
				}
				written[account] = true
				if err := s.post(ctx, tx, postcard{Letter: letterTokensUnused, Account: account}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("tell of unused tokens: %w", err)
		}
	}
	return nil
}

// writeUnused reads the tokens that a letter tells of. Where all of them were used or ended since, there is no letter.
func (s *Service) writeUnused(ctx context.Context, tx pgx.Tx, m *letterMessage) error {
	rows, err := tx.Query(ctx, `SELECT name, greatest(warned + $2::interval, `+unusedSince+` + $3::interval) FROM identity.tokens
		WHERE account = $1 AND revoked IS NULL AND warned > `+unusedSince+` ORDER BY name, id LIMIT $4`, m.account, tokenNotice, tokenDisuse, maxTokens)
	if err != nil {
		return fmt.Errorf("read unused tokens: %w", err)
	}
	var name string
	var ends time.Time
	if _, err := pgx.ForEachRow(rows, []any{&name, &ends}, func() error {
		if m.names = append(m.names, name); m.until.IsZero() || ends.Before(m.until) {
			m.until = ends
		}
		return nil
	}); err != nil {
		return fmt.Errorf("read unused tokens: %w", err)
	}
	if len(m.names) == 0 {
		m.to = ""
	}
	return nil
}

// writeStrange reads the sign-in that a letter is about. Only the owner of a verified address is told.
func (s *Service) writeStrange(ctx context.Context, tx pgx.Tx, m *letterMessage, session string, verified bool) error {
	v := &m.signIn
	err := tx.QueryRow(ctx, "SELECT at, user_agent, ip FROM identity.sign_ins WHERE account = $1 AND session = $2", m.account, session).Scan(&v.Time, &v.UserAgent, &v.IP)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !verified {
		m.to = ""
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the sign-in of a letter: %w", err)
	}
	v.OS, v.Platform = DescribeAgent(v.UserAgent)
	return nil
}
