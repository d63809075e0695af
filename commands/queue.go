package commands

import (
	"context"
	"sync"
	"time"
)

// queue serializes the retries of a process's decisions on the same stream; without it they would conflict with each
// other again and again. The zero queue is empty.
type queue struct {
	mu      sync.Mutex
	streams map[string]*lane
}

// lane is the queue of one stream; it is deleted after its last decision.
type lane struct {
	turn  chan struct{} // holds one token while a decision has the turn
	users int
}

// turn is a decision's place in the queue. It holds at most one stream, so that two decisions cannot deadlock.
type turn struct {
	queue  *queue
	stream string
	lane   *lane
}

// take waits for the turn at a stream, after it has released the turn at another one. It returns false if the time ran
// out or the context ended.
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

// end passes the turn to the next decision.
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
