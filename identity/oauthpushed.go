package identity

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
)

// pushed is a request that its application pushed before; the zero value is one that was not.
type pushed struct{ hash []byte }

// pushedParams replaces the parameters of a request by those that its application pushed before. They are used up where the request is
// answered (use), and not while its person signs in.
func (o *OAuth) pushedParams(ctx context.Context, p oauthParams) (oauthParams, pushed, error) {
	secret, ours := strings.CutPrefix(p["request_uri"], pushedURN)
	if !ours {
		return p, pushed{}, nil
	}
	from := pushed{hashSecret(secret)}
	var stored string
	err := o.pool.QueryRow(ctx, "SELECT request FROM identity.oauth_pushed WHERE hash = $1 AND application = $2 AND expires > $3", from.hash, p["client_id"], o.clock()).Scan(&stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, pushed{}, nil
	}
	if err != nil {
		return nil, from, fmt.Errorf("read a pushed request: %w", err)
	}
	values, err := url.ParseQuery(stored)
	if err != nil {
		return nil, from, fmt.Errorf("read a pushed request: %w", err)
	}
	params := oauthParams{}
	for name := range values {
		params[name] = values.Get(name)
	}
	return params, from, nil
}

// use uses a pushed request up; false if another request was faster.
func (o *OAuth) use(ctx context.Context, from pushed) (bool, error) {
	if from.hash == nil {
		return true, nil
	}
	tag, err := o.pool.Exec(ctx, "DELETE FROM identity.oauth_pushed WHERE hash = $1", from.hash)
	if err != nil {
		return false, fmt.Errorf("use a pushed request up: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// hold keeps a pushed request while its person signs in or proves to be there.
func (o *OAuth) hold(ctx context.Context, from pushed) error {
	if from.hash == nil {
		return nil
	}
	if _, err := o.pool.Exec(ctx, "UPDATE identity.oauth_pushed SET expires = $2 WHERE hash = $1", from.hash, o.clock().Add(oauthFlowLife)); err != nil {
		return fmt.Errorf("keep a pushed request: %w", err)
	}
	return nil
}

func unknownRequestURI() *oauthFault {
	return &oauthFault{code: "request_uri_not_supported", rule: "request_uri", text: "request_uri 无效、已过期或不属于这个应用", description: "request_uri is not one of this server"}
}
