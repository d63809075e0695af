package httpkit_test

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"testing"

	"github.com/modyard/modyard/platform/httpkit"
)

type callerKey struct{}

// identify replaces the program's authentication: "good-x" is caller x, "bad" is rejected.
func identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := r.Header.Get("Authorization")
		if token == "bad" {
			httpkit.WriteError(w, r, httpkit.Fault(httpkit.KindUnauthorized, httpkit.CodeUnauthorized, "令牌无效"))
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, token)))
	})
}

func limited(perMinute int, trusted ...netip.Prefix) httpkit.Options {
	return httpkit.Options{RatePerMinute: perMinute, TrustedProxies: trusted, CallerKey: func(ctx context.Context) string {
		key, _ := ctx.Value(callerKey{}).(string)
		return key
	}}
}

var loopback = netip.MustParsePrefix("127.0.0.0/8")

func routes(api *httpkit.API) {
	api.Use(identify)
	api.Raw(op("GET", "/v2/a"), nothing)
	api.Mux.HandleFunc("GET /page", func(http.ResponseWriter, *http.Request) {})
}

func TestACallerMaySendAMinutesWorthAtOnceAndNoMore(t *testing.T) {
	s := serve(t, limited(5), routes)
	for i := range 5 {
		a := send(t, "GET", s.URL+"/v2/a", "")
		if a.status != 204 || a.header.Get("x-ratelimit-limit") != "5" || a.header.Get("x-ratelimit-remaining") != strconv.Itoa(4-i) {
			t.Errorf("request %d: %d %v", i, a.status, a.header)
		}
		if reset, err := strconv.Atoi(a.header.Get("x-ratelimit-reset")); err != nil || reset < 1 || reset > 60 {
			t.Errorf("request %d: reset %q", i, a.header.Get("x-ratelimit-reset"))
		}
	}
	a := send(t, "GET", s.URL+"/v2/a", "")
	wantFault(t, a, 429, "ratelimit_error")
	if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || wait > 12 || a.header.Get("x-ratelimit-remaining") != "0" {
		t.Errorf("the headers of the rejection are %v", a.header)
	}
	if a := send(t, "GET", s.URL+"/page", ""); a.status != 200 {
		t.Errorf("a page is counted with the API: %d %v", a.status, a.header)
	}
	if a := send(t, "GET", s.URL+"/v2/a", "", "Authorization", "good-1"); a.status != 204 {
		t.Errorf("a signed-in caller is limited by anonymous requests: %d", a.status)
	}
}

func TestPagesAreCountedByNetworkAndByCaller(t *testing.T) {
	o := limited(2, loopback)
	o.Unlimited = []string{"/assets/"}
	s := serve(t, o, routes)
	for _, c := range []struct {
		path, from, token string
		want              int
	}{
		{"/page", "2001:db8:1:2::1", "", 200},
		{"/page", "2001:db8:1:2::2", "", 200},
		{"/page", "2001:db8:1:2:3::4", "", 429}, // the same /64
		{"/page", "2001:db8:1:3::1", "", 200},
		{"/v2/a", "2001:db8:1:2::1", "", 204},           // counted apart
		{"/analytics/view", "2001:db8:1:2::1", "", 404}, // what a page tells is no page
		{"/assets/x.js", "2001:db8:1:2::1", "", 404},
		{"/page", "2001:db8:1:2::1", "one", 200}, // an account, wherever it is
		{"/page", "2001:db8:1:9::1", "one", 200},
		{"/page", "203.0.113.1", "one", 429},
		{"/page", "203.0.113.1", "two", 200},
	} {
		headers := []string{"X-Forwarded-For", c.from}
		if c.token != "" {
			headers = append(headers, "Authorization", c.token)
		}
		if a := send(t, "GET", s.URL+c.path, "", headers...); a.status != c.want {
			t.Errorf("%+v: %d", c, a.status)
		}
	}
}

func TestUnknownRoutesCountToo(t *testing.T) {
	s := serve(t, limited(2), routes)
	for _, want := range []int{404, 404, 429} {
		if a := send(t, "GET", s.URL+"/v2/none", ""); a.status != want {
			t.Errorf("got %d, want %d", a.status, want)
		}
	}
}

func TestGuessingTokensIsLimitedByAddress(t *testing.T) {
	s := serve(t, limited(3), routes)
	for i := range 3 {
		a := send(t, "GET", s.URL+"/v2/a", "", "Authorization", "bad")
		wantFault(t, a, 401, "unauthorized")
		if got := a.header.Get("x-ratelimit-remaining"); got != strconv.Itoa(3-i) {
			t.Errorf("rejection %d has the remaining count %q", i, got)
		}
	}
	wantFault(t, send(t, "GET", s.URL+"/v2/a", "", "Authorization", "bad"), 429, "ratelimit_error")
	if a := send(t, "GET", s.URL+"/v2/a", ""); a.status != 204 {
		t.Errorf("a visitor without credentials is limited too: %d", a.status)
	}
}

func TestAddressesAreCountedOnlyThroughTrustedProxies(t *testing.T) {
	s := serve(t, limited(1), routes)
	for i, want := range []int{204, 429, 429} {
		if a := send(t, "GET", s.URL+"/v2/a", "", "X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i)); a.status != want {
			t.Errorf("an untrusted peer set the client address: %d, want %d", a.status, want)
		}
	}
	s = serve(t, limited(1, loopback), routes)
	for _, c := range []struct {
		forwarded string
		want      int
	}{
		{"203.0.113.1", 204}, {"203.0.113.1", 429}, {"203.0.113.2", 204}, {"203.0.113.9, 203.0.113.2", 429},
		{"2001:db8:1:2::1", 204}, {"2001:db8:1:2:ffff::9", 429}, {"2001:db8:1:3::1", 204}, {"::ffff:203.0.113.1", 429},
		{"203.0.113.5, 127.0.0.1", 204}, {"203.0.113.5", 429}, {"rubbish", 204}, {"", 429},
	} {
		if a := send(t, "GET", s.URL+"/v2/a", "", "X-Forwarded-For", c.forwarded); a.status != c.want {
			t.Errorf("for %q: %d, want %d", c.forwarded, a.status, c.want)
		}
	}
}

func TestWithoutALimitNothingIsCounted(t *testing.T) {
	s := serve(t, httpkit.Options{}, routes)
	for range 20 {
		if a := send(t, "GET", s.URL+"/v2/a", ""); a.status != 204 || a.header.Get("x-ratelimit-limit") != "" {
			t.Fatalf("%d %v", a.status, a.header)
		}
	}
}
