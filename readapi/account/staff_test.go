package account

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	domain "github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

const (
	mira = "UserMir1"
	tom  = "UserTom2"
	mod  = "UserMod3"
)

type world struct {
	*catalogtest.World
	t   *testing.T
	api http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Also(projectedreport.New(func(text string) string { return text }))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	w.Account(mira, "Mira", "user")
	w.Account(tom, "TomMiracle", "user")
	w.Account(mod, "灯塔版主", "moderator")
	for _, sql := range []string{
		`update identity.accounts set created = '2026-01-01' where id = '` + mira + `'`,
		`update identity.accounts set created = '2026-02-01', email = 'tom@example.org', email_key = 'tom@example.org', treasurer = true where id = '` + tom + `'`,
		`update identity.accounts set created = '2026-03-01' where id = '` + mod + `'`,
		`insert into identity.suspensions (account, act, since, until, code, text) values ('` + mira + `', 'talk', now(), now() + interval '1 day', 'spam', '广告'),
			('` + tom + `', 'talk', now() - interval '2 days', now() - interval '1 day', 'spam', '旧的')`,
		`insert into identity.sessions (id, account, token_hash, created, last_used, expires, refresh_expires, user_agent, ip)
			values ('SessOne1', '` + mira + `', 'secret-hash', now(), now(), now() + interval '1 day', now() + interval '2 days', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '192.0.2.77')`,
		`insert into identity.tokens (id, account, token_hash, name, scopes, created, expires) values ('TokeOne1', '` + mira + `', 'other-hash', '发布', 3, now(), now() + interval '1 day')`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	w.Happen("report-ReporAA1", tom, report.Opened{Report: "ReporAA1", Type: report.Spam, ItemType: report.User, Item: mira, Reporter: tom, Thread: "ThreaAA1"})
	w.Settle()
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == mod {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	New(source, accounts, project.New(source)).Register(api)
	w.api = api.Handler()
	return w
}

func (w *world) get(status int, as, path string) string {
	w.t.Helper()
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil)
	r.Header.Set("As", as)
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	return rec.Body.String()
}

func (w *world) names(query string) string {
	w.t.Helper()
	var page StaffUsers
	if err := json.Unmarshal([]byte(w.get(200, mod, "/_internal/moderation/accounts?"+query)), &page); err != nil {
		w.t.Fatal(err)
	}
	var names []string
	for _, u := range page.Users {
		names = append(names, u.Username)
	}
	if page.Next != nil {
		names = append(names, "next")
	}
	return strings.Join(names, " ")
}

func TestTheStaffFindsAccountsByNameIDRoleStateAndAge(t *testing.T) {
	w := newWorld(t)
	for query, want := range map[string]string{
		"":                                    "灯塔版主 TomMiracle Mira",
		"q=MIRA":                              "TomMiracle Mira",
		"q=" + mira:                           "Mira",
		"q=" + url.QueryEscape("灯塔"):          "灯塔版主",
		"q=%25":                               "",
		"role=moderator":                      "灯塔版主",
		"role=treasurer":                      "TomMiracle",
		"role=developer":                      "TomMiracle Mira",
		"state=suspended":                     "Mira", // an ended one does not count
		"state=unverified":                    "TomMiracle",
		"state=closed":                        "",
		"state=leaving":                       "",
		"from=2026-01-15T00:00:00Z":           "灯塔版主 TomMiracle",
		"to=2026-01-15T00:00:00Z":             "Mira",
		"limit=1":                             "灯塔版主 next",
		"limit=1&after=" + mod:                "TomMiracle next",
		"limit=1&after=" + tom:                "Mira",
		"after=nobodyhe":                      "",
		"q=mira&state=suspended&role=admin":   "",
		"q=" + url.QueryEscape("tom@example"): "", // an address is never searched for here
	} {
		if got := w.names(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	for _, wrong := range []string{"role=god", "state=asleep", "from=yesterday", "q=%00"} {
		w.get(400, mod, "/_internal/moderation/accounts?"+wrong)
	}
}

func TestOnlyTheStaffSeesAccountsAndNobodyTheirSecrets(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/_internal/moderation/accounts", "/_internal/moderation/account/" + mira} {
		w.get(401, "", path)
		w.get(401, mira, path)
	}
	body := w.get(200, mod, "/_internal/moderation/account/"+mira)
	var one StaffAccount
	if err := json.Unmarshal([]byte(body), &one); err != nil {
		t.Fatal(err)
	}
	if len(one.Sessions) != 1 || len(one.Tokens) != 1 || len(one.Suspensions) != 1 || one.Suspensions[0].Act != domain.Talk || one.Suspensions[0].Text != "广告" {
		t.Errorf("%+v", one)
	}
	if s := one.Sessions[0]; s.OS == nil || *s.OS != "Linux" || s.Platform == nil || *s.Platform != "Firefox" {
		t.Errorf("the session is described as %v %v", s.OS, s.Platform)
	}
	if one.Reports.AboutCount != 1 || len(one.Reports.About) != 1 || one.Reports.About[0].Reporter == nil || one.Reports.About[0].Reporter.Username != "TomMiracle" {
		t.Errorf("%+v", one.Reports)
	}
	if tom := w.get(200, mod, "/_internal/moderation/account/TomMiracle"); strings.Contains(tom, "example.org") || !strings.Contains(tom, `"has_email":true`) || !strings.Contains(tom, `"by_count":1`) {
		t.Error(tom)
	}
	for _, secret := range []string{"secret-hash", "other-hash", "192.0.2.77"} {
		if strings.Contains(body, secret) {
			t.Errorf("%s is shown: %s", secret, body)
		}
	}
	w.get(404, mod, "/_internal/moderation/account/nobodyhe")
}

func TestTheListOfAccountsReadsByIndex(t *testing.T) {
	w := newWorld(t)
	if _, err := w.DB.Pool.Exec(t.Context(), `insert into identity.accounts (id, username, username_key, created)
select lpad(n::text, 8, '0'), 'player' || n, 'player' || n, now() - n * interval '1 min' from generate_series(1, 20000) as n;
analyze identity.accounts`); err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]staffIn{
		"the newest": {}, "a later page": {After: "00010000"}, "a name": {Query: "player17"}, "the suspended": {State: "suspended"},
	} {
		sql, args, err := staffQuery(&in, 31)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+sql, args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on accounts") {
			t.Errorf("%s reads every account:\n%s", name, fmt.Sprint(plan))
		}
	}
}
