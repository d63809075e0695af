package project_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

func TestTwoModeratorsDecideARoundOnceAndTheSecondIsTold(t *testing.T) {
	w := newWorld(t)
	id := w.project("sodium")
	w.version(id)
	path := "/v2/project/" + id
	submit := func() { want(t, w.Ask(owner, "PATCH", path, fields{"status": "processing"}), 204) }
	decide := func(who, status string, round int) int {
		body := fields{"status": status, "moderation_message": "请看说明", "moderation_round": round, "reason": because}
		return w.Ask(who, "PATCH", path, body).Status
	}
	submit()
	var won, lost atomic.Int32
	var all sync.WaitGroup
	for who, status := range map[string]string{moderator: "rejected", admin: "withheld"} {
		all.Go(func() {
			switch got := decide(who, status, 1); got {
			case 204:
				won.Add(1)
			case 409:
				lost.Add(1)
			default:
				t.Error(got)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 || lost.Load() != 1 {
		t.Fatal(won.Load(), lost.Load())
	}
	// A page that has not heard of it, however late.
	for _, status := range []string{"approved", "rejected", "withheld"} {
		if got := decide(moderator, status, 1); got != 409 {
			t.Errorf("%s on a decided round: %d", status, got)
		}
	}
	submit()
	if got := decide(moderator, "approved", 1); got != 409 {
		t.Errorf("on the round before: %d", got)
	}
	late := fields{"time": time.Now().Add(time.Hour), "requested_status": "approved", "moderation_round": 1, "reason": because}
	want(t, w.Ask(moderator, "POST", path+"/schedule", late), 409)
	if got := decide(moderator, "approved", 2); got != 204 {
		t.Errorf("on the round of now: %d", got)
	}
	// Without a round a decision applies to the state at the time of the request, as other programs send it.
	want(t, w.Ask(admin, "PATCH", path, fields{"status": "withheld", "moderation_message": "x", "reason": because}), 204)
	if s := w.state(id); s.Status != project.Held || s.Round != 2 {
		t.Fatalf("%+v", s)
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
