package provider_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/identity/provider/providertest"
)

func open(t *testing.T, configs ...provider.Config) *provider.Set {
	t.Helper()
	set, err := provider.Open(configs, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

var attempt = provider.Attempt{
	Callback: "https://site.example/v2/auth/callback/example", State: strings.Repeat("s", 60), Nonce: strings.Repeat("n", 60), Verifier: strings.Repeat("v", 60),
}

// signIn is a whole sign-in by a person who agrees.
func signIn(t *testing.T, i *providertest.Issuer, set *provider.Set) (provider.Person, error) {
	t.Helper()
	p, ok := set.Get(providertest.Key)
	if !ok {
		t.Fatal("there is no provider")
	}
	to, err := p.Begin(t.Context(), attempt)
	if err != nil {
		return provider.Person{}, err
	}
	q := i.Agree(t, to)
	return p.Finish(t.Context(), attempt, provider.Answer{Code: q.Get("code"), Issuer: q.Get("iss")})
}

func TestAnIssuerNamesThePerson(t *testing.T) {
	i := providertest.New(t)
	person, err := signIn(t, i, open(t, i.Config()))
	want := provider.Person{Issuer: i.URL, Subject: "subject-1", Name: "steve", Email: "steve@example.net", EmailVerified: true}
	if err != nil || person != want {
		t.Fatalf("%+v %v", person, err)
	}
	untrusted := i.Config()
	untrusted.TrustEmail = false
	if person, err = signIn(t, i, open(t, untrusted)); err != nil || person.EmailVerified {
		t.Errorf("an address is verified although the provider is not trusted: %+v %v", person, err)
	}
}

func TestALyingProviderNamesNobody(t *testing.T) {
	claim := func(name string, value any) func(*providertest.Issuer) {
		return func(i *providertest.Issuer) { i.Claims = map[string]any{name: value} }
	}
	for name, lie := range map[string]func(*providertest.Issuer){
		"alg none":                   func(i *providertest.Issuer) { i.Algorithm = "none" },
		"HS256 with the public key":  func(i *providertest.Issuer) { i.Algorithm = "HS256" },
		"another key":                func(i *providertest.Issuer) { i.Foreign = true },
		"an unknown key":             func(i *providertest.Issuer) { i.KeyID = "another" },
		"another issuer":             claim("iss", "https://evil.example"),
		"another audience":           claim("aud", "another"),
		"several audiences, no azp":  claim("aud", []string{"modyard", "another"}),
		"another azp":                claim("azp", "another"),
		"another nonce":              claim("nonce", "another"),
		"no nonce":                   claim("nonce", nil),
		"expired":                    claim("exp", time.Now().Add(-time.Hour).Unix()),
		"no subject":                 claim("sub", nil),
		"a subject with a NUL":       claim("sub", "a\x00b"),
		"a long subject":             claim("sub", strings.Repeat("a", 256)),
		"userinfo of another":        func(i *providertest.Issuer) { i.Userinfo = map[string]any{"sub": "subject-2"} },
		"userinfo without a subject": func(i *providertest.Issuer) { i.Userinfo = map[string]any{"sub": nil} },
	} {
		t.Run(name, func(t *testing.T) {
			i := providertest.New(t)
			lie(i)
			if person, err := signIn(t, i, open(t, i.Config())); !errors.Is(err, provider.ErrRefused) {
				t.Errorf("%+v %v", person, err)
			}
		})
	}
}

func TestOnlyAJSONTrueVerifiesAnAddress(t *testing.T) {
	for _, said := range []any{false, nil, "true", 1, "yes"} {
		i := providertest.New(t)
		i.Verified = said
		if person, err := signIn(t, i, open(t, i.Config())); err == nil && person.EmailVerified {
			t.Errorf("%v verifies the address", said)
		}
	}
}

func TestAHostileNameAndPictureAreCleaned(t *testing.T) {
	i := providertest.New(t)
	i.Name = " <b>\u202esteve\x00\n" + strings.Repeat("长", 200)
	i.Userinfo = map[string]any{"picture": "javascript:alert(1)", "email": "a\nb@example.net"}
	person, err := signIn(t, i, open(t, i.Config()))
	if err != nil || strings.ContainsAny(person.Name, "\u202e\x00\n") || len([]rune(person.Name)) > 64 || person.Picture != "" || person.Email != "" || person.EmailVerified {
		t.Errorf("%+v %v", person, err)
	}
}

func TestTheIssuerOfTheRedirectMustBeTheRightOne(t *testing.T) {
	for name, c := range map[string]struct {
		promised bool
		said     string
		fine     bool
	}{
		"named": {true, "self", true}, "left out, as before": {false, "", true}, "left out although promised": {true, "", false}, "another": {false, "https://evil.example", false},
	} {
		i := providertest.New(t)
		i.Issued = c.promised
		p, _ := open(t, i.Config()).Get(providertest.Key)
		to, err := p.Begin(t.Context(), attempt)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Replace(c.said, "self", i.URL, 1)
		_, err = p.Finish(t.Context(), attempt, provider.Answer{Code: i.Agree(t, to).Get("code"), Issuer: said})
		if (err == nil) != c.fine {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACodeIsGoodOnceAndWithItsVerifierOnly(t *testing.T) {
	i := providertest.New(t)
	p, _ := open(t, i.Config()).Get(providertest.Key)
	to, err := p.Begin(t.Context(), attempt)
	if err != nil {
		t.Fatal(err)
	}
	code := i.Agree(t, to).Get("code")
	other := attempt
	other.Verifier = strings.Repeat("w", 60)
	if _, err := p.Finish(t.Context(), other, provider.Answer{Code: code}); !errors.Is(err, provider.ErrRefused) {
		t.Errorf("another verifier: %v", err)
	}
	if _, err := p.Finish(t.Context(), attempt, provider.Answer{Code: code}); !errors.Is(err, provider.ErrRefused) {
		t.Errorf("the code again: %v", err)
	}
}

func TestAProviderThatDoesNotAnswerIsCalledAway(t *testing.T) {
	for name, answers := range map[string]http.HandlerFunc{
		"an error of the server": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"ten megabytes":          func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 10<<20)) },
		"another document":       func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
	} {
		i := providertest.New(t)
		i.Answers = answers
		set := open(t, i.Config())
		if _, err := signIn(t, i, set); !errors.Is(err, provider.ErrAway) {
			t.Errorf("%s: %v", name, err)
		}
		if list := set.List(); len(list) != 1 || !list[0].Away {
			t.Errorf("%s: %+v", name, list)
		}
		i.Answers = nil
		if _, err := signIn(t, i, set); err != nil {
			t.Errorf("%s, afterwards: %v", name, err)
		}
	}
}

func TestUnknownKeysAreFetchedOnceAMinute(t *testing.T) {
	i := providertest.New(t)
	set := open(t, i.Config())
	if _, err := signIn(t, i, set); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		i.KeyID = "another"
		if _, err := signIn(t, i, set); err == nil {
			t.Fatal("an unknown key signs")
		}
	}
	if n := i.Asked("/keys"); n != 1 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

func TestAnAddressOfAPrivateNetworkIsNotAskedUnlessConfigured(t *testing.T) {
	i := providertest.New(t)
	c := i.Config()
	c.Private, c.Issuer = false, strings.Replace(i.URL, "http:", "https:", 1)
	if _, err := signIn(t, i, open(t, c)); err == nil || i.Asked("/.well-known/openid-configuration") != 0 {
		t.Errorf("a private address was asked: %v", err)
	}
}

// service is one without OpenID Connect: a token, whose it is, and their profile.
func service(t *testing.T) provider.Config {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"access_token":"secret","token_type":"bearer"}`)
	})
	mux.HandleFunc("GET /me", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("access_token") != "secret" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, `{"openid":"A/B C"}`)
	})
	mux.HandleFunc("GET /profile", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("who") != "A/B C" || r.URL.Query().Get("app") != "modyard" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, `{"data":{"mid":9007199254740993,"uname":"史蒂夫","face":"https://cdn.example/a.png"},"code":0}`)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return provider.Config{
		Key: providertest.Key, Label: "服务", Kind: provider.KindOAuth2, ClientID: "modyard", Private: true, QueryToken: true,
		AuthURL: s.URL + "/authorize", TokenURL: s.URL + "/token", Profiles: []string{s.URL + "/me", s.URL + "/profile?who={openid}&app={client_id}"},
		Mapping: provider.Mapping{Subject: "data.mid", Name: "data.uname", Picture: "data.face"},
	}
}

func TestAServiceWithAMappingNamesThePerson(t *testing.T) {
	c := service(t)
	p, _ := open(t, c).Get(providertest.Key)
	to, err := p.Begin(t.Context(), attempt)
	if err != nil || !strings.HasPrefix(to, c.AuthURL+"?") || !strings.Contains(to, "code_challenge_method=S256") {
		t.Fatal(to, err)
	}
	person, err := p.Finish(t.Context(), attempt, provider.Answer{Code: "code"})
	// The id is longer than a float can tell apart from its neighbour.
	want := provider.Person{Issuer: providertest.Key, Subject: "9007199254740993", Name: "史蒂夫", Picture: "https://cdn.example/a.png"}
	if err != nil || person != want {
		t.Errorf("%+v %v", person, err)
	}
	c.Mapping.Subject = "data.missing"
	p, _ = open(t, c).Get(providertest.Key)
	if _, err := p.Finish(t.Context(), attempt, provider.Answer{Code: "code"}); !errors.Is(err, provider.ErrRefused) {
		t.Errorf("nobody: %v", err)
	}
}

func TestAFileOfProvidersIsChecked(t *testing.T) {
	good := `{"key":"a","label":"甲","issuer":"https://a.example","client_id":"x"}`
	for content, fine := range map[string]bool{
		`[]`: true, `[` + good + `]`: true,
		`[` + good + `,` + good + `]`: false, `[` + good + `] x`: false, `{}`: false, ``: false, `[{"key":"a","typo":1}]`: false,
		`[{"key":"A b","label":"甲","issuer":"https://a.example","client_id":"x"}]`:                      false,
		`[{"key":"a","label":"","issuer":"https://a.example","client_id":"x"}]`:                         false,
		`[{"key":"a","label":"甲","issuer":"http://a.example","client_id":"x"}]`:                         false,
		`[{"key":"a","label":"甲","issuer":"http://a.example","client_id":"x","private":true}]`:          true,
		`[{"key":"a","label":"甲","issuer":"https://u:p@a.example","client_id":"x"}]`:                    false,
		`[{"key":"a","label":"甲","issuer":"https://a.example"}]`:                                        false,
		`[{"key":"a","label":"甲","kind":"saml","issuer":"https://a.example","client_id":"x"}]`:          false,
		`[{"key":"a","label":"甲","kind":"oauth2","auth_url":"https://a.example/a","client_id":"x"}]`:    false,
		`[{"key":"a","label":"甲","issuer":"https://a.example","client_id":"x","mapping":{"name":"n"}}]`: false,
	} {
		if _, err := provider.Parse([]byte(content)); (err == nil) != fine {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func TestASecretIsReadFromItsFileAndStandsInNoError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	for content, fine := range map[string]bool{"s3cret\n": true, "": false, "two words": false, "two\nlines": false} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := provider.Open([]provider.Config{{Key: "a", Label: "甲", Kind: provider.KindOIDC, Issuer: "https://a.example", ClientID: "x", SecretFile: path}}, time.Now)
		if (err == nil) != fine || err != nil && content != "" && strings.Contains(err.Error(), strings.TrimSpace(content)) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func FuzzAFileOfProvidersIsCheckedOrRejected(f *testing.F) {
	f.Add([]byte(`[{"key":"a","label":"甲","issuer":"https://a.example","client_id":"x"}]`))
	f.Add([]byte(`[{"key":"a","kind":"oauth2","profile_urls":["https://{a}"],"mapping":{"subject":"a.b"}}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		list, err := provider.Parse(raw)
		if err != nil {
			return
		}
		again, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := provider.Parse(again); err != nil {
			t.Errorf("%s: %v", again, err)
		}
	})
}
