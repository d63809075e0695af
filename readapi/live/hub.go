package live

import (
	"sync"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	maxStreams   = 4096 // of the process
	maxPerCaller = 24   // of one account, or of one address where nobody is signed in
)

// move says that a topic stands at a position, and an inbox at a change number besides: what its account does with it
// is no event. Public says that everybody may see what moved.
type move struct {
	position uint64
	change   uint64
	public   bool
}

// beyond says that a move tells something to who knows another.
func (m move) beyond(known move) bool { return m.position > known.position || m.change > known.change }

// and joins two moves of one topic, of which the newer position says who may see it.
func (m move) and(other move) move {
	if other.position > m.position {
		m.position, m.public = other.position, other.public
	}
	m.change = max(m.change, other.change)
	return m
}

// subscriber is one stream. What moved while it was busy is kept once for each topic: a stream that is behind
// never has a backlog.
type subscriber struct {
	key     string
	wake    chan struct{} // holds one
	mu      sync.Mutex
	pending map[string]move
}

func (s *subscriber) tell(topic string, m move) {
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

// take empties what is pending.
func (s *subscriber) take() map[string]move {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.pending
	s.pending = map[string]move{}
	return out
}

// hub knows who follows what.
type hub struct {
	mu      sync.Mutex
	topics  map[string]map[*subscriber]struct{}
	callers map[string]int
	total   int
	since   map[string]uint64 // by watermark: up to where its changes were handed out
	closed  chan struct{}
	close   func()
}

func newHub() *hub {
	h := &hub{
		topics: map[string]map[*subscriber]struct{}{}, callers: map[string]int{},
		since: map[string]uint64{}, closed: make(chan struct{}),
	}
	h.close = sync.OnceFunc(func() { close(h.closed) })
	return h
}

// join makes room for one more stream of a caller.
func (h *hub) join(key string) (*subscriber, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.closed:
		return nil, errClosing
	default:
	}
	if h.callers[key] >= maxPerCaller {
		return nil, httpkit.Fault(httpkit.KindRateLimited, httpkit.CodeRateLimit, "打开的实时连接过多，请关闭一些页面后重试")
	}
	if h.total >= maxStreams {
		return nil, httpkit.Fault(httpkit.KindUnavailable, httpkit.CodeUnavailable, "实时连接已满，请稍后再试")
	}
	h.callers[key]++
	h.total++
	return &subscriber{key: key, wake: make(chan struct{}, 1), pending: map[string]move{}}, nil
}

// follow adds topics to a subscriber, which gets what the hub publishes from now on.
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

// forget ends what follow began.
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

// leave ends a stream that follows nothing any more.
func (h *hub) leave(s *subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.total--
	if h.callers[s.key]--; h.callers[s.key] <= 0 {
		delete(h.callers, s.key)
	}
}

// count is how many streams there are.
func (h *hub) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.total
}

// watched says whether anybody follows one of the topics.
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

// publish tells everybody who follows a topic, and says how many those are.
func (h *hub) publish(topic string, m move) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.topics[topic] {
		s.tell(topic, m)
	}
	return len(h.topics[topic])
}

// reached notes up to where the changes behind a watermark were handed out.
func (h *hub) reached(mark string, position uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.since[mark] = position
}

// position is that up to which every change was handed out.
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
