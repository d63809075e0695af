package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// stored is a log of n events that counts its reads. Each event has a body of size bytes.
type stored struct {
	loads atomic.Int64
	size  int
	fail  atomic.Bool
}

var errUnavailable = errors.New("the server is away")

func (s *stored) load(_ context.Context, after, upTo eventlog.Position) (page, error) {
	s.loads.Add(1)
	if s.fail.Load() {
		return page{}, errUnavailable
	}
	var p page
	total := 0
	for at := after + 1; at <= upTo; at++ {
		data := []byte(strings.Repeat("x", s.size))
		p.events = append(p.events, eventlog.Recorded{Position: at, Event: eventlog.Event{Data: data}})
		if total += len(data); total > pageBytes {
			p.cut = true
			break
		}
	}
	return p, nil
}

func TestFollowersAtTheHeadShareOneRead(t *testing.T) {
	s := &stored{size: 10}
	tail := newTail(s.load)
	const steps, followers = 500, 8
	heads := newHeadWatch()
	var all sync.WaitGroup
	for range followers {
		all.Go(func() {
			after := eventlog.Position(0)
			for after < steps {
				head, changed := heads.get()
				if after == head {
					<-changed
					continue
				}
				events, upTo, ok, err := tail.read(t.Context(), after, head)
				if err != nil || !ok || upTo < head {
					t.Errorf("from %d to %d: up to %d, %v, %v", after, head, upTo, ok, err)
					return
				}
				for _, e := range events {
					if after++; e.Position != after {
						t.Errorf("position %d instead of %d", e.Position, after)
						return
					}
				}
				if after != upTo {
					t.Errorf("the events end at %d, not at %d", after, upTo)
					return
				}
			}
		})
	}
	for at := range eventlog.Position(steps) {
		heads.advance(at + 1)
	}
	all.Wait()
	if n := s.loads.Load(); n > steps {
		t.Errorf("%d followers read %d times for %d appends", followers, n, steps)
	}
}

func TestAFollowerBehindTheTailReadsByItself(t *testing.T) {
	s := &stored{}
	tail := newTail(s.load)
	for at := eventlog.Position(100); at < 100+3*tailEvents; at += 100 {
		if _, _, ok, err := tail.read(t.Context(), at, at+100); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if n := len(tail.kept); n > tailEvents {
		t.Errorf("%d events are kept", n)
	}
	if _, _, ok, err := tail.read(t.Context(), 100, 100+3*tailEvents); ok || err != nil {
		t.Error(ok, err)
	}
}

func TestATailIsLimitedInBytesAndStillReturnsALargerEvent(t *testing.T) {
	s := &stored{size: 1 << 20}
	tail := newTail(s.load)
	for after := eventlog.Position(0); after < 40; {
		events, upTo, ok, err := tail.read(t.Context(), after, 40)
		if !ok || err != nil || upTo <= after || len(events) != int(upTo-after) {
			t.Fatalf("from %d to %d: %d events, %v, %v", after, upTo, len(events), ok, err)
		}
		after = upTo
		if tail.bytes > tailBytes {
			t.Errorf("%d bytes are kept", tail.bytes)
		}
	}
}

func TestATailContinuesAfterAFailedRead(t *testing.T) {
	s := &stored{}
	tail := newTail(s.load)
	if _, _, _, err := tail.read(t.Context(), 0, 5); err != nil {
		t.Fatal(err)
	}
	s.fail.Store(true)
	if _, _, _, err := tail.read(t.Context(), 5, 9); !errors.Is(err, errUnavailable) {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	<-tail.turn
	if _, _, _, err := tail.read(ended, 5, 9); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	tail.turn <- struct{}{}
	s.fail.Store(false)
	events, upTo, ok, err := tail.read(t.Context(), 5, 9)
	if len(events) != 4 || upTo != 9 || !ok || err != nil {
		t.Error(len(events), upTo, ok, err)
	}
	if events, upTo, ok, err := tail.read(t.Context(), 50, 51); len(events) != 1 || upTo != 51 || !ok || err != nil {
		t.Error("after a while without followers:", len(events), upTo, ok, err)
	}
}
