package kurrenttest_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

// nothing is a filter that matches no event.
func nothing() *kurrentdb.SubscriptionFilter {
	return &kurrentdb.SubscriptionFilter{Type: kurrentdb.EventFilterType, Prefixes: []string{"nothing-is-called-this"}}
}

// tail returns the position behind the current end of the log.
func tail(t *testing.T, c *kurrentdb.Client) kurrentdb.Position {
	t.Helper()
	last, err := readAll(t, c, kurrentdb.ReadAllOptions{From: kurrentdb.End{}, Direction: kurrentdb.Backwards}, 1)
	must(t, err)
	return last[0].OriginalEvent().Position
}

func TestACaughtUpCheckpointIsTheBeginningOfTheLastPage(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	begin := tail(t, client)
	fill(t, client, newStream(), 100)
	head := tail(t, client)
	for window, near := range map[int]bool{1: true, 32: false} {
		sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{
			From: begin, Filter: nothing(), MaxSearchWindow: window, CheckpointInterval: 1,
		})
		must(t, err)
		ids, checkpoints, caughtUp := untilCaughtUp(t, sub)
		sub.Close()
		if len(ids) != 0 || caughtUp == nil || caughtUp.Position == nil {
			t.Fatalf("%d events, caught up %+v", len(ids), caughtUp)
		}
		if caughtUp.Position.Commit <= begin.Commit || caughtUp.Position.Commit > head.Commit || caughtUp.Position.Prepare != 0 {
			t.Errorf("window %d: caught up at %v, between %v and %v", window, *caughtUp.Position, begin, head)
		}
		if want := 100/window - 1; len(checkpoints) < want {
			t.Errorf("window %d: %d checkpoints on the way, want %d", window, len(checkpoints), want)
		}
		if (caughtUp.Position.Commit == head.Commit) != near {
			t.Errorf("window %d: caught up at %v, the head is %v", window, *caughtUp.Position, head)
		}
		for i, c := range checkpoints[1:] {
			if c.Commit <= checkpoints[i].Commit {
				t.Errorf("window %d: checkpoint %v after %v", window, c, checkpoints[i])
			}
		}
	}
}

func TestALiveCheckpointIsSentOnceInAnInterval(t *testing.T) {
	_, client := node(t, kurrenttest.Options{LiveBuffer: 1000})
	sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{
		From: kurrentdb.End{}, Filter: nothing(), MaxSearchWindow: 5, CheckpointInterval: 2,
	})
	must(t, err)
	defer sub.Close()
	untilCaughtUp(t, sub)
	stream := newStream()
	fill(t, client, stream, 25)
	got, err := readStream(t, client, stream, kurrentdb.ReadStreamOptions{}, 25)
	must(t, err)
	for _, nth := range []int{10, 20} {
		e := receive(t, sub)
		if e.CheckPointReached == nil || *e.CheckPointReached != got[nth-1].OriginalEvent().Position {
			t.Errorf("after %d events: %+v, want %v", nth, e.CheckPointReached, got[nth-1].OriginalEvent().Position)
		}
	}
}

func TestASubscriptionContinuesFromAnyReceivedCheckpoint(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	prefix := uuid.NewString()
	var want []uuid.UUID
	for i := range 120 {
		e := event()
		if i%17 == 0 {
			e.EventType = prefix + "-kind"
			want = append(want, e.EventID)
		}
		_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, e)
		must(t, err)
	}
	filter := &kurrentdb.SubscriptionFilter{Type: kurrentdb.EventFilterType, Prefixes: []string{prefix}}
	options := kurrentdb.SubscribeToAllOptions{From: kurrentdb.Start{}, Filter: filter, MaxSearchWindow: 7}
	sub, err := client.SubscribeToAll(within(t), options)
	must(t, err)
	defer sub.Close()
	seen := 0
	for live := false; !live; {
		e := receive(t, sub)
		var at *kurrentdb.Position
		switch {
		case e.EventAppeared != nil:
			seen++
			continue
		case e.CheckPointReached != nil:
			at = e.CheckPointReached
		case e.CaughtUp != nil:
			at, live = e.CaughtUp.Position, true
		default:
			t.Fatalf("%+v", e)
		}
		// One number must suffice for an engine that stores only one.
		options.From = kurrentdb.Position{Commit: at.Commit, Prepare: at.Commit}
		rest, err := client.SubscribeToAll(within(t), options)
		must(t, err)
		ids, _, _ := untilCaughtUp(t, rest)
		rest.Close()
		if len(ids) != len(want)-seen {
			t.Errorf("from %v %d events were received, want %d", *at, len(ids), len(want)-seen)
		}
	}
	if seen != len(want) {
		t.Errorf("%d events, want %d", seen, len(want))
	}
}

func TestASlowSubscriberFallsBehindAndCatchesUp(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: kurrentdb.End{}, Filter: kurrentdb.ExcludeSystemEventsFilter()})
	must(t, err)
	defer sub.Close()
	untilCaughtUp(t, sub)
	remove := server.Inject(kurrenttest.Fault{Method: "Read", At: kurrenttest.OnSend, Hang: true})
	stream := newStream()
	fill(t, client, stream, 1)
	for range 10 {
		fill(t, client, stream, 50)
	}
	remove()
	var seen int
	var fell, caught bool
	for !caught {
		e := receive(t, sub)
		switch {
		case e.EventAppeared != nil:
			if e.EventAppeared.OriginalEvent().EventNumber != uint64(seen) {
				t.Fatalf("event %d was received after %d", e.EventAppeared.OriginalEvent().EventNumber, seen)
			}
			seen++
		case e.FellBehind != nil:
			fell = true
		case e.CaughtUp != nil:
			caught = true
		case e.SubscriptionDropped != nil:
			t.Fatal(e.SubscriptionDropped.Error)
		}
	}
	if !fell || seen != 501 {
		t.Errorf("fell behind: %t, %d events", fell, seen)
	}
}

func TestOldNodesSendNoCaughtUpMessage(t *testing.T) {
	_, client := node(t, kurrenttest.Options{Version: kurrenttest.V24_10})
	stream := newStream()
	fill(t, client, stream, 3)
	sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
	must(t, err)
	defer sub.Close()
	for range 3 {
		if e := receive(t, sub); e.EventAppeared == nil {
			t.Fatalf("%+v", e)
		}
	}
	if e := receive(t, sub); e.CaughtUp != nil || e.EventAppeared != nil || e.SubscriptionDropped != nil {
		t.Errorf("%+v", e)
	}
}

func TestASubscriptionToAMissingStreamWaitsForIt(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
	must(t, err)
	defer sub.Close()
	if ids, _, caughtUp := untilCaughtUp(t, sub); len(ids) != 0 || caughtUp == nil || caughtUp.StreamRevision != nil {
		t.Fatalf("%d events, caught up %+v", len(ids), caughtUp)
	}
	list := fill(t, client, stream, 1)
	if e := receive(t, sub); e.EventAppeared == nil || e.EventAppeared.OriginalEvent().EventID != list[0].EventID {
		t.Errorf("%+v", e)
	}
}

func TestOneReleaseSendsACheckpointThatEqualsTheNextEventsPosition(t *testing.T) {
	for version, early := range map[string]bool{kurrenttest.VHasty: true, kurrenttest.V25_0: false, kurrenttest.V26_1: false} {
		t.Run(version, func(t *testing.T) {
			_, client := node(t, kurrenttest.Options{Version: version})
			options := kurrentdb.SubscribeToAllOptions{From: tail(t, client), Filter: nothing(), MaxSearchWindow: 8}
			fill(t, client, newStream(), 15) // with the first event, two full pages and an empty one
			sub, err := client.SubscribeToAll(within(t), options)
			must(t, err)
			_, checkpoints, _ := untilCaughtUp(t, sub)
			sub.Close()
			checkpoint := checkpoints[len(checkpoints)-1]
			next := fill(t, client, newStream(), 1)[0]
			place := tail(t, client)
			if (checkpoint.Commit == place.Commit) != early {
				t.Fatalf("the checkpoint is %v, the next event is at %v", checkpoint, place)
			}
			// The whole position is correct on every release; the commit position alone is not.
			for _, from := range []kurrentdb.Position{checkpoint, {Commit: checkpoint.Commit, Prepare: checkpoint.Commit}} {
				sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: from, Filter: kurrentdb.ExcludeSystemEventsFilter()})
				must(t, err)
				ids, _, _ := untilCaughtUp(t, sub)
				sub.Close()
				if seen := len(ids) > 0 && ids[len(ids)-1] == next.EventID; seen == (early && from.Prepare != 0) {
					t.Errorf("from %v the next event is seen: %t", from, seen)
				}
			}
		})
	}
}
