package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

const (
	oauthVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	oauthRedirect = "https://app.example/cb"
)

// oauthWorld is a site with an owner of applications and a person who uses them.
type oauthWorld struct {
	*testSite
	owner, user, userID string
}

// oauthApp is a registered application.
type oauthApp struct{ id, secret string }

func newOAuthWorld(t *testing.T) *oauthWorld {
	t.Helper()
	return newOAuthWorldOn(newTestSite(t))
}

func newOAuthWorldOn(s *testSite) *oauthWorld {
	s.t.Helper()
	w := &oauthWorld{testSite: s, owner: s.person("owner", identity.RoleUser), user: s.person("user", identity.RoleUser)}
	<-s.Runner.Prepared()
	s.caughtUp()
	var me struct{ ID string }
	w.json(w.user, http.MethodGet, "/v2/user", nil, &me)
	w.userID = me.ID
	return w
}

// json sends a request that must succeed.
func (w *oauthWorld) json(auth, method, path string, body, into any) {
	w.t.Helper()
	got := w.ask(auth, method, path, body)
	if got.Status >= http.StatusBadRequest {
		w.t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	if into != nil {
		if err := json.Unmarshal(got.Body, into); err != nil {
			w.t.Fatalf("%s %s: %v in %s", method, path, err, got.Body)
		}
	}
}

func (w *oauthWorld) app(kind string, scopes identity.Scopes, redirects ...string) oauthApp {
	w.t.Helper()
	if redirects == nil {
		redirects = []string{oauthRedirect}
	}
	var made contract.ApplicationCreated
	w.json(w.owner, http.MethodPost, "/v3/oauth/app", map[string]any{"name": "Pack Sync", "type": kind, "max_scopes": scopes, "redirect_uris": redirects}, &made)
	if made.Client.ID == "" || (made.ClientSecret == "") != (kind == "public") {
		w.t.Fatalf("registered as %+v", made)
	}
	w.caughtUp()
	return oauthApp{made.Client.ID, made.ClientSecret}
}

func oauthChallenge(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// request are the parameters of a request for authorization, changed by pairs; an empty value leaves one out.
func (a oauthApp) request(pairs ...string) url.Values {
	q := url.Values{
		"response_type": {"code"}, "client_id": {a.id}, "redirect_uri": {oauthRedirect}, "scope": {"USER_READ"}, "state": {"xyz"},
		"code_challenge": {oauthChallenge(oauthVerifier)}, "code_challenge_method": {"S256"},
	}
	return with(q, pairs...)
}

func with(q url.Values, pairs ...string) url.Values {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			q.Del(pairs[i])
		} else {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return q
}

// consent is the answer to a request: one of the page and the redirect is set.
type consent struct {
	contract.ConsentRequest
	contract.ConsentDone
}

func (w *oauthWorld) authorize(session string, q url.Values) (consent, siteAnswer) {
	w.t.Helper()
	got := w.ask(session, http.MethodGet, "/_internal/oauth/authorize?"+q.Encode(), nil)
	var c consent
	if got.Status == http.StatusOK {
		if err := json.Unmarshal(got.Body, &c); err != nil {
			w.t.Fatal(err)
		}
	}
	return c, got
}

// asked is authorize for a request that the consent page shows.
func (w *oauthWorld) asked(session string, q url.Values) contract.ConsentRequest {
	w.t.Helper()
	c, got := w.authorize(session, q)
	if c.FlowID == "" {
		w.t.Fatalf("authorize %s: %d %s", q.Encode(), got.Status, got.Body)
	}
	return c.ConsentRequest
}

// answered reads the parameters of a redirect.
func (w *oauthWorld) answered(redirect string) url.Values {
	w.t.Helper()
	u, err := url.Parse(redirect)
	if err != nil {
		w.t.Fatal(err)
	}
	return u.Query()
}

// consented is the address to which the browser goes when the user has accepted a request, where it must be asked.
func (w *oauthWorld) consented(q url.Values) string {
	w.t.Helper()
	c, got := w.authorize(w.user, q)
	switch {
	case c.FlowID != "":
		w.json(w.user, http.MethodPost, "/v3/oauth/accept", map[string]any{"flow": c.FlowID}, &c.ConsentDone)
	case c.Redirect == "":
		w.t.Fatalf("authorize: %d %s", got.Status, got.Body)
	}
	return c.Redirect
}

// code is a code that the user gives an application.
func (w *oauthWorld) code(q url.Values) string {
	w.t.Helper()
	redirect := w.consented(q)
	code := w.answered(redirect).Get("code")
	if code == "" {
		w.t.Fatalf("no code in %s", redirect)
	}
	return code
}

// oauthTokens is the answer of the token endpoint.
type oauthTokens struct {
	Status       int
	Header       http.Header
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	Scope        string
	RefreshToken string `json:"refresh_token"`
	IDToken      string `json:"id_token"`
	Error        string
	Described    string `json:"error_description"`
	Description  string
	Active       bool
	Subject      string `json:"sub"`
	RequestURI   string `json:"request_uri"`
}

// post sends a form to an endpoint; the header Authorization is basic, bare or none.
func (w *oauthWorld) post(endpoint, authorization string, form url.Values) oauthTokens {
	w.t.Helper()
	return w.send(endpoint, authorization, "application/x-www-form-urlencoded", form.Encode())
}

func (w *oauthWorld) send(endpoint, authorization, kind, body string) (out oauthTokens) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url+"/v3/oauth/"+endpoint, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Error(err)
		return out
	}
	defer res.Body.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Error(err)
	}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &out); err != nil {
			w.t.Errorf("%s: %v in %s", endpoint, err, data)
		}
	}
	out.Status, out.Header = res.StatusCode, res.Header
	return out
}

func (a oauthApp) basic() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(a.id)+":"+url.QueryEscape(a.secret)))
}

// exchange are the parameters of an exchange of a code, changed by pairs.
func (a oauthApp) exchange(code string, pairs ...string) url.Values {
	q := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {oauthRedirect}, "client_id": {a.id}, "code_verifier": {oauthVerifier}}
	if a.secret != "" {
		q.Set("client_secret", a.secret)
	}
	return with(q, pairs...)
}

// tokens are those for a request of an application.
func (w *oauthWorld) tokens(a oauthApp, pairs ...string) oauthTokens {
	w.t.Helper()
	got := w.post("token", "", a.exchange(w.code(a.request(pairs...))))
	if got.Status != http.StatusOK {
		w.t.Fatalf("exchange: %+v", got)
	}
	return got
}

func (w *oauthWorld) refreshed(a oauthApp, token string, pairs ...string) oauthTokens {
	w.t.Helper()
	q := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}, "client_id": {a.id}}
	if a.secret != "" {
		q.Set("client_secret", a.secret)
	}
	return w.post("token", "", with(q, pairs...))
}

// reads is the status of a request that needs USER_READ.
func (w *oauthWorld) reads(token string) int {
	w.t.Helper()
	return w.ask("Bearer "+token, http.MethodGet, "/v2/user", nil).Status
}

func (w *oauthWorld) wants(name string, got, want any) {
	w.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.t.Errorf("%s: %v, want %v", name, got, want)
	}
}
