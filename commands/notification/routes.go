package notification

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

type oneNotification struct {
	ID string `path:"id"`
}

func (in *oneNotification) named() ([]string, error) { return []string{in.ID}, nil }

type manyNotifications struct {
	IDs string `query:"ids" required:"true" doc:"通知 ID 的 JSON 数组，例如 [\"a\",\"b\"]"`
}

func (in *manyNotifications) named() (ids []string, err error) {
	if json.Unmarshal([]byte(in.IDs), &ids) != nil {
		return nil, fault.Invalid("ids", `参数 ids 应为 JSON 字符串数组，例如 ["a","b"]`)
	}
	return ids, nil
}

type notificationIDsInput struct {
	IDs []string `json:"ids" doc:"通知 ID，1 至 1000 个"`
}

type restoreNotifications struct{ Body notificationIDsInput }

func (in *restoreNotifications) named() ([]string, error) { return in.Body.IDs, nil }

type notificationReadInput struct {
	UpTo *uint64 `json:"up_to,omitempty" doc:"日志位置：在此之前（含）的通知全部标为已读；省略时为全部"`
}

type readNotifications struct{ Body notificationReadInput }

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	both := []string{"/v2", "/v3"}
	mount(s, api, "PATCH /notification/{id}", both, "将通知标为已读", named[*oneNotification](markRead))
	mount(s, api, "DELETE /notification/{id}", both, "移除通知", named[*oneNotification](remove))
	mount(s, api, "PATCH /notifications", both, "批量标为已读", named[*manyNotifications](markRead))
	mount(s, api, "DELETE /notifications", both, "批量移除通知", named[*manyNotifications](remove))
	mount(s, api, "POST /_internal/notifications/restore", nil, "恢复已移除的通知", named[*restoreNotifications](restore))
	mount(s, api, "POST /_internal/notifications/read", nil, "将全部通知标为已读", func(in *readNotifications) (string, any, error) {
		upTo := int64(everything)
		if in.Body.UpTo != nil && *in.Body.UpTo < everything {
			upTo = int64(*in.Body.UpTo)
		}
		return markAllRead, upTo, nil
	})
}

// named changes the notifications that a request names, with a statement.
func named[In interface{ named() ([]string, error) }](statement string) func(In) (string, any, error) {
	return func(in In) (string, any, error) {
		ids, err := in.named()
		if err != nil {
			return "", nil, err
		}
		ids, err = checkIDs(ids)
		return statement, ids, err
	}
}

// mount mounts a change of the caller's own inbox, made by a statement. The answer contains the log position of the
// inbox.
func mount[In any](s *Service, api *httpkit.API, path string, under []string, summary string, change func(*In) (statement string, what any, err error)) {
	commands.MountRequest(api, commands.Route{
		Path: path, Under: under, Summary: summary, Scope: identity.ScopeNotificationWrite, MaxBody: 64 << 10, Before: s.requests.Named,
	}, func(ctx context.Context, req commands.Request, in *In) (commands.Outcome, error) {
		account := req.By.Account
		return idempotency.Once(ctx, func() (commands.Outcome, error) {
			statement, what, err := change(in)
			if err != nil {
				return commands.Outcome{}, err
			}
			if err := s.change(ctx, statement, account, what); err != nil {
				return commands.Outcome{}, err
			}
			return s.positionOf(ctx, account)
		}, func(string) (commands.Outcome, error) { return s.positionOf(ctx, account) })
	})
}

// positionOf is the log position of an account's inbox.
func (s *Service) positionOf(ctx context.Context, account string) (commands.Outcome, error) {
	var position int64
	if err := s.pool.QueryRow(ctx, inboxPosition, account).Scan(&position); err != nil {
		return commands.Outcome{}, fmt.Errorf("read the position of an inbox: %w", err)
	}
	return commands.Outcome{Position: eventlog.Position(position)}, nil
}
