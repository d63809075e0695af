package identity

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/httpkit"
)

// webauthnJSON is an object of the WebAuthn standard in its JSON form.
type webauthnJSON []byte

// MarshalJSON returns the JSON unchanged.
func (j webauthnJSON) MarshalJSON() ([]byte, error) { return j, nil }

// UnmarshalJSON stores the JSON unchanged.
func (j *webauthnJSON) UnmarshalJSON(data []byte) error {
	*j = append((*j)[:0], data...)
	return nil
}

// Schema implements huma.SchemaProvider.
func (webauthnJSON) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[map[string]any](), true, "WebAuthn")
}

type passkeyBody struct {
	Name       string       `json:"name" doc:"名称，1 到 64 个字符"`
	Flow       string       `json:"flow" doc:"提出问题时给出的流程"`
	Credential webauthnJSON `json:"credential" doc:"浏览器给出的凭据（JSON 形式）"`
}

type passkeyNameBody struct {
	Name string `json:"name" doc:"名称，1 到 64 个字符"`
}

type passkeyStepBody struct {
	Required bool `json:"required" doc:"密码登录时也要求通行密钥"`
}

type passkeySignInBody struct {
	PasskeyAnswer
	Returns bool `json:"return,omitempty" doc:"账户正在注销时，登录并取消注销"`
}

type passkeyLoginBody struct {
	Flow string `json:"flow,omitempty" doc:"密码登录给出的流程；没有时，任何账户的通行密钥都可以登录"`
}

// passkeyRoutes are for the site's own pages only: no other page can use its passkeys.
func passkeyRoutes(api *httpkit.API, s *Service) {
	const question = "要求浏览器做的事"
	mount(api, s, Route{Path: "GET /_internal/auth/passkeys", Summary: "通行密钥列表", Answer: "成功", Scope: ScopeUserAuthWrite}, private(s.routePasskeys), nil)
	mount(api, s, Route{Path: "POST /_internal/auth/passkeys/begin", Summary: "开始添加通行密钥", Answer: question, Scope: ScopeUserAuthWrite}, private(s.routeBeginPasskey), nil)
	mount(api, s, Route{Path: "POST /_internal/auth/passkeys", Summary: "添加通行密钥", Answer: "成功", Scope: ScopeUserAuthWrite}, private(s.routeAddPasskey), s.repeatPasskey)
	mount(api, s, Route{Path: "PATCH /_internal/auth/passkeys", Summary: "密码登录时是否要求通行密钥", Answer: "恢复码，只显示这一次；已有恢复码或不再要求时为空", Scope: ScopeUserAuthWrite}, private(s.routeRequirePasskey), nil)
	mount(api, s, Route{Path: "PATCH /_internal/auth/passkeys/{id}", Summary: "重命名通行密钥", Scope: ScopeUserAuthWrite}, quiet(s.routeRenamePasskey), repeatQuietly)
	mount(api, s, Route{Path: "DELETE /_internal/auth/passkeys/{id}", Summary: "移除通行密钥", Scope: ScopeUserAuthWrite}, quiet(s.routeRemovePasskey), repeatQuietly)
	mount(api, s, Route{Path: "POST /_internal/auth/login/passkey/begin", Summary: "开始用通行密钥登录，或以它作为密码登录的第二步", Answer: question}, private(s.routeBeginPasskeyLogin), nil)
	mount(api, s, Route{Path: "POST /_internal/auth/login/passkey", Summary: "用通行密钥登录", Answer: "成功，并设置浏览器的会话 Cookie"}, s.routePasskeyLogin, nil)
	mount(api, s, Route{Path: "POST /_internal/auth/confirm/begin", Summary: "开始用通行密钥确认是本人", Answer: question, Scope: ScopeUserAuthWrite}, private(s.routeBeginPasskeyConfirm), nil)
}

func (s *Service) routePasskeys(ctx context.Context, _ *nothing) (Passkeys, error) {
	return s.Passkeys(ctx, FromContext(ctx))
}

func (s *Service) routeBeginPasskey(ctx context.Context, _ *nothing) (PasskeyQuestion, error) {
	return s.BeginPasskey(ctx, FromContext(ctx))
}

func (s *Service) routeAddPasskey(ctx context.Context, in *body[passkeyBody]) (Passkey, error) {
	return s.AddPasskey(ctx, FromContext(ctx), in.Body.Name, in.Body.Flow, in.Body.Credential)
}

func (s *Service) routeRequirePasskey(ctx context.Context, in *body[passkeyStepBody]) (backupCodes, error) {
	codes, err := s.RequirePasskey(ctx, FromContext(ctx), in.Body.Required)
	if codes == nil {
		codes = []string{}
	}
	return backupCodes{codes}, err
}

func (s *Service) routeRenamePasskey(ctx context.Context, in *edit[passkeyNameBody]) error {
	return s.RenamePasskey(ctx, FromContext(ctx), in.ID, in.Body.Name)
}

func (s *Service) routeRemovePasskey(ctx context.Context, in *byID) error {
	return s.RemovePasskey(ctx, FromContext(ctx), in.ID)
}

func (s *Service) routeBeginPasskeyLogin(ctx context.Context, in *body[passkeyLoginBody]) (PasskeyQuestion, error) {
	return s.BeginPasskeyLogin(ctx, in.Body.Flow, s.origin(ctx, ""))
}

func (s *Service) routePasskeyLogin(ctx context.Context, in *body[passkeySignInBody]) (*begun[sessionStarted], error) {
	n, err := s.PasskeyLogin(ctx, in.Body.Flow, in.Body.Credential, s.returning(ctx, "", in.Body.Returns))
	if err != nil {
		return nil, err
	}
	return s.begin(ctx, n), nil
}

func (s *Service) routeBeginPasskeyConfirm(ctx context.Context, _ *nothing) (PasskeyQuestion, error) {
	return s.BeginPasskeyConfirm(ctx, FromContext(ctx))
}
