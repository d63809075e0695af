package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/platform/config"
)

// betweenBrowser is a browser at a site, which follows no redirect by itself.
type betweenBrowser struct {
	t    *testing.T
	site string
	http.Client
}

// asks sends a request and returns the answer's body, and where it leads.
func (b *betweenBrowser) asks(status int, method, path string, body any) (string, *url.URL) {
	b.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.site+path, bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		b.t.Fatalf("%s %s: %d %s, %v", method, path, res.StatusCode, text, err)
	}
	to, _ := res.Location() // not every answer has one
	return string(text), to
}

func TestOneSiteSignsPeopleInToAnother(t *testing.T) {
	t.Parallel()
	w, issuer := newClientsWorld(t)
	a := w.app("confidential", oauthScopes)
	secret, file := filepath.Join(t.TempDir(), "secret"), filepath.Join(t.TempDir(), "providers.json")
	entry, err := json.Marshal([]provider.Config{{
		Key: "other", Label: "另一站", Issuer: issuer, ClientID: a.id, SecretFile: secret, Scopes: []string{"profile", "email"}, TrustEmail: true, Private: true,
	}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{secret: []byte(a.secret + "\n"), file: entry} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, front := newFrontedSite(t, func(c *config.Config) { c.Providers = file })
	w.json(w.owner, http.MethodPatch, "/v3/oauth/app/"+a.id, map[string]any{"redirect_uris": []string{front + "/v2/auth/callback/other"}}, nil)

	// signsIn is the way of a person with an account there, from the form here and back.
	signsIn := func() (*betweenBrowser, *url.URL) {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		b := &betweenBrowser{t, front, http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
		_, there := b.asks(http.StatusSeeOther, http.MethodGet, "/v2/auth/init?provider=other&url=%2Fmods", nil)
		if there == nil || !strings.HasPrefix(there.String(), issuer+"/auth/authorize?") {
			t.Fatalf("the browser is led to %s", there)
		}
		back, err := url.Parse(w.consented(there.Query()))
		if err != nil || !strings.HasPrefix(back.String(), front+"/v2/auth/callback/other?") {
			t.Fatalf("and back to %s, %v", back, err)
		}
		_, to := b.asks(http.StatusSeeOther, http.MethodGet, back.RequestURI(), nil)
		return b, to
	}
	b, to := signsIn()
	if to == nil || to.Path != "/auth/join" {
		t.Fatalf("a new person is led to %s", to)
	}
	part, err := url.ParseQuery(to.Fragment)
	if err != nil {
		t.Fatal(err)
	}
	b.asks(http.StatusOK, http.MethodPost, "/v2/auth/join", map[string]any{"flow": part.Get("flow"), "username": "user", "email": "user@example.org"})
	made, _ := b.asks(http.StatusOK, http.MethodGet, "/v2/user", nil)
	if !strings.Contains(made, `"email_verified":true`) || !strings.Contains(made, `"auth_providers":["other"]`) {
		t.Error(made)
	}
	b, to = signsIn()
	again, _ := b.asks(http.StatusOK, http.MethodGet, "/v2/user", nil)
	if to == nil || to.Path != "/mods" || again != made {
		t.Errorf("the second time the browser is led to %s as %s, first %s", to, again, made)
	}
	// An authorization that has ended is asked for again there.
	w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+a.id, nil, nil)
	if _, to = signsIn(); to == nil || to.Path != "/mods" {
		t.Errorf("after that the browser is led to %s", to)
	}
}
