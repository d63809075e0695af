package view

import (
	"context"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Seen is the position for which a read waits: that of the account's last command, which the server remembers for a
// short time, or a later one in the request's header Min-Position.
func Seen(r *http.Request) (uint64, error) {
	position := identity.FromContext(r.Context()).Position
	if raw := r.Header.Get("Min-Position"); raw != "" {
		named, err := strconv.ParseUint(raw, 10, 64)
		if err != nil {
			return 0, httpkit.Invalid("Min-Position", "请求头 Min-Position 应为非负整数")
		}
		position = max(position, named)
	}
	return position, nil
}

type patienceKey struct{}

// WithOnePatience returns a context for several queries of one request: after the first that has waited in vain, the
// others are answered at once, marked as stale.
func WithOnePatience(ctx context.Context) context.Context {
	return context.WithValue(ctx, patienceKey{}, new(atomic.Bool))
}

func spend(ctx context.Context) {
	if p, ok := ctx.Value(patienceKey{}).(*atomic.Bool); ok {
		p.Store(true)
	}
}

func spent(ctx context.Context) bool {
	p, ok := ctx.Value(patienceKey{}).(*atomic.Bool)
	return ok && p.Load()
}
