package live_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	commands "github.com/modyard/modyard/commands/notification"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/until"
)

// otherProcess is the handler of another process on the same database: it has the routes that change inboxes, and no
// streams.
func (w *world) otherProcess() http.Handler {
	w.t.Helper()
	service, err := commands.New(commands.Options{
		Pool: w.DB.Pool, Requests: idempotency.NewGuard(idempotency.NewStore(w.DB.Pool, nil), []byte("a key"), func(*http.Request) string { return "" }),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		return identitytest.Session(r.Header.Get("As"), identity.RoleUser)
	}))
	service.Routes(api)
	return api.Handler()
}

func readAll(t *testing.T, h http.Handler, as string) {
	t.Helper()
	r := httptest.NewRequest("POST", "/_internal/notifications/read", strings.NewReader("{}"))
	r.Header.Set("As", as)
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	if h.ServeHTTP(rec, r); rec.Code != 204 {
		t.Fatal(rec.Code, rec.Body)
	}
}

// notify sends the owner two notifications and waits until they can be read.
func (w *world) notify() {
	w.t.Helper()
	w.Project(openID, staff, project.StatusChanged{From: project.Listed, To: project.Unlisted}, project.StatusChanged{From: project.Unlisted, To: project.Listed})
	w.Settle()
}

func TestAnInboxChangeInAnotherProcessReachesOpenStreams(t *testing.T) {
	w := newWorld(t)
	w.notify()
	p, other := w.open("owner", "?topic=inbox"), w.open("stranger", "?topic=inbox")
	there := w.otherProcess()
	readAll(t, there, owner)
	e := p.next()
	if e.kind != "moved" || e.data.Topic != "inbox" || e.data.Change != 1 || e.data.Position > w.Board.At("notification") {
		t.Fatalf("%+v", e)
	}
	readAll(t, there, owner) // changes nothing
	w.notify()
	if e = p.next(); e.data.Change != 1 || e.data.Position == 0 {
		t.Fatalf("%+v", e)
	}
	other.cancel()
	for e := range other.events {
		t.Errorf("a stranger received %+v", e)
	}
}

func TestAReconnectedStreamGetsInboxChangesItMissed(t *testing.T) {
	w := newWorld(t)
	w.notify()
	readAll(t, w.otherProcess(), owner)
	at := w.Board.At("notification")
	if e := w.open("owner", fmt.Sprintf("?topic=inbox@%d", at)).next(); e.kind != "moved" || e.data.Change != 1 {
		t.Fatalf("%+v", e)
	}
	p := w.open("owner", fmt.Sprintf("?topic=inbox@%d.1", at))
	w.notify()
	readAll(t, w.otherProcess(), owner)
	for {
		if e := p.next(); e.data.Change == 2 {
			return
		} else if e.data.Position <= at {
			t.Fatalf("sent a change that the client had: %+v", e)
		}
	}
}

func TestInboxChangesArriveAfterALostDatabaseConnection(t *testing.T) {
	w := newWorld(t)
	w.notify()
	p := w.open("owner", "?topic=inbox")
	owning, err := pgx.Connect(t.Context(), w.DB.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owning.Close(context.Background()) //nolint:errcheck // test
	until.True(t, "it listens", func() bool {
		tag, err := owning.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and query = 'LISTEN inbox'`)
		if err != nil {
			t.Fatal(err)
		}
		return tag.RowsAffected() == 1
	})
	readAll(t, w.otherProcess(), owner)
	if e := p.next(); e.kind != "moved" || e.data.Change != 1 {
		t.Fatalf("%+v", e)
	}
}

func TestAChangeNumberBelongsToTheInbox(t *testing.T) {
	w := newWorld(t)
	for _, topic := range []string{"activity@1.2", "inbox@1.", "inbox@1.x", "inbox@.1", "inbox@1.-1"} {
		if answer, _ := w.ask("owner", "?topic="+topic); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", topic, answer.StatusCode)
		}
	}
}
