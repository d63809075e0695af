// Package providertest is an OpenID Connect provider for tests, which can lie.
package providertest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc/oidctest"
	"github.com/go-jose/go-jose/v4"

	"github.com/modyard/modyard/identity/provider"
)

const (
	// Key is the key of the provider in Config.
	Key = "example"

	client = "modyard"
	keyID  = "key-1"
)

// Issuer is a provider. Its fields are what it says the next time, and are set between requests only.
type Issuer struct {
	URL     string
	Subject string
	Name    string
	Email   string
	// Verified is what it says about the address, of any JSON type.
	Verified any
	// Now is its clock.
	Now func() time.Time

	Claims    map[string]any // replace members of the id token; nil members are left out
	Userinfo  map[string]any // replace members of userinfo
	Algorithm string         // of the id token; empty: RS256
	KeyID     string         // that the id token names; empty: the right one
	Foreign   bool           // signs with a key that is not published
	Answers   http.Handler   // answers in place of the provider, if it is not nil
	Issued    bool           // its redirects name it (RFC 9207)

	mu      sync.Mutex
	codes   map[string]url.Values // the requests that were agreed to
	asked   map[string]int        // requests by path
	key     *rsa.PrivateKey
	foreign *rsa.PrivateKey
}

// New starts a provider.
func New(t *testing.T) *Issuer {
	t.Helper()
	i := &Issuer{Subject: "subject-1", Name: "steve", Email: "steve@example.net", Verified: true, Now: time.Now, codes: map[string]url.Values{}, asked: map[string]int{}}
	for _, key := range []**rsa.PrivateKey{&i.key, &i.foreign} {
		made, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		*key = made
	}
	server := httptest.NewServer(http.HandlerFunc(i.serve))
	t.Cleanup(server.Close)
	i.URL = server.URL
	return i
}

// Config is the entry of the provider in the operator's file.
func (i *Issuer) Config() provider.Config {
	return provider.Config{Key: Key, Label: "示例", Kind: provider.KindOIDC, Issuer: i.URL, ClientID: client, Scopes: []string{"profile", "email"}, TrustEmail: true, Private: true}
}

// Agree is a person who agrees at the address to which a site has led the browser: it returns the query of the redirect back.
func (i *Issuer) Agree(t *testing.T, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if q.Get("client_id") != client || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || len(q.Get("state")) < 32 {
		t.Fatalf("the request is not a complete one: %s", address)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	code := "code-" + strconv.Itoa(len(i.codes)+1)
	i.codes[code] = q
	back := url.Values{"code": {code}, "state": {q.Get("state")}}
	if i.Issued {
		back.Set("iss", i.URL)
	}
	return back
}

// Asked is how often a path was asked.
func (i *Issuer) Asked(path string) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked[path]
}

func (i *Issuer) serve(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	i.asked[r.URL.Path]++
	i.mu.Unlock()
	if i.Answers != nil {
		i.Answers.ServeHTTP(w, r)
		return
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		answer(w, 200, map[string]any{
			"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "userinfo_endpoint": i.URL + "/userinfo",
			"jwks_uri": i.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"}, "response_types_supported": []string{"code"},
			"authorization_response_iss_parameter_supported": i.Issued,
		})
	case "/keys":
		answer(w, 200, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: i.key.Public(), KeyID: keyID, Algorithm: "RS256", Use: "sig"}}})
	case "/token":
		i.token(w, r)
	case "/userinfo":
		members := map[string]any{"sub": i.Subject, "preferred_username": i.Name, "email": i.Email, "email_verified": i.Verified}
		answer(w, 200, changed(members, i.Userinfo))
	default:
		http.NotFound(w, r)
	}
}

func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	q, ok := i.codes[r.FormValue("code")]
	delete(i.codes, r.FormValue("code"))
	i.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !ok || base64.RawURLEncoding.EncodeToString(sum[:]) != q.Get("code_challenge") || r.FormValue("redirect_uri") != q.Get("redirect_uri") {
		answer(w, 400, map[string]any{"error": "invalid_grant"})
		return
	}
	now := i.Now()
	members := changed(map[string]any{
		"iss": i.URL, "aud": client, "sub": i.Subject, "nonce": q.Get("nonce"), "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "preferred_username": i.Name,
	}, i.Claims)
	answer(w, 200, map[string]any{"access_token": "secret", "token_type": "Bearer", "expires_in": 3600, "id_token": i.sign(members)})
}

func (i *Issuer) sign(members map[string]any) string {
	payload, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	algorithm, id, key := "RS256", keyID, i.key
	if i.Algorithm != "" {
		algorithm = i.Algorithm
	}
	if i.KeyID != "" {
		id = i.KeyID
	}
	if i.Foreign {
		key = i.foreign
	}
	switch algorithm {
	case "none":
		encode := base64.RawURLEncoding.EncodeToString
		return encode([]byte(`{"alg":"none","kid":"`+id+`"}`)) + "." + encode(payload) + "."
	case "HS256": // with the published key as the secret
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: key.N.Bytes()}, (&jose.SignerOptions{}).WithHeader("kid", id))
		if err != nil {
			panic(err)
		}
		signed, err := signer.Sign(payload)
		if err != nil {
			panic(err)
		}
		out, err := signed.CompactSerialize()
		if err != nil {
			panic(err)
		}
		return out
	}
	return oidctest.SignIDToken(key, id, algorithm, string(payload))
}

// changed is a copy of members with changes; nil changes leave a member out.
func changed(members, changes map[string]any) map[string]any {
	out := maps.Clone(members)
	for name, value := range changes {
		if out[name] = value; value == nil {
			delete(out, name)
		}
	}
	return out
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
