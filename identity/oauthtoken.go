package identity

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/application"
)

// oauthGiven is what a token endpoint answers.
type oauthGiven struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"`
	Scope        string `json:"scope"`
	RefreshToken string `json:"refresh_token,omitempty"`
	IDToken      string `json:"id_token,omitempty"`
}

// oauthSubject is for whom, for what and how much tokens are given out.
type oauthSubject struct {
	account, family, nonce string
	number                 int
	scopes                 Scopes
	openid                 []string
	authTime               time.Time
}

// token exchanges a code or a refresh token.
func (o *OAuth) token(ctx context.Context, a application.State, form oauthParams) (*oauthGiven, *oauthFault, error) {
	if _, err := o.signingKeys(ctx); err != nil { // read before the transaction, which has a connection of its own
		return nil, nil, err
	}
	switch form["grant_type"] {
	case "authorization_code":
		return o.redeem(ctx, a, form)
	case "refresh_token":
		return o.refresh(ctx, a, form)
	case "":
		return nil, invalidRequest("grant_type_missing", "请求中没有 grant_type", "grant_type is missing"), nil
	}
	return nil, &oauthFault{code: "unsupported_grant_type", rule: "grant_type", text: "只支持 authorization_code 与 refresh_token", description: "unsupported grant_type", status: http.StatusBadRequest}, nil
}

// redeem exchanges a code. The first try uses it up, right or wrong, in the transaction that gives out the tokens: of
// concurrent tries one succeeds at most. A later try of the same application means that somebody else has the code: what
// followed from it ends.
func (o *OAuth) redeem(ctx context.Context, a application.State, form oauthParams) (given *oauthGiven, f *oauthFault, err error) {
	code := form["code"]
	if code == "" {
		return nil, invalidRequest("code_missing", "请求中没有 code", "code is missing"), nil
	}
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		var s oauthSubject
		var client, session string
		var request []byte
		err := tx.QueryRow(ctx, `UPDATE identity.oauth_codes SET used = $2 WHERE hash = $1 AND used IS NULL
			RETURNING family, account, session, application, number, request`, hashSecret(code), o.clock()).
			Scan(&s.family, &s.account, &session, &client, &s.number, &request)
		if errors.Is(err, pgx.ErrNoRows) {
			f = invalidGrant("code_unknown_or_used", "code 不存在、已过期或已经用过")
			_, err := tx.Exec(ctx, `DELETE FROM identity.oauth_tokens t USING identity.oauth_codes c WHERE c.hash = $1 AND c.application = $2 AND t.family = c.family`, hashSecret(code), a.ID)
			return err
		}
		if err != nil {
			return err
		}
		var q oauthRequest
		if err := json.Unmarshal(request, &q); err != nil {
			return err
		}
		var expired bool
		if err := tx.QueryRow(ctx, "SELECT expires <= $2 FROM identity.oauth_codes WHERE hash = $1", hashSecret(code), o.clock()).Scan(&expired); err != nil {
			return err
		}
		if f = wrongCode(a, client, q, expired, form); f != nil {
			return nil
		}
		s.scopes, s.openid, s.nonce, s.authTime = q.Scopes, q.OpenID, q.Nonce, q.AuthTime
		given, f, err = o.give(ctx, tx, a, s)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("exchange a code: %w", err)
	}
	return given, f, nil
}

// wrongCode is what is wrong with the exchange of a code.
func wrongCode(a application.State, client string, q oauthRequest, expired bool, form oauthParams) *oauthFault {
	redirect, verifier := form["redirect_uri"], form["code_verifier"]
	switch {
	case client != a.ID:
		return invalidGrant("code_of_another_client", "code 属于另一个应用")
	case expired:
		return invalidGrant("code_expired", "code 已过期")
	case q.Named && redirect == "":
		return invalidGrant("redirect_uri_missing", "请求中没有授权时使用的 redirect_uri")
	case redirect != "" && redirect != q.Redirect:
		return invalidGrant("redirect_uri_differs", "redirect_uri 与授权时的不同")
	case q.Challenge == "" && verifier != "":
		return invalidGrant("verifier_without_challenge", "授权时没有 code_challenge，却发送了 code_verifier")
	case q.Challenge == "":
		return nil
	case verifier == "":
		return invalidGrant("verifier_missing", "请求中没有 code_verifier")
	case len(verifier) < 43 || len(verifier) > 128 || strings.Trim(verifier, unreserved) != "":
		return invalidGrant("verifier_malformed", "code_verifier 的格式不正确")
	}
	sum := sha256.Sum256([]byte(verifier))
	if subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(q.Challenge)) != 1 {
		return invalidGrant("verifier_wrong", "code_verifier 与 code_challenge 不符")
	}
	return nil
}

// refresh exchanges a refresh token for the next one. One that was exchanged before ends the authorization.
func (o *OAuth) refresh(ctx context.Context, a application.State, form oauthParams) (given *oauthGiven, f *oauthFault, err error) {
	token := form["refresh_token"]
	if token == "" {
		return nil, invalidRequest("refresh_token_missing", "请求中没有 refresh_token", "refresh_token is missing"), nil
	}
	unknown := invalidGrant("refresh_token_unknown", "refresh_token 不存在、已过期或不属于这个应用")
	var s oauthSubject
	reused := false
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		var scopes int64
		var used *time.Time
		err := tx.QueryRow(ctx, `SELECT family, account, number, scopes, openid, auth_time, used FROM identity.oauth_tokens
			WHERE hash = $1 AND refresh AND application = $2 AND expires > $3 FOR UPDATE`, hashSecret(token), a.ID, o.clock()).
			Scan(&s.family, &s.account, &s.number, &scopes, &s.openid, &s.authTime, &used)
		if errors.Is(err, pgx.ErrNoRows) {
			f = unknown
			return nil
		}
		if err != nil {
			return err
		}
		if used != nil {
			f, reused = invalidGrant("refresh_token_reused", "refresh_token 已经用过；为安全起见，授权已被撤销"), true
			return nil
		}
		s.scopes = Scopes(scopes) //nolint:gosec // never negative
		whole := s
		if g, err := readGrant(ctx, tx, s.account, a.ID); err != nil {
			return err
		} else if f = g.refused(s); f != nil { // the token is not used up: it is good again when the account has agreed again
			return nil
		}
		if text := form["scope"]; text != "" {
			asked, openid, wrong := requestedScopes(application.State{Scopes: application.Scopes(AllScopes)}, text)
			if wrong != nil || !s.scopes.Has(asked) || slices.ContainsFunc(openid, func(n string) bool { return !slices.Contains(s.openid, n) }) {
				f = invalidScope("scope_wider", "刷新时不能增加权限", "the scope exceeds that of the refresh token")
				return nil
			}
			s.scopes, s.openid = asked, openid
		}
		if _, err := tx.Exec(ctx, "UPDATE identity.oauth_tokens SET used = $2 WHERE hash = $1", hashSecret(token), o.clock()); err != nil {
			return err
		}
		given, f, err = o.giveAccess(ctx, tx, a, s, oauthShortLife)
		if err != nil || f != nil {
			return err
		}
		given.RefreshToken, err = o.giveRefresh(ctx, tx, a, whole)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("exchange a refresh token: %w", err)
	}
	if reused {
		if err := o.apps.End(ctx, s.account, a.ID); err != nil {
			return nil, nil, err
		}
	}
	return given, f, nil
}

// give gives out the tokens for a code.
func (o *OAuth) give(ctx context.Context, tx pgx.Tx, a application.State, s oauthSubject) (*oauthGiven, *oauthFault, error) {
	offline, life := slices.Contains(s.openid, "offline_access"), oauthShortLife
	if a.Type == application.Confidential && !offline {
		life = oauthLongLife
	}
	given, f, err := o.giveAccess(ctx, tx, a, s, life)
	if err != nil || f != nil || !offline {
		return given, f, err
	}
	given.RefreshToken, err = o.giveRefresh(ctx, tx, a, s)
	return given, nil, err
}

// giveAccess gives out an access token, with an id token where OpenID Connect was asked for. The authorization is read in
// the transaction: what has ended gives no token.
func (o *OAuth) giveAccess(ctx context.Context, tx pgx.Tx, a application.State, s oauthSubject, life time.Duration) (*oauthGiven, *oauthFault, error) {
	g, err := readGrant(ctx, tx, s.account, a.ID)
	if err != nil {
		return nil, nil, err
	}
	if f := g.refused(s); f != nil {
		return nil, f, nil
	}
	given := &oauthGiven{AccessToken: newSecret(prefixOAuth), TokenType: "Bearer", ExpiresIn: int64(life / time.Second)}
	given.Scope = strings.Join(append(slices.Clone(s.openid), (s.scopes&g.scopes).Names()...), " ")
	if err := o.storeToken(ctx, tx, given.AccessToken, a, s, false, life); err != nil {
		return nil, nil, err
	}
	if slices.Contains(s.openid, "openid") {
		if given.IDToken, err = o.idToken(ctx, a.ID, s, given.AccessToken); err != nil {
			return nil, nil, err
		}
	}
	return given, nil, nil
}

// refused is why an authorization gives no more tokens.
func (g grant) refused(s oauthSubject) *oauthFault {
	switch {
	case !g.live || g.number != s.number:
		return invalidGrant("authorization_ended", "授权已被撤销")
	case !g.current:
		return invalidGrant("authorization_of_former_owner", "应用换了所有者，需要用户再次同意")
	}
	return nil
}

func (o *OAuth) giveRefresh(ctx context.Context, tx pgx.Tx, a application.State, s oauthSubject) (string, error) {
	token := newSecret(prefixRefresh)
	return token, o.storeToken(ctx, tx, token, a, s, true, oauthRefreshLife)
}

func (o *OAuth) storeToken(ctx context.Context, tx pgx.Tx, token string, a application.State, s oauthSubject, refresh bool, life time.Duration) error {
	now := o.clock()
	_, err := tx.Exec(ctx, `INSERT INTO identity.oauth_tokens (hash, refresh, family, account, application, number, scopes, openid, auth_time, created, expires)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		hashSecret(token), refresh, s.family, s.account, a.ID, s.number, int64(s.scopes), orEmpty(s.openid), s.authTime, now, now.Add(life))
	return err
}

// revoke ends a token of an application: an access token, or a refresh token with all that followed from its code. It tells
// nothing about other tokens (RFC 7009).
func (o *OAuth) revoke(ctx context.Context, a application.State, token string) error {
	if token == "" {
		return nil
	}
	_, err := o.pool.Exec(ctx, `DELETE FROM identity.oauth_tokens t USING identity.oauth_tokens n
		WHERE n.hash = $1 AND n.application = $2 AND (t.hash = n.hash OR n.refresh AND t.family = n.family)`, hashSecret(token), a.ID)
	if err != nil {
		return fmt.Errorf("revoke a token: %w", err)
	}
	return nil
}

// oauthIntrospected is what an application learns of a token of its own (RFC 7662). All others are not active.
type oauthIntrospected struct {
	Active    bool   `json:"active"`
	Scope     string `json:"scope,omitempty"`
	ClientID  string `json:"client_id,omitempty"`
	Username  string `json:"username,omitempty"`
	TokenType string `json:"token_type,omitempty"`
	Expires   int64  `json:"exp,omitempty"`
	Issued    int64  `json:"iat,omitempty"`
	Subject   string `json:"sub,omitempty"`
	Audience  string `json:"aud,omitempty"`
	Issuer    string `json:"iss,omitempty"`
}

const introspect = `
SELECT t.refresh, t.account, a.username, t.scopes & g.scopes & c.max_scopes, t.openid, t.created, t.expires
FROM identity.oauth_tokens t
JOIN identity.oauth_grants g ON g.account = t.account AND g.application = t.application AND g.live AND g.number = t.number
JOIN identity.oauth_clients c ON c.id = t.application AND c.usable
JOIN identity.accounts a ON a.id = t.account
WHERE t.hash = $1 AND t.application = $2 AND t.expires > $3 AND t.used IS NULL`

func (o *OAuth) introspect(ctx context.Context, a application.State, token string) (oauthIntrospected, error) {
	if a.Type == application.Public { // anybody can say to be one
		return oauthIntrospected{}, nil
	}
	var refresh bool
	var account, username string
	var scopes int64
	var openid []string
	var created, expires time.Time
	err := o.pool.QueryRow(ctx, introspect, hashSecret(token), a.ID, o.clock()).Scan(&refresh, &account, &username, &scopes, &openid, &created, &expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return oauthIntrospected{}, nil
	}
	if err != nil {
		return oauthIntrospected{}, fmt.Errorf("look at a token: %w", err)
	}
	out := oauthIntrospected{
		Active: true, Scope: strings.Join(append(openid, Scopes(scopes).Names()...), " "), ClientID: a.ID, Username: username,
		Expires: expires.Unix(), Issued: created.Unix(), Subject: account, Audience: a.ID, Issuer: o.issuer(),
	}
	if !refresh {
		out.TokenType = "Bearer"
	}
	return out, nil
}
