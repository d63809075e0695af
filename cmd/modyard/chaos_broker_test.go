package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/reactors/forward/natstest"
)

// forwarded is the broker of a run, which goes away and comes back.
type forwarded struct {
	server  *natstest.Server
	address string
	away    int // how often it went away
}

// forwardStream and forwardPrefix are the stream and the prefix of its subjects.
const (
	forwardStream = "SITE"
	forwardPrefix = "site"
)

// newForwarded starts a broker. Its stream recognises repeats for a moment only, so that those of the forwarder are
// stored and can be counted.
func newForwarded(t *testing.T) *forwarded {
	t.Helper()
	address := freeAddress(t)
	_, text, _ := net.SplitHostPort(address)
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	f := &forwarded{address: address}
	if f.server, err = natstest.Start(natstest.Options{Dir: t.TempDir(), Port: port}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.server.Stop() })
	conn, js, err := f.server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := js.AddStream(&nats.StreamConfig{
		Name: forwardStream, Subjects: []string{forwardPrefix + ".>"}, Storage: nats.FileStorage, Discard: nats.DiscardNew, Duplicates: 100 * time.Millisecond,
	}); err != nil {
		t.Fatal(err)
	}
	return f
}

// url is its address through a wire.
func (f *forwarded) url(through *wire) string {
	return "nats://" + through.address() + "?prefix=" + forwardPrefix
}

// deal stops and starts the broker until the context ends. It runs at the end.
func (f *forwarded) deal(ctx context.Context, faults *faults) {
	for pause.For(ctx, faults.between(1000, 6000)) {
		f.server.Stop()
		f.away++
		pause.For(ctx, faults.lasting())
		next, err := f.server.Again()
		for n := 0; err != nil && n < 50; n++ { // its port may be in use for a moment
			pause.For(context.WithoutCancel(ctx), 100*time.Millisecond)
			next, err = f.server.Again()
		}
		if err != nil {
			faults.world.t.Errorf("the broker does not start again: %v", err)
			return
		}
		f.server = next
	}
}

// publicFeed reads the whole change feed of a server, when it has every public change.
func (w *chaosWorld) publicFeed(ctx context.Context) (all []contract.Change) {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		var want int
		if err := w.look(ctx, `SELECT count(*) FROM changes.changes WHERE public`, &want); err != nil {
			w.t.Fatal(err)
		}
		after := ""
		if len(all) > 0 {
			after = all[len(all)-1].Cursor
		}
		all = append(all, feedAfter(ctx, w.t, w.serveNumber(0), after)...)
		if len(all) == want {
			return all
		}
		if len(all) > want || time.Now().After(deadline) {
			w.t.Fatalf("the feed has %d of %d public changes", len(all), want)
		}
		pause.For(ctx, 20*time.Millisecond)
	}
}

// compareBroker checks that each public change is in the broker at least once, for the first time in the order of the
// feed, and that repeats are the same change.
func (w *chaosWorld) compareBroker(ctx context.Context, feed []contract.Change) string {
	w.t.Helper()
	conn, js, err := w.broker.server.Connect()
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	first := map[string]contract.Change{}
	var order []string
	repeats, next := 0, uint64(1)
	for deadline := time.Now().Add(3 * time.Minute); len(first) < len(feed); {
		m, err := js.GetMsg(forwardStream, next, nats.Context(ctx))
		if err != nil {
			if time.Now().After(deadline) || !pause.For(ctx, 100*time.Millisecond) {
				w.t.Errorf("%d of %d public changes are in the broker: %v\n%s", len(first), len(feed), err, w.hosts[0].said())
				return ""
			}
			continue
		}
		next++
		var c contract.Change
		if err := json.Unmarshal(m.Data, &c); err != nil || c.ID == "" || m.Header.Get(nats.MsgIdHdr) != c.ID || m.Subject != forwardPrefix+"."+c.Kind {
			w.t.Fatalf("message %d on %s is %s, %v", m.Sequence, m.Subject, m.Data, err)
		}
		c.Document = nil // it is read each time
		if before, known := first[c.ID]; known {
			repeats++
			if fmt.Sprint(before) != fmt.Sprint(c) {
				w.t.Errorf("the change %s is repeated as another: %v, before %v", c.ID, c, before)
			}
			continue
		}
		first[c.ID] = c
		order = append(order, c.ID)
	}
	for i, want := range feed {
		want.Document = nil
		if order[i] != want.ID || fmt.Sprint(first[want.ID]) != fmt.Sprint(want) {
			w.t.Errorf("change %d of the feed is %v, of the broker %v", i, want, first[order[i]])
			break
		}
	}
	return fmt.Sprintf("%d changes, %d repeated, away %d times", len(order), repeats, w.broker.away)
}
