package identity

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// unusedFor is how long a token must not have used a scope before it is offered to drop it.
	unusedFor = 90 * 24 * time.Hour
	// scopeUseEvery is the precision with which the last use of a scope is stored.
	scopeUseEvery = time.Hour
	// maxNoted is the maximum number of tokens whose stored uses are remembered; more are stored again sooner.
	maxNoted = 10_000
)

// scopeUse are the scopes that a request has asked its token for. Copies of a Caller share it.
type scopeUse struct{ bits atomic.Uint64 }

func (u *scopeUse) add(scope Scopes) {
	if u != nil {
		u.bits.Or(uint64(scope))
	}
}

// scopeUses remembers which uses are stored already.
type scopeUses struct {
	mu    sync.Mutex
	since time.Time
	noted map[string]Scopes // by token, since that time
}

// fresh are the scopes whose use is not stored within the last hour.
func (u *scopeUses) fresh(token string, used Scopes, now time.Time) Scopes {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.noted == nil || now.Sub(u.since) >= scopeUseEvery || len(u.noted) >= maxNoted {
		u.since, u.noted = now, map[string]Scopes{}
	}
	left := used &^ u.noted[token]
	u.noted[token] |= used
	return left
}

const noteScopes = `INSERT INTO identity.scope_uses (token, scope, last_used)
SELECT $1, 1::bigint << bit, $3 FROM generate_series(0, 62) bit
WHERE ($2::bigint >> bit) & 1 = 1 AND EXISTS (SELECT FROM identity.tokens WHERE id = $1)
ON CONFLICT (token, scope) DO UPDATE SET last_used = greatest(scope_uses.last_used, excluded.last_used)`

// noteScopes stores which scopes a request has used of its token. A failure does not fail the request, which is answered already.
func (s *Service) noteScopes(ctx context.Context, c Caller) {
	if c.Kind != KindPAT || c.used == nil {
		return
	}
	now := s.clock()
	fresh := s.scopeUses.fresh(c.Credential, Scopes(c.used.bits.Load())&c.Scopes, now)
	if fresh == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if _, err := s.pool.Exec(ctx, noteScopes, c.Credential, int64(fresh), now); err != nil { //nolint:gosec // Scopes have 63 bits
		s.log.WarnContext(ctx, "cannot record the scopes that a token uses", "error", err)
	}
}

// addUnused fills in which scopes the tokens have not used for a while. One that is younger has none.
func (s *Service) addUnused(ctx context.Context, account string, list []Token) error {
	long := s.clock().Add(-unusedFor)
	rows, err := s.pool.Query(ctx, `SELECT t.id, coalesce(bit_or(u.scope), 0) FROM identity.tokens t LEFT JOIN identity.scope_uses u ON u.token = t.id AND u.last_used > $2
		WHERE t.account = $1 AND t.revoked IS NULL AND coalesce(t.scopes_since, t.created) <= $2 GROUP BY t.id`, account, long)
	if err != nil {
		return fmt.Errorf("list unused scopes: %w", err)
	}
	used := map[string]Scopes{}
	var token string
	var scopes int64
	if _, err := pgx.ForEachRow(rows, []any{&token, &scopes}, func() error {
		used[token] = Scopes(scopes) //nolint:gosec // 63 bits
		return nil
	}); err != nil {
		return fmt.Errorf("list unused scopes: %w", err)
	}
	for i := range list {
		if seen, old := used[list[i].ID]; old {
			list[i].Unused = list[i].Scopes &^ seen
		}
	}
	return nil
}
