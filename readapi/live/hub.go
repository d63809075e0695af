package live

import (
	"sync"

	"github.com/modyard/modyard/readapi/view"
)

// move is a new position of a topic, or the number of a change that was no event. Public says that everybody may see the change.
type move struct {
	position uint64
	change   uint64
	public   bool
}

// beyond says whether a move is newer than what the client has.
func (m move) beyond(known move) bool { return m.position > known.position || m.change > known.change }

// and merges two moves of one topic; the newer position decides who may see it.
func (m move) and(other move) move {
	if other.position > m.position {
		m.position, m.public = other.position, other.public
	}
	m.change = max(m.change, other.change)
	return m
}

// subscriber is one stream. Moves that arrive while it is busy are merged, one for each topic: a slow stream never
// has a backlog.
type subscriber struct {
	place   view.StreamPlace
	wake    chan struct{} // capacity one
	mu      sync.Mutex
	pending map[string]move
}

func (s *subscriber) add(topic string, m move) {
	s.mu.Lock()
	if old, ok := s.pending[topic]; ok {
		m = old.and(m)
	}
	s.pending[topic] = m
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take returns and clears the pending moves.
func (s *subscriber) take() map[string]move {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.pending
	s.pending = map[string]move{}
	return out
}

// hub keeps the subscribers of each topic.
type hub struct {
	mu      sync.Mutex
	topics  map[string]map[*subscriber]struct{}
	streams view.Streams
	since   map[string]uint64 // by watermark: up to where changes were published
	closed  chan struct{}
	close   func()
}

func newHub() *hub {
	h := &hub{
		topics: map[string]map[*subscriber]struct{}{},
		since:  map[string]uint64{}, closed: make(chan struct{}),
	}
	h.close = sync.OnceFunc(func() { close(h.closed) })
	return h
}

// join adds a stream of a caller, unless a limit is reached.
func (h *hub) join(place view.StreamPlace) (*subscriber, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.closed:
		return nil, errClosing
	default:
	}
	if err := h.streams.Join(place); err != nil {
		return nil, err
	}
	return &subscriber{place: place, wake: make(chan struct{}, 1), pending: map[string]move{}}, nil
}

// follow adds topics to a subscriber, which receives moves from now on.
func (h *hub) follow(s *subscriber, names ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range names {
		if h.topics[name] == nil {
			h.topics[name] = map[*subscriber]struct{}{}
		}
		h.topics[name][s] = struct{}{}
	}
}

// forget removes topics from a subscriber.
func (h *hub) forget(s *subscriber, names ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range names {
		delete(h.topics[name], s)
		if len(h.topics[name]) == 0 {
			delete(h.topics, name)
		}
	}
}

// leave removes a subscriber without topics.
func (h *hub) leave(s *subscriber) { h.streams.Leave(s.place) }

// count is the number of streams.
func (h *hub) count() int { return h.streams.Count() }

// watched lists the followed topics for which is returns true.
func (h *hub) watched(is func(topic string) bool) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []string
	for name := range h.topics {
		if is(name) {
			out = append(out, name)
		}
	}
	return out
}

// publish sends a move to the subscribers of a topic and returns their number.
func (h *hub) publish(topic string, m move) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.topics[topic] {
		s.add(topic, m)
	}
	return len(h.topics[topic])
}

// reached records up to where the changes behind a watermark were published.
func (h *hub) reached(mark string, position uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.since[mark] = position
}

// position is the log position up to which every change was published.
func (h *hub) position() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	var at uint64
	first := true
	for _, p := range h.since {
		if first || p < at {
			at, first = p, false
		}
	}
	return at
}
