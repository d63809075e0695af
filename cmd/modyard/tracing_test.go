package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/tracing"
	"github.com/modyard/modyard/platform/tracing/tracingtest"
	"github.com/modyard/modyard/platform/until"
	projectedcollection "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/reactors"
)

func TestARequestIsOneTraceDownToItsProjectionsReactorsAndJobs(t *testing.T) {
	t.Parallel()
	c := tracingtest.New(t)
	reacting := make(chan struct{}, 1)
	s := newTestSiteWith(t, app.SiteOptions{Reactors: []reactors.Reactor{{
		Name: "test.collections", Filter: eventlog.Filter{Categories: []string{"collection"}},
		Event: func(context.Context, eventlog.Recorded) error {
			select {
			case reacting <- struct{}{}:
			default:
			}
			return nil
		},
	}}}, func(settings *config.Config) { settings.OTLPURL = c.URL })
	session := s.person("tracedperson", identity.RoleUser)
	// A reactor begins with what happens after its first start.
	before := s.ask(session, http.MethodPost, "/v3/collection", map[string]any{"name": "开始之前", "description": "在开始之前"})
	var collection struct{ ID string }
	if err := json.Unmarshal(before.Body, &collection); err != nil || before.Status != http.StatusOK {
		t.Fatalf("%d %s", before.Status, before.Body)
	}
	n := 0
	until.True(t, "the reactor begins", func() bool {
		n++
		if changed := s.ask(session, http.MethodPatch, "/v3/collection/"+collection.ID, map[string]any{"description": fmt.Sprint("第 ", n)}); changed.Status >= 300 {
			t.Fatalf("%d %s", changed.Status, changed.Body)
		}
		select {
		case <-reacting:
			return true
		default:
			return false
		}
	})
	const request, secret = "request-of-the-trace", "绝密的收藏名"
	made := s.ask(session, http.MethodPost, "/v3/collection?hidden=hunter2", map[string]any{"name": secret, "description": secret}, "X-Request-Id", request)
	if made.Status != http.StatusOK {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	const reset = "request-of-a-letter"
	if asked := s.ask("", http.MethodPost, "/v2/auth/password/reset", map[string]any{"username": "tracedperson"}, "X-Request-Id", reset); asked.Status >= 300 {
		t.Fatalf("%d %s", asked.Status, asked.Body)
	}

	trace := tracing.TraceOf(request)
	top := c.Wait(t, trace, "POST /v3/collection")
	command := c.Wait(t, trace, "command collection")
	stored := c.Wait(t, trace, "append")
	projected := c.Wait(t, trace, "project collection/v"+strconv.Itoa(projectedcollection.New().Version))
	reacted := c.Wait(t, trace, "react test.collections")
	if top.Parent != "" || command.Parent != top.ID || stored.Parent != command.ID || projected.Parent != command.ID || reacted.Parent != command.ID {
		t.Errorf("the tree is wrong: %+v", c.Spans())
	}
	if top.Texts["http.route"] != "/v3/collection" || top.Counts["http.response.status_code"] != 200 || top.Texts["modyard.request"] != request {
		t.Errorf("the request: %+v", top)
	}
	if n := command.Counts["modyard.events"]; n == 0 || stored.Counts["modyard.events"] != n || command.Texts["modyard.outcome"] != "done" {
		t.Errorf("the command: %+v %+v", command, stored)
	}
	at := stored.Counts["modyard.position"]
	if at == 0 || projected.Counts["modyard.batch.position"] < at || projected.Counts["modyard.events"] == 0 {
		t.Errorf("the projection: %+v", projected)
	}
	letter := c.Wait(t, tracing.TraceOf(reset), "job "+identity.LetterKind)
	if letter.Texts["modyard.job.queue"] == "" || letter.Counts["modyard.job.attempt"] != 1 || letter.Failed {
		t.Errorf("the job: %+v", letter)
	}
	s.stop() // sends the last spans
	raw := c.Raw()
	for _, never := range []string{secret, "hunter2", session, "tracedperson", "example.org", password, "127.0.0.1", "Go-http-client"} {
		if bytes.Contains(raw, []byte(never)) {
			t.Errorf("%q was sent to the collector", never)
		}
	}
	for _, span := range c.Spans() {
		if strings.Contains(span.Name, string(made.Body)) {
			t.Errorf("a name with data: %s", span.Name)
		}
	}
}
