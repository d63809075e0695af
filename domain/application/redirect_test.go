package application_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/application"
)

func TestOnlyAddressesThatEveryProgramReadsAlikeAreRegistered(t *testing.T) {
	good := []string{
		"https://app.example/cb", "https://app.example", "https://app.example:8443/cb?x=1&y=%20", "http://127.0.0.1/cb", "http://127.0.0.1:8080",
		"http://[::1]/cb", "https://xn--fiqs8s.example/cb", "https://127.0.0.1/cb", "https://[2001:db8::1]/cb", "https://app.example/a.b/..c",
	}
	public := []string{"com.example.app:/cb", "com.example.app://cb", "com.example.app:cb"}
	bad := []string{
		"", "app.example/cb", "/cb", "//app.example/cb", "http://app.example/cb", "http://localhost/cb", "http://127.0.0.2/cb", "http://127.0.0.1.evil.example/cb",
		"https://app.example/cb#frag", "https://app.example/cb#", "https://user@app.example/cb", "https://user:pass@app.example/cb", "https://@app.example/cb",
		"https://*.app.example/cb", "https://app.example/*", "https://app.example\\@evil.example/cb", "https://app.example/cb\n", "https://app.example/ cb",
		"https://app.example/\u202ecb", "https://例子.example/cb", "HTTPS://app.example/cb", "https://APP.example/cb", "https://app.example./cb",
		"https://app.example/a/../cb", "https://app.example/%2e%2E/cb", "https://app.example/..%2fcb", "https://app.example/.", "https:///cb", "https://:443/cb", "https://app.example:/cb",
		"https://app.example:0/cb", "https://app.example:65536/cb", "https://app.example:0443/cb", "https:app.example", "javascript:alert(1)", "data:text/html,x",
		"file:///etc/passwd", "myapp://cb", "custom:/cb", ".com:/cb", "com.:/cb", "com..example:/cb", "https://[::1%25lo]/cb", "https://[::0:1]/cb",
		"https://app.example/" + strings.Repeat("a", application.MaxRedirect), "https://app.example/cb?iss=https://app.example", "https://app.example/cb?a=1&code=x",
		"https://app.example/cb?%73tate=x", "https://app.example/cb?error", "https://app.example/cb?a=%zz",
	}
	for _, kind := range []application.Type{application.Confidential, application.Public} {
		for _, r := range good {
			if err := application.CheckRedirect(kind, r); err != nil {
				t.Errorf("%s %q: %v", kind, r, err)
			}
		}
		for _, r := range bad {
			if err := application.CheckRedirect(kind, r); err == nil {
				t.Errorf("%s %q was accepted", kind, r)
			}
		}
	}
	for _, r := range public {
		if err := application.CheckRedirect(application.Public, r); err != nil {
			t.Errorf("%q: %v", r, err)
		}
		if err := application.CheckRedirect(application.Confidential, r); err == nil {
			t.Errorf("%q was accepted of a confidential application", r)
		}
	}
}

func TestARequestIsAnsweredAtARegisteredAddressOnly(t *testing.T) {
	one := application.State{Redirects: []string{"https://app.example/cb"}}
	if got, ok := one.Redirect(""); !ok || got != "https://app.example/cb" {
		t.Errorf("the only address is left out: %q %v", got, ok)
	}
	s := application.State{Type: application.Public, Redirects: []string{"https://app.example/cb", "https://127.0.0.1/cb", "http://127.0.0.1/cb", "http://[::1]:9/cb?a=1"}}
	for _, r := range []string{
		"https://app.example/cb", "http://127.0.0.1/cb", "http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb", "http://[::1]/cb?a=1", "http://[::1]:8080/cb?a=1",
	} {
		if got, ok := s.Redirect(r); !ok || got != r {
			t.Errorf("%q: %q %v", r, got, ok)
		}
	}
	for _, r := range []string{
		"", "https://app.example/cb/", "https://app.example/cb?x=1", "https://app.example/cb#f", "https://app.example/c", "https://app.example/cb/../x",
		"https://app.example/CB", "https://App.example/cb", "https://app.example:443/cb", "https://sub.app.example/cb", "https://app.example.evil.example/cb",
		"https://app.example@evil.example/cb", "https://evil.example/https://app.example/cb", "https://app.example\\cb", "https://app.example/%63b", "http://app.example/cb",
		"https://127.0.0.1:999/cb", "http://127.0.0.1:0/cb", "http://127.0.0.1:99999/cb", "http://127.0.0.1:080/cb", "http://127.0.0.1:80@evil.example/cb",
		"http://127.0.0.1:/cb", "http://127.0.0.1.evil.example/cb", "http://127.0.0.1evil/cb", "http://127.0.0.1:9/cb?x", "http://[::1]/cb", "http://[::1]:9/cb",
		"https://app.example/cb ", " https://app.example/cb", "https://app.example/cb\x00",
	} {
		if got, ok := s.Redirect(r); ok {
			t.Errorf("%q is answered at %q", r, got)
		}
	}
	s.Type = application.Confidential
	if got, ok := s.Redirect("http://127.0.0.1:1/cb"); ok {
		t.Errorf("an application with a secret is answered at %q", got)
	}
}

// FuzzRedirect checks that no accepted address hides where it leads, and that no address of a request is accepted that
// leads elsewhere than a registered one.
func FuzzRedirect(f *testing.F) {
	for _, r := range []string{"https://app.example/cb", "http://127.0.0.1:8080/cb?x", "com.example:/cb", "https://a@b/..", "http://[::1]"} {
		f.Add(r, r)
	}
	f.Fuzz(func(t *testing.T, registered, given string) {
		if application.CheckRedirect(application.Public, registered) != nil {
			return
		}
		u, err := url.Parse(registered)
		if err != nil || u.Fragment != "" || u.User != nil || u.Scheme == "javascript" || u.Scheme == "data" {
			t.Fatalf("%q: %v %v", registered, u, err)
		}
		if u.Scheme == "http" && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1" {
			t.Fatalf("%q", registered)
		}
		got, ok := application.State{Type: application.Public, Redirects: []string{registered, "https://other.example/"}}.Redirect(given)
		if !ok || got == "https://other.example/" {
			return
		}
		v, err := url.Parse(got)
		if err != nil || v.Scheme != u.Scheme || v.Hostname() != u.Hostname() || v.EscapedPath() != u.EscapedPath() || v.RawQuery != u.RawQuery || v.User != nil || v.Fragment != "" {
			t.Fatalf("%q is answered at %q", registered, got)
		}
		if v.Port() != u.Port() && u.Scheme != "http" {
			t.Fatalf("%q is answered at the port of %q", registered, got)
		}
	})
}
