package frog_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commandfrog "github.com/modyard/modyard/commands/frog"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
)

func TestACallerBringsFewNewIDsToTheLog(t *testing.T) {
	const perHour = 3
	w := commandstest.New(t, frog.EventTypes())
	service, err := commandfrog.New(commandfrog.Options{
		Handler: w.Handler(), PerHour: perHour, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")},
	})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: w.Logger})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		return identity.Caller{Account: r.Header.Get("Who"), Scopes: identity.AllScopes}
	}))
	service.Routes(api)
	n := 0
	send := func(id, from, who string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/_internal/frog", strings.NewReader(`{"frog":"`+id+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", from)
		r.Header.Set("Who", who)
		a := httptest.NewRecorder()
		api.Handler().ServeHTTP(a, r)
		return a
	}
	meet := func(from, who string) *httptest.ResponseRecorder {
		n++
		return send(fmt.Sprintf("%022d", n), from, who)
	}
	events := func() (events int) {
		for i := range n + 1 {
			events += len(w.Events(fmt.Sprintf("frog-%022d", i)))
		}
		return events
	}
	for i := range 3 * perHour {
		a := meet(fmt.Sprintf("2001:db8:1:2::%d", i+1), "")
		if i < perHour && a.Code != http.StatusNoContent {
			t.Fatalf("meeting %d: %d %s", i+1, a.Code, a.Body)
		}
		if i < perHour {
			continue
		}
		wait, err := strconv.Atoi(a.Header().Get("Retry-After"))
		if a.Code != http.StatusTooManyRequests || err != nil || wait < 60 {
			t.Errorf("meeting %d of a network: %d, Retry-After %q", i+1, a.Code, a.Header().Get("Retry-After"))
		}
	}
	if got := events(); got != perHour {
		t.Fatalf("a network appended %d events", got)
	}
	if a := send(fmt.Sprintf("%022d", 1), "2001:db8:1:2::1", ""); a.Code != http.StatusNoContent {
		t.Errorf("an id that is known: %d", a.Code)
	}
	if a := meet("2001:db8:1:3::1", ""); a.Code != http.StatusNoContent {
		t.Errorf("another network: %d", a.Code)
	}
	for i := range 2 * perHour {
		want := http.StatusNoContent
		if i >= perHour {
			want = http.StatusTooManyRequests
		}
		if a := meet(fmt.Sprintf("198.51.100.%d", i), "account1"); a.Code != want {
			t.Errorf("meeting %d of an account: %d, want %d", i+1, a.Code, want)
		}
	}
	if got := events(); got != 2*perHour+1 {
		t.Errorf("the log has %d events", got)
	}
}
