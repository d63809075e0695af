package identity

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
)

const (
	sessionLife = 14 * 24 * time.Hour
	refreshLife = 60 * 24 * time.Hour

	// usedEvery is the precision with which the last use of a session or token is stored.
	usedEvery = 5 * time.Minute

	maxSessions  = 100 // an account's oldest ones are deleted first
	maxUserAgent = 400
)

// Origin describes the client of a request: personal data that only the account's owner sees.
type Origin struct {
	Address   netip.Addr
	UserAgent string
	Proof     string // a solved challenge, if the visitor sent one
	Devices   string // the cookie of known browsers
	Returns   bool   // the visitor knows that the account is leaving, and keeps it
}

// described is what is stored of a visitor: the user agent and the address, each empty where it is not known.
func (o Origin) described() (agent, address string) {
	agent = o.UserAgent
	if r := []rune(agent); len(r) > maxUserAgent {
		agent = string(r[:maxUserAgent])
	}
	if o.Address.IsValid() {
		address = o.Address.String()
	}
	return storable(agent), address
}

// NewSession is a new session. Only this answer contains the token.
type NewSession struct {
	ID             string
	Token          string
	Expires        time.Time
	RefreshExpires time.Time

	account, devices string // for the cookie of known browsers; empty where it stays as it is
}

type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// What was given to begin or to confirm a session.
const (
	withPassword = "password"
	withCode     = "code"
	withPasskey  = "passkey"
)

// presence is how a session was begun, and when and how its owner was last there; nil: not known.
type presence struct {
	method, with *string
	at           *time.Time
}

// startSession starts a session of an account by a method; the last that was given for it, just now, is with. Every sign-in
// ends here: an account that may not begin a session is refused (admit), and a leaving one stays.
func (s *Service) startSession(ctx context.Context, db idempotency.Beginner, account string, from Origin, method, with string) (NewSession, error) {
	now := s.clock()
	var n NewSession
	returned := false
	err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) (err error) {
		if returned, err = s.admit(ctx, tx, account, from); err != nil {
			return err
		}
		if n, err = s.insertSession(ctx, tx, account, from, presence{&method, &with, &now}); err != nil {
			return err
		}
		told, err := s.tellStrange(ctx, tx, account, from, n.ID)
		if err != nil {
			return err
		}
		return s.recordSignIn(ctx, tx, account, from, with, n.ID, told)
	})
	if err != nil {
		return NewSession{}, err
	}
	if returned {
		s.wake()
	}
	n.account, n.devices = account, from.Devices
	return n, nil
}

func (s *Service) insertSession(ctx context.Context, db idempotency.Querier, account string, from Origin, by presence) (NewSession, error) {
	if err := idempotency.Remember(ctx, db); err != nil {
		return NewSession{}, err
	}
	now := s.clock()
	n := NewSession{ID: ids.New(), Token: newSecret(prefixSession), Expires: now.Add(sessionLife), RefreshExpires: now.Add(refreshLife)}
	agent, address := from.described()
	_, err := db.Exec(ctx, `WITH made AS (
			INSERT INTO identity.sessions (id, account, token_hash, created, last_used, expires, refresh_expires, user_agent, ip, confirmed, confirmed_with, method)
			VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $10, $11, $12))
		DELETE FROM identity.sessions WHERE id IN (
			SELECT id FROM identity.sessions WHERE account = $2 ORDER BY last_used DESC, id OFFSET $9)`,
		n.ID, account, hashSecret(n.Token), now, n.Expires, n.RefreshExpires, agent, address, maxSessions-1, by.at, by.with, by.method)
	if err != nil {
		return NewSession{}, fmt.Errorf("start session: %w", err)
	}
	return n, nil
}

// Session is a session as shown to its owner.
type Session struct {
	ID             string    `json:"id"`
	Session        *string   `json:"session"` // null: a session is shown to its program only when it begins
	UserID         string    `json:"user_id"`
	Created        time.Time `json:"created"`
	LastLogin      time.Time `json:"last_login"`
	Expires        time.Time `json:"expires"`
	RefreshExpires time.Time `json:"refresh_expires"`
	OS             *string   `json:"os"`
	Platform       *string   `json:"platform"`
	UserAgent      string    `json:"user_agent"`
	City           *string   `json:"city"`
	Country        *string   `json:"country"`
	IP             string    `json:"ip"`
	Current        bool      `json:"current"`
	Method         *string   `json:"method" enum:"password,passkey,provider" doc:"登录方式；null 表示没有记录"`
}

// Sessions lists the caller's sessions that can still be used or refreshed, the newest first.
func (s *Service) Sessions(ctx context.Context, caller Caller) ([]Session, error) {
	if err := caller.Require(ScopeSessionRead); err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, `SELECT id, account, created, last_used, expires, refresh_expires, user_agent, ip, method
		FROM identity.sessions WHERE account = $1 AND refresh_expires > $2 ORDER BY last_used DESC, id`, caller.Account, s.clock())
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v Session, err error) {
		err = row.Scan(&v.ID, &v.UserID, &v.Created, &v.LastLogin, &v.Expires, &v.RefreshExpires, &v.UserAgent, &v.IP, &v.Method)
		v.OS, v.Platform = DescribeAgent(v.UserAgent)
		v.Current = v.ID == caller.Session
		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return list, nil
}

// EndSession ends one of the caller's sessions. Its token is rejected from then on.
func (s *Service) EndSession(ctx context.Context, caller Caller, id string) error {
	if err := caller.Require(ScopeSessionDelete); err != nil {
		return err
	}
	err := idempotency.Change(ctx, s.pool, id, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "DELETE FROM identity.sessions WHERE id = $1 AND account = $2", id, caller.Account)
		if err == nil && tag.RowsAffected() == 0 {
			return errNoSession
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

// refreshable is true if an expired session can still be exchanged for a new one.
func (s *Service) refreshable(ctx context.Context, token string) bool {
	var there bool
	err := s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM identity.sessions WHERE token_hash = $1 AND refresh_expires > $2)",
		hashSecret(token), s.clock()).Scan(&there)
	return there || err != nil
}

// Refresh exchanges a session, which may have expired but must have begun at most sixty days ago, for a new one. The
// old token is rejected from then on.
func (s *Service) Refresh(ctx context.Context, token string, from Origin) (NewSession, error) {
	if !looksLike(token, prefixSession) {
		return NewSession{}, errBadToken
	}
	var fresh NewSession
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var account string
		var by presence
		err := tx.QueryRow(ctx, `DELETE FROM identity.sessions s WHERE token_hash = $1 AND refresh_expires > $2
				AND NOT EXISTS (SELECT FROM identity.suspensions h WHERE h.account = s.account AND h.act = 'sign_in' AND (h.until IS NULL OR h.until > $2))
			RETURNING account, method, confirmed_with, confirmed`,
			hashSecret(token), s.clock()).Scan(&account, &by.method, &by.with, &by.at)
		if errors.Is(err, pgx.ErrNoRows) {
			return errBadToken
		}
		if err != nil {
			return err
		}
		fresh, err = s.insertSession(ctx, tx, account, from, by)
		return err
	})
	if err != nil {
		return NewSession{}, fmt.Errorf("refresh session: %w", err)
	}
	return fresh, nil
}
