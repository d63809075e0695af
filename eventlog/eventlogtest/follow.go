package eventlogtest

import (
	"context"
	"errors"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var followTests = map[string]func(*testing.T, func() eventlog.Log){
	"AFollowerContinuesWhereItStopped":           followResume,
	"AFilterExcludesOtherTypes":                  followFilter,
	"AFilterSelectsByCategoryAndType":            followCategory,
	"UpToAdvancesOverExcludedEvents":             followUpTo,
	"AFollowerReceivesAppendsOfEveryHandle":      followWake,
	"AFollowerOfAnEmptyLogIsLiveAtOnce":          followEmpty,
	"AFollowerEndsWithItsContext":                followCancel,
	"APositionBeyondTheLogIsRejected":            followBeyond,
	"ASlowFollowerDelaysNoOther":                 followSlow,
	"BatchesOfLargeEventsAreLimitedInBytes":      followLarge,
	"AllFollowersReceiveTheSameEvents":           followMany,
	"AFollowerThatBeginsAfterAnAppendReceivesIt": followAfterAppend,
}

func followResume(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 7 {
		mustAppend(t, log, write(name("thing", i), eventlog.NoStream, events(400)...))
	}
	var after eventlog.Position
	var seen int
	for live := false; after < 2800 || !live; { // a new follower for every batch
		for batch, err := range log.Follow(within(t), after, eventlog.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range batch.Events {
				if seen++; e.Position != eventlog.Position(seen) {
					t.Fatalf("event %d came as number %d", e.Position, seen)
				}
			}
			if batch.UpTo != eventlog.Position(seen) || batch.Live && batch.UpTo != 2800 || len(batch.Events) > 1000 {
				t.Fatalf("batch of %d up to %d, live %v, after %d events", len(batch.Events), batch.UpTo, batch.Live, seen)
			}
			after, live = batch.UpTo, batch.Live
			break
		}
	}
}

func followFilter(t *testing.T, open func() eventlog.Log) {
	log := open()
	var want []eventlog.Event
	for i := range 60 {
		typ := []string{"a.a.v1", "a.b.v1", "a.a.v10"}[i%3]
		e := Event(typ, `{}`)
		mustAppend(t, log, write("thing-1", eventlog.Any, e))
		if typ == "a.b.v1" {
			want = append(want, e)
		}
	}
	got, upTo := readAll(t, log, 0, eventlog.Filter{Types: []string{"a.b.v1", "not.there.v1", "'; --"}})
	if len(got) != len(want) || upTo != 60 {
		t.Fatalf("%d events up to %d, want %d up to 60", len(got), upTo, len(want))
	}
	for i := range want {
		same(t, got[i], want[i], "thing-1", eventlog.Revision(3*i+1))
	}
	if got, _ := readAll(t, log, 30, eventlog.Filter{Types: []string{"a.a.v1", "a.a.v10"}}); len(got) != 20 {
		t.Errorf("%d events of two types after 30, want 20", len(got))
	}
}

func followCategory(t *testing.T, open func() eventlog.Log) {
	log := open()
	streams, types := []string{"thing-1", "other-1", "things-1", "thing-other-2"}, []string{"a.a.v1", "a.b.v1"}
	for i := range 40 {
		mustAppend(t, log, write(streams[i%4], eventlog.Any, Event(types[i/4%2], `{}`)))
	}
	all, _ := readAll(t, log, 0, eventlog.Filter{})
	for _, filter := range []eventlog.Filter{
		{Categories: []string{"thing"}},
		{Categories: []string{"thing", "other", "'; --"}},
		{Categories: []string{"things"}, Types: []string{"a.b.v1"}},
		{Categories: []string{"thing", "things"}, Types: []string{"a.a.v1", "not.there.v1"}},
		{Categories: []string{"thin", "1", "thing-1", "thing-other", ""}},
		{Types: []string{"a.b.v1"}},
	} {
		got, upTo := readAll(t, log, 0, filter)
		var want []eventlog.Recorded
		for _, e := range all {
			if filter.Passes(e.Stream, e.Type) {
				want = append(want, e)
			}
		}
		if len(got) != len(want) || upTo != 40 {
			t.Errorf("%+v: %d events up to %d, want %d up to 40", filter, len(got), upTo, len(want))
			continue
		}
		for i, e := range want {
			same(t, got[i], e.Event, e.Stream, e.Revision)
		}
	}
}

func followUpTo(t *testing.T, open func() eventlog.Log) {
	log := open()
	ctx, cancel := context.WithCancel(within(t))
	defer cancel()
	seen := make(chan eventlog.Batch, 100)
	go func() {
		for batch, err := range log.Follow(ctx, 0, eventlog.Filter{Types: []string{"rare.one.v1"}}) {
			if err != nil {
				t.Errorf("follow: %v", err)
			}
			seen <- batch
		}
		close(seen)
	}()
	mustAppend(t, log, write("thing-1", eventlog.Any, events(1200)...))
	rare := Event("rare.one.v1", `{}`)
	mustAppend(t, log, write("thing-1", eventlog.Any, rare))
	mustAppend(t, log, write("thing-1", eventlog.Any, events(3)...))
	var found []eventlog.Recorded
	var upTo eventlog.Position
	for batch := range seen {
		if batch.UpTo < upTo {
			t.Fatalf("UpTo went back from %d to %d", upTo, batch.UpTo)
		}
		upTo = batch.UpTo
		found = append(found, batch.Events...)
		if upTo == 1204 {
			cancel()
		}
	}
	if len(found) != 1 || found[0].ID != rare.ID || upTo != 1204 {
		t.Errorf("%d events up to %d", len(found), upTo)
	}
}

func followWake(t *testing.T, open func() eventlog.Log) {
	writer, reader := open(), open()
	ctx, cancel := context.WithCancel(within(t))
	defer cancel()
	batches := make(chan eventlog.Batch)
	go func() {
		for batch, err := range reader.Follow(ctx, 0, eventlog.Filter{}) {
			if err != nil {
				t.Errorf("follow: %v", err)
			}
			select {
			case batches <- batch:
			case <-ctx.Done():
			}
		}
	}()
	if first := <-batches; !first.Live || len(first.Events) != 0 {
		t.Fatalf("the first batch of an empty log is %+v", first)
	}
	for i := range 20 {
		log := []eventlog.Log{writer, reader}[i%2]
		receipt := mustAppend(t, log, write("thing-1", eventlog.Any, events(1)...))
		select {
		case batch := <-batches:
			if len(batch.Events) != 1 || batch.UpTo != receipt.Position || !batch.Live {
				t.Fatalf("batch %+v after %+v", batch, receipt)
			}
		case <-ctx.Done():
			t.Fatalf("append %d was not received", i)
		}
	}
}

func followEmpty(t *testing.T, open func() eventlog.Log) {
	for batch, err := range open().Follow(within(t), 0, eventlog.Filter{Types: []string{"a.b.v1"}}) {
		if err != nil || !batch.Live || batch.UpTo != 0 || len(batch.Events) != 0 {
			t.Errorf("batch %+v, %v", batch, err)
		}
		break
	}
}

func followCancel(t *testing.T, open func() eventlog.Log) {
	log := open()
	ctx, cancel := context.WithCancel(within(t))
	defer cancel()
	for batch, err := range log.Follow(ctx, 0, eventlog.Filter{}) {
		if err != nil {
			t.Errorf("a cancelled follower yielded %v", err)
		}
		if batch.Live {
			go cancel() // while it waits for events
		}
	}
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("the follower ended with %v", ctx.Err())
	}
	for batch, err := range log.Follow(ctx, 0, eventlog.Filter{}) {
		t.Errorf("a context that had ended yielded %+v, %v", batch, err)
	}
}

func followBeyond(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.Any, events(2)...))
	var invalid *eventlog.Invalid
	count := 0
	for _, err := range log.Follow(within(t), 3, eventlog.Filter{}) {
		if count++; !errors.As(err, &invalid) {
			t.Errorf("following after the end of the log gave %v", err)
			break
		}
	}
	if count != 1 {
		t.Errorf("it yielded %d times", count)
	}
}

func followSlow(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.Any, events(10)...))
	for range log.Follow(within(t), 0, eventlog.Filter{}) {
		for range 50 { // all during the processing of the first batch
			mustAppend(t, log, write("thing-1", eventlog.Any, events(1)...))
		}
		if got, _ := readAll(t, log, 0, eventlog.Filter{}); len(got) != 60 {
			t.Errorf("another follower saw %d events", len(got))
		}
		break
	}
}

func followLarge(t *testing.T, open func() eventlog.Log) {
	log := open()
	const n = 12
	for range n {
		e := Event("a.b.v1", "")
		e.Data = make([]byte, eventlog.MaxEventBytes)
		mustAppend(t, log, write("thing-1", eventlog.Any, e))
	}
	for _, filter := range []eventlog.Filter{{}, {Types: []string{"a.b.v1"}}} {
		got, upTo := readAll(t, log, 0, filter)
		if len(got) != n || upTo != n {
			t.Errorf("%d events up to %d", len(got), upTo)
		}
	}
	if got := readStream(t, log, "thing-1", 0); len(got) != n {
		t.Errorf("the stream has %d events", len(got))
	}
}

func followMany(t *testing.T, open func() eventlog.Log) {
	log := open()
	const followers, total = 30, 500
	done := make(chan int, followers)
	for range followers {
		go func() {
			var last eventlog.Position
			for batch, err := range log.Follow(within(t), 0, eventlog.Filter{}) {
				if err != nil {
					t.Errorf("follow: %v", err)
					break
				}
				for _, e := range batch.Events {
					if last++; e.Position != last {
						t.Errorf("event %d came after %d", e.Position, last-1)
					}
				}
				if last >= total {
					break
				}
			}
			done <- int(last)
		}()
	}
	for range total / 5 {
		mustAppend(t, log, write("thing-1", eventlog.Any, events(5)...))
	}
	for range followers {
		if n := <-done; n != total {
			t.Errorf("a follower saw %d events", n)
		}
	}
}

func followAfterAppend(t *testing.T, open func() eventlog.Log) {
	writer, reader := open(), open()
	for i := range 20 {
		receipt := mustAppend(t, writer, write("thing-1", eventlog.Any, events(1)...))
		if got, upTo := readAll(t, reader, receipt.Position-1, eventlog.Filter{}); len(got) != 1 || upTo != receipt.Position {
			t.Errorf("append %d: %d events up to %d", i, len(got), upTo)
		}
		if got := readStream(t, reader, "thing-1", eventlog.Revision(i)); len(got) != 1 {
			t.Errorf("append %d is not in the stream", i)
		}
	}
}
