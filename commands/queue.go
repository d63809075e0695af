package commands

import (
	"context"
	"sync"
	"time"
)

// queue lets the decisions of a process that lost a stream try again one after the other: against each other they
// would lose for ever. The zero queue is empty.
type queue struct {
	mu      sync.Mutex
	streams map[string]*lane
}

// lane is the queue of one stream; it goes with its last decision.
type lane struct {
	turn  chan struct{} // holds one token while somebody has the turn
	users int
}

// turn is a decision's place in the queue: at most one stream's, so that no two wait for each other.
type turn struct {
	queue  *queue
	stream string
	lane   *lane
}

// take waits for the turn at a stream, and gives up another one first. It says false where the time was over or the
// context ended.
func (t *turn) take(ctx context.Context, stream string, most time.Duration) bool {
	if t.lane != nil && t.stream == stream {
		return true
	}
	t.end()
	l := t.queue.enter(stream)
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case l.turn <- struct{}{}:
		t.stream, t.lane = stream, l
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	t.queue.leave(stream, l)
	return false
}

// end gives the turn to the next.
func (t *turn) end() {
	if t.lane == nil {
		return
	}
	<-t.lane.turn
	t.queue.leave(t.stream, t.lane)
	t.lane = nil
}

func (q *queue) enter(stream string) *lane {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.streams[stream]
	if l == nil {
		if q.streams == nil {
			q.streams = map[string]*lane{}
		}
		l = &lane{turn: make(chan struct{}, 1)}
		q.streams[stream] = l
	}
	l.users++
	return l
}

func (q *queue) leave(stream string, l *lane) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l.users--; l.users == 0 {
		delete(q.streams, stream)
	}
}
