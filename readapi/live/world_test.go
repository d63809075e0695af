package live_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedforum "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	"github.com/modyard/modyard/projections/report"
	projectedrevenue "github.com/modyard/modyard/projections/revenue"
	projectedwiki "github.com/modyard/modyard/projections/wiki"
	readactivity "github.com/modyard/modyard/readapi/activity"
	readforum "github.com/modyard/modyard/readapi/forum"
	"github.com/modyard/modyard/readapi/live"
	readnotification "github.com/modyard/modyard/readapi/notification"
	readproject "github.com/modyard/modyard/readapi/project"
	readreport "github.com/modyard/modyard/readapi/report"
	readrevenue "github.com/modyard/modyard/readapi/revenue"
	readreview "github.com/modyard/modyard/readapi/review"
	"github.com/modyard/modyard/readapi/view"
	readwiki "github.com/modyard/modyard/readapi/wiki"
)

const (
	owner    = "UserOwn1"
	stranger = "UserStr3"
	staff    = "UserMod4"
	openID   = "ProjOpn1"
	hiddenID = "ProjHid2"
	absentID = "ProjNot9"
)

// world is a site with one public and one hidden project, and streams over real HTTP.
type world struct {
	*catalogtest.World
	t       testing.TB
	server  *httptest.Server
	routes  *live.Routes
	expired atomic.Bool
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.Also(notificationtest.New())
	w.Also(report.New(func(text string) string { return text }))
	w.Also(projectedwiki.New())
	w.Also(projectedrevenue.New())
	w.Also(projectedforum.New())
	for _, id := range []string{openID, hiddenID} {
		w.Project(id, owner, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: id, Summary: "简介", Owner: owner})
	}
	w.Project(openID, staff, project.Submitted{From: project.Draft, Requested: project.Listed}, project.Approved{From: project.Processing, Status: project.Listed})
	w.Settle()
	callers := map[string]identity.Caller{
		"owner":    identitytest.Session(owner, identity.RoleUser),
		"stranger": identitytest.Session(stranger, identity.RoleUser),
		"staff":    identitytest.Session(staff, identity.RoleModerator),
		"keeper":   identitytest.Session(keeper, identity.RoleUser),
	}
	keeping := callers["keeper"]
	keeping.Treasurer = true
	callers["keeper"] = keeping
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	owned := append([]live.Owned{readreport.Topic(), readreport.Threads(), readwiki.Topic(), readnotification.Topic()}, readrevenue.Topics()...)
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	topics := live.Topics{
		Owned: owned, Things: []live.Thing{readproject.Topic(), readforum.Topic()}, Shared: []live.Shared{readreview.QueueTopic(), readactivity.Topic()},
		Moves: []live.Moves{readwiki.Moves()},
	}
	w.routes = live.New(live.Options{Source: source, Board: w.Board, Topics: []live.Topics{topics}, Heartbeat: 50 * time.Millisecond, Logger: quiet,
		Again: func(r *http.Request) (identity.Caller, error) {
			if w.expired.Load() {
				return identity.Caller{}, nil
			}
			return identity.FromContext(r.Context()), nil
		}})
	api := httpkit.New(httpkit.Options{Logger: quiet, Uncompressed: []string{live.Path}, Timeout: 200 * time.Millisecond})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller { return callers[r.Header.Get("As")] }))
	w.routes.Register(api)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.routes.Run(ctx) }()
	w.server = httptest.NewServer(api.Handler())
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		w.server.Close()
	})
	return w
}

type event struct {
	kind, id string
	data     live.Message
}

// tap is an open stream. Its channel of events is closed with it.
type tap struct {
	t      testing.TB
	events chan event
	cancel context.CancelFunc
}

func (w *world) ask(as, query string, headers ...string) (*http.Response, context.CancelFunc) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.server.URL+live.Path+query, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("As", as)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := w.server.Client().Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer, cancel
}

func (w *world) open(as, query string, headers ...string) *tap {
	w.t.Helper()
	answer, cancel := w.ask(as, query, headers...)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" || answer.Header.Get("Content-Encoding") != "" {
		w.t.Fatal(answer.StatusCode, answer.Header)
	}
	tap := &tap{t: w.t, events: make(chan event, 100), cancel: cancel}
	go func() {
		defer close(tap.events)
		var e event
		lines := bufio.NewScanner(answer.Body)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.kind = value
			case "data":
				if err := json.Unmarshal([]byte(value), &e.data); err != nil {
					w.t.Errorf("message %q: %v", value, err)
				}
			case "":
				if e.kind != "" {
					tap.events <- e
				}
				e = event{}
			}
		}
	}()
	if e := tap.next(); e.kind != "ready" {
		w.t.Fatalf("the first event of a stream is %+v", e)
	}
	return tap
}

func (p *tap) next() event {
	p.t.Helper()
	e, ok := until.Receive(p.t, "an event", p.events)
	if !ok {
		p.t.Fatal("the stream ended")
	}
	return e
}

// ended waits until the stream ends; any further event fails the test.
func (p *tap) ended() {
	p.t.Helper()
	if e, ok := until.Receive(p.t, "the end of the stream", p.events); ok {
		p.t.Fatalf("received %+v instead of the end", e)
	}
}

func title(s string) project.Renamed { return project.Renamed{Title: s} }
