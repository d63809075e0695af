package httpkit

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
)

// Allowance counts an action of callers that has a limit of its own, beside the limit of all their requests. Each process counts by itself.
type Allowance struct{ gcra *throttled.GCRARateLimiterCtx }

// NewAllowance permits an action as many times at once, and as many times an hour; 0 or less: without a limit.
func NewAllowance(perHour int) (*Allowance, error) {
	return newAllowance(perHour, throttled.PerHour)
}

// NewMinuteAllowance permits an action as many times at once, and as many times a minute; 0 or less: without a limit.
func NewMinuteAllowance(perMinute int) (*Allowance, error) {
	return newAllowance(perMinute, throttled.PerMin)
}

func newAllowance(times int, rate func(int) throttled.Rate) (*Allowance, error) {
	if times <= 0 {
		return &Allowance{}, nil
	}
	store, err := memstore.NewCtx(rateKeys)
	if err != nil {
		return nil, fmt.Errorf("make allowance: %w", err)
	}
	gcra, err := throttled.NewGCRARateLimiterCtx(store, throttled.RateQuota{MaxRate: rate(times), MaxBurst: times - 1})
	if err != nil {
		return nil, fmt.Errorf("make allowance: %w", err)
	}
	return &Allowance{gcra}, nil
}

// Take counts one action of a key, or is a fault of kind rate limited, with Retry-After in the answer to the request that ctx
// belongs to.
func (a *Allowance) Take(ctx context.Context, key string) error {
	if a.gcra == nil {
		return nil
	}
	limited, result, err := a.gcra.RateLimitCtx(ctx, key, 1)
	if err != nil || !limited {
		return nil // as for the general limit, a counter that fails stops nobody
	}
	return RateLimited(ctx, result.RetryAfter, "请求过于频繁")
}

// RateLimited is a fault of kind rate limited whose text says what is too much and for how long it is, with Retry-After in the answer
// to the request that ctx belongs to.
func RateLimited(ctx context.Context, wait time.Duration, what string) error {
	return Fault(KindRateLimited, CodeRateLimit, fmt.Sprintf("%s，请在 %d 秒后重试", what, RetryAfter(ctx, wait)))
}

// RetryAfter says in the answer to the request that ctx belongs to how long its caller has to wait, and returns that: whole seconds, at
// least one.
func RetryAfter(ctx context.Context, wait time.Duration) int {
	after := wholeSeconds(max(wait, time.Second))
	if x := exchangeFrom(ctx); x != nil {
		x.w.Header().Set("Retry-After", strconv.Itoa(after))
	}
	return after
}

// NetworkKey identifies the network of a request for limits (Network).
func NetworkKey(r *http.Request, trusted []netip.Prefix) string {
	return "network " + Network(ClientAddress(r, trusted)).String()
}
