package token_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/token"
)

const (
	nodeID  = "nodeAAAA"
	server  = "srvAAAAA"
	account = "accAAAAA"
)

// site signs tokens.
type site struct {
	key ed25519.PrivateKey
	now time.Time
}

func newSite(t *testing.T) *site {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &site{key: key, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
}

func (s *site) public() string {
	return base64.RawURLEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

func (s *site) guard(t *testing.T) *token.Guard {
	t.Helper()
	g, err := token.Open("", nodeID, func() time.Time { return s.now })
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Welcome([]node.Key{{ID: "k1", Public: s.public()}}, []string{"https://Example.org:443"}); err != nil {
		t.Fatal(err)
	}
	return g
}

// claims are those of a good token, changed by some.
func (s *site) claims(change func(jwt.MapClaims)) jwt.MapClaims {
	c := jwt.MapClaims{
		"aud": nodeID, "sub": account, "srv": server, "jti": "ses1", "scp": []string{node.ScopeConsole}, "epo": 3,
		"nbf": s.now.Unix(), "exp": s.now.Add(10 * time.Minute).Unix(),
	}
	if change != nil {
		change(c)
	}
	return c
}

func (s *site) sign(t *testing.T, c jwt.MapClaims) string {
	t.Helper()
	return signed(t, jwt.SigningMethodEdDSA, s.key, "k1", c)
}

func signed(t *testing.T, method jwt.SigningMethod, key any, kid any, c jwt.MapClaims) string {
	t.Helper()
	j := jwt.NewWithClaims(method, c)
	if kid != nil {
		j.Header["kid"] = kid
	}
	raw, err := j.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func set(name string, value any) func(jwt.MapClaims) {
	return func(c jwt.MapClaims) { c[name] = value }
}

func TestATokenOfTheSiteIsTaken(t *testing.T) {
	s := newSite(t)
	g := s.guard(t)
	for name, change := range map[string]func(jwt.MapClaims){
		"at once":                        nil,
		"signed by a clock that is fast": func(c jwt.MapClaims) { c["nbf"], c["exp"] = s.now.Unix()+59, s.now.Unix()+600 },
		"in the leeway after its end":    func(c jwt.MapClaims) { c["nbf"], c["exp"] = s.now.Unix()-600, s.now.Unix()-59 },
		"with more scopes":               set("scp", []string{"files", node.ScopeConsole, node.ScopeCommands}),
		"with claims of a later site":    set("new", map[string]any{"a": 1}),
	} {
		grant, err := g.Verify(s.sign(t, s.claims(change)), server, node.ScopeConsole)
		if err != nil || grant.Claims.Subject != account || grant.Epoch != 3 || !grant.Ends.After(s.now) || grant.Ends.After(s.now.Add(token.MaxLife)) {
			t.Errorf("%s: %+v, %v", name, grant, err)
		}
	}
}

func TestHostileTokensAreRefused(t *testing.T) {
	s, other := newSite(t), newSite(t)
	g := s.guard(t)
	good := s.sign(t, s.claims(nil))
	parts := strings.Split(good, ".")
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	header := func(h string) string { return base64.RawURLEncoding.EncodeToString([]byte(h)) }
	// The public key as the secret of an HMAC: what a verifier that trusts the header would accept.
	confused := header(`{"alg":"HS256","typ":"JWT","kid":"k1"}`) + "." + parts[1]
	mac := hmac.New(sha256.New, s.key.Public().(ed25519.PublicKey))
	mac.Write([]byte(confused))
	confused += "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	raw := func(claims string) string { // signed claims that are not what they should be
		text := header(`{"alg":"EdDSA","kid":"k1"}`) + "." + base64.RawURLEncoding.EncodeToString([]byte(claims))
		return text + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(s.key, []byte(text)))
	}
	hostile := map[string]string{
		"empty": "", "no token": "hello", "two parts": parts[0] + "." + parts[1], "two parts with a dot": parts[0] + "." + parts[1] + ".", "four parts": good + ".x",
		"a byte more": good + "A", "padding": good + "=", "a space": " " + good, "cut": good[:len(good)-1],
		"alg none":              signed(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, "k1", s.claims(nil)),
		"alg None":              header(`{"alg":"None","kid":"k1"}`) + "." + parts[1] + ".",
		"no alg":                header(`{"kid":"k1"}`) + "." + parts[1] + "." + parts[2],
		"HS256 by the key":      confused,
		"HS256":                 signed(t, jwt.SigningMethodHS256, []byte("k1"), "k1", s.claims(nil)),
		"RS256":                 signed(t, jwt.SigningMethodRS256, rsaKey, "k1", s.claims(nil)),
		"another site":          other.sign(t, s.claims(nil)),
		"another key id":        signed(t, jwt.SigningMethodEdDSA, s.key, "k2", s.claims(nil)),
		"no key id":             signed(t, jwt.SigningMethodEdDSA, s.key, nil, s.claims(nil)),
		"a key id of a number":  signed(t, jwt.SigningMethodEdDSA, s.key, 1, s.claims(nil)),
		"claims of another":     parts[0] + "." + strings.Split(s.sign(t, s.claims(set("sub", "accBBBBB"))), ".")[1] + "." + parts[2],
		"expired":               s.sign(t, s.claims(func(c jwt.MapClaims) { c["nbf"], c["exp"] = s.now.Unix()-660, s.now.Unix()-60 })),
		"of the future":         s.sign(t, s.claims(func(c jwt.MapClaims) { c["nbf"], c["exp"] = s.now.Unix()+61, s.now.Unix()+120 })),
		"too long":              s.sign(t, s.claims(set("exp", s.now.Unix()+601))),
		"for ever":              s.sign(t, s.claims(set("exp", int64(1)<<62))),
		"ends before it begins": s.sign(t, s.claims(set("exp", s.now.Unix()-1))),
		"a negative beginning":  s.sign(t, s.claims(set("nbf", -int64(1)<<62))),
		"another node":          s.sign(t, s.claims(set("aud", "nodeBBBB"))),
		"several nodes":         s.sign(t, s.claims(set("aud", []string{nodeID}))),
		"another server":        s.sign(t, s.claims(set("srv", "srvBBBBB"))),
		"texts for times":       s.sign(t, s.claims(set("exp", "never"))),
		"scopes as a text":      s.sign(t, s.claims(set("scp", "console"))),
		"a negative epoch":      s.sign(t, s.claims(set("epo", -1))),
		"no claims":             raw(``), "a list": raw(`[]`), "null": raw(`null`), "an empty object": raw(`{}`),
		"huge":        s.sign(t, s.claims(set("pad", strings.Repeat("x", 1<<20)))),
		"deep":        raw(strings.Repeat("[", 2000)),
		"many points": strings.Repeat(".", 4000),
	}
	for _, name := range []string{"aud", "sub", "srv", "jti", "scp", "nbf", "exp"} {
		hostile["without "+name] = s.sign(t, s.claims(func(c jwt.MapClaims) { delete(c, name) }))
	}
	for name, raw := range hostile {
		_, err := g.Verify(raw, server, node.ScopeConsole)
		if !errors.Is(err, token.ErrIncorrect) {
			t.Errorf("%s: %v", name, err)
		}
		if len(raw) > 20 && err != nil && strings.Contains(err.Error(), raw[:20]) {
			t.Errorf("%s: the error shows the token", name)
		}
	}
	if _, err := g.Verify(good, server, node.ScopeConsole); err != nil {
		t.Errorf("the good token: %v", err)
	}
}

func TestATokenOfOneScopeIsNoTokenOfAnother(t *testing.T) {
	s := newSite(t)
	g := s.guard(t)
	scopes := []string{node.ScopeConsole, node.ScopeCommands, "files-read", "archive"}
	for _, has := range scopes {
		raw := s.sign(t, s.claims(set("scp", []string{has})))
		for _, wants := range scopes {
			_, err := g.Verify(raw, server, wants)
			if has == wants && err != nil || has != wants && !errors.Is(err, token.ErrScope) {
				t.Errorf("a token for %s used for %s: %v", has, wants, err)
			}
		}
	}
}

func TestARevokedEpochHoldsNoMoreAndANewerOneDoes(t *testing.T) {
	s := newSite(t)
	g := s.guard(t)
	old, next := s.sign(t, s.claims(nil)), s.sign(t, s.claims(set("epo", 4)))
	for _, r := range []node.Revoked{
		{Server: server, Account: "accBBBBB", Epoch: 9}, {Server: "srvBBBBB", Account: account, Epoch: 9}, {Server: server, Account: account, Epoch: 3},
	} {
		if err := g.Revoke(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Verify(old, server, node.ScopeConsole); err != nil {
		t.Errorf("revocations of others: %v", err)
	}
	for _, epoch := range []uint64{4, 2} { // an older one that arrives late changes nothing
		if err := g.Revoke(node.Revoked{Server: server, Account: account, Epoch: epoch}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Verify(old, server, node.ScopeConsole); !errors.Is(err, token.ErrRevoked) {
		t.Errorf("the old token: %v", err)
	}
	if _, err := g.Verify(next, server, node.ScopeConsole); err != nil {
		t.Errorf("the next token: %v", err)
	}
}

func TestTwoKeysCountAndAKeyThatIsNoneChangesNothing(t *testing.T) {
	s, second := newSite(t), newSite(t)
	g := s.guard(t)
	keys := []node.Key{{ID: "k1", Public: s.public()}, {ID: "k2", Public: second.public()}}
	if err := g.Welcome(keys, nil); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]node.Key{
		{{ID: "k1", Public: "AAAA"}}, {{ID: "", Public: s.public()}}, {{ID: "k1", Public: s.public() + "="}}, append(keys, node.Key{ID: "k3", Public: s.public()}),
	} {
		if err := g.Welcome(bad, nil); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
	for _, raw := range []string{s.sign(t, s.claims(nil)), signed(t, jwt.SigningMethodEdDSA, second.key, "k2", s.claims(nil))} {
		if _, err := g.Verify(raw, server, node.ScopeConsole); err != nil {
			t.Error(err)
		}
	}
	if err := g.Welcome(keys[1:], nil); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Verify(s.sign(t, s.claims(nil)), server, node.ScopeConsole); !errors.Is(err, token.ErrIncorrect) {
		t.Errorf("a key that was taken away: %v", err)
	}
}

func TestOriginsAreComparedAsBrowsersWriteThem(t *testing.T) {
	g := newSite(t).guard(t)
	for origin, want := range map[string]bool{
		"https://example.org": true, "HTTPS://EXAMPLE.ORG": true, "https://example.org:443": true, "http://example.org": false, "https://example.org:8443": false,
		"https://example.org.evil.example": false, "https://sub.example.org": false, "https://example.org/x": false, "https://example.org@evil.example": false,
		"null": false, "": false, "https://": false, "file://example.org": false, "https://example.org?x": false,
	} {
		if got := g.Admits(origin); got != want {
			t.Errorf("%q: %v", origin, got)
		}
	}
}

func TestARestartedNodeKnowsWhatTheSiteSaid(t *testing.T) {
	s := newSite(t)
	path := filepath.Join(t.TempDir(), "guard.json")
	open := func() *token.Guard {
		g, err := token.Open(path, nodeID, func() time.Time { return s.now })
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := open()
	if err := g.Welcome([]node.Key{{ID: "k1", Public: s.public()}}, []string{"https://example.org"}); err != nil {
		t.Fatal(err)
	}
	if err := g.Revoke(node.Revoked{Server: server, Account: account, Epoch: 4}); err != nil {
		t.Fatal(err)
	}
	g = open()
	if _, err := g.Verify(s.sign(t, s.claims(nil)), server, node.ScopeConsole); !errors.Is(err, token.ErrRevoked) || !g.Admits("https://example.org") {
		t.Errorf("after a restart: %v", err)
	}
	if _, err := g.Verify(s.sign(t, s.claims(set("epo", 4))), server, node.ScopeConsole); err != nil {
		t.Errorf("after a restart: %v", err)
	}
}

func FuzzVerify(f *testing.F) {
	g, err := token.Open("", nodeID, func() time.Time { return time.Unix(1_770_000_000, 0) })
	if err != nil {
		f.Fatal(err)
	}
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		f.Fatal(err)
	}
	if err := g.Welcome([]node.Key{{ID: "k1", Public: base64.RawURLEncoding.EncodeToString(public)}}, nil); err != nil {
		f.Fatal(err)
	}
	claims, _ := json.Marshal(map[string]any{"aud": nodeID, "srv": server})
	f.Add(`{"alg":"EdDSA","kid":"k1"}`, string(claims), "sig")
	f.Add(`{"alg":"none"}`, `{}`, "")
	f.Fuzz(func(t *testing.T, header, claims, signature string) {
		enc := base64.RawURLEncoding.EncodeToString
		for _, raw := range []string{enc([]byte(header)) + "." + enc([]byte(claims)) + "." + enc([]byte(signature)), header + "." + claims + "." + signature} {
			if _, err := g.Verify(raw, server, node.ScopeConsole); !errors.Is(err, token.ErrIncorrect) {
				t.Errorf("%q: %v", raw, err)
			}
		}
	})
}
