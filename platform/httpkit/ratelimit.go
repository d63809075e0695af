package httpkit

import (
	"context"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
)

// rateKeys bounds the memory of the limiter: about 10 MB when full.
const rateKeys = 1 << 16

// limiter counts requests by caller with GCRA: a full minute's worth at once, afterwards at the steady rate.
type limiter struct {
	gcra    *throttled.GCRARateLimiterCtx // nil: no limit
	limit   []string
	key     func(context.Context) string
	trusted []netip.Prefix

	unlimited []string // prefixes of paths
}

func newLimiter(o Options) *limiter {
	l := &limiter{key: o.CallerKey, trusted: o.TrustedProxies, unlimited: o.Unlimited}
	if o.RatePerMinute <= 0 {
		return l
	}
	store, err := memstore.NewCtx(rateKeys)
	if err == nil {
		l.gcra, err = throttled.NewGCRARateLimiterCtx(store, throttled.RateQuota{
			MaxRate: throttled.PerMin(o.RatePerMinute), MaxBurst: o.RatePerMinute - 1,
		})
	}
	if err != nil {
		panic("httpkit: rate limit: " + err.Error()) // only for invalid sizes
	}
	l.limit = []string{strconv.Itoa(o.RatePerMinute)}
	return l
}

// wrap counts each request of the API, and each page by itself, after its caller is authenticated.
func (l *limiter) wrap(next http.Handler) http.Handler {
	if l.gcra == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind := ""
		if !isAPIPath(r.URL.Path) {
			if slices.ContainsFunc(l.unlimited, func(prefix string) bool { return strings.HasPrefix(r.URL.Path, prefix) }) {
				next.ServeHTTP(w, r)
				return
			}
			kind = "page "
		} else if x := exchangeFrom(r.Context()); x != nil {
			x.limited = true
		}
		key := ""
		if l.key != nil {
			key = l.key(r.Context())
		}
		if key == "" {
			key = l.address(r)
		} else {
			key = "caller " + key
		}
		if l.take(w, r, kind+key, 1) {
			next.ServeHTTP(w, r)
		}
	})
}

// rejectsGuesser answers 429 to an address whose credentials were rejected too often, before it checks them again.
func (l *limiter) rejectsGuesser(w http.ResponseWriter, r *http.Request, isAPI bool) bool {
	if l.gcra == nil || !isAPI || (r.Header.Get("Authorization") == "" && r.Header.Get("Cookie") == "") {
		return false
	}
	_, result, err := l.gcra.RateLimitCtx(r.Context(), "refused "+l.address(r), 0)
	if err != nil {
		return false
	}
	if result.Remaining > 0 {
		l.headers(w.Header(), result) // of the address, until the caller is known
		return false
	}
	l.refuse(w, r, result)
	return true
}

// chargeRejection counts a request that a middleware rejected before the limiter could count it, by address.
func (l *limiter) chargeRejection(r *http.Request, x *exchange, isAPI bool) {
	if l.gcra != nil && isAPI && !x.limited && x.w.status == http.StatusUnauthorized {
		_, _, _ = l.gcra.RateLimitCtx(r.Context(), "refused "+l.address(r), 1)
	}
}

// take counts n requests of key and says whether the request may proceed. When the counter itself fails, it may.
func (l *limiter) take(w http.ResponseWriter, r *http.Request, key string, n int) bool {
	limited, result, err := l.gcra.RateLimitCtx(r.Context(), key, n)
	if err != nil {
		return true
	}
	if limited {
		l.refuse(w, r, result)
		return false
	}
	l.headers(w.Header(), result)
	return true
}

func (l *limiter) headers(h http.Header, result throttled.RateLimitResult) {
	h["X-Ratelimit-Limit"] = l.limit
	h["X-Ratelimit-Remaining"] = []string{strconv.Itoa(max(0, result.Remaining))}
	h["X-Ratelimit-Reset"] = []string{seconds(result.ResetAfter)}
}

func (l *limiter) refuse(w http.ResponseWriter, r *http.Request, result throttled.RateLimitResult) {
	l.headers(w.Header(), result)
	wait := seconds(max(result.RetryAfter, time.Second))
	w.Header().Set("Retry-After", wait)
	WriteError(w, r, Fault(KindRateLimited, CodeRateLimit, "请求过于频繁，请在 "+wait+" 秒后重试"))
}

func seconds(d time.Duration) string { return strconv.Itoa(wholeSeconds(d)) }

func wholeSeconds(d time.Duration) int { return int(math.Ceil(max(0, d.Seconds()))) }

// address is the network of a request, as a key.
func (l *limiter) address(r *http.Request) string {
	return Network(ClientAddress(r, l.trusted)).String()
}

// Network is what limits count as one client: an IPv4 address, or the /64 of an IPv6 address, which a household usually has
// for itself.
func Network(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// ClientAddress is the client's address: the peer of the connection or, when the peer is a trusted proxy, the last
// address in X-Forwarded-For that is not a trusted proxy.
func ClientAddress(r *http.Request, trusted []netip.Prefix) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	peer, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	peer = peer.Unmap().WithZone("")
	isTrusted := func(a netip.Addr) bool {
		return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	if !isTrusted(peer) {
		return peer
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		a, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return peer
		}
		peer = a.Unmap().WithZone("")
		if !isTrusted(peer) {
			return peer
		}
	}
	return peer
}
