package forum_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/forum"
	projectednotification "github.com/modyard/modyard/projections/notification"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/forum"
	"github.com/modyard/modyard/readapi/notification"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/report"
	"github.com/modyard/modyard/readapi/view"
)

const (
	keeper   = "UserKep1" // owns the projects
	writer   = "UserWri2"
	stranger = "UserStr3"
	staff    = "UserMod4"
	chief    = "UserAdm5"
	nobody   = ""

	quay = "ProjOne1" // listed
	dark = "ProjTwo2" // private

	because = `{"reason":{"code":"spam","text":"广告"}}`
)

// world is a site with two projects and the real commands.
type world struct {
	*catalogtest.World
	t      testing.TB
	runner *runtime.Runner
	api    http.Handler
	rates  *commandforum.Counted
	reads  *forum.Routes
	limits bool // the rates of accounts hold
	now    time.Time
}

// Take implements commandforum.Rates.
func (w *world) Take(ctx context.Context, written commandforum.Writing) error {
	if !w.limits {
		return nil
	}
	return w.rates.Take(ctx, written)
}

// Release implements commandforum.Rates.
func (w *world) Release(ctx context.Context, account, command string) error {
	return w.rates.Release(ctx, account, command)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t, now: catalogtest.Epoch().Add(24 * time.Hour)}
	vault := erasure.NewMemory()
	w.Texts = vault
	w.runner = w.Also(projected.New(), projectednotification.New(projected.Notifications()), projectedreport.New(catalogtest.Markdown))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		switch c.Account {
		case staff:
			c.Role = identity.RoleModerator
		case chief:
			c.Role = identity.RoleAdmin
		}
		return c
	}))
	handler := &commands.Handler{
		Log: w.Log, Codec: w.Codec, Texts: vault, Logger: quiet,
		Keys: commands.Keys{Request: []byte("a key of tests for requests, 32 b"), IDs: []byte("a key of tests for ids, 32 bytes")},
		Now: func() time.Time {
			w.now = w.now.Add(time.Second)
			return w.now
		},
	}
	w.rates = commandforum.NewCounted(w.DB.Pool)
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	var service *commandforum.Service
	reads := forum.New(source, forum.Options{
		Sections: []contract.ForumSection{{ID: "chat", Title: "矿工茶馆"}, {ID: "project", Title: "资源讨论"}, {ID: "article", Title: "专栏"}, {ID: "notice", Title: "公告"}},
		Render:   catalogtest.Markdown,
		Person: func(ctx context.Context, name string) (string, error) {
			p, err := accounts.ByUsername(ctx, name)
			return p.ID, err
		},
		Rights: func(ctx context.Context, id string) (contract.ForumRights, error) {
			return service.Rights(ctx, identity.FromContext(ctx).Actor(), id)
		},
		Opens: func(ctx context.Context, project string) (contract.ProjectForum, error) {
			return service.Opens(ctx, identity.FromContext(ctx).Actor(), project)
		},
	})
	service, err = commandforum.New(commandforum.Options{
		Handler: handler, Verified: func(context.Context, string) (bool, error) { return true, nil },
		Named: accounts.IDsByName, Rates: w, Posted: reads.Posted,
	})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := commandforum.NewSeen(commandforum.SeenOptions{
		Forum: service, Pool: w.DB.Pool,
		Requests: idempotency.NewGuard(idempotency.NewStore(w.DB.Pool, nil), []byte("a key"), func(*http.Request) string { return "" }),
	})
	if err != nil {
		t.Fatal(err)
	}
	service.Routes(api)
	seen.Routes(api)
	reads.Register(api)
	w.reads = reads
	report.New(source, accounts, append(forum.Reported(), readproject.Reported()...)...).Register(api)
	notification.New(source, accounts, notification.Words{Forum: forum.Names(source)}, forum.Kinds()...).Register(api)
	w.api = api.Handler()
	for id, name := range map[string]string{keeper: "管理者", writer: "写手", stranger: "路人"} {
		w.Account(id, name, "user")
	}
	w.Account(staff, "石榴", "moderator")
	w.Account(chief, "站长", "admin")
	w.Project(quay, keeper, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Lanternquay", Owner: keeper},
		project.ListedByImport{Status: project.Listed})
	w.Project(dark, keeper, project.Created{Project: dark, Slug: "dark", Type: project.TypeMod, Title: "秘密的资源", Owner: keeper},
		project.ListedByImport{Status: project.Private})
	w.Slug("quay", quay)
	w.Slug("dark", dark)
	return w
}

// send sends one request, after all events are projected.
func (w *world) send(as, method, path, body string) *httptest.ResponseRecorder {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("As", as)
	r.Header.Set("Content-Type", "application/json")
	if method == http.MethodGet {
		r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

// do is send for a command that must succeed.
func (w *world) do(as, method, path, body string) {
	w.t.Helper()
	if rec := w.send(as, method, path, body); rec.Code != http.StatusNoContent {
		w.t.Fatalf("%s %s as %q: %d %s", method, path, as, rec.Code, rec.Body)
	}
}

// ask is send for an answer of the given status.
func ask[T any](w *world, status int, as, method, path, body string) (v T) {
	w.t.Helper()
	rec := w.send(as, method, path, body)
	if rec.Code != status {
		w.t.Fatalf("%s %s as %q: %d %s, want %d", method, path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

func get[T any](w *world, as, path string) T {
	w.t.Helper()
	return ask[T](w, http.StatusOK, as, http.MethodGet, path, "")
}

func quoted(fields map[string]any) string {
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(body)
}

func (w *world) open(as, section, title, text string) string {
	w.t.Helper()
	return ask[contract.ForumOpened](w, 200, as, "POST", "/v3/forum", quoted(map[string]any{"title": title, "content": text, "forum_type": section})).Discussion
}

func (w *world) board(project string) string {
	w.t.Helper()
	return ask[contract.ForumOpened](w, 200, keeper, "POST", "/v3/project/"+project+"/forum", quoted(map[string]any{"content": "这里讨论"})).Discussion
}

func (w *world) answer(as, discussion, text, to string) contract.ForumPost {
	w.t.Helper()
	fields := map[string]any{"content": text}
	if to != "" {
		fields["replied_to"] = to
	}
	return ask[contract.ForumPost](w, 200, as, "POST", "/v3/forum/"+discussion+"/post", quoted(fields))
}
