package kurrent_test

import (
	"context"
	"slices"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
)

// TestAFollowerOfCategoriesReceivesOldAndNewEvents uses the server's filter for old events, and the process's own
// for new ones.
func TestAFollowerOfCategoriesReceivesOldAndNewEvents(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		begin, err := log.Head(within(t))
		if err != nil {
			t.Fatal(err)
		}
		write := func(stream, typ string) eventlog.Recorded {
			t.Helper()
			e := eventlogtest.Event(typ, `{}`)
			receipt, err := log.Append(within(t), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{e}})
			if err != nil {
				t.Fatal(err)
			}
			return eventlog.Recorded{Event: e, Stream: stream, Position: receipt.Position}
		}
		id := eventlog.NewEventID().String()
		var all []eventlog.Recorded
		some := func() {
			for _, category := range []string{"thing", "thingy", "other", "third"} {
				for _, typ := range []string{"thing.made.v1", "thing.made.v10", "thing.lost.v1"} {
					all = append(all, write(category+"-"+id, typ))
				}
			}
		}
		some()
		for what, filter := range map[string]eventlog.Filter{
			"a category":           {Categories: []string{"thing"}},
			"categories":           {Categories: []string{"thing", "third"}},
			"a type":               {Types: []string{"thing.made.v1"}},
			"categories and types": {Categories: []string{"thing", "other"}, Types: []string{"thing.made.v1", "thing.lost.v1"}},
			"an unused category":   {Categories: []string{"nobody"}},
			"an unused type":       {Categories: []string{"thing"}, Types: []string{"thing.found.v1"}},
		} {
			t.Run(what, func(t *testing.T) {
				follower := open(t, url) // its tail begins here
				ctx, cancel := context.WithCancel(within(t))
				defer cancel()
				var got []eventlog.EventID
				more := false
				for batch, err := range follower.Follow(ctx, begin, filter) {
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range batch.Events {
						got = append(got, e.ID)
					}
					if batch.Live && !more {
						more = true
						some()
					}
					if batch.UpTo >= all[len(all)-1].Position {
						break
					}
				}
				var want []eventlog.EventID
				for _, e := range all {
					if filter.Passes(e.Stream, e.Type) {
						want = append(want, e.ID)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%d events were received, want %d", len(got), len(want))
				}
			})
		}
	})
}
