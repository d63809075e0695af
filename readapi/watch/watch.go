// Package watch answers how much the caller hears of a place of the talk of the site.
package watch

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/view"
)

const standing = `select accepted, muted from notification.members where team = $1 and account = $2`

type place struct {
	Kind string `path:"kind" enum:"discussion,issue,board,section"`
	ID   string `path:"id" doc:"讨论、反馈或资源的 ID，版块的名称"`
}

// Register mounts the query.
func Register(api *httpkit.API, s *view.Source) {
	route := view.Route{Path: "GET /v3/watch/{kind}/{id}", Summary: "自己对讨论、反馈、资源的反馈或论坛版块的关注程度", Scope: identity.ScopeNotificationRead, Fresh: []string{projected.Name}}
	view.Query(api, s, route, func(ctx context.Context, in *place) (contract.Watch, error) {
		out := contract.Watch{Level: "addressed"}
		var watching, muted bool
		switch in.Kind {
		case "discussion", "issue", "board", "section":
		default:
			return out, httpkit.NotFound()
		}
		err := s.Pool.QueryRow(ctx, standing, in.Kind+":"+in.ID, identity.FromContext(ctx).Account).Scan(&watching, &muted)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return out, nil
		case err != nil:
			return out, fmt.Errorf("read what an account watches: %w", err)
		}
		out.Known = true
		switch {
		case watching:
			out.Level = "all"
		case muted:
			out.Level = "never"
		}
		return out, nil
	})
}
