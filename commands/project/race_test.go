package project_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
)

// gate lets another request act between a command's read and its append.
type gate struct {
	eventlog.Log
	before func()
}

func (g *gate) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if do := g.before; do != nil {
		g.before = nil
		do()
	}
	return g.Log.Append(ctx, writes...)
}

func TestAStaffDecisionIsRejectedIfTheProjectWasDecidedInTheMeantime(t *testing.T) {
	g := &gate{Log: memory.New()}
	w := newWorld(t, func(o *options) { o.Handler.Log = g })
	id := w.project("sodium")
	w.version(id)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"status": "processing"}), 204)
	g.before = func() {
		want(t, w.Ask(admin, "PATCH", "/v2/project/"+id, fields{"status": "approved", "reason": because}), 204)
	}
	want(t, w.Ask(moderator, "PATCH", "/v2/project/"+id, fields{"status": "rejected", "moderation_message": "x", "reason": because}), 409)
	if s := w.state(id); s.Status != project.Listed {
		t.Fatal(s.Status)
	}
}

func TestAConcurrentEditDoesNotRejectAStaffDecision(t *testing.T) {
	g := &gate{Log: memory.New()}
	w := newWorld(t, func(o *options) { o.Handler.Log = g })
	id := w.project("sodium")
	w.version(id)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"status": "processing"}), 204)
	g.before = func() { want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"title": "New title"}), 204) }
	want(t, w.Ask(moderator, "PATCH", "/v2/project/"+id, fields{"status": "approved", "reason": because}), 204)
	if s := w.state(id); s.Status != project.Listed || s.Title != "New title" {
		t.Fatalf("%+v", s)
	}
}

func TestOfManyConcurrentRequestsForASlugOneGetsIt(t *testing.T) {
	w := newWorld(t)
	var winners atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			switch a := w.form(owner, "POST", "/v2/project", []part{data(newProject("sodium"))}); a.Status {
			case 200:
				winners.Add(1)
			case 400, 409:
			default:
				t.Error(a)
			}
		})
	}
	all.Wait()
	if winners.Load() != 1 {
		t.Fatal(winners.Load())
	}
}

func TestOfManyConcurrentUploadsOfAFileOneSucceeds(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	file := w.jar()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if a := w.form(owner, "POST", "/v2/version", []part{data(newVersion(id)), {"main", "a.jar", file}}); a.Status != 200 && a.Status != 400 && a.Status != 409 {
				t.Error(a)
			}
		})
	}
	all.Wait()
	list := w.versions(id).IDs()
	if len(list) != 1 {
		t.Fatal(list)
	}
	if v := w.versionState(list[0]); !w.stored(v.Files[0].URL) {
		t.Fatal("a rejected upload deleted the bytes of the accepted one")
	}
}
