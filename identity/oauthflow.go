package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
)

const maxFlows = 50 // of an account; the oldest go

func (o *OAuth) storeFlow(ctx context.Context, flow string, caller Caller, client string, q oauthRequest, expires time.Time) error {
	request, err := json.Marshal(q)
	if err != nil {
		return fmt.Errorf("store a request: %w", err)
	}
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO identity.oauth_flows (hash, account, session, application, request, expires) VALUES ($1, $2, $3, $4, $5, $6)",
			hashSecret(flow), caller.Account, caller.Session, client, request, expires); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM identity.oauth_flows WHERE hash IN (SELECT hash FROM identity.oauth_flows WHERE account = $1 ORDER BY expires DESC OFFSET $2)", caller.Account, maxFlows)
		return err
	})
	if err != nil {
		return fmt.Errorf("store a request: %w", err)
	}
	return nil
}

const flowColumns = "application, request, expires"

// flow reads a request that the caller's session began; take also ends it.
func (o *OAuth) flow(ctx context.Context, caller Caller, flow string, take bool) (client string, q oauthRequest, expires time.Time, err error) {
	if caller.Kind != KindSession {
		return "", q, expires, errNoScope
	}
	const mine = " FROM identity.oauth_flows WHERE hash = $1 AND account = $2 AND session = $3 AND expires > $4"
	sql := "SELECT " + flowColumns + mine
	if take {
		sql = "DELETE" + mine + " RETURNING " + flowColumns
	}
	var request []byte
	err = o.pool.QueryRow(ctx, sql, hashSecret(flow), caller.Account, caller.Session, o.clock()).Scan(&client, &request, &expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", q, expires, errNoFlow
	}
	if err == nil {
		err = json.Unmarshal(request, &q)
	}
	if err != nil {
		return "", q, expires, fmt.Errorf("read a request: %w", err)
	}
	return client, q, expires, nil
}

// issueCode makes a code for a request, and returns the address with it.
func (o *OAuth) issueCode(ctx context.Context, caller Caller, client string, q oauthRequest, g grant) (*contract.ConsentDone, error) {
	code := newSecret(prefixCode)
	request, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("make a code: %w", err)
	}
	if _, err := o.pool.Exec(ctx, `INSERT INTO identity.oauth_codes (hash, family, account, session, application, number, request, expires)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, hashSecret(code), newSecret(""), caller.Account, caller.Session, client, g.number, request, o.clock().Add(oauthCodeLife)); err != nil {
		return nil, fmt.Errorf("make a code: %w", err)
	}
	done := o.redirect(q, "code", code)
	return &done, nil
}
