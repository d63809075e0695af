// Package effects answers whether what acts on the outside is paused, and which letters could not be sent.
package effects

import (
	"context"
	"time"

	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// State says whether letters, webhooks and forwarding are paused, since when and why.
type State struct {
	Paused   bool       `json:"paused"`
	Since    *time.Time `json:"since"`
	Restored bool       `json:"restored" doc:"因站点从备份恢复而暂停"`
	Reason   *string    `json:"reason" doc:"站点管理者给出的原因"`
}

// Register mounts the routes.
func Register(api *httpkit.API, s *view.Source, accounts Accounts) {
	registerLetters(api, s, accounts)
	view.Query(api, s, view.Route{Path: "GET /_internal/moderation/effects", Summary: "邮件、Webhook 与转发是否暂停"},
		func(ctx context.Context, _ *struct{}) (State, error) {
			if !view.Projects(ctx).Staff {
				return State{}, httpkit.Forbidden("只有审核人员可以查看")
			}
			s, err := effects.Read(ctx, s.Pool)
			if err != nil || !s.Paused {
				return State{}, err
			}
			return State{Paused: true, Since: &s.Since, Restored: s.Restored, Reason: view.Present(&s.Reason)}, nil
		})
}
