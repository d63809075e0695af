package outbound_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/outbound"
)

var loopback = outbound.Policy{Private: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}

func TestOnlyPublicAddressesAreAllowed(t *testing.T) {
	for _, public := range []string{"1.1.1.1", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"} {
		if err := (outbound.Policy{}).Check(netip.MustParseAddr(public)); err != nil {
			t.Error(err)
		}
	}
	for _, other := range []string{
		"0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
		"192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:db8::1",
		"2001:10::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "4000::1", "5f00::1",
	} {
		if err := (outbound.Policy{}).Check(netip.MustParseAddr(other)); !errors.Is(err, outbound.ErrForbidden) {
			t.Errorf("%s is allowed", other)
		}
	}
	if (outbound.Policy{}).Check(netip.Addr{}) == nil {
		t.Error("no address is allowed")
	}
	if err := loopback.Check(netip.MustParseAddr("::ffff:127.0.0.1")); err != nil {
		t.Error(err)
	}
	if loopback.Check(netip.MustParseAddr("10.0.0.1")) == nil {
		t.Error("a network that was not listed is allowed")
	}
}

func TestAnAddressIsParsedStrictly(t *testing.T) {
	for raw, host := range map[string]string{
		"https://example.org": "example.org", " https://example.org/a?b=c ": "example.org", "https://例子.中国/x": "xn--fsqu00a.xn--fiqs8s", "https://example.org:8443/": "example.org:8443",
		"https://EXAMPLE.org./hook": "example.org", "https://1.1.1.1/x": "1.1.1.1", "https://[2606:4700::1111]/x": "[2606:4700::1111]", "https://example.org:443": "example.org:443",
	} {
		if u, err := (outbound.Policy{}).Parse(raw); err != nil || u.Host != host {
			t.Errorf("%q: %v, %v", raw, u, err)
		}
	}
	for _, bad := range []string{
		"", "example.org", "http://example.org", "ftp://example.org", "https:example.org", "https://", "https://:443", "https://user@example.org", "https://u:p@example.org",
		"https://example.org/#x", "https://example.org:22", "https://example.org:0", "https://example.org:80", "https://example.org:99999", "https://example.org:", "https://localhost", "https://a.localhost",
		"https://router", "https://x.local", "https://metadata.google.internal", "https://127.0.0.1", "https://[::1]", "https://[::ffff:127.0.0.1]", "https://[fe80::1%25eth0]", "https://169.254.169.254/latest",
		"https://2130706433", "https://0x7f.1", "https://127.1", "https://0177.0.0.1", "https://１２７.0.0.1", "https://example.org\\@127.0.0.1/", "https://exa mple.org", "https://example.org/\x00", "https://example.org/\nx",
		"//example.org", "javascript:alert(1)", "https://" + strings.Repeat("a", 2048) + ".org", "https://\xff.org",
	} {
		if u, err := (outbound.Policy{}).Parse(bad); err == nil {
			t.Errorf("%q is accepted as %v", bad, u)
		}
	}
	if _, err := loopback.Parse("http://127.0.0.1:8080/x"); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"https://example.org:8443/a?b", "https://[::1]/", "https://例子.中国", "https://0x7f.1", "https://a@b", "https://１２７.0.0.1", "https://a%2eb/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := (outbound.Policy{}).Parse(raw)
		if err != nil {
			return
		}
		again, err := url.Parse(u.String())
		if err != nil || again.Scheme != "https" || again.User != nil || again.Hostname() == "" || again.Host != u.Host {
			t.Fatalf("%q became %q: %v", raw, u, err)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil && (outbound.Policy{}).Check(a) != nil {
			t.Fatalf("%q names %s", raw, a)
		}
		if _, err := (outbound.Policy{}).Parse(u.String()); err != nil {
			t.Fatalf("%q became %q, which is not accepted: %v", raw, u, err)
		}
	})
}

func post(t *testing.T, p outbound.Policy, to string) (*http.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := p.Client().Do(r)
	if err == nil {
		t.Cleanup(func() { _ = answer.Body.Close() })
	}
	return answer, err
}

func TestAConnectionIsCheckedAfterItsNameIsResolved(t *testing.T) {
	reached := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	// The resolver answers a loopback address for this name.
	_, err := post(t, outbound.Policy{}, strings.Replace(server.URL, "127.0.0.1", "localhost", 1))
	if !errors.Is(err, outbound.ErrForbidden) || reached {
		t.Errorf("%v, reached %v", err, reached)
	}
}

func TestARequestWithoutTLSReachesPrivateNetworksOnly(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))
	defer server.Close()
	if a, err := post(t, loopback, server.URL); err != nil || a.StatusCode != http.StatusAccepted {
		t.Error(a, err)
	}
	if _, err := post(t, outbound.Policy{}, server.URL); !errors.Is(err, outbound.ErrForbidden) {
		t.Error(err)
	}
	if _, err := post(t, loopback, "http://1.1.1.1/"); !errors.Is(err, outbound.ErrForbidden) {
		t.Error(err)
	}
}

func TestRedirectsAreCheckedAndCounted(t *testing.T) {
	var to string
	status, hits := http.StatusTemporaryRedirect, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits++
		http.Redirect(w, r, to, status)
	}))
	defer server.Close()
	for _, forbidden := range []string{"http://169.254.169.254/latest/meta-data", "https://10.0.0.1/", "https://[::1]/", "ftp://example.org/", "https://u:p@example.org/"} {
		to = forbidden
		if _, err := post(t, loopback, server.URL); err == nil {
			t.Errorf("the redirect to %s was followed", to)
		}
	}
	to, hits = server.URL, 0
	if _, err := post(t, loopback, server.URL); err == nil || hits != 4 {
		t.Errorf("%d requests: %v", hits, err)
	}
	status, hits = http.StatusFound, 0
	if a, err := post(t, loopback, server.URL); err != nil || a.StatusCode != http.StatusFound || hits != 1 {
		t.Errorf("a redirect that changes the method was followed: %v", err)
	}
}

func TestTheCauseOfAnErrorDoesNotContainTheAddress(t *testing.T) {
	_, err := post(t, outbound.Policy{}, "http://127.0.0.1:1/credential")
	if cause := outbound.Cause(err); cause == nil || strings.Contains(cause.Error(), "credential") {
		t.Error(cause)
	}
}
