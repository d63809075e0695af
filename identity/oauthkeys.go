package identity

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/ids"
)

const (
	oauthKeyLife      = 90 * 24 * time.Hour            // how long a key signs
	oauthKeyPublished = oauthKeyLife + 30*24*time.Hour // how long it is published
	oauthKeyBits      = 2048
	oauthKeyCached    = time.Minute
	oauthKeyLock      = 0x6f61757468 // of the transaction that makes a key
)

// oauthKey is a key of id tokens.
type oauthKey struct {
	id      string
	private *rsa.PrivateKey
	created time.Time
}

// oauthKeys are the keys that a process has read lately.
type oauthKeys struct {
	mu   sync.Mutex
	list []oauthKey // the newest first
	read time.Time
}

// signingKeys are the published keys, the newest first, which signs. A new one is made where it is too old.
func (o *OAuth) signingKeys(ctx context.Context) ([]oauthKey, error) {
	o.keys.mu.Lock()
	defer o.keys.mu.Unlock()
	now := o.clock()
	if age := now.Sub(o.keys.read); len(o.keys.list) > 0 && age >= 0 && age < oauthKeyCached && now.Sub(o.keys.list[0].created) < oauthKeyLife {
		return o.keys.list, nil
	}
	list, err := o.readKeys(ctx, o.pool)
	if err == nil && (len(list) == 0 || now.Sub(list[0].created) >= oauthKeyLife) {
		list, err = o.makeKey(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("read the keys of id tokens: %w", err)
	}
	o.keys.list, o.keys.read = list, now
	return list, nil
}

// makeKey makes a key; of concurrent processes one does.
func (o *OAuth) makeKey(ctx context.Context) (list []oauthKey, err error) {
	fresh, err := rsa.GenerateKey(rand.Reader, oauthKeyBits)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(fresh)
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, o.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", oauthKeyLock); err != nil {
			return err
		}
		now := o.clock()
		if list, err = o.readKeys(ctx, tx); err != nil || len(list) > 0 && now.Sub(list[0].created) < oauthKeyLife {
			return err
		}
		id := ids.New()
		sealed := o.sealSecret("oauth key "+id, base64.RawStdEncoding.EncodeToString(der))
		if _, err := tx.Exec(ctx, "INSERT INTO identity.oauth_keys (id, sealed, created) VALUES ($1, $2, $3)", id, sealed, now); err != nil {
			return err
		}
		list = append([]oauthKey{{id, fresh, now}}, list...)
		return nil
	})
	return list, err
}

// rowsOf is a pool or a transaction.
type rowsOf interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func (o *OAuth) readKeys(ctx context.Context, from rowsOf) ([]oauthKey, error) {
	rows, err := from.Query(ctx, "SELECT id, sealed, created FROM identity.oauth_keys WHERE created > $1 ORDER BY created DESC, id", o.clock().Add(-oauthKeyPublished))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (k oauthKey, err error) {
		var sealed string
		if err := row.Scan(&k.id, &sealed, &k.created); err != nil {
			return k, err
		}
		text, err := o.openSecret("oauth key "+k.id, sealed)
		if err != nil {
			return k, err
		}
		der, err := base64.RawStdEncoding.DecodeString(text)
		if err != nil {
			return k, errors.New("a key is damaged")
		}
		parsed, err := x509.ParsePKCS8PrivateKey(der)
		private, ok := parsed.(*rsa.PrivateKey)
		if err != nil || !ok {
			return k, errors.New("a key is damaged")
		}
		k.private = private
		return k, nil
	})
}

// jsonWebKey is the public part of a key (RFC 7517).
type jsonWebKey struct {
	Type      string `json:"kty"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
	ID        string `json:"kid"`
	N         string `json:"n"`
	E         string `json:"e"`
}

type jsonWebKeys struct {
	Keys []jsonWebKey `json:"keys"`
}

func (k oauthKey) public() jsonWebKey {
	e := big.NewInt(int64(k.private.E)).Bytes()
	return jsonWebKey{"RSA", "sig", "RS256", k.id, base64.RawURLEncoding.EncodeToString(k.private.N.Bytes()), base64.RawURLEncoding.EncodeToString(e)}
}

// idClaims are the claims of an id token (OpenID Connect Core, section 2). What describes the person is in userinfo.
type idClaims struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"`
	Issued   int64  `json:"iat"`
	AuthTime int64  `json:"auth_time"`
	Nonce    string `json:"nonce,omitempty"`
	Hash     string `json:"at_hash"`
}

// idToken makes an id token.
func (o *OAuth) idToken(ctx context.Context, client string, s oauthSubject, access string) (string, error) {
	keys, err := o.signingKeys(ctx)
	if err != nil {
		return "", err
	}
	sum, now := sha256.Sum256([]byte(access)), o.clock()
	return keys[0].sign(idClaims{
		Issuer: o.issuer(), Subject: s.account, Audience: client, Expires: now.Add(oauthShortLife).Unix(), Issued: now.Unix(),
		AuthTime: s.authTime.Unix(), Nonce: s.nonce, Hash: base64.RawURLEncoding.EncodeToString(sum[:16]),
	})
}

// sign is the compact form of RFC 7515 with RS256. The only such token that is read is one of our own (hinted).
func (k oauthKey) sign(claims idClaims) (string, error) {
	header, err := json.Marshal(struct {
		Algorithm string `json:"alg"`
		Type      string `json:"typ"`
		ID        string `json:"kid"`
	}{"RS256", "JWT", k.id})
	if err != nil {
		return "", fmt.Errorf("sign an id token: %w", err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("sign an id token: %w", err)
	}
	signed := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(payload)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, k.private, crypto.SHA256, sum[:])
	if err != nil {
		return "", fmt.Errorf("sign an id token: %w", err)
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}
