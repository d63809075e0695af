package kurrent_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

// overEveryNode runs a test of the connection with a double, and with a real node if there is one.
func overEveryNode(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("double", func(t *testing.T) {
		t.Parallel()
		test(t, kurrenttest.Start(t, kurrenttest.Options{}).URL())
	})
	t.Run("node", func(t *testing.T) {
		if os.Getenv("KURRENTDB_URL") == "" {
			t.Skip("KURRENTDB_URL names no real node")
		}
		test(t, realNode(t))
	})
}

// fresh is a new stream name, unique on any node.
func fresh() string { return "thing-" + eventlog.NewEventID().String() }

func happened(stream string, expected eventlog.Expected) eventlog.Write {
	return eventlog.Write{Stream: stream, Expected: expected, Events: []eventlog.Event{eventlogtest.Event("thing.happened.v1", `{"n":1}`)}}
}

func count(t *testing.T, log eventlog.Log, stream string) int {
	t.Helper()
	n := 0
	for _, err := range log.Stream(within(t), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func TestACallOnADeadConnectionEndsWithItsContext(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		line, url := throughProxy(t, url)
		log := open(t, url, kurrent.WithPatience(time.Hour)) // only its context ends a call
		stream := fresh()
		if _, err := log.Append(within(t), happened(stream, eventlog.NoStream)); err != nil {
			t.Fatal(err)
		}
		line.freeze()
		for what, call := range map[string]func(context.Context) error{
			"append": func(ctx context.Context) error {
				_, err := log.Append(ctx, happened(fresh(), eventlog.NoStream))
				return err
			},
			"append to any": func(ctx context.Context) error { _, err := log.Append(ctx, happened(stream, eventlog.Any)); return err },
			"append to two": func(ctx context.Context) error {
				_, err := log.Append(ctx, happened(fresh(), eventlog.NoStream), happened(fresh(), eventlog.NoStream))
				return err
			},
			"head": func(ctx context.Context) error { _, err := log.Head(ctx); return err },
			"stream": func(ctx context.Context) error {
				for _, err := range log.Stream(ctx, stream, 0) {
					return err
				}
				return nil
			},
		} {
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			if err := call(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s gave %v", what, err)
			}
			cancel()
		}
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		for batch, err := range log.Follow(ctx, 0, eventlog.Filter{}) {
			t.Errorf("a follower was given %+v, %v", batch, err)
		}
		line.thaw()
		if got := count(t, log, stream); got > 2 {
			t.Errorf("the stream has %d events", got)
		}
	})
}

func TestAPatientCallGivesUpInTime(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		line, url := throughProxy(t, url)
		log := open(t, url, kurrent.WithPatience(300*time.Millisecond))
		line.freeze()
		var unavailable *eventlog.Unavailable
		if _, err := log.Append(context.Background(), happened(fresh(), eventlog.NoStream)); !errors.As(err, &unavailable) {
			t.Errorf("append gave %v", err)
		}
		if _, err := log.Head(context.Background()); !errors.As(err, &unavailable) {
			t.Errorf("head gave %v", err)
		}
		line.down()
		if _, err := log.Append(context.Background(), happened(fresh(), eventlog.NoStream)); !errors.As(err, &unavailable) {
			t.Errorf("append on a closed connection gave %v", err)
		}
		for _, err := range log.Follow(context.Background(), 0, eventlog.Filter{}) {
			if !errors.As(err, &unavailable) {
				t.Errorf("a follower was given %v", err)
			}
		}
	})
}

func TestCallsSucceedOnASlowConnection(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		line, url := throughProxy(t, url)
		log := open(t, url)
		line.delay(100 * time.Millisecond)
		stream := fresh()
		receipt, err := log.Append(within(t), happened(stream, eventlog.NoStream))
		if err != nil || count(t, log, stream) != 1 {
			t.Errorf("append: %+v, %v", receipt, err)
		}
	})
}

// TestAnAnsweredAppendIsStoredOnceOnAConnectionThatBreaks appends from many goroutines while the connection is cut again and
// again.
func TestAnAnsweredAppendIsStoredOnceOnAConnectionThatBreaks(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts connections at random moments: runs in make test-all")
	}
	overEveryNode(t, func(t *testing.T, url string) {
		line, address := throughProxy(t, url)
		log := open(t, address)
		begin, err := log.Head(within(t))
		if err != nil {
			t.Fatal(err)
		}
		const workers, each, cutEvery = 8, 20, 10
		appended := make(chan struct{})
		streams := make([]string, workers)
		var all sync.WaitGroup
		for i := range streams {
			streams[i] = fresh()
			all.Go(func() {
				other := fresh()
				for n := range each {
					var writes []eventlog.Write
					switch n % 3 {
					case 0:
						writes = []eventlog.Write{happened(streams[i], eventlog.At(eventlog.Revision(n-1)))}
					case 1:
						writes = []eventlog.Write{happened(streams[i], eventlog.Any)}
					default:
						writes = []eventlog.Write{happened(streams[i], eventlog.At(eventlog.Revision(n-1))), happened(other, eventlog.Any)}
					}
					receipt, err := log.Append(within(t), writes...)
					if err != nil || receipt.Revisions[0] != eventlog.Revision(n) {
						t.Errorf("append %d of %s: %+v, %v", n, streams[i], receipt, err)
						return
					}
					appended <- struct{}{}
				}
			})
		}
		go func() {
			all.Wait()
			close(appended)
		}()
		followed := make(chan int)
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		go func() {
			var last eventlog.Position
			seen := 0
			for batch, err := range log.Follow(ctx, begin, eventlog.Filter{}) {
				if err != nil {
					t.Errorf("follow: %v", err)
				}
				for _, e := range batch.Events {
					if e.Position <= last {
						t.Errorf("event %d came after %d", e.Position, last)
					}
					last = e.Position
					for _, stream := range streams {
						if e.Stream == stream {
							seen++
						}
					}
				}
				if seen >= workers*each {
					break
				}
			}
			followed <- seen
		}()
		stored := 0
		for range appended {
			if stored++; stored%cutEvery == 0 {
				line.cut()
			}
		}
		if seen := <-followed; seen != workers*each {
			t.Errorf("the follower saw %d events", seen)
		}
		for _, stream := range streams {
			if n := count(t, log, stream); n != each {
				t.Errorf("%s has %d events", stream, n)
			}
		}
	})
}

// TestTheLogContinuesAfterAnOutage interrupts the connection for longer than the client tolerates.
func TestTheLogContinuesAfterAnOutage(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the client gives up a node: runs in make test-all")
	}
	const rounds, round = 26, 500 * time.Millisecond // the patience of a caller
	overEveryNode(t, func(t *testing.T, url string) {
		line, address := throughProxy(t, url)
		log := open(t, address)
		begin, err := log.Head(within(t))
		if err != nil {
			t.Fatal(err)
		}
		events := make(chan eventlog.Recorded, 1000)
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		live := make(chan struct{})
		go func() {
			defer close(events)
			notified := false
			for batch, err := range log.Follow(ctx, begin, eventlog.Filter{Types: []string{"thing.happened.v1"}}) {
				if err != nil {
					t.Errorf("follow: %v", err)
				}
				if batch.Live && !notified {
					notified = true
					close(live)
				}
				for _, e := range batch.Events {
					events <- e
				}
			}
		}()
		<-live
		line.down()
		for range rounds {
			var callers sync.WaitGroup
			for range 16 {
				callers.Go(func() {
					ctx, cancel := context.WithTimeout(context.Background(), round)
					defer cancel()
					if _, err := log.Append(ctx, happened(fresh(), eventlog.NoStream)); !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("append gave %v", err)
					}
				})
			}
			callers.Wait()
		}
		line.up(t)
		stream := fresh()
		if _, err := log.Append(within(t), happened(stream, eventlog.NoStream)); err != nil {
			t.Fatalf("append after the outage: %v", err)
		}
		for e := range events {
			if e.Stream == stream {
				cancel()
			}
		}
		if err := ctx.Err(); !errors.Is(err, context.Canceled) {
			t.Errorf("the follower did not continue: %v", err)
		}
	})
}

func TestEveryCallReturnsAnErrorAfterTheLogIsClosed(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		var callers sync.WaitGroup
		started := make(chan struct{}, 12)
		for i := range 8 {
			callers.Go(func() {
				stream := fresh()
				for first := true; ; first = false {
					_, err := log.Append(context.Background(), happened(stream, eventlog.Any))
					if errors.Is(err, eventlog.ErrClosed) {
						return
					}
					if err != nil {
						t.Errorf("caller %d: %v", i, err)
						return
					}
					if first {
						started <- struct{}{}
					}
				}
			})
		}
		for range 4 {
			callers.Go(func() {
				var last error
				notified := false
				for batch, err := range log.Follow(context.Background(), 0, eventlog.Filter{}) {
					if last = err; batch.Live && !notified {
						notified = true
						started <- struct{}{}
					}
				}
				if !errors.Is(last, eventlog.ErrClosed) {
					t.Errorf("a follower ended with %v", last)
				}
			})
		}
		for range 12 {
			<-started
		}
		log.Close()
		callers.Wait()
		log.Close() // a second call has no effect
		if _, err := log.Head(t.Context()); !errors.Is(err, eventlog.ErrClosed) {
			t.Errorf("head gave %v", err)
		}
		for _, err := range log.Stream(t.Context(), fresh(), 0) {
			if !errors.Is(err, eventlog.ErrClosed) {
				t.Errorf("stream gave %v", err)
			}
		}
	})
}
