package kurrenttest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/until"
)

// limit is the maximum time for an expected event on a slow and busy machine.
const limit = 30 * time.Second

// connect creates the real client for a connection string and closes it with the test.
func connect(t *testing.T, url string) *kurrentdb.Client {
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
	t.Cleanup(func() { client.Close() })
	return client
}

// node starts a node and connects to it.
func node(t *testing.T, o kurrenttest.Options) (*kurrenttest.Server, *kurrentdb.Client) {
	t.Helper()
	server := kurrenttest.Start(t, o)
	return server, connect(t, server.URL())
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	return ctx
}

func newStream() string { return uuid.NewString() }

// event creates an event like those of the official suite.
func event() kurrentdb.EventData {
	return kurrentdb.EventData{
		EventID: uuid.New(), EventType: "TestEvent", ContentType: kurrentdb.ContentTypeBinary, Data: []byte{0xb, 0xe, 0xe, 0xf},
	}
}

func events(n int) []kurrentdb.EventData {
	out := make([]kurrentdb.EventData, n)
	for i := range out {
		out[i] = event()
	}
	return out
}

// fill appends n events to a stream.
func fill(t *testing.T, c *kurrentdb.Client, stream string, n int) []kurrentdb.EventData {
	t.Helper()
	list := events(n)
	if _, err := c.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.Any{}}, list...); err != nil {
		t.Fatalf("fill: %v", err)
	}
	return list
}

func collect(t *testing.T, s *kurrentdb.ReadStream, err error) ([]*kurrentdb.ResolvedEvent, error) {
	t.Helper()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var out []*kurrentdb.ResolvedEvent
	for {
		e, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
}

func readStream(t *testing.T, c *kurrentdb.Client, stream string, o kurrentdb.ReadStreamOptions, count uint64) ([]*kurrentdb.ResolvedEvent, error) {
	t.Helper()
	s, err := c.ReadStream(within(t), stream, o, count)
	return collect(t, s, err)
}

func readAll(t *testing.T, c *kurrentdb.Client, o kurrentdb.ReadAllOptions, count uint64) ([]*kurrentdb.ResolvedEvent, error) {
	t.Helper()
	s, err := c.ReadAll(within(t), o, count)
	return collect(t, s, err)
}

// code returns the client's code of an error, -1 if there is none.
func code(err error) kurrentdb.ErrorCode {
	var e *kurrentdb.Error
	if !errors.As(err, &e) {
		return -1
	}
	return e.Code()
}

func wantCode(t *testing.T, err error, want kurrentdb.ErrorCode) {
	t.Helper()
	if got := code(err); got != want {
		t.Fatalf("error %v has code %d, want %d", err, got, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// receive returns the next message of a subscription, or fails the test.
func receive(t *testing.T, s *kurrentdb.Subscription) *kurrentdb.SubscriptionEvent {
	t.Helper()
	got := make(chan *kurrentdb.SubscriptionEvent, 1)
	go func() { got <- s.Recv() }()
	e, _ := until.Receive(t, "a message of the subscription", got)
	return e
}

// untilCaughtUp returns the events before the next caught-up message, and the message.
func untilCaughtUp(t *testing.T, s *kurrentdb.Subscription) (ids []uuid.UUID, checkpoints []kurrentdb.Position, caughtUp *kurrentdb.CaughtUp) {
	t.Helper()
	for {
		e := receive(t, s)
		switch {
		case e.SubscriptionDropped != nil:
			t.Fatalf("dropped: %v", e.SubscriptionDropped.Error)
		case e.EventAppeared != nil:
			ids = append(ids, e.EventAppeared.OriginalEvent().EventID)
		case e.CheckPointReached != nil:
			checkpoints = append(checkpoints, *e.CheckPointReached)
		case e.FellBehind != nil:
		default: // old nodes send no message
			return ids, checkpoints, e.CaughtUp
		}
	}
}

// noLeaks fails the test if a goroutine of a node still runs after everything was closed. It must be called first. The
// client's goroutines are ignored: it drops connections without closing them when it searches for a new one.
func noLeaks(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		until.Until(t, "the end of the nodes' goroutines", func() error {
			if left := serverGoroutines(); len(left) > 0 {
				return fmt.Errorf("%d are left:\n%s", len(left), strings.Join(left, "\n\n"))
			}
			return nil
		})
	})
}

func serverGoroutines() []string {
	stacks := make([]byte, 8<<20)
	var out []string
	for _, stack := range strings.Split(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		for _, ours := range []string{"eventlog/kurrent/kurrenttest.", "eventlog/memory.", "grpc.(*Server)", "transport.(*http2Server)"} {
			if strings.Contains(stack, ours) {
				out = append(out, stack)
				break
			}
		}
	}
	return out
}
