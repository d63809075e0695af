package reactors_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/correlation"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/reactors"
)

func TestEveryTryOfAReactorKnowsTheRequestThatCausedTheEvent(t *testing.T) {
	w := newWorld(t)
	requests := make(chan string, 10)
	r := w.listener("parcels", nil)
	r.Retries, r.Event = 1, func(ctx context.Context, _ eventlog.Recorded) error {
		requests <- correlation.Of(ctx)
		return errors.New("no answer")
	}
	w.start(r)
	if _, err := w.log.Append(t.Context(), eventlog.Write{Stream: "box-a", Expected: eventlog.Any, Events: []eventlog.Event{{
		ID: eventlog.NewEventID(), Type: "box.packed.v1", Data: []byte("1"), Meta: eventlog.Metadata{Request: "request-of-a-person", At: time.Now()},
	}}}); err != nil {
		t.Fatal(err)
	}
	expect := func(what string) {
		t.Helper()
		if got, _ := until.Receive(t, what, requests); got != "request-of-a-person" {
			t.Errorf("%s belongs to %q", what, got)
		}
	}
	expect("the first try")
	expect("the second try")
	w.until(func() bool { return w.count(`SELECT count(*) FROM reactors.poisoned`) == 1 })
	if _, err := reactors.TryAgain(t.Context(), w.db.Pool, "parcels"); err != nil {
		t.Fatal(err)
	}
	expect("the try that a person asked for")
}
