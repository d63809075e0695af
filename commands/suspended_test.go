package commands_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
)

func TestASuspendedCallerIsRefusedByTheScopeOfTheRoute(t *testing.T) {
	until := time.Date(2026, 12, 1, 4, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		act    account.Act
		route  commands.Route
		status int
	}{
		"talking":                               {account.Talk, commands.Route{Scope: identity.ScopeThreadWrite}, http.StatusForbidden},
		"an alternative scope is no way around": {account.Talk, commands.Route{Scope: identity.ScopeThreadWrite, Else: identity.ScopeProjectWrite}, http.StatusForbidden},
		"a mark of what was read":               {account.Talk, commands.Route{Scope: identity.ScopeThreadWrite, Silent: true}, http.StatusNoContent},
		"a report":                              {account.Talk, commands.Route{Scope: identity.ScopeReportCreate}, http.StatusNoContent},
		"publishing while not talking":          {account.Talk, commands.Route{Scope: identity.ScopeProjectWrite}, http.StatusNoContent},
		"publishing":                            {account.Publishing, commands.Route{Scope: identity.ScopeVersionCreate}, http.StatusForbidden},
		"deleting":                              {account.Publishing, commands.Route{Scope: identity.ScopeProjectDelete}, http.StatusNoContent},
		"settings":                              {account.Publishing, commands.Route{Scope: identity.ScopeUserWrite}, http.StatusNoContent},
	} {
		h, _ := setUp(t, 0)
		api := httpkit.New(httpkit.Options{})
		api.Use(identitytest.Middleware(func(*http.Request) identity.Caller {
			return identity.Caller{
				Account: "ann", Kind: identity.KindPAT, Scopes: identity.AllScopes,
				Suspended: []identity.Suspension{{Act: c.act, Until: &until, Code: "spam", Text: "广告"}},
			}
		}))
		route := c.route
		route.Path, route.Summary = "POST /v3/counter/{id}", "计数"
		commands.Mount(api, h, route, func(ctx context.Context, tx *commands.Tx, in *countCommand) error {
			counter, err := counters("counter").Get(ctx, tx, in.ID)
			if err != nil {
				return err
			}
			return counter.Do(counting{By: in.Body.By})
		})
		w := send(api.Handler(), "POST", "/v3/counter/1", strings.NewReader(`{"by": 2}`))
		if w.Code != c.status {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if body := w.Body.String(); w.Code == http.StatusForbidden && (!strings.Contains(body, `"error":"user_banned"`) || !strings.Contains(body, "2026-12-01 12:30（UTC+8）") ||
			!strings.Contains(body, "垃圾内容（广告）") || !strings.Contains(body, `"until":"2026-12-01T04:30:00Z"`)) {
			t.Errorf("%s: %s", name, body)
		}
	}
}
