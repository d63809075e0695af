package identity_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/provider"
)

const (
	zitadelKey    = "zitadel" // of the provider in the operator's file
	zitadelClient = "modyard"
	zitadelSecret = "secret:with&signs%+/="
)

// zitadel is a provider that others wrote, with people and a client of its own, behind real HTTP.
type zitadel struct {
	*storage.Storage
	t        *testing.T
	URL      string
	provider *op.Provider

	mu        sync.Mutex
	keys      []zitadelSigner // that are published
	signsWith zitadelSigner
	made      int
}

// zitadelSigner is a key as the provider signs with it.
type zitadelSigner struct {
	id  string
	key *rsa.PrivateKey
}

func (k zitadelSigner) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k zitadelSigner) Key() any                                    { return k.key }
func (k zitadelSigner) ID() string                                  { return k.id }

// zitadelPublished is a key as the provider publishes it.
type zitadelPublished struct{ zitadelSigner }

func (k zitadelPublished) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k zitadelPublished) Use() string                        { return "sig" }
func (k zitadelPublished) Key() any                           { return k.key.Public() }

// zitadelPeople are the accounts of the provider, by their names.
type zitadelPeople map[string]*storage.User

func (p zitadelPeople) GetUserByUsername(name string) *storage.User { return p[name] }
func (p zitadelPeople) ExampleClientID() string                     { return "" }
func (p zitadelPeople) GetUserByID(id string) *storage.User {
	for _, u := range p {
		if u.ID == id {
			return u
		}
	}
	return nil
}

func newZitadel(t *testing.T, callback string) *zitadel {
	t.Helper()
	people := zitadelPeople{}
	for _, name := range []string{"steve", "blair"} {
		people[name] = &storage.User{ID: "zitadel-" + name, Username: name, Password: "verysecure", Email: name + "@example.net", EmailVerified: true}
	}
	clients := map[string]*storage.Client{zitadelClient: storage.WebClient(zitadelClient, zitadelSecret, callback)}
	z := &zitadel{t: t, Storage: storage.NewStorageWithClients(people, clients)}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	z.URL = server.URL
	z.rotates(false)
	var key [32]byte
	if _, err := rand.Read(key[:]); err != nil {
		t.Fatal(err)
	}
	var err error
	if z.provider, err = op.NewProvider(&op.Config{CryptoKey: key, CryptoKeyId: "key", CodeMethodS256: true, AuthMethodPost: true}, z, op.StaticIssuer(z.URL), op.WithAllowInsecure()); err != nil {
		t.Fatal(err)
	}
	mux.HandleFunc("GET /refuse", func(w http.ResponseWriter, r *http.Request) {
		asked, err := z.AuthRequestByID(r.Context(), r.FormValue("id"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		op.AuthRequestError(w, r, asked, oidc.ErrAccessDenied(), z.provider)
	})
	mux.Handle("/", z.provider)
	return z
}

// SigningKey implements op.Storage.
func (z *zitadel) SigningKey(context.Context) (op.SigningKey, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.signsWith, nil
}

// KeySet implements op.Storage.
func (z *zitadel) KeySet(context.Context) ([]op.Key, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	var out []op.Key
	for _, k := range z.keys {
		out = append(out, zitadelPublished{k})
	}
	return out, nil
}

// rotates signs with a new key from then on. The keys before it stay published, or do not. It returns the one before.
func (z *zitadel) rotates(keep bool) (before zitadelSigner) {
	z.t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		z.t.Fatal(err)
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	before = z.signsWith
	z.made++
	z.signsWith = zitadelSigner{"key-" + strconv.Itoa(z.made), key}
	if !keep {
		z.keys = nil
	}
	z.keys = append(slices.Clone(z.keys), z.signsWith)
	return before
}

// signs signs with a key, whether or not it is published.
func (z *zitadel) signs(with zitadelSigner) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.signsWith = with
}

// config is the provider in the operator's file.
func (z *zitadel) config(secret string) provider.Config {
	z.t.Helper()
	file := filepath.Join(z.t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		z.t.Fatal(err)
	}
	return provider.Config{
		Key: zitadelKey, Label: "示例", Issuer: z.URL, ClientID: zitadelClient, SecretFile: file, Scopes: []string{"profile", "email"}, TrustEmail: true, Private: true,
	}
}

// goes follows one redirect.
func (z *zitadel) goes(address string) *url.URL {
	z.t.Helper()
	r, err := http.NewRequestWithContext(z.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		z.t.Fatal(err)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(r)
	if err != nil {
		z.t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // nothing is read
	to, err := res.Location()
	if err != nil || res.StatusCode/100 != 3 {
		z.t.Fatalf("%s: %d, %v", address, res.StatusCode, err)
	}
	return to
}

// agrees is a person who signs in to the provider and agrees at an address to which a site led: it is where they return to.
func (z *zitadel) agrees(who, address string) *url.URL {
	z.t.Helper()
	id := z.goes(address).Query().Get("authRequestID")
	if err := z.CheckUsernamePassword(who, "verysecure", id); err != nil {
		z.t.Fatal(err)
	}
	return z.goes(z.URL + "/authorize/callback?id=" + url.QueryEscape(id))
}

// refuses is a person who does not agree.
func (z *zitadel) refuses(address string) *url.URL {
	z.t.Helper()
	return z.goes(z.URL + "/refuse?id=" + url.QueryEscape(z.goes(address).Query().Get("authRequestID")))
}

// newZitadelSite is a site at which people sign in with their accounts of a provider that others wrote. Its clock is behind that of
// the provider, whose tokens have not expired then.
func newZitadelSite(t *testing.T) (*site, *zitadel) {
	t.Helper()
	z := newZitadel(t, "https://modyard.test/v2/auth/callback/"+zitadelKey)
	s, _ := newMailSite(t, func(o *identity.Options) {
		set, err := provider.Open([]provider.Config{z.config(zitadelSecret)}, o.Now)
		if err != nil {
			t.Fatal(err)
		}
		o.Providers = set
	})
	return s, z
}

// by signs a browser in through the provider as one of its people, and returns where it is led.
func (v *visitor) by(z *zitadel, who string) *url.URL {
	v.s.t.Helper()
	to := v.goes("/v2/auth/init?" + url.Values{"provider": {zitadelKey}, "url": {"/mods"}}.Encode())
	return v.returns(z.agrees(who, to.String()))
}

// returns is the way back from the provider.
func (v *visitor) returns(answer *url.URL) *url.URL {
	v.s.t.Helper()
	if answer.Scheme+"://"+answer.Host != "https://modyard.test" {
		v.s.t.Fatalf("the provider leads to %s", answer)
	}
	to := v.goes(answer.RequestURI())
	if v.sessionCookies() > 0 {
		v.csrf = v.cookies["modyard_csrf"]
	}
	return to
}

func TestAPersonSignsUpAndInWithAProviderThatOthersWrote(t *testing.T) {
	s, z := newZitadelSite(t)
	v := s.visitor()
	at := v.by(z, "steve")
	if at.Path != "/auth/join" || at.Query().Get("redirect") != "/mods" || s.accounts() != 0 {
		t.Fatalf("%s, %d accounts", at, s.accounts())
	}
	proposed := v.want(200, "POST", "/_internal/auth/joining", object{"flow": flowOf(at)})
	if field(t, proposed, "username") != "steve" || field(t, proposed, "email") != "steve@example.net" {
		t.Fatal(proposed.body)
	}
	v.want(200, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": "steve", "email": "steve@example.net"})
	v.csrf = v.cookies["modyard_csrf"]
	if own := v.want(200, "GET", "/v2/user", nil); !strings.Contains(own.body, `"email_verified":true`) {
		t.Error("the provider's word about the address is not believed: " + own.body)
	}
	again := s.visitor()
	if to := again.by(z, "steve"); to.String() != "/mods" || again.id() != v.id() {
		t.Errorf("the second sign-in leads to %s", to)
	}
	if to := s.visitor().by(z, "blair"); to.Path != "/auth/join" {
		t.Errorf("another person of the provider is led to %s", to)
	}
}

func TestAnAccountIsLinkedToAProviderThatOthersWrote(t *testing.T) {
	s, z := newZitadelSite(t)
	v := s.signedUp("alex")
	link := func(v *visitor, who string) *url.URL {
		return v.returns(z.agrees(who, field(t, v.want(200, "POST", "/_internal/auth/link", object{"provider": zitadelKey}), "url")))
	}
	if at := link(v, "blair"); at.String() != "/settings/account?linked="+zitadelKey {
		t.Fatal(at)
	}
	guest := s.visitor()
	if to := guest.by(z, "blair"); to.String() != "/mods" || guest.id() != v.id() {
		t.Errorf("the linked account leads to %s", to)
	}
	other := s.signedUp("casey")
	if at := link(other, "blair"); at.Query().Get("fault") != "provider_linked_elsewhere" {
		t.Error(at)
	}
	v.want(204, "DELETE", "/v2/auth/provider", object{"provider": zitadelKey})
	if at := s.visitor().by(z, "blair"); at.Path != "/auth/join" {
		t.Errorf("an unlinked account signs in: %s", at)
	}
}

func TestTheKeysOfAProviderThatOthersWroteRotate(t *testing.T) {
	s, z := newZitadelSite(t)
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/join", object{"flow": flowOf(v.by(z, "steve")), "username": "steve", "email": "steve@example.net"})
	signsIn := func(what, fault string) {
		t.Helper()
		if at := s.visitor().by(z, "steve"); at.Query().Get("fault") != fault || fault == "" && at.String() != "/mods" {
			t.Errorf("%s: %s", what, at)
		}
	}
	signsIn("the first key", "")
	first := z.rotates(true)
	signsIn("a key that was not published when the keys were read, within their minute", "provider_refused")
	s.pass(time.Minute)
	signsIn("that key a minute later", "")
	z.signs(first)
	signsIn("the first key while it is still published", "")
	z.rotates(false)
	s.pass(time.Minute)
	signsIn("the only key", "")
	z.signs(first)
	signsIn("a key that is published no longer", "provider_refused")
	s.pass(2 * time.Minute)
	signsIn("that key later", "provider_refused")
}

func TestWhatAProviderThatOthersWroteRefusesSignsNobodyIn(t *testing.T) {
	s, z := newZitadelSite(t)
	v := s.visitor()
	to := v.goes("/v2/auth/init?" + url.Values{"provider": {zitadelKey}, "url": {"/mods"}}.Encode())
	if at := v.returns(z.refuses(to.String())); at.Query().Get("fault") != "provider_denied" || v.sessionCookies() != 0 {
		t.Errorf("a person who does not agree is led to %s", at)
	}

	attempt := provider.Attempt{
		Callback: "https://modyard.test/v2/auth/callback/" + zitadelKey, State: strings.Repeat("s", 60), Nonce: strings.Repeat("n", 60), Verifier: strings.Repeat("v", 60),
	}
	open := func(secret string) *provider.Provider {
		set, err := provider.Open([]provider.Config{z.config(secret)}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := set.Get(zitadelKey)
		return p
	}
	right := open(zitadelSecret)
	code := func() provider.Answer {
		to, err := right.Begin(t.Context(), attempt)
		if err != nil {
			t.Fatal(err)
		}
		q := z.agrees("steve", to).Query()
		return provider.Answer{Code: q.Get("code"), Issuer: q.Get("iss")}
	}
	used := code()
	if person, err := right.Finish(t.Context(), attempt, used); err != nil || person.Subject != "zitadel-steve" || person.Issuer != z.URL || !person.EmailVerified {
		t.Fatalf("%+v, %v", person, err)
	}
	guessed, foreign := attempt, attempt
	guessed.Verifier, foreign.Nonce = strings.Repeat("w", 60), strings.Repeat("m", 60)
	for what, finish := range map[string]func() (provider.Person, error){
		"a code that was used": func() (provider.Person, error) { return right.Finish(t.Context(), attempt, used) },
		"an unknown code": func() (provider.Person, error) {
			return right.Finish(t.Context(), attempt, provider.Answer{Code: "unknown"})
		},
		"another verifier":         func() (provider.Person, error) { return right.Finish(t.Context(), guessed, code()) },
		"the token of another try": func() (provider.Person, error) { return right.Finish(t.Context(), foreign, code()) },
		"a wrong secret":           func() (provider.Person, error) { return open("wrong").Finish(t.Context(), attempt, code()) },
	} {
		if person, err := finish(); !errors.Is(err, provider.ErrRefused) || person != (provider.Person{}) {
			t.Errorf("%s: %+v, %v", what, person, err)
		}
	}
}
