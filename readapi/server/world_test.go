package server_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/erasable"
	domain "github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/software/softwaretest"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	"github.com/modyard/modyard/projections/runtime"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/server"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner = "UserOwn1"
	other = "UserOth2"
	staff = "UserMod3"
	admin = "UserAdm4"
	host  = "NodeOne1"
	one   = "ServOne1"
	two   = "ServTwo2"
	base  = "/hosting/modrinth/v0/servers"
)

// world is a site with two servers of one account on a node.
type world struct {
	*catalogtest.World
	t        *testing.T
	api      http.Handler
	scopes   identity.Scopes
	claims   node.Claims // of the token that was signed last
	now      time.Time
	file     []byte // that the node answers
	failed   error
	asked    string            // of the node: address and token
	kept     map[string]string // contents by hash
	runner   *runtime.Runner
	software *softwaretest.Double
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t, scopes: identity.AllScopes, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), kept: map[string]string{}}
	w.Texts = erasure.NewMemory()
	w.software = softwaretest.New(t,
		softwaretest.Release{Loader: software.Vanilla, GameVersion: "1.21.8"},
		softwaretest.Release{Loader: software.NeoForge, LoaderVersion: "21.8.3", GameVersion: "1.21.8"},
		softwaretest.Release{Loader: software.NeoForge, LoaderVersion: "21.8.4-beta", GameVersion: "1.21.8", Unstable: true},
	)
	w.runner = w.Also(projected.New(), notificationtest.New(projected.Notifications()))
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		c.Scopes, c.Credential = w.scopes, "Credent1"
		switch c.Account {
		case staff:
			c.Role = identity.RoleModerator
		case admin:
			c.Role = identity.RoleAdmin
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	server.New(source, server.Options{
		Game: "Minecraft", Domain: "play.example.org", Bases: []string{"/hosting/modrinth/v0"}, Now: func() time.Time { return w.now },
		Fetch: func(_ context.Context, address, token string, _ int64) ([]byte, error) {
			w.asked = address + " " + token
			return w.file, w.failed
		},
		Content: func(_ context.Context, _, hash string) ([]byte, error) {
			content, ok := w.kept[hash]
			if !ok {
				return nil, server.ErrNoContent
			}
			return []byte(content), nil
		},
		Software: w.software, Logger: slog.New(slog.DiscardHandler),
		Sign: func(c node.Claims) (string, error) { w.claims = c; return "signed", nil },
	}).Register(api)
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	reason := func(code string) string { return "〔" + code + "〕" }
	notification.New(source, accounts, nil, server.Kinds(reason)...).Register(api)
	w.api = api.Handler()
	w.Account(owner, "晚风", "user")
	w.Account(admin, "管家", "admin")
	w.Happen("node-"+host, admin, domain.NodeAdded{Node: host, Name: "华东一号", FirstPort: 25565, LastPort: 25570})
	w.Happen("node-"+host, "", domain.NodeJoined{Node: host, Address: "https://n1.example.org:8443"})
	for id, port := range map[string]int{one: 25565, two: 25566} {
		w.Happen("server-"+id, admin, domain.Provisioned{
			Server: id, Owner: owner, Node: host, Port: port, Plan: domain.Plan{MemoryMiB: 4096, CPUPercent: 200, DiskMiB: 20480},
			Name: erasable.Of(owner, "服 "+id), Software: domain.Software{Kind: domain.StandIn, Loader: "NeoForge", GameVersion: "1.21.1"},
		})
	}
	return w
}

// ask reads after all events are projected.
func ask[T any](w *world, status int, as, path string) (v T) {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

// connect opens the link of the node, and lets it observe a server.
func (w *world) connect(age string, o *node.Observed) {
	w.t.Helper()
	exec := func(query string, args ...any) {
		if _, err := w.DB.Pool.Exec(w.t.Context(), query, args...); err != nil {
			w.t.Fatal(err)
		}
	}
	exec(`insert into hosting.links (node, connection, connected, seen, version, address, host) values ($1, 'c', now(), now() - $2::interval, 'dev', 'https://elsewhere.example', $3)
		on conflict (node) do update set seen = excluded.seen`, host, age, []byte(`{"tier":"plain","unlimited":["memory","network"]}`))
	if o != nil {
		doc, err := json.Marshal(o)
		if err != nil {
			w.t.Fatal(err)
		}
		exec(`insert into hosting.observed (server, node, at, observed) values ($1, $2, now(), $3)`, o.Server, host, doc)
	}
}
