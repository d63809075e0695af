package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/positions"
)

const (
	maxTokens   = 100                 // for each account
	maxRevoked  = 100                 // that are shown for each account, the newest
	revokedLife = 30 * 24 * time.Hour // how long a revoked or expired token is shown
	tokenLife   = 365 * 24 * time.Hour
)

// Token is a personal access token as shown to its owner. AccessToken is set only in the answer to its creation.
type Token struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	AccessToken *string    `json:"access_token"`
	Scopes      Scopes     `json:"scopes"`
	UserID      string     `json:"user_id"`
	Created     time.Time  `json:"created"`
	Expires     time.Time  `json:"expires"`
	LastUsed    *time.Time `json:"last_used"`
	Revoked     *time.Time `json:"revoked" doc:"撤销的时间；撤销后在列表中保留 30 天"`
	Unused      Scopes     `json:"unused_scopes" doc:"90 天没有用过的权限位，可以收回；只在列表中给出"`
}

// TokenSpec describes a token; in an edit, nil fields are unchanged.
type TokenSpec struct {
	Name    *string    `json:"name,omitempty" doc:"名称，3 到 255 个字符"`
	Scopes  *Scopes    `json:"scopes,omitempty" doc:"权限位"`
	Expires *time.Time `json:"expires,omitempty" doc:"失效时间，应晚于现在，最长一年"`
}

func (n TokenSpec) check(now time.Time) error {
	if n.Name != nil {
		if l := utf8.RuneCountInString(*n.Name); l < 3 || l > 255 || strings.TrimSpace(*n.Name) == "" {
			return fault.Invalid("name", "令牌名称长度应为 3 到 255 个字符")
		}
		if strings.ContainsFunc(*n.Name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			return fault.Invalid("name", "令牌名称含有无效字符")
		}
	}
	if n.Scopes != nil && !n.Scopes.Grantable() {
		return errBadScopes
	}
	if n.Expires != nil && !n.Expires.After(now) {
		return fault.Invalid("expires", "失效时间应晚于现在")
	}
	if n.Expires != nil && n.Expires.After(now.Add(tokenLife+time.Hour)) { // the clocks of clients differ
		return errTokenLife
	}
	return nil
}

const tokenColumns = `id, name, scopes, account, created, expires, last_used, revoked`

func scanToken(row pgx.CollectableRow) (t Token, err error) {
	var scopes int64
	err = row.Scan(&t.ID, &t.Name, &scopes, &t.UserID, &t.Created, &t.Expires, &t.LastUsed, &t.Revoked)
	t.Scopes = Scopes(scopes)
	return t, err
}

// Tokens lists the caller's tokens, the newest first, and after them the revoked ones of the last thirty days.
func (s *Service) Tokens(ctx context.Context, caller Caller) ([]Token, error) {
	if err := caller.Require(ScopePATRead); err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, "SELECT "+tokenColumns+` FROM identity.tokens WHERE account = $1 AND (revoked IS NULL OR revoked > $2)
		ORDER BY revoked IS NOT NULL, created DESC, id`, caller.Account, s.clock().Add(-revokedLife))
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	list, err := pgx.CollectRows(rows, scanToken)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	return list, s.addUnused(ctx, caller.Account, list)
}

// CreateToken creates a token for the caller. Only this answer contains its secret: a repeated named request returns an
// idempotency.Repeated with the token's id.
func (s *Service) CreateToken(ctx context.Context, caller Caller, spec TokenSpec) (Token, error) {
	if err := caller.Require(ScopePATCreate); err != nil {
		return Token{}, err
	}
	now := s.clock()
	switch {
	case spec.Name == nil:
		return Token{}, fault.Invalid("name", "请填写令牌名称")
	case spec.Scopes == nil:
		return Token{}, fault.Invalid("scopes", "请选择令牌的权限范围")
	case spec.Expires == nil:
		return Token{}, fault.Invalid("expires", "请填写令牌的失效时间")
	}
	if err := spec.check(now); err != nil {
		return Token{}, err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return Token{}, err
	}
	if err := s.limitNotices(ctx, caller.Account); err != nil {
		return Token{}, err
	}
	secret := newSecret(prefixPAT)
	t := Token{ID: ids.New(), Name: *spec.Name, AccessToken: &secret, Scopes: *spec.Scopes, UserID: caller.Account,
		Created: now, Expires: spec.Expires.UTC().Truncate(time.Microsecond)}
	err := idempotency.Change(ctx, s.pool, t.ID, func(tx pgx.Tx) error {
		var held int
		// The lock of the account's row serializes requests, so that they cannot exceed the limit together.
		if _, err := tx.Exec(ctx, "SELECT FROM identity.accounts WHERE id = $1 FOR UPDATE", caller.Account); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM identity.tokens WHERE account = $1 AND revoked IS NULL", caller.Account).Scan(&held); err != nil {
			return err
		}
		if held >= maxTokens {
			return httpkit.Fault(httpkit.KindInvalid, "limit_reached", fmt.Sprintf("每个账号最多可以创建 %d 个访问令牌", maxTokens))
		}
		_, err := tx.Exec(ctx, `INSERT INTO identity.tokens (id, account, token_hash, name, scopes, created, expires)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, t.ID, caller.Account, hashSecret(secret), t.Name, int64(t.Scopes), t.Created, t.Expires)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterToken, Account: caller.Account})
	})
	if err != nil {
		return Token{}, fmt.Errorf("create token: %w", err)
	}
	return t, nil
}

// token returns one of the caller's tokens that is not revoked.
func (s *Service) token(ctx context.Context, caller Caller, id string) (Token, error) {
	rows, err := s.pool.Query(ctx, "SELECT "+tokenColumns+" FROM identity.tokens WHERE id = $1 AND account = $2 AND revoked IS NULL", id, caller.Account)
	if err != nil {
		return Token{}, err
	}
	t, err := pgx.CollectExactlyOneRow(rows, scanToken)
	if errors.Is(err, pgx.ErrNoRows) {
		return Token{}, errNoPAT
	}
	return t, err
}

// EditToken changes one of the caller's tokens.
func (s *Service) EditToken(ctx context.Context, caller Caller, id string, spec TokenSpec) error {
	if err := caller.Require(ScopePATWrite); err != nil {
		return err
	}
	if err := spec.check(s.clock()); err != nil {
		return err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return err
	}
	err := idempotency.Change(ctx, s.pool, id, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE identity.tokens SET name = coalesce($3, name), scopes = coalesce($4, scopes), expires = coalesce($5, expires)
			WHERE id = $1 AND account = $2 AND revoked IS NULL`, id, caller.Account, spec.Name, scopesArg(spec.Scopes), spec.Expires)
		if err == nil && tag.RowsAffected() == 0 {
			return errNoPAT
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("edit token: %w", err)
	}
	return nil
}

func scopesArg(s *Scopes) *int64 {
	if s == nil {
		return nil
	}
	n := int64(*s) // Grantable limits its size
	return &n
}

// DeleteToken revokes one of the caller's tokens: it is rejected from then on, and shown for thirty days. One that has
// expired is removed.
func (s *Service) DeleteToken(ctx context.Context, caller Caller, id string) error {
	if err := caller.Require(ScopePATDelete); err != nil {
		return err
	}
	err := idempotency.Change(ctx, s.pool, id, func(tx pgx.Tx) error {
		now := s.clock()
		gone, err := tx.Exec(ctx, "DELETE FROM identity.tokens WHERE id = $1 AND account = $2 AND revoked IS NULL AND expires <= $3", id, caller.Account, now)
		if err != nil || gone.RowsAffected() == 1 {
			return err
		}
		revoked, err := tx.Exec(ctx, "UPDATE identity.tokens SET revoked = $3 WHERE id = $1 AND account = $2 AND revoked IS NULL", id, caller.Account, now)
		if err != nil {
			return err
		}
		if revoked.RowsAffected() == 0 {
			return errNoPAT
		}
		_, err = tx.Exec(ctx, `DELETE FROM identity.tokens WHERE id IN (SELECT id FROM identity.tokens
			WHERE account = $1 AND revoked IS NOT NULL ORDER BY revoked DESC, id OFFSET $2)`, caller.Account, maxRevoked)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete token: %w", err)
	}
	return nil
}

// tokenQuery finds the caller of an access token.
func tokenQuery() string {
	return `SELECT t.id, t.account, t.scopes, a.role, a.analyst, a.treasurer, coalesce(t.last_used, t.created), t.expires, t.expires, ` + positions.Of("a.id") + `, ` + SuspensionsOf("a.id", "$2") + `
FROM identity.tokens t JOIN identity.accounts a ON a.id = t.account WHERE t.token_hash = $1 AND t.expires > $2 AND t.revoked IS NULL`
}

// sessionQuery finds the caller of a session.
func sessionQuery() string {
	return `SELECT s.id, s.account, -1::bigint, a.role, a.analyst, a.treasurer, s.last_used, s.expires, s.refresh_expires, ` + positions.Of("a.id") + `, ` + SuspensionsOf("a.id", "$2") + `
FROM identity.sessions s JOIN identity.accounts a ON a.id = s.account WHERE s.token_hash = $1 AND s.expires > $2`
}

// Resolve returns the caller of a token. An unknown, expired or revoked one gives a fault, and so does one of an account whose
// sign-in is suspended.
func (s *Service) Resolve(ctx context.Context, token string) (Caller, error) {
	switch {
	case looksLike(token, prefixPAT):
		return s.resolve(ctx, token, KindPAT, tokenQuery())
	case looksLike(token, prefixSession):
		return s.resolve(ctx, token, KindSession, sessionQuery())
	case looksLike(token, prefixOAuth):
		c, err := s.resolve(ctx, token, KindOAuth, oauthQuery())
		if err == nil {
			s.countOAuth(ctx, c)
		}
		return c, err
	}
	return Caller{}, errBadToken
}

func (s *Service) resolve(ctx context.Context, token string, kind Kind, query string) (Caller, error) {
	now := s.clock()
	c := Caller{Kind: kind}
	var id string
	var scopes, position int64
	var used, expires, refreshExpires time.Time
	var held []byte
	err := s.pool.QueryRow(ctx, query, hashSecret(token), now).Scan(&id, &c.Account, &scopes, &c.Role, &c.Analyst, &c.Treasurer, &used, &expires, &refreshExpires, &position, &held)
	if errors.Is(err, pgx.ErrNoRows) {
		return Caller{}, errBadToken
	}
	if err != nil {
		return Caller{}, fmt.Errorf("resolve token: %w", err)
	}
	if c.Suspended, err = ReadSuspensions(held); err != nil {
		return Caller{}, err
	}
	if err := signInRefused(c.Suspended); err != nil {
		if kind == KindSession { // one that was refreshed at the same moment; the others were ended
			err = errBadToken
		}
		return Caller{}, err
	}
	c.Scopes = Scopes(scopes) & AllScopes
	c.Credential = id
	c.Position = uint64(max(position, 0)) //nolint:gosec // not negative
	if kind == KindSession {
		c.Session = id
	}
	if now.Sub(used) >= usedEvery {
		s.touch(ctx, kind, id, now, expires, refreshExpires)
	}
	return c, nil
}

// touch records the use, and extends a session that is in use until it must be refreshed. A failure does not fail the
// request.
func (s *Service) touch(ctx context.Context, kind Kind, id string, now, expires, refreshExpires time.Time) {
	var err error
	switch kind {
	case KindPAT:
		_, err = s.pool.Exec(ctx, "UPDATE identity.tokens SET last_used = $2 WHERE id = $1", id, now)
	case KindOAuth:
		err = s.touchOAuth(ctx, id, now)
	default:
		if expires.Sub(now) < sessionLife/2 {
			expires = now.Add(sessionLife)
			if expires.After(refreshExpires) {
				expires = refreshExpires
			}
		}
		_, err = s.pool.Exec(ctx, "UPDATE identity.sessions SET last_used = $2, expires = $3 WHERE id = $1", id, now, expires)
	}
	if err != nil {
		s.log.WarnContext(ctx, "cannot record the use of a token", "error", err)
	}
}
