package kurrent_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/until"
)

// TestAFilteredFollowerAdvancesOverExcludedEventsAtOnce would fail with a server-side filter, which does not advance the
// position at once.
func TestAFilteredFollowerAdvancesOverExcludedEventsAtOnce(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		begin, err := log.Head(within(t))
		if err != nil {
			t.Fatal(err)
		}
		upTo := make(chan eventlog.Position, 1000)
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		go func() {
			for batch, err := range log.Follow(ctx, begin, eventlog.Filter{Types: []string{"rare.one.v1"}}) {
				if err != nil || len(batch.Events) > 0 {
					t.Errorf("batch %+v, %v", batch, err)
				}
				upTo <- batch.UpTo
			}
		}()
		for range 5 {
			receipt, err := log.Append(within(t), happened(fresh(), eventlog.NoStream))
			if err != nil {
				t.Fatal(err)
			}
			for at := eventlog.Position(0); at < receipt.Position; {
				select {
				case at = <-upTo:
				case <-ctx.Done():
					t.Fatalf("the follower did not reach %d", receipt.Position)
				}
			}
		}
	})
}

func TestAFollowerThatIsTooSlowForTheTailReceivesAllEvents(t *testing.T) {
	log := open(t, kurrenttest.Start(t, kurrenttest.Options{}).URL(), kurrent.WithTail(100))
	const appends, each = 12, 50 // more than the tail can contain
	stream := fresh()
	appendSome := func() {
		w := eventlog.Write{Stream: stream, Expected: eventlog.Any}
		for range each {
			w.Events = append(w.Events, eventlogtest.Event("thing.happened.v1", `{}`))
		}
		if _, err := log.Append(within(t), w); err != nil {
			t.Fatal(err)
		}
	}
	appendSome()
	next, begun := eventlog.Revision(0), false
	for batch, err := range log.Follow(within(t), 0, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			if e.Revision != next {
				t.Fatalf("event %d was received instead of %d", e.Revision, next)
			}
			next++
		}
		if next == appends*each && batch.Live {
			return
		}
		if next == each && batch.Live && !begun { // live, and then many events come at once
			begun = true
			for range appends - 1 {
				appendSome()
			}
		}
	}
	t.Fatalf("the follower ended at %d", next)
}

func TestRecordsOfOtherProgramsAreIgnored(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		stream := fresh()
		receipt, err := log.Append(within(t), happened(stream, eventlog.NoStream))
		if err != nil {
			t.Fatal(err)
		}
		client := official(t, url)
		for range 40 {
			if _, err := client.AppendToStream(within(t), "Orders of "+uuid.NewString(), kurrentdb.AppendToStreamOptions{}, kurrentdb.EventData{
				EventType: "OrderPlaced", ContentType: kurrentdb.ContentTypeJson, Data: []byte(`{}`), Metadata: []byte(`{"at":7}`),
			}); err != nil {
				t.Fatal(err)
			}
		}
		if head, err := log.Head(within(t)); err != nil || head != receipt.Position {
			t.Errorf("head is %d (%v), the last event is at %d", head, err, receipt.Position)
		}
		for _, opened := range []*kurrent.Log{log, open(t, url)} {
			n := 0
			for batch, err := range opened.Follow(within(t), receipt.Position, eventlog.Filter{}) {
				if err != nil {
					t.Fatal(err)
				}
				if n += len(batch.Events); batch.Live {
					break
				}
			}
			if n != 0 {
				t.Errorf("%d foreign events were received", n)
			}
		}
	})
}

func TestADeletedStreamIsEmptyAndATombstoneIsAConflict(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log := open(t, url)
		client := official(t, url)
		soft, hard := fresh(), fresh()
		for _, stream := range []string{soft, hard} {
			if _, err := log.Append(within(t), happened(stream, eventlog.NoStream)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := client.DeleteStream(within(t), soft, kurrentdb.DeleteStreamOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := client.TombstoneStream(within(t), hard, kurrentdb.TombstoneStreamOptions{}); err != nil {
			t.Fatal(err)
		}
		if count(t, log, soft) != 0 || count(t, log, hard) != 0 {
			t.Error("a deleted stream has events")
		}
		receipt, err := log.Append(within(t), happened(soft, eventlog.NoStream))
		if err != nil || receipt.Revisions[0] != 1 {
			t.Errorf("append to a deleted stream: %+v, %v", receipt, err)
		}
		for _, expected := range []eventlog.Expected{eventlog.Any, eventlog.NoStream, eventlog.At(0), eventlog.Exists} {
			for _, writes := range [][]eventlog.Write{{happened(hard, expected)}, {happened(hard, expected), happened(fresh(), eventlog.NoStream)}} {
				var conflict *eventlog.Conflict
				if _, err := log.Append(within(t), writes...); !errors.As(err, &conflict) || conflict.Stream != hard {
					t.Errorf("append to a tombstone (%v) gave %v", expected, err)
				}
			}
		}
	})
}

// TestAClosedLogLeavesNoGoroutines closes a log during many operations, after lost connections.
func TestAClosedLogLeavesNoGoroutines(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		line, address := throughProxy(t, url)
		log := open(t, address)
		for i := range 5 {
			for batch, err := range log.Follow(within(t), 0, eventlog.Filter{}) {
				if err != nil || batch.Live {
					break
				}
			}
			if i%2 == 0 {
				line.cut()
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			_, _ = log.Append(ctx, happened(fresh(), eventlog.NoStream)) // the time may be too short
			cancel()
			if _, err := log.Append(within(t), happened(fresh(), eventlog.NoStream)); err != nil {
				t.Error(err)
			}
		}
		line.down()
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		_, _ = log.Append(ctx, happened(fresh(), eventlog.NoStream)) // the connection is interrupted
		log.Close()
		until.Until(t, "the end of every goroutine", func() error {
			if left := running(); left != "" {
				return fmt.Errorf("still running:\n%s", left)
			}
			return nil
		})
	})
}

// running returns the stacks of goroutines that a log or its client started, except those of other tests.
func running() string {
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var left []string
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		if strings.Contains(stack, "eventlog/kurrent.") || strings.Contains(stack, "KurrentDB-Client-Go/kurrentdb.") ||
			strings.Contains(stack, "grpc/internal/transport.(*http2Client)") || strings.Contains(stack, "grpc.(*addrConn)") ||
			strings.Contains(stack, "grpcsync.(*CallbackSerializer)") {
			if !strings.Contains(stack, "kurrent_test.Test") {
				left = append(left, stack)
			}
		}
	}
	return strings.Join(left, "\n\n")
}

func official(t *testing.T, url string) *kurrentdb.Client {
	t.Helper()
	config, err := kurrentdb.ParseConnectionString(url)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = kurrentdb.NoopLogging()
	client, err := kurrentdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}
