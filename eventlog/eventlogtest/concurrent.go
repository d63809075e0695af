package eventlogtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var concurrentTests = map[string]func(*testing.T, func() eventlog.Log){
	"ConcurrentAppendersMakeOneOrderWithoutGaps":  oneOrder,
	"OfAppendsWithTheSameExpectationOneSucceeds":  oneWinner,
	"AConcurrentFollowerReceivesAllEventsInOrder": followMeantime,
}

// oneOrder appends from many goroutines on two handles, to their own and to shared streams, with and without conflicts.
func oneOrder(t *testing.T, open func() eventlog.Log) {
	logs := []eventlog.Log{open(), open()}
	var mu sync.Mutex
	acceptedIn, refused := map[eventlog.EventID]string{}, map[eventlog.EventID]bool{}
	var all sync.WaitGroup
	for worker := range 16 {
		all.Go(func() {
			for i := range 20 {
				own, shared := events(1+i%3), events(1)
				writes := []eventlog.Write{
					write(fmt.Sprintf("own-%d-%d", worker, i), eventlog.NoStream, own...),
					write(fmt.Sprintf("shared-%d", i%4), []eventlog.Expected{eventlog.Any, eventlog.At(eventlog.Revision(i))}[i%2], shared...),
				}
				_, err := logs[worker%2].Append(within(t), writes...)
				var conflict *eventlog.Conflict
				mu.Lock()
				for _, w := range writes {
					for _, e := range w.Events {
						if err == nil {
							acceptedIn[e.ID] = w.Stream
						} else {
							refused[e.ID] = true
						}
					}
				}
				mu.Unlock()
				if err != nil && !errors.As(err, &conflict) {
					t.Errorf("append: %v", err)
				}
			}
		})
	}
	all.Wait()
	places := Verify(t, logs[0], 0)
	for id, stream := range acceptedIn {
		if places[id].Stream != stream {
			t.Errorf("event %s of %s is lost", id, stream)
		}
	}
	for id := range refused {
		if at, ok := places[id]; ok {
			t.Errorf("rejected event %s is at %d", id, at.Position)
		}
	}
	if len(places) != len(acceptedIn) {
		t.Errorf("%d events are stored, %d were accepted", len(places), len(acceptedIn))
	}
}

func oneWinner(t *testing.T, open func() eventlog.Log) {
	logs := []eventlog.Log{open(), open()}
	for round := range eventlog.Revision(10) {
		var mu sync.Mutex
		var winners int
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				_, err := logs[i%2].Append(within(t), write("thing-1", eventlog.At(round-1), events(1)...))
				var conflict *eventlog.Conflict
				switch {
				case err == nil:
					mu.Lock()
					winners++
					mu.Unlock()
				case !errors.As(err, &conflict) || conflict.Actual < round:
					t.Errorf("append: %v", err)
				}
			})
		}
		all.Wait()
		if winners != 1 {
			t.Fatalf("round %d has %d winners", round, winners)
		}
	}
	Verify(t, logs[1], 10)
}

func followMeantime(t *testing.T, open func() eventlog.Log) {
	logs := []eventlog.Log{open(), open()}
	const workers, each = 8, 40
	ctx, cancel := context.WithCancel(within(t))
	defer cancel()
	var followers sync.WaitGroup
	for i := range 4 {
		followers.Go(func() {
			filter := eventlog.Filter{}
			if i >= 2 {
				filter.Types = []string{"thing.happened.v1"}
			}
			var last eventlog.Position
			for batch, err := range logs[i%2].Follow(ctx, 0, filter) {
				if err != nil {
					t.Errorf("follow: %v", err)
					return
				}
				for _, e := range batch.Events {
					if last++; e.Position != last {
						t.Errorf("follower %d saw %d after %d", i, e.Position, last-1)
						return
					}
				}
				if batch.UpTo != last {
					t.Errorf("follower %d: UpTo is %d after event %d", i, batch.UpTo, last)
				}
				if last == workers*each {
					return
				}
			}
			t.Errorf("follower %d saw only %d", i, last)
		})
	}
	var appenders sync.WaitGroup
	for worker := range workers {
		appenders.Go(func() {
			for range each {
				mustAppendGo(t, logs[worker%2], write(name("thing", worker), eventlog.Any, events(1)...))
			}
		})
	}
	appenders.Wait()
	followers.Wait()
}

// mustAppendGo is mustAppend for goroutines, which must not end the test.
func mustAppendGo(t testing.TB, log eventlog.Log, writes ...eventlog.Write) {
	t.Helper()
	if _, err := log.Append(within(t), writes...); err != nil {
		t.Errorf("append: %v", err)
	}
}
