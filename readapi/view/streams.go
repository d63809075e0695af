package view

import (
	"net/http"
	"net/netip"
	"sync"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	maxStreams   = 4096 // of the process
	maxPerCaller = 24   // of one account, or of one network for anonymous callers
)

// Streams bounds the open streams of a kind: in total and for each caller. The zero Streams has none.
type Streams struct {
	mu      sync.Mutex
	callers map[string]int
	total   int
}

// Join counts a stream of a caller, unless a limit is reached.
func (s *Streams) Join(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.callers[key] >= maxPerCaller {
		return httpkit.Fault(httpkit.KindRateLimited, httpkit.CodeRateLimit, "打开的实时连接过多，请关闭一些页面后重试")
	}
	if s.total >= maxStreams {
		return httpkit.Fault(httpkit.KindUnavailable, httpkit.CodeUnavailable, "实时连接已满，请稍后再试")
	}
	if s.callers == nil {
		s.callers = map[string]int{}
	}
	s.callers[key]++
	s.total++
	return nil
}

// Leave removes a stream that has joined.
func (s *Streams) Leave(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total--
	if s.callers[key]--; s.callers[key] <= 0 {
		delete(s.callers, key)
	}
}

// Count is the number of streams.
func (s *Streams) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

// StreamKey identifies the caller whose streams are counted together.
func StreamKey(r *http.Request, trusted []netip.Prefix) string {
	if account := identity.FromContext(r.Context()).Account; account != "" {
		return account
	}
	return httpkit.NetworkKey(r, trusted)
}
