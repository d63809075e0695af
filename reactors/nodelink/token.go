package nodelink

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

const (
	// tokenLife is the longest life of a node's own token, and leeway what its clock may be off.
	tokenLife = time.Minute
	leeway    = time.Minute
	// maxToken bounds a token in bytes.
	maxToken = 4096
	// maxTokens bounds how many used tokens are remembered. A node needs one a connection.
	maxTokens = 10_000
)

func unauthorized() error {
	return httpkit.Fault(httpkit.KindUnauthorized, httpkit.CodeUnauthorized, "节点的令牌无效")
}

// authenticate returns the node that signed the bearer token of a request. A token is good for one connection.
func (l *Links) authenticate(r *http.Request) (string, error) {
	token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !found || len(token) > maxToken || r.Header.Get("Origin") != "" {
		return "", unauthorized()
	}
	var claims jwt.RegisteredClaims
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithAudience(l.Site), jwt.WithLeeway(leeway), jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(), jwt.WithTimeFunc(l.Now),
	)
	_, err := parser.ParseWithClaims(token, &claims, l.keyOf(r.Context(), &claims))
	if err != nil {
		l.Logger.WarnContext(r.Context(), "a node's token was refused", "error", err)
		return "", unauthorized()
	}
	if claims.IssuedAt == nil || claims.ID == "" || claims.ExpiresAt.Sub(claims.IssuedAt.Time) > tokenLife || !l.seen.first(claims.Issuer+" "+claims.ID, l.Now()) {
		return "", unauthorized()
	}
	return claims.Issuer, nil
}

// keyOf finds the key of the node that a token names.
func (l *Links) keyOf(ctx context.Context, claims *jwt.RegisteredClaims) jwt.Keyfunc {
	return func(*jwt.Token) (any, error) {
		if !ids.Valid(claims.Issuer) {
			return nil, fmt.Errorf("the issuer %.20q is no node", claims.Issuer)
		}
		key, err := l.Key(ctx, claims.Issuer)
		if err == nil && key == nil {
			err = fmt.Errorf("node %s has no key", claims.Issuer)
		}
		return key, err
	}
}

// tokens remembers used tokens for as long as they would hold.
type tokens struct {
	mu   sync.Mutex
	used map[string]time.Time
}

func newTokens() *tokens { return &tokens{used: map[string]time.Time{}} }

// first is true if a token was not used before.
func (t *tokens) first(id string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.used) >= maxTokens {
		for k, at := range t.used {
			if now.Sub(at) > tokenLife+2*leeway {
				delete(t.used, k)
			}
		}
	}
	if _, used := t.used[id]; used || len(t.used) >= maxTokens {
		return false
	}
	t.used[id] = now
	return true
}
