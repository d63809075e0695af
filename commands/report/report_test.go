package report_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	commandsproject "github.com/modyard/modyard/commands/project"
	commands "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	owner     = "owner001"
	reporter  = "reporter"
	stranger  = "stranger"
	moderator = "moderato"
	listed    = "Lantern1"
	hidden    = "Hidden03"
)

type world struct {
	testing.TB
	log     eventlog.Log
	codec   *codec.Codec
	scopes  identity.Scopes
	handler http.Handler
}

func newWorld(t testing.TB) *world {
	t.Helper()
	types, err := codec.New(project.EventTypes(), report.EventTypes(), thread.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{TB: t, log: memory.New(), codec: types, scopes: identity.AllScopes}
	store, err := blobs.Open(context.Background(), "mem://", "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	projects, err := commandsproject.New(commandsproject.Options{Log: w.log, Codec: types, Blobs: store, TempDir: t.TempDir(), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	service, err := commands.New(commands.Options{Log: w.log, Codec: types, Projects: projects, Account: func(_ context.Context, name string) (string, error) {
		if name == "Owner" || name == owner {
			return owner, nil
		}
		return "", nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if who := r.Header.Get("X-Test-Who"); who != "" {
				c := identity.Caller{Account: who, Role: identity.RoleUser, Scopes: w.scopes, Kind: identity.KindPAT}
				if who == moderator {
					c.Role = identity.RoleModerator
				}
				r = r.WithContext(identity.WithCaller(r.Context(), c))
			}
			next.ServeHTTP(rw, r)
		})
	})
	service.Routes(api)
	w.handler = api.Handler()
	for id, status := range map[string]project.Status{listed: project.Listed, hidden: project.Private} {
		w.happen("project-"+id, project.Created{Project: id, Slug: "slug-" + id, Type: project.TypeMod, Title: id, Owner: owner},
			project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: status})
	}
	w.happen("version-Version1", project.VersionCreated{Version: "Version1", Project: listed, Author: owner, Status: project.VersionListed})
	return w
}

func (w *world) happen(stream string, payloads ...any) {
	w.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		typ, data, err := w.codec.Encode(p)
		if err != nil {
			w.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()}})
	}
	if _, err := w.log.Append(context.Background(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events}); err != nil {
		w.Fatal(err)
	}
}

func (w *world) want(status int, who, method, path, body string, headers ...string) string {
	w.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("X-Test-Who", who)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	if status != 0 && rec.Code != status {
		w.Fatalf("%s %s as %q: %d %s, want %d", method, path, who, rec.Code, rec.Body, status)
	}
	return rec.Body.String()
}

// types are the names of a stream's events.
func (w *world) types(stream string) string {
	w.Helper()
	var names []string
	for e, err := range w.log.Stream(context.Background(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		names = append(names, e.Type)
	}
	return strings.Join(names, " ")
}

func (w *world) open(item string) commands.ReportDocument {
	w.Helper()
	var d commands.ReportDocument
	body := w.want(200, reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"project","item_id":"`+item+`","body":"广告"}`)
	if err := json.Unmarshal([]byte(body), &d); err != nil {
		w.Fatal(err)
	}
	return d
}

func TestAReportOpensItsThreadAndIsMadeOnceAtATime(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	if d.Reporter != reporter || d.ItemID != listed || w.types("thread-"+d.ThreadID) != "thread.opened.v1" || w.types("reports-"+reporter) != "report.filed.v1" {
		t.Fatalf("%+v", d)
	}
	again := w.want(400, reporter, "POST", "/v2/report", `{"report_type":"copyright","item_type":"project","item_id":"`+listed+`","body":""}`)
	if !strings.Contains(again, report.CodeReported) {
		t.Error(again)
	}
	w.want(200, stranger, "POST", "/v2/report", `{"report_type":"spam","item_type":"project","item_id":"`+listed+`","body":""}`)
	w.want(204, moderator, "PATCH", "/v3/report/"+d.ID, `{"closed":true}`)
	if w.types("thread-"+d.ThreadID) != "thread.opened.v1 thread.closed.v1" || w.types("reports-"+reporter) != "report.filed.v1 report.settled.v1" {
		t.Error(w.types("thread-"+d.ThreadID), w.types("reports-"+reporter))
	}
	if next := w.open(listed); next.ID == d.ID {
		t.Error("a report of a closed one's item is the same report")
	}
}

func TestManyClicksAtOnceAreOneReport(t *testing.T) {
	w := newWorld(t)
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			w.want(0, reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"project","item_id":"`+listed+`","body":"x"}`)
		})
	}
	wait.Wait()
	if w.types("reports-"+reporter) != "report.filed.v1" {
		t.Error(w.types("reports-" + reporter))
	}
}

func TestWhatCannotBeReported(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		status int
		who    string
		body   string
	}{
		"nothing":               {400, reporter, ``},
		"what is not there":     {400, reporter, `{"report_type":"spam","item_type":"project","item_id":"nothing","body":"x"}`},
		"what one may not see":  {400, reporter, `{"report_type":"spam","item_type":"project","item_id":"` + hidden + `","body":"x"}`},
		"a version unknown":     {400, reporter, `{"report_type":"spam","item_type":"version","item_id":"Version9","body":"x"}`},
		"a version's bad id":    {400, reporter, `{"report_type":"spam","item_type":"version","item_id":"../..","body":"x"}`},
		"an unknown user":       {400, reporter, `{"report_type":"spam","item_type":"user","item_id":"Nobody","body":"x"}`},
		"oneself":               {400, owner, `{"report_type":"spam","item_type":"user","item_id":"Owner","body":"x"}`},
		"an unknown kind":       {400, reporter, `{"report_type":"spam","item_type":"planet","item_id":"x","body":"x"}`},
		"an unknown reason":     {400, reporter, `{"report_type":"dull","item_type":"project","item_id":"` + listed + `","body":"x"}`},
		"with a text too long":  {400, reporter, `{"report_type":"spam","item_type":"project","item_id":"` + listed + `","body":"` + strings.Repeat("长", report.MaxBody+1) + `"}`},
		"while nobody signs in": {401, "", `{"report_type":"spam","item_type":"project","item_id":"` + listed + `","body":"x"}`},
	} {
		t.Run(name, func(t *testing.T) { w.want(c.status, c.who, "POST", "/v3/report", c.body) })
	}
	if w.types("reports-"+reporter) != "" || w.types("reports-"+owner) != "" {
		t.Error("a refused report left something")
	}
	for _, body := range []string{`{"report_type":"malicious","item_type":"version","item_id":"Version1","body":"x"}`, `{"report_type":"name-squatting","item_type":"user","item_id":"Owner","body":"x"}`} {
		w.want(200, reporter, "POST", "/v3/report", body)
	}
	w.scopes &^= identity.ScopeReportCreate
	w.want(401, reporter, "POST", "/v3/report", `{"report_type":"spam","item_type":"project","item_id":"`+listed+`","body":"x"}`)
}

func TestReporterAndStaffSpeakInTheThreadAndNobodyElse(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	at := "/v3/thread/" + d.ThreadID
	for range 2 { // a key counts once
		w.want(204, reporter, "POST", at, `{"body":{"type":"text","body":"请看第三张图"}}`, "Idempotency-Key", "one")
	}
	w.want(204, moderator, "POST", at, `{"body":{"type":"text","body":"备注","private":true}}`)
	w.want(401, reporter, "POST", at, `{"body":{"type":"text","body":"备注","private":true}}`)
	w.want(404, stranger, "POST", at, `{"body":{"type":"text","body":"我也要说"}}`)
	w.want(400, reporter, "POST", at, `{"body":{"type":"deleted","body":"x"}}`)
	w.want(404, reporter, "POST", "/v3/thread/Nothing1", `{"body":{"type":"text","body":"x"}}`)
	if got := w.types("thread-" + d.ThreadID); got != "thread.opened.v1 thread.message-posted.v1 thread.message-posted.v1" {
		t.Error(got)
	}
	var first string
	for e, err := range w.log.Stream(context.Background(), "thread-"+d.ThreadID, 1) {
		if err != nil {
			t.Fatal(err)
		}
		payload, err := w.codec.Decode(e.Type, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		first = payload.(thread.MessagePosted).Message
		break
	}
	w.want(404, stranger, "DELETE", "/v3/message/"+first, "")
	w.want(404, reporter, "DELETE", "/v3/message/Nothing1", "")
	w.want(204, reporter, "DELETE", "/v3/message/"+first, "")
	w.want(204, moderator, "DELETE", "/v3/report/"+d.ID, "")
	w.want(404, moderator, "PATCH", "/v3/report/"+d.ID, `{"closed":false}`)
}
