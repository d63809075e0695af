package view

import (
	"net/http"
	"net/netip"
	"sync"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	maxStreams    = 4096 // of the process
	maxPerCaller  = 24   // of one account, or of one network for anonymous callers
	maxPerNetwork = 192  // of one network, whoever signs in from there: many accounts of one household cannot take every place
)

// StreamPlace is whom a stream is counted for: the account and the network, or the network alone for anonymous callers.
type StreamPlace struct {
	Account string // empty: nobody is signed in
	Network string // of httpkit.NetworkKey
}

// limits are the counters of a place with the largest number of each.
func (p StreamPlace) limits() map[string]int {
	if p.Account == "" {
		return map[string]int{"anonymous " + p.Network: maxPerCaller, p.Network: maxPerNetwork}
	}
	return map[string]int{p.Account: maxPerCaller, p.Network: maxPerNetwork}
}

// Streams bounds the open streams of a kind: in total, for each caller and for each network. The zero Streams has none.
type Streams struct {
	mu     sync.Mutex
	counts map[string]int
	total  int
}

// Join counts a stream, unless a limit is reached.
func (s *Streams) Join(place StreamPlace) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	limits := place.limits()
	for key, most := range limits {
		if s.counts[key] >= most {
			return httpkit.Fault(httpkit.KindRateLimited, httpkit.CodeRateLimit, "打开的实时连接过多，请关闭一些页面后重试")
		}
	}
	if s.total >= maxStreams {
		return httpkit.Fault(httpkit.KindUnavailable, httpkit.CodeUnavailable, "实时连接已满，请稍后再试")
	}
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	for key := range limits {
		s.counts[key]++
	}
	s.total++
	return nil
}

// Leave removes a stream that has joined.
func (s *Streams) Leave(place StreamPlace) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total--
	for key := range place.limits() {
		if s.counts[key]--; s.counts[key] <= 0 {
			delete(s.counts, key)
		}
	}
}

// Count is the number of streams.
func (s *Streams) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

// PlaceOf is whom a request's stream is counted for.
func PlaceOf(r *http.Request, trusted []netip.Prefix) StreamPlace {
	return StreamPlace{Account: identity.FromContext(r.Context()).Account, Network: httpkit.NetworkKey(r, trusted)}
}
