package webhook_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"

	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/until"
	store "github.com/modyard/modyard/platform/webhook"
	"github.com/modyard/modyard/reactors/webhook"
)

// start runs the jobs of some processes until the test ends.
func (w *world) start(processes int) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	done := make(chan error, processes)
	for range processes {
		runner, err := jobs.New(jobs.Options{Pool: w.db.Pool, Logger: slog.New(slog.DiscardHandler)}, w.dispatcher.Jobs())
		if err != nil {
			w.Fatal(err)
		}
		go func() { done <- runner.Run(ctx) }()
	}
	w.Cleanup(func() {
		cancel()
		for range processes {
			if err := <-done; err != nil {
				w.Error(err)
			}
		}
	})
}

func (w *world) eventually(what string, holds func() bool) {
	w.Helper()
	until.True(w, what, holds)
}

func TestAReceiverThatHangsDoesNotDelayOthersAndOrderIsKept(t *testing.T) {
	w := newWorld(t, func(o *webhook.Options) { o.Workers = 2 })
	free := make(chan struct{})
	hanging := newReceiver(t, func(http.ResponseWriter, int) { <-free })
	t.Cleanup(func() { close(free) })
	quick := newReceiver(t, nil)
	slow, other := w.add(hanging.URL), w.add(quick.URL)
	const n = 40
	for i := range n {
		w.change(fmt.Sprintf("change-%02d", i))
	}
	w.start(2)
	w.eventually("the other receiver waits", func() bool { return len(quick.requests()) == n })
	for i, g := range quick.requests() {
		if g.change.ID != fmt.Sprintf("change-%02d", i) {
			t.Fatalf("request %d is %s", i, g.change.ID)
		}
	}
	if got := len(hanging.requests()); got > 1 {
		t.Errorf("%d requests at a time to a receiver that hangs", got)
	}
	w.eventually("not every delivery of the other receiver is recorded", func() bool {
		for _, d := range w.deliveries(other.ID) {
			if d.State != store.Done {
				return false
			}
		}
		return true
	})
	for _, d := range w.deliveries(slow.ID) {
		if d.State != store.Waiting {
			t.Errorf("%+v", d)
		}
	}
}
