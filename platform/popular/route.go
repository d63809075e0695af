package popular

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/httpkit"
)

const maxBody = 1 << 10

// Report is what a page sends after it has shown the results of a search for a moment.
type Report struct {
	Query string `json:"query" doc:"搜索内容"`
}

type sent struct{ Body Report }

type visitorKey struct{}

// Register mounts the route by which pages report searches. It answers the same whether a search is counted or not.
// A visitor is a network, because a caller has as many accounts and browsers as they like.
func (c *Counter) Register(api *httpkit.API, trusted []netip.Prefix) {
	httpkit.Typed(api, huma.Operation{
		Method: "POST", Path: "/_internal/search/seen", Summary: "报告一次有结果的搜索", MaxBodyBytes: maxBody,
	}, func(r *http.Request) (context.Context, error) {
		return context.WithValue(r.Context(), visitorKey{}, httpkit.Network(httpkit.ClientAddress(r, trusted))), nil
	}, func(ctx context.Context, in *sent) (*struct{}, error) {
		if visitor, ok := ctx.Value(visitorKey{}).(netip.Addr); ok {
			c.Searched(visitor, in.Body.Query)
		}
		return nil, nil
	})
}
