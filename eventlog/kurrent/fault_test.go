package kurrent_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/platform/until"
)

// sample is an append and the call that it uses.
type sample struct {
	method string
	writes []eventlog.Write
}

// samples are appends of every kind, all of whose checks succeed.
func samples(t *testing.T, log eventlog.Log) map[string]sample {
	t.Helper()
	there := fresh()
	if _, err := log.Append(within(t), happened(there, eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	return map[string]sample{
		"one":     {"Append", []eventlog.Write{happened(fresh(), eventlog.NoStream)}},
		"several": {"AppendRecords", []eventlog.Write{happened(fresh(), eventlog.NoStream), happened(fresh(), eventlog.Any)}},
		"one with checks": {"AppendRecords", []eventlog.Write{
			{Stream: fresh(), Expected: eventlog.NoStream}, {Stream: there, Expected: eventlog.At(0)}, happened(fresh(), eventlog.NoStream)}},
		"several with checks": {"AppendRecords", []eventlog.Write{
			happened(fresh(), eventlog.NoStream), {Stream: there, Expected: eventlog.Exists}, happened(fresh(), eventlog.Any),
			{Stream: fresh(), Expected: eventlog.NoStream}, {Stream: fresh(), Expected: eventlog.Any}}},
	}
}

func TestAnAppendIsStoredOnceDespiteEveryFault(t *testing.T) {
	if testing.Short() {
		t.Skip("injects faults of a node: runs in make test-all")
	}
	for what, fault := range map[string]kurrenttest.Fault{
		"cut when it arrives":               {At: kurrenttest.OnCall, Cut: true},
		"cut in the middle":                 {At: kurrenttest.OnReceive, Cut: true},
		"cut before it is durable":          {At: kurrenttest.BeforeCommit, Cut: true},
		"cut after it is durable":           {At: kurrenttest.AfterCommit, Cut: true},
		"half an answer":                    {At: kurrenttest.OnSend, Half: true},
		"random bytes instead of an answer": {At: kurrenttest.OnSend, Garbage: 4096},
		"random bytes after it is durable":  {At: kurrenttest.AfterCommit, Garbage: 64, Cut: true},
		"an election":                       {At: kurrenttest.OnCall, Err: kurrenttest.NotReady()},
		"an overloaded node":                {At: kurrenttest.BeforeCommit, Err: kurrenttest.Busy()},
		"a slow node":                       {At: kurrenttest.BeforeCommit, Delay: 300 * time.Millisecond},
		"a slow answer":                     {At: kurrenttest.AfterCommit, Delay: 300 * time.Millisecond},
		"an error of the node":              {At: kurrenttest.BeforeCommit, Err: status.Error(codes.Internal, "boom")},
		"an error after it is durable":      {At: kurrenttest.AfterCommit, Err: status.Error(codes.Unknown, "Exception was thrown by handler.")},
		"a time-out of the node":            {At: kurrenttest.AfterCommit, Err: status.Error(codes.DeadlineExceeded, "Operation timed out")},
		"an aborted operation":              {At: kurrenttest.BeforeCommit, Err: status.Error(codes.Aborted, "Operation timed out: Commit timeout")},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			server := kurrenttest.Start(t, kurrenttest.Options{})
			log := open(t, server.URL())
			for what, sample := range samples(t, log) {
				fault := fault
				fault.Method, fault.Times = sample.method, 2
				initial := map[string]int{}
				for _, w := range sample.writes {
					initial[w.Stream] = count(t, log, w.Stream)
				}
				remove := server.Inject(fault)
				receipt, err := log.Append(within(t), sample.writes...)
				remove()
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				for i, w := range sample.writes {
					want := initial[w.Stream] + len(w.Events)
					if n := count(t, log, w.Stream); n != want {
						t.Errorf("%s: %s has %d events", what, w.Stream, n)
					}
					if w.Expected == eventlog.Any && len(w.Events) == 0 {
						continue // the call does not reach the server
					}
					if receipt.Revisions[i] != eventlog.Revision(want-1) {
						t.Errorf("%s: receipt %+v", what, receipt)
					}
				}
				if head, err := log.Head(within(t)); err != nil || head != receipt.Position {
					t.Errorf("%s: head is %d (%v), receipt %+v", what, head, err, receipt)
				}
			}
		})
	}
}

func TestAReadSucceedsDespiteEveryFault(t *testing.T) {
	if testing.Short() {
		t.Skip("injects faults of a node: runs in make test-all")
	}
	for what, fault := range map[string]kurrenttest.Fault{
		"cut when it arrives":  {At: kurrenttest.OnCall, Cut: true, Times: 2},
		"cut in the middle":    {At: kurrenttest.OnSend, After: 3, Cut: true, Times: 2},
		"half an answer":       {At: kurrenttest.OnSend, After: 2, Half: true, Times: 2},
		"garbage":              {At: kurrenttest.OnSend, After: 2, Garbage: 4096, Times: 2},
		"an election":          {At: kurrenttest.OnCall, Err: kurrenttest.NotReady(), Times: 2},
		"an error of the node": {At: kurrenttest.OnSend, After: 1, Err: status.Error(codes.Internal, "boom"), Times: 2},
		"a slow node":          {At: kurrenttest.OnSend, Delay: 100 * time.Millisecond, Times: 3},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			server := kurrenttest.Start(t, kurrenttest.Options{})
			log := open(t, server.URL())
			stream := fresh()
			w := happened(stream, eventlog.NoStream)
			for range 9 {
				w.Events = append(w.Events, happened(stream, eventlog.Any).Events...)
			}
			receipt, err := log.Append(within(t), w)
			if err != nil {
				t.Fatal(err)
			}
			fault.Method = "Read"
			for what, read := range map[string]func() (int, error){
				"stream": func() (int, error) { return count(t, log, stream), nil },
				"follow": func() (int, error) {
					n := 0
					for batch, err := range log.Follow(within(t), 0, eventlog.Filter{}) {
						n += len(batch.Events)
						if err != nil || batch.Live {
							return n, err
						}
					}
					return n, errors.New("ended")
				},
				"head": func() (int, error) {
					head, err := log.Head(within(t))
					if head != receipt.Position {
						return 0, fmt.Errorf("head is %d: %w", head, err)
					}
					return 10, err
				},
			} {
				remove := server.Inject(fault)
				if n, err := read(); n != 10 || err != nil {
					t.Errorf("%s: %d events, %v", what, n, err)
				}
				remove()
			}
		})
	}
}

func TestAnAppendFollowsTheLeader(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 3, kurrenttest.Options{})
	log := open(t, nodes[0].ClusterURL())
	stream := fresh()
	for n := range 9 {
		leader := nodes[n%3]
		if n%2 == 0 {
			kurrenttest.SetLeader(leader)
		}
		removes := []func(){}
		for _, node := range nodes {
			if node != leader {
				removes = append(removes, node.Inject(kurrenttest.Fault{Method: "Append", At: kurrenttest.BeforeCommit, NotLeader: leader.Addr()}))
			}
		}
		if _, err := log.Append(within(t), happened(stream, eventlog.At(eventlog.Revision(n-1)))); err != nil {
			t.Fatalf("append %d: %v", n, err)
		}
		for _, remove := range removes {
			remove()
		}
	}
	if n := count(t, log, stream); n != 9 {
		t.Errorf("the stream has %d events", n)
	}
}

func TestTheLogConnectsToAnotherNodeWhenItsNodeStops(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 3, kurrenttest.Options{})
	log := open(t, nodes[0].ClusterURL())
	stream := fresh()
	seen := make(chan eventlog.Recorded, 10)
	ctx, cancel := context.WithCancel(within(t))
	defer cancel()
	go func() {
		for batch, err := range log.Follow(ctx, 0, eventlog.Filter{}) {
			if err != nil {
				t.Errorf("follow: %v", err)
			}
			for _, e := range batch.Events {
				seen <- e
			}
		}
	}()
	for n := range 4 {
		if _, err := log.Append(within(t), happened(stream, eventlog.At(eventlog.Revision(n-1)))); err != nil {
			t.Fatalf("append %d: %v", n, err)
		}
		if e, _ := until.Receive(t, fmt.Sprintf("event %d", n), seen); e.Revision != eventlog.Revision(n) {
			t.Errorf("event %d is number %d", e.Revision, n)
		}
		if err := nodes[(n+1)%3].Up(); err != nil {
			t.Fatal(err)
		}
		kurrenttest.SetLeader(nodes[(n+1)%3])
		nodes[n%3].Down()
	}
}

func TestARejectedAppendNamesTheFirstStreamWhoseExpectationIsNotMet(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{})
	log := open(t, server.URL())
	a, b := fresh(), fresh()
	for _, stream := range []string{a, b} {
		if _, err := log.Append(within(t), happened(stream, eventlog.NoStream)); err != nil {
			t.Fatal(err)
		}
	}
	for what, writes := range map[string][]eventlog.Write{
		"one stream":  {happened(a, eventlog.At(7))},
		"two streams": {happened(a, eventlog.NoStream), happened(b, eventlog.NoStream)},
		"checks":      {{Stream: a, Expected: eventlog.NoStream}, happened(b, eventlog.NoStream)},
		"existence":   {happened(a, eventlog.NoStream), happened(fresh(), eventlog.Exists)},
	} {
		_, err := log.Append(within(t), writes...)
		var conflict *eventlog.Conflict
		if !errors.As(err, &conflict) || *conflict != (eventlog.Conflict{Stream: a, Expected: writes[0].Expected, Actual: 0}) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAPermanentErrorIsReturnedAtOnce(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{})
	log := open(t, server.URL(), kurrent.WithPatience(time.Hour))
	for what, err := range map[string]error{
		"no access":      status.Error(codes.PermissionDenied, "Access Denied"),
		"no credentials": status.Error(codes.Unauthenticated, "Unauthenticated"),
		"nonsense":       status.Error(codes.InvalidArgument, "Nonsense"),
	} {
		remove := server.Inject(kurrenttest.Fault{At: kurrenttest.OnCall, Err: err})
		if _, err := log.Append(within(t), happened(fresh(), eventlog.NoStream)); err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: append gave %v", what, err)
		}
		if _, err := log.Head(within(t)); err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: head gave %v", what, err)
		}
		remove()
	}
}
