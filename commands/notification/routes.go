package notification

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// maxBody holds the largest list of ids.
const maxBody = 64 << 10

type notificationReadInput struct {
	UpTo *uint64 `json:"up_to,omitempty" doc:"日志位置：在此之前（含）的通知全部标为已读；省略时为全部"`
}

type notificationIDsInput struct {
	IDs []string `json:"ids" doc:"通知 ID，1 至 1000 个"`
}

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	ids := httpkit.QueryParam("ids", "string", `通知 ID 的 JSON 数组，例如 ["a","b"]`)
	mount := func(method, path, id, summary string, h httpkit.Handler, more ...func(*huma.Operation)) {
		op := huma.Operation{
			Method: method, Path: path, OperationID: id, Summary: summary, Tags: []string{"notifications"},
			MaxBodyBytes: maxBody, Responses: httpkit.NoContentResponses(),
		}
		for _, change := range more {
			change(&op)
		}
		api.Raw(op, s.requests.Once(h, s.stands))
	}
	withIDs := func(op *huma.Operation) { op.Parameters = []*huma.Param{ids} }
	for _, prefix := range []string{"/v2", "/v3"} {
		v := prefix[1:]
		mount(http.MethodPatch, prefix+"/notification/{id}", "read-notification-"+v, "将通知标为已读", s.one(markRead))
		mount(http.MethodDelete, prefix+"/notification/{id}", "remove-notification-"+v, "移除通知", s.one(remove))
		mount(http.MethodPatch, prefix+"/notifications", "read-notifications-"+v, "批量标为已读", s.many(markRead), withIDs)
		mount(http.MethodDelete, prefix+"/notifications", "remove-notifications-"+v, "批量移除通知", s.many(remove), withIDs)
	}
	mount(http.MethodPost, "/_internal/notifications/read", "read-all-notifications", "将全部通知标为已读", s.readAll,
		func(op *huma.Operation) { op.RequestBody = httpkit.JSONBody[notificationReadInput](api.Huma) })
	mount(http.MethodPost, "/_internal/notifications/restore", "restore-notifications", "恢复已移除的通知", s.restore,
		func(op *huma.Operation) { op.RequestBody = httpkit.JSONBody[notificationIDsInput](api.Huma) })
}

func (s *Service) one(statement string) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return s.named(w, r, statement, []string{r.PathValue("id")})
	}
}

func (s *Service) many(statement string) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := identity.FromContext(r.Context()).Require(identity.ScopeNotificationWrite); err != nil {
			return err
		}
		var ids []string
		if json.Unmarshal([]byte(r.URL.Query().Get("ids")), &ids) != nil {
			return httpkit.Invalid(`参数 ids 应为 JSON 字符串数组，例如 ["a","b"]`)
		}
		return s.named(w, r, statement, ids)
	}
}

// named changes the notifications with the ids.
func (s *Service) named(w http.ResponseWriter, r *http.Request, statement string, ids []string) error {
	if err := identity.FromContext(r.Context()).Require(identity.ScopeNotificationWrite); err != nil {
		return err
	}
	ids, err := checkIDs(ids)
	if err != nil {
		return err
	}
	return s.answer(w, r, statement, ids)
}

func (s *Service) readAll(w http.ResponseWriter, r *http.Request) error {
	if err := identity.FromContext(r.Context()).Require(identity.ScopeNotificationWrite); err != nil {
		return err
	}
	var in notificationReadInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	upTo := int64(everything)
	if in.UpTo != nil && *in.UpTo < everything {
		upTo = int64(*in.UpTo)
	}
	return s.answer(w, r, markAllRead, upTo)
}

func (s *Service) restore(w http.ResponseWriter, r *http.Request) error {
	if err := identity.FromContext(r.Context()).Require(identity.ScopeNotificationWrite); err != nil {
		return err
	}
	var in notificationIDsInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	return s.named(w, r, restore, in.IDs)
}
