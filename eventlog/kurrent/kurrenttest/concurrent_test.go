package kurrenttest_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestOfConcurrentWritersThroughSeveralNodesOneSucceeds(t *testing.T) {
	nodes := kurrenttest.StartCluster(t, 3, kurrenttest.Options{})
	clients := make([]*kurrentdb.Client, len(nodes))
	for i, n := range nodes {
		clients[i] = connect(t, n.URL())
	}
	const streams, writers = 20, 6
	name := newStream()
	var won [streams]atomic.Int32
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for s := range streams {
				_, err := clients[w%len(clients)].AppendToStream(within(t), fmt.Sprintf("%s-%d", name, s),
					kurrentdb.AppendToStreamOptions{StreamState: kurrentdb.NoStream{}}, events(2)...)
				if err == nil {
					won[s].Add(1)
				} else if code(err) != kurrentdb.ErrorCodeWrongExpectedVersion {
					t.Errorf("writer %d: %v", w, err)
				}
			}
		})
	}
	all.Wait()
	for s := range streams {
		if n := won[s].Load(); n != 1 {
			t.Errorf("stream %d: %d writers won", s, n)
		}
	}
	// All nodes have the same positions.
	var logs [][]kurrentdb.Position
	for _, c := range clients {
		sub, err := c.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: kurrentdb.Start{}, Filter: kurrentdb.ExcludeSystemEventsFilter()})
		must(t, err)
		var at []kurrentdb.Position
		for len(at) < 2*streams {
			if e := receive(t, sub); e.EventAppeared != nil {
				at = append(at, e.EventAppeared.OriginalEvent().Position)
			}
		}
		sub.Close()
		logs = append(logs, at)
	}
	if !slices.Equal(logs[0], logs[1]) || !slices.Equal(logs[0], logs[2]) {
		t.Error("the nodes disagree")
	}
}
