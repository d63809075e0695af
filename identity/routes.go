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
	mount(api, s, route{path: "POST /v2/auth/create", summary: "注册", answer: withSession}, s.routeSignUp, repeatSignUp)
	mount(api, s, route{path: "POST /v2/auth/create/validate", summary: "检查注册的内容：不检查邮箱是否已被使用"}, quiet(s.routeCheckSignUp), nil)
	mount(api, s, route{path: "POST /v2/auth/login", summary: "登录", responses: login}, s.routeLogin, nil)
	mount(api, s, route{path: "POST /v2/auth/login/2fa", summary: "登录的第二步", answer: withSession}, s.routeLoginCode, nil)
	mount(api, s, route{path: "POST /v2/auth/logout", summary: "退出登录"}, s.routeLogout, nil)
	mount(api, s, route{path: "POST /v2/session/refresh", summary: "更新会话", answer: withSession}, s.routeRefresh, nil)
	mount(api, s, route{path: "GET /_internal/challenge", summary: "注册之前要完成的验证", answer: "验证"}, private(s.routeChallenge), nil)

	mount(api, s, route{path: "POST /v2/auth/2fa/get_secret", summary: "开始设置两步验证", answer: "密钥与二维码", scope: ScopeUserAuthWrite}, private(s.routeBeginTOTP), nil)
	mount(api, s, route{path: "POST /v2/auth/2fa", summary: "开启两步验证", answer: codesOnce, scope: ScopeUserAuthWrite}, private(s.routeConfirmTOTP), nil)
	mount(api, s, route{path: "DELETE /v2/auth/2fa", summary: "关闭两步验证", scope: ScopeUserAuthWrite}, quiet(s.routeRemoveTOTP), repeatQuietly)
	mount(api, s, route{path: "POST /v2/auth/2fa/backup_codes", summary: "更换恢复码", answer: codesOnce, scope: ScopeUserAuthWrite}, private(s.routeRenewCodes), nil)
	mount(api, s, route{path: "POST /v2/auth/confirm", summary: "确认是本人：之后 15 分钟内可以修改两步验证、通行密钥与访问令牌", scope: ScopeUserAuthWrite}, quiet(s.routeConfirm), nil)
	mount(api, s, route{path: "POST /v2/auth/password/reset", summary: "请求重设密码"}, quiet(s.routeRequestReset), repeatQuietly)
	mount(api, s, route{path: "PATCH /v2/auth/password", summary: "修改密码"}, quiet(s.routeChangePassword), s.repeatPassword)
	mount(api, s, route{path: "PATCH /v2/auth/email", summary: "更换邮箱", scope: ScopeUserAuthWrite}, quiet(s.routeChangeEmail), repeatQuietly)
	mount(api, s, route{path: "POST /v2/auth/email/verify", summary: "验证邮箱"}, quiet(s.routeVerifyEmail), s.repeatVerify)
	mount(api, s, route{path: "POST /v2/auth/email/resend_verify", summary: "重发验证邮件", scope: ScopeUserAuthWrite}, quiet(s.routeResend), repeatQuietly)
	mount(api, s, route{path: "POST /v2/auth/email/subscribe", summary: "订阅站点消息", scope: ScopeUserAuthWrite}, quiet(s.routeSubscribe(true)), repeatQuietly)
	mount(api, s, route{path: "DELETE /v2/auth/email/subscribe", summary: "取消订阅", scope: ScopeUserAuthWrite}, quiet(s.routeSubscribe(false)), repeatQuietly)

	passkeyRoutes(api, s)
	outsideRoutes(api, s)
	for _, path := range []string{"GET /v2/user", "GET /v3/user"} {
		mount(api, s, route{path: path, summary: "当前用户", answer: "成功", scope: ScopeUserRead}, private(s.routeOwnUser), nil)
	}
	mount(api, s, route{path: "DELETE /v2/user/{id}", summary: "注销账户", scope: ScopeUserDelete}, s.routeDeleteAccount, repeatAnnounced[edit[leaveBody]](s))
	mount(api, s, route{path: "POST /_internal/user/{id}/erase", summary: "抹除账户，仅管理员", scope: ScopeUserDelete}, s.routeEraseAccount, repeatAnnounced[edit[eraseBody]](s))
	s.mountAvatar(api)
	mount(api, s, route{path: "DELETE /v2/user/{id}/icon", summary: "移除头像", scope: ScopeUserWrite}, s.routeRemoveAvatar, repeatAnnounced[byID](s))
	mount(api, s, route{path: "GET /_internal/preferences", summary: "显示设置", answer: "全部设置", scope: ScopeUserRead}, private(s.routePreferences), nil)
	mount(api, s, route{path: "PATCH /_internal/preferences", summary: "修改显示设置", answer: "全部设置", scope: ScopeUserWrite}, private(s.routeEditPreferences), s.repeatPreferences)

	mount(api, s, route{path: "GET /v2/pat", summary: "访问令牌列表", answer: "成功", scope: ScopePATRead}, private(s.routeTokens), nil)
	mount(api, s, route{path: "POST /v2/pat", summary: "创建访问令牌", answer: "成功，令牌只显示这一次", scope: ScopePATCreate}, private(s.routeCreateToken), s.repeatToken)
	mount(api, s, route{path: "PATCH /v2/pat/{id}", summary: "修改访问令牌", scope: ScopePATWrite}, quiet(s.routeEditToken), repeatQuietly)
	mount(api, s, route{path: "DELETE /v2/pat/{id}", summary: "删除访问令牌", scope: ScopePATDelete}, quiet(s.routeDeleteToken), repeatQuietly)
	mount(api, s, route{path: "GET /v2/session/list", summary: "会话列表", answer: "成功", scope: ScopeSessionRead}, private(s.routeSessions), nil)
	mount(api, s, route{path: "GET /v3/account/sign-ins", summary: "登录自己账户的尝试，最新的在前", answer: "最近 180 天的登录，包括失败的", scope: ScopeSessionRead}, private(s.routeSignIns), nil)
	mount(api, s, route{path: "DELETE /v2/session/{id}", summary: "结束会话", scope: ScopeSessionDelete}, s.routeEndSession, repeatQuietly)
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
