package identity

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// freshLogin is how long a new session, which has given no code yet, counts as one that was begun for the request.
const freshLogin = 5 * time.Minute

// askedLife is how long a request that demanded a proof may be repeated after the proof.
const askedLife = 30 * time.Minute

const selectAsked = `SELECT (SELECT at FROM identity.oauth_asked WHERE hash = $1 AND at > $4),
	s.created > $5 AND NOT EXISTS (SELECT FROM identity.oauth_codes c WHERE c.account = s.account AND c.session = s.id)
	FROM identity.sessions s WHERE s.id = $2 AND s.account = $3`

// present says whether the owner of a session proved to be there as a request demands: by prompt=login after the request was first
// seen, by max_age not too long ago. A session that was begun a moment ago was begun for its first request.
func (o *OAuth) present(ctx context.Context, caller Caller, q oauthRequest, query string) (bool, error) {
	if !q.wants("login") && (q.maxAge == nil || !q.AuthTime.Before(*q.maxAge)) {
		return true, nil
	}
	now := o.clock()
	var asked *time.Time
	var begun bool
	err := o.pool.QueryRow(ctx, selectAsked, askedHash(caller, query), caller.Session, caller.Account, now.Add(-askedLife), now.Add(-freshLogin)).Scan(&asked, &begun)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, errNotSignedIn
	}
	if err != nil {
		return false, fmt.Errorf("read when a proof was asked for: %w", err)
	}
	return begun || asked != nil && !q.AuthTime.Before(*asked), nil
}

const insertAsked = `INSERT INTO identity.oauth_asked (hash, at) VALUES ($1, $2)
	ON CONFLICT (hash) DO UPDATE SET at = excluded.at WHERE oauth_asked.at <= $3`

// askProof records that a request demands a proof from now on, and is the fault that says so.
func (o *OAuth) askProof(ctx context.Context, caller Caller, query string) error {
	now := o.clock()
	if _, err := o.pool.Exec(ctx, insertAsked, askedHash(caller, query), now, now.Add(-askedLife)); err != nil {
		return fmt.Errorf("record that a proof was asked for: %w", err)
	}
	return errNotConfirmed
}

func askedHash(caller Caller, query string) []byte {
	return hashSecret(caller.Session + "\x00" + query)
}

// hinted is the account of an id token that this site made for an application, whether or not it has expired; false for any other text.
func (o *OAuth) hinted(ctx context.Context, token, client string) (account string, ok bool, err error) {
	signed, signature, _ := cutLast(token, ".")
	head, payload, _ := strings.Cut(signed, ".")
	var header struct {
		Algorithm string `json:"alg"`
		Key       string `json:"kid"`
	}
	var claims idClaims
	sum := sha256.Sum256([]byte(signed))
	sealed, wrong := base64.RawURLEncoding.DecodeString(signature)
	if wrong != nil || !readPart(head, &header) || !readPart(payload, &claims) || header.Algorithm != "RS256" {
		return "", false, nil
	}
	keys, err := o.signingKeys(ctx)
	if err != nil {
		return "", false, err
	}
	for _, k := range keys {
		if k.id == header.Key && rsa.VerifyPKCS1v15(&k.private.PublicKey, crypto.SHA256, sum[:], sealed) == nil {
			return claims.Subject, claims.Issuer == o.issuer() && claims.Audience == client, nil
		}
	}
	return "", false, nil
}

func readPart(part string, into any) bool {
	raw, err := base64.RawURLEncoding.DecodeString(part)
	return err == nil && json.Unmarshal(raw, into) == nil
}

func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}
