package identity

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
)

// Routes mounts the package's routes under /v2 and, undocumented, under /_internal; routes for the site's own pages are
// under /_internal only. The last argument is the answer to a repeated request.
func Routes(api *httpkit.API, s *Service) {
	const withSession, codesOnce = "成功，并设置浏览器的会话 Cookie", "恢复码，只显示这一次"
	h := api.Huma
	login := httpkit.JSONResponses[sessionStarted](h, "200", withSession+"；开启两步验证时给出下一步的流程")
	login["200"].Content["application/json"].Schema = &huma.Schema{
		OneOf: []*huma.Schema{httpkit.SchemaOf[sessionStarted](h), httpkit.SchemaOf[secondStepAsked](h)},
	}
	mount(api, s, Route{Path: "POST /v2/auth/create", Summary: "注册", Answer: withSession}, s.routeSignUp, repeatSignUp)
	mount(api, s, Route{Path: "POST /v2/auth/create/validate", Summary: "检查注册的内容：不检查邮箱是否已被使用"}, quiet(s.routeCheckSignUp), nil)
	mount(api, s, Route{Path: "POST /v2/auth/login", Summary: "登录", Responses: login}, s.routeLogin, nil)
	mount(api, s, Route{Path: "POST /v2/auth/login/2fa", Summary: "登录的第二步", Answer: withSession}, s.routeLoginCode, nil)
	mount(api, s, Route{Path: "POST /v2/auth/logout", Summary: "退出登录"}, s.routeLogout, nil)
	mount(api, s, Route{Path: "POST /v2/session/refresh", Summary: "更新会话", Answer: withSession}, s.routeRefresh, nil)
	mount(api, s, Route{Path: "GET /_internal/challenge", Summary: "注册之前要完成的验证", Answer: "验证"}, private(s.routeChallenge), nil)

	mount(api, s, Route{Path: "POST /v2/auth/2fa/get_secret", Summary: "开始设置两步验证", Answer: "密钥与二维码", Scope: ScopeUserAuthWrite}, private(s.routeBeginTOTP), nil)
	mount(api, s, Route{Path: "POST /v2/auth/2fa", Summary: "开启两步验证", Answer: codesOnce, Scope: ScopeUserAuthWrite}, private(s.routeConfirmTOTP), nil)
	mount(api, s, Route{Path: "DELETE /v2/auth/2fa", Summary: "关闭两步验证", Scope: ScopeUserAuthWrite}, quiet(s.routeRemoveTOTP), repeatQuietly)
	mount(api, s, Route{Path: "POST /v2/auth/2fa/backup_codes", Summary: "更换恢复码", Answer: codesOnce, Scope: ScopeUserAuthWrite}, private(s.routeRenewCodes), nil)
	mount(api, s, Route{Path: "POST /v2/auth/confirm", Summary: "确认是本人：之后 15 分钟内可以修改两步验证、通行密钥与访问令牌", Scope: ScopeUserAuthWrite}, quiet(s.routeConfirm), nil)
	mount(api, s, Route{Path: "POST /v2/auth/password/reset", Summary: "请求重设密码"}, quiet(s.routeRequestReset), repeatQuietly)
	mount(api, s, Route{Path: "PATCH /v2/auth/password", Summary: "修改密码"}, quiet(s.routeChangePassword), s.repeatPassword)
	mount(api, s, Route{Path: "PATCH /v2/auth/email", Summary: "更换邮箱", Scope: ScopeUserAuthWrite}, quiet(s.routeChangeEmail), repeatQuietly)
	mount(api, s, Route{Path: "POST /v2/auth/email/verify", Summary: "验证邮箱"}, quiet(s.routeVerifyEmail), s.repeatVerify)
	mount(api, s, Route{Path: "POST /v2/auth/email/resend_verify", Summary: "重发验证邮件", Scope: ScopeUserAuthWrite}, quiet(s.routeResend), repeatQuietly)
	mount(api, s, Route{Path: "POST /v2/auth/email/subscribe", Summary: "订阅站点消息", Scope: ScopeUserAuthWrite}, quiet(s.routeSubscribe(true)), repeatQuietly)
	mount(api, s, Route{Path: "DELETE /v2/auth/email/subscribe", Summary: "取消订阅", Scope: ScopeUserAuthWrite}, quiet(s.routeSubscribe(false)), repeatQuietly)

	passkeyRoutes(api, s)
	outsideRoutes(api, s)
	for _, path := range []string{"GET /v2/user", "GET /v3/user"} {
		mount(api, s, Route{Path: path, Summary: "当前用户", Answer: "成功", Scope: ScopeUserRead}, private(s.routeOwnUser), nil)
	}
	mount(api, s, Route{Path: "DELETE /v2/user/{id}", Summary: "注销账户", Scope: ScopeUserDelete}, s.routeDeleteAccount, repeatAnnounced[edit[leaveBody]](s))
	mount(api, s, Route{Path: "POST /_internal/user/{id}/erase", Summary: "抹除账户，仅管理员", Scope: ScopeUserDelete}, s.routeEraseAccount, repeatAnnounced[edit[eraseBody]](s))
	s.mountAvatar(api)
	mount(api, s, Route{Path: "DELETE /v2/user/{id}/icon", Summary: "移除头像", Scope: ScopeUserWrite}, s.routeRemoveAvatar, repeatAnnounced[byID](s))
	mount(api, s, Route{Path: "GET /_internal/preferences", Summary: "显示设置", Answer: "全部设置", Scope: ScopeUserRead}, private(s.routePreferences), nil)
	mount(api, s, Route{Path: "PATCH /_internal/preferences", Summary: "修改显示设置", Answer: "全部设置", Scope: ScopeUserWrite}, private(s.routeEditPreferences), s.repeatPreferences)

	mount(api, s, Route{Path: "GET /v2/pat", Summary: "访问令牌列表", Answer: "成功", Scope: ScopePATRead}, private(s.routeTokens), nil)
	mount(api, s, Route{Path: "POST /v2/pat", Summary: "创建访问令牌", Answer: "成功，令牌只显示这一次", Scope: ScopePATCreate}, private(s.routeCreateToken), s.repeatToken)
	mount(api, s, Route{Path: "PATCH /v2/pat/{id}", Summary: "修改访问令牌", Scope: ScopePATWrite}, quiet(s.routeEditToken), repeatQuietly)
	mount(api, s, Route{Path: "DELETE /v2/pat/{id}", Summary: "删除访问令牌", Scope: ScopePATDelete}, quiet(s.routeDeleteToken), repeatQuietly)
	mount(api, s, Route{Path: "GET /v2/session/list", Summary: "会话列表", Answer: "成功", Scope: ScopeSessionRead}, private(s.routeSessions), nil)
	mount(api, s, Route{Path: "GET /v3/account/sign-ins", Summary: "登录自己账户的尝试，最新的在前", Answer: "最近 180 天的登录，包括失败的", Scope: ScopeSessionRead}, private(s.routeSignIns), nil)
	mount(api, s, Route{Path: "DELETE /v2/session/{id}", Summary: "结束会话", Scope: ScopeSessionDelete}, s.routeEndSession, repeatQuietly)
}

// Announced appends the event of a changed account immediately, and returns the position at which the change can be
// read: that of this event, or of another part of the change. A failure does not undo the change.
func (s *Service) Announced(ctx context.Context, change eventlog.Position) eventlog.Position {
	soon, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	position, err := s.Drain(soon)
	if err != nil {
		s.log.WarnContext(ctx, "cannot append the event of a changed account yet", "error", err)
	}
	position = max(position, change)
	if account := FromContext(ctx).Account; account != "" && position > 0 {
		if err := s.positions.Remember(ctx, account, uint64(position)); err != nil {
			s.log.WarnContext(ctx, "the caller's next reads may be older than its command", "error", err)
		}
	}
	return position
}
