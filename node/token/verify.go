// Package token decides who may use the node: it checks the tokens that a site gives to its users, without asking the site.
package token

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
)

const (
	// MaxLife is the longest time between a token's nbf and exp.
	MaxLife = 10 * time.Minute
	// Leeway is how much the clocks of site and node may differ.
	Leeway = time.Minute
	// MaxSize is the length of the longest token in bytes.
	MaxSize = 4096
	// MaxKeys is how many keys of a site count at a time: the present one and the one before or after it.
	MaxKeys = 2
)

var (
	// ErrIncorrect means that a text is not a token of the site for this node and server at this time.
	ErrIncorrect = errors.New("the token is not valid")
	// ErrRevoked means that the account's tokens were withdrawn after this one was signed.
	ErrRevoked = errors.New("the token is revoked")
	// ErrScope means that the token is valid, but not for this.
	ErrScope = errors.New("the token does not allow this")
)

// Grant is a valid token.
type Grant struct {
	node.Claims
	// Ends is when the token ceases to hold: its exp, or a Leeway later if it was presented after its exp.
	Ends time.Time
}

// Allows says whether the token has a scope.
func (g Grant) Allows(scope string) bool { return slices.Contains(g.Scopes, scope) }

// Verify checks a token for a server of this node and for a scope. Its errors are ErrIncorrect, ErrRevoked and ErrScope; none contains the token.
func (g *Guard) Verify(raw, server, scope string) (Grant, error) {
	if server == "" {
		return Grant{}, fmt.Errorf("%w: it is for another server", ErrIncorrect)
	}
	return g.verify(raw, server, scope)
}

// VerifyAny is Verify for requests whose server is the one that the token names: Grant.Server.
func (g *Guard) VerifyAny(raw, scope string) (Grant, error) { return g.verify(raw, "", scope) }

// verify checks a token; an empty server is any.
func (g *Guard) verify(raw, server, scope string) (Grant, error) {
	if len(raw) > MaxSize {
		return Grant{}, fmt.Errorf("%w: it has %d bytes", ErrIncorrect, len(raw))
	}
	now := g.now()
	c := claims{now: now, node: g.node, server: server}
	parser := jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithStrictDecoding(), jwt.WithoutClaimsValidation())
	if _, err := parser.ParseWithClaims(raw, &c, g.key); err != nil {
		return Grant{}, fmt.Errorf("%w: %s", ErrIncorrect, reason(err))
	}
	if err := c.check(); err != nil {
		return Grant{}, fmt.Errorf("%w: %w", ErrIncorrect, err)
	}
	grant := Grant{Claims: c.Claims, Ends: time.Unix(c.Expires, 0)}
	if !now.Before(grant.Ends) {
		grant.Ends = grant.Ends.Add(Leeway)
	}
	if !g.Holds(grant) {
		return Grant{}, ErrRevoked
	}
	if !grant.Allows(scope) {
		return Grant{}, fmt.Errorf("%w: it lacks the scope %q", ErrScope, scope)
	}
	return grant, nil
}

// reason is what the parser found, without what it read.
func reason(err error) string {
	for _, known := range []error{errKey, jwt.ErrTokenSignatureInvalid, jwt.ErrTokenUnverifiable, jwt.ErrTokenMalformed} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "it cannot be read"
}

var errKey = errors.New("its key is not one of the site's")

// key finds the key that a token names.
func (g *Guard) key(t *jwt.Token) (any, error) {
	id, _ := t.Header["kid"].(string)
	g.mu.RLock()
	defer g.mu.RUnlock()
	if key, ok := g.keys[id]; ok {
		return key, nil
	}
	return ed25519.PublicKey(nil), errKey
}

// claims are a token's claims and what they are compared with. The parser validates nothing itself: check has all rules.
type claims struct {
	node.Claims
	jwt.RegisteredClaims `json:"-"`
	now                  time.Time
	node, server         string
}

// UnmarshalJSON takes the claims of the contract only: an audience is one text, never a list.
func (c *claims) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &c.Claims) }

// check compares the claims. Times are compared as seconds, so that no number overflows.
func (c *claims) check() error {
	now, leeway := c.now.Unix(), int64(Leeway/time.Second)
	switch {
	case c.Claims.Audience == "" || c.Claims.Audience != c.node:
		return errors.New("it is for another node")
	case c.Server == "" || c.server != "" && c.Server != c.server:
		return errors.New("it is for another server")
	case c.Claims.Subject == "" || c.Claims.ID == "" || len(c.Scopes) == 0:
		return errors.New("it lacks the account, its id or its scopes")
	case c.Claims.NotBefore <= 0 || c.Expires <= c.Claims.NotBefore || c.Expires > maxSeconds:
		return errors.New("it lacks its times")
	case c.Expires-c.Claims.NotBefore > int64(MaxLife/time.Second):
		return errors.New("it holds for too long")
	case now < c.Claims.NotBefore-leeway:
		return errors.New("it does not hold yet")
	case now >= c.Expires+leeway:
		return errors.New("it has expired")
	}
	return nil
}

// maxSeconds is the end of the year 9999.
const maxSeconds = 253_402_300_799
