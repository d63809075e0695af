package kurrenttest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestASubscriptionToAStreamDeliversExistingAndNewEvents(t *testing.T) {
	noLeaks(t)
	_, client := node(t, kurrenttest.Options{})
	stream := newStream()
	fill(t, client, stream, 10)
	sub, err := client.SubscribeToStream(within(t), stream, kurrentdb.SubscribeToStreamOptions{From: kurrentdb.Start{}})
	must(t, err)
	defer sub.Close()
	ids, _, caughtUp := untilCaughtUp(t, sub)
	if len(ids) != 10 || caughtUp == nil || caughtUp.StreamRevision == nil || *caughtUp.StreamRevision != 9 {
		t.Fatalf("%d events, caught up %+v", len(ids), caughtUp)
	}
	next := fill(t, client, stream, 1)
	e := receive(t, sub)
	if e.EventAppeared == nil || e.EventAppeared.OriginalEvent().EventID != next[0].EventID || e.EventAppeared.OriginalEvent().EventNumber != 10 {
		t.Errorf("then received %+v", e)
	}
}

func TestAFilteredSubscriptionDeliversMatchingEvents(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	prefix := uuid.NewString() + "-"
	stream := prefix + "stream"
	for i := range 10 {
		wanted, other := event(), event()
		wanted.EventType = fmt.Sprintf("%skind%d", prefix, i)
		_, err := client.AppendToStream(within(t), stream, kurrentdb.AppendToStreamOptions{}, wanted)
		must(t, err)
		_, err = client.AppendToStream(within(t), newStream(), kurrentdb.AppendToStreamOptions{}, other)
		must(t, err)
	}
	for name, f := range map[string]*kurrentdb.SubscriptionFilter{
		"type prefix":   {Type: kurrentdb.EventFilterType, Prefixes: []string{"nothing-", prefix}},
		"type regex":    {Type: kurrentdb.EventFilterType, Regex: "^" + prefix + "kind[0-9]$"},
		"stream prefix": {Type: kurrentdb.StreamFilterType, Prefixes: []string{prefix}},
		"stream regex":  {Type: kurrentdb.StreamFilterType, Regex: prefix + "str.*$"},
	} {
		t.Run(name, func(t *testing.T) {
			sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: kurrentdb.Start{}, Filter: f})
			must(t, err)
			defer sub.Close()
			ids, checkpoints, caughtUp := untilCaughtUp(t, sub)
			if len(ids) != 10 || len(checkpoints) == 0 || caughtUp == nil || caughtUp.Position == nil {
				t.Errorf("%d events, checkpoints %v, caught up %+v", len(ids), checkpoints, caughtUp)
			}
		})
	}
}

func TestSystemEventsCanBeExcluded(t *testing.T) {
	_, client := node(t, kurrenttest.Options{})
	fill(t, client, newStream(), 1)
	all, err := readAll(t, client, kurrentdb.ReadAllOptions{From: kurrentdb.Start{}}, 100)
	must(t, err)
	if len(all) < 2 || !strings.HasPrefix(all[0].OriginalEvent().EventType, "$") {
		t.Fatalf("a new node has %d events", len(all))
	}
	sub, err := client.SubscribeToAll(within(t), kurrentdb.SubscribeToAllOptions{From: kurrentdb.Start{}, Filter: kurrentdb.ExcludeSystemEventsFilter()})
	must(t, err)
	defer sub.Close()
	if ids, _, _ := untilCaughtUp(t, sub); len(ids) != 1 {
		t.Errorf("%d events", len(ids))
	}
}
