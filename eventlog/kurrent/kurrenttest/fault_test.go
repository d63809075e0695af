package kurrenttest_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/until"
)

// stored counts a stream's events on a node without faults.
func stored(t *testing.T, server *kurrenttest.Server, stream string) int {
	t.Helper()
	healthy := connect(t, kurrenttest.StartOn(t, server.Log(), kurrenttest.Options{}).URL())
	got, err := readStream(t, healthy, stream, kurrentdb.ReadStreamOptions{}, 100)
	if code(err) == kurrentdb.ErrorCodeResourceNotFound {
		return 0
	}
	must(t, err)
	return len(got)
}

func TestTheConnectionOfAnAppendCanBeCutAtEachMoment(t *testing.T) {
	for name, c := range map[string]struct {
		fault kurrenttest.Fault
		want  int
	}{
		"when it arrives":         {kurrenttest.Fault{At: kurrenttest.OnCall, Cut: true}, 0},
		"between two events":      {kurrenttest.Fault{At: kurrenttest.OnReceive, After: 2, Cut: true}, 0},
		"before it is written":    {kurrenttest.Fault{At: kurrenttest.BeforeCommit, Cut: true}, 0},
		"when it is written":      {kurrenttest.Fault{At: kurrenttest.AfterCommit, Cut: true}, 3},
		"in the middle of answer": {kurrenttest.Fault{At: kurrenttest.OnSend, Half: true}, 3},
		"by garbage":              {kurrenttest.Fault{At: kurrenttest.OnSend, Garbage: 4096}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			noLeaks(t)
			server, client := node(t, kurrenttest.Options{})
			fill(t, client, newStream(), 1)
			c.fault.Method, c.fault.Times = "Append", 1
			server.Inject(c.fault)
			stream := newStream()
			if _, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.NoStream{}}, events(3)...); err == nil {
				t.Error("the append was answered with success")
			}
			if got := stored(t, server, stream); got != c.want {
				t.Errorf("%d events are stored, want %d", got, c.want)
			}
		})
	}
}

func TestTheConnectionOfASessionCanBeCutAfterTheWrite(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	remove := server.Inject(kurrenttest.Fault{Method: "AppendSession", At: kurrenttest.AfterCommit, Cut: true})
	stream, list := newStream(), events(2)
	send := func() error {
		_, err := client.MultiStreamAppend(within(t), slices.Values([]kurrentdb.AppendStreamRequest{
			{StreamName: stream, Events: slices.Values(list), ExpectedStreamState: kurrentdb.NoStream{}},
		}))
		return err
	}
	if send() == nil {
		t.Fatal("answered")
	}
	remove()
	must(t, send())
	if got := stored(t, server, stream); got != 2 {
		t.Errorf("%d events are stored", got)
	}
}

func TestASlowNodeExceedsTheDeadline(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	fill(t, client, newStream(), 1)
	remove := server.Inject(kurrenttest.Fault{Method: "Append", At: kurrenttest.BeforeCommit, Hang: true})
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := client.AppendToStream(ctx, newStream(), kurrentdb.AppendToStreamOptions{}, event())
	wantCode(t, err, kurrentdb.ErrorCodeDeadlineExceeded)
	remove()
	server.Inject(kurrenttest.Fault{Method: "Append", Delay: time.Millisecond, Times: 1})
	fill(t, client, newStream(), 1)
}

func TestANodeAnswersWithAnInjectedError(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	fill(t, client, newStream(), 1)
	for _, c := range []struct {
		err  error
		want kurrentdb.ErrorCode
	}{{kurrenttest.TimedOut(), kurrentdb.ErrorAborted}, {kurrenttest.NotReady(), kurrentdb.ErrorUnavailable}, {kurrenttest.Busy(), kurrentdb.ErrorUnavailable}} {
		server.Inject(kurrenttest.Fault{Method: "Append", At: kurrenttest.BeforeCommit, Times: 1, Err: c.err})
		_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, event())
		wantCode(t, err, c.want)
	}
	server.Inject(kurrenttest.Fault{Err: kurrenttest.Busy()})
	server.Heal()
	fill(t, client, newStream(), 1)
}

func TestAnOutageRejectsConnectionsAndEndsAtTheSameAddress(t *testing.T) {
	noLeaks(t)
	server, client := node(t, kurrenttest.Options{})
	stream, address := newStream(), server.Addr()
	fill(t, client, stream, 1)
	server.Down()
	if n := server.Connections(); n != 0 {
		t.Errorf("%d connections are left", n)
	}
	if _, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, event()); err == nil {
		t.Error("a node that is down answered")
	}
	must(t, server.Up())
	if server.Addr() != address {
		t.Errorf("it restarted at %s, was at %s", server.Addr(), address)
	}
	fresh := connect(t, server.URL())
	fill(t, fresh, stream, 1)
	server.CutConnections()
	until.Until(t, "an append after the cut", func() error {
		_, err := fresh.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, event())
		return err
	})
}

func TestAFrozenNodeContinuesWhereItStopped(t *testing.T) {
	noLeaks(t)
	server, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 1)
	server.Freeze()
	done := make(chan error, 1)
	go func() {
		_, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.Revision(0)}, event())
		done <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := client.AppendToStream(ctx, newStream(), kurrentdb.AppendToStreamOptions{}, event())
	wantCode(t, err, kurrentdb.ErrorCodeDeadlineExceeded)
	select {
	case err := <-done:
		t.Fatalf("a frozen node answered: %v", err)
	default:
	}
	server.Thaw()
	err, _ = until.Receive(t, "an answer after the thaw", done)
	must(t, err)
}

func TestASubscriptionIsDroppedByAnOutage(t *testing.T) {
	server, client := node(t, kurrenttest.Options{})
	sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: kurrentdb.Start{}})
	must(t, err)
	defer sub.Close()
	untilCaughtUp(t, sub)
	server.CutConnections()
	untilDropped(t, sub)
}

func TestAClosedSubscriptionReturnsAnError(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 20)
	sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
	must(t, err)
	for range 10 {
		receive(t, sub)
	}
	sub.Close()
	untilDropped(t, sub)
}

func TestAClosedClientReturnsAnError(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	fill(t, client, newStream(), 1)
	client.Close()
	_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, event())
	wantCode(t, err, kurrentdb.ErrorCodeConnectionClosed)
}

func TestClosingANodeEndsItsCallsAndGoroutines(t *testing.T) {
	noLeaks(t)
	server, client := node(t, kurrenttest.Options{})
	sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: kurrentdb.Start{}})
	must(t, err)
	untilCaughtUp(t, sub)
	server.Inject(kurrenttest.Fault{Method: "Append", Hang: true})
	answered := make(chan error, 1)
	go func() {
		_, err := client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, event())
		answered <- err
	}()
	server.Close()
	server.Close() // a second call has no effect
	<-answered     // with an error, or successfully if the fault ended before the node
	untilDropped(t, sub)
}

// untilDropped skips messages that were sent before the subscription ended.
func untilDropped(t *testing.T, s *kurrentdb.Subscription) {
	t.Helper()
	for receive(t, s).SubscriptionDropped == nil {
	}
}

func TestAnOutageEndsByItself(t *testing.T) {
	noLeaks(t)
	server, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 1)
	err, _ := until.Receive(t, "the end of the outage", server.Outage(20*time.Millisecond))
	must(t, err)
	fill(t, connect(t, server.URL()), stream, 1)

	// A node that is closed during an outage does not restart.
	unfinished := server.Outage(time.Hour)
	server.Close()
	if err := <-unfinished; err == nil {
		t.Error("a closed node restarted")
	}
}

func TestAConnectionHasAtMostAHundredCalls(t *testing.T) {
	noLeaks(t)
	server, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 1)
	var last *kurrentdb.Subscription
	for range 100 {
		sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.End{}})
		must(t, err)
		defer sub.Close()
		last = sub
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := client.AppendToStream(ctx, stream, kurrentdb.AppendToStreamOptions{}, event()); err == nil {
		t.Error("more than a hundred calls were answered")
	}
	fill(t, connect(t, server.URL()), stream, 1) // another connection has its own hundred
	last.Close()
	fill(t, client, stream, 1)
}
