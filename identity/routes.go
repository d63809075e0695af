package identity

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
)

// Routes mounts the package's routes under /v2 and, undocumented, under /_internal; what the site alone asks for is
// under /_internal only.
func Routes(api *httpkit.API, s *Service) {
	h := api.Huma
	mount := func(op huma.Operation, handler httpkit.Handler) {
		if op.MaxBodyBytes == 0 {
			op.MaxBodyBytes = 64 << 10
		}
		handler = s.once(op.Method, op.Path, handler)
		api.Raw(op, handler)
		op.Path = "/_internal" + strings.TrimPrefix(op.Path, "/v2")
		op.Hidden = true
		api.Raw(op, handler)
	}
	own := func(op huma.Operation, handler httpkit.Handler) {
		op.Path = "/_internal" + op.Path
		op.MaxBodyBytes = 64 << 10
		api.Raw(op, s.once(op.Method, op.Path, handler))
	}
	started := httpkit.JSONResponses[sessionStarted](h, "200", "成功，并设置浏览器的会话 Cookie")
	login := httpkit.JSONResponses[sessionStarted](h, "200", "成功，并设置浏览器的会话 Cookie；开启两步验证时给出下一步的流程")
	login["200"].Content["application/json"].Schema = &huma.Schema{
		OneOf: []*huma.Schema{httpkit.SchemaOf[sessionStarted](h), httpkit.SchemaOf[secondStepAsked](h)},
	}
	none := httpkit.NoContentResponses()

	mount(huma.Operation{Method: "POST", Path: "/v2/auth/create", Summary: "注册", RequestBody: httpkit.JSONBody[signUpBody](h), Responses: started}, s.routeSignUp)
	mount(huma.Operation{Method: "POST", Path: "/v2/auth/login", Summary: "登录", RequestBody: httpkit.JSONBody[loginBody](h), Responses: login}, s.routeLogin)
	mount(huma.Operation{Method: "POST", Path: "/v2/auth/logout", Summary: "退出登录", Responses: none}, s.routeLogout)

	mount(huma.Operation{Method: "GET", Path: "/v2/user", Summary: "当前用户", Responses: httpkit.JSONResponses[ownUser](h, "200", "成功")}, s.routeOwnUser)

	mount(huma.Operation{Method: "GET", Path: "/v2/pat", Summary: "访问令牌列表", Responses: httpkit.JSONResponses[[]Token](h, "200", "成功")}, s.routeTokens)
	mount(huma.Operation{Method: "POST", Path: "/v2/pat", Summary: "创建访问令牌", RequestBody: httpkit.JSONBody[TokenSpec](h), Responses: httpkit.JSONResponses[Token](h, "200", "成功，令牌只显示这一次")}, s.routeCreateToken)
	mount(huma.Operation{Method: "PATCH", Path: "/v2/pat/{id}", Summary: "修改访问令牌", RequestBody: httpkit.JSONBody[TokenSpec](h), Responses: none}, s.routeEditToken)
	mount(huma.Operation{Method: "DELETE", Path: "/v2/pat/{id}", Summary: "删除访问令牌", Responses: none}, s.routeDeleteToken)

	mount(huma.Operation{Method: "GET", Path: "/v2/session/list", Summary: "会话列表", Responses: httpkit.JSONResponses[[]Session](h, "200", "成功")}, s.routeSessions)
	mount(huma.Operation{Method: "DELETE", Path: "/v2/session/{id}", Summary: "结束会话", Responses: none}, s.routeEndSession)
	mount(huma.Operation{Method: "POST", Path: "/v2/session/refresh", Summary: "更新会话", Responses: started}, s.routeRefresh)

	s.authRoutes(api, mount, own)
	preferences := httpkit.JSONResponses[Preferences](h, "200", "全部设置")
	own(huma.Operation{Method: "GET", Path: "/preferences", Summary: "显示设置", Responses: preferences}, s.routePreferences)
	own(huma.Operation{Method: "PATCH", Path: "/preferences", Summary: "修改显示设置", RequestBody: httpkit.JSONBody[Preferences](h), Responses: preferences}, s.routeEditPreferences)
}

type signUpBody struct {
	Username  string `json:"username" doc:"用户名，1 到 39 个字符：文字、数字、下划线、连字符和点"`
	Email     string `json:"email" doc:"邮箱"`
	Password  string `json:"password" doc:"密码，8 到 256 个字符"`
	Subscribe bool   `json:"sign_up_newsletter,omitempty" doc:"订阅站点消息"`
	Challenge string `json:"challenge,omitempty" doc:"已完成的验证"`
}

type loginBody struct {
	Username  string `json:"username" doc:"用户名或邮箱"`
	Password  string `json:"password" doc:"密码"`
	Challenge string `json:"challenge,omitempty" doc:"多次失败之后需要的、已完成的验证"`
}

type sessionStarted struct {
	Session string `json:"session" doc:"会话令牌，可放在 Authorization 请求头中"`
}

func (s *Service) origin(r *http.Request) Origin {
	return Origin{Address: httpkit.ClientAddress(r, s.opts.TrustedProxies), UserAgent: r.UserAgent()}
}

// decode also asks for the type of the content: a form on another site cannot send it, and so cannot
// sign a visitor in as somebody else.
func decode(r *http.Request, v any) error {
	if err := isJSON(r); err != nil {
		return err
	}
	return httpkit.DecodeJSON(r, v)
}

func isJSON(r *http.Request) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errNotJSON
	}
	return nil
}

// answer sends what only the caller may see, and no cache may keep.
func answer(w http.ResponseWriter, v any) error {
	w.Header().Set("Cache-Control", "no-store")
	return httpkit.WriteJSON(w, http.StatusOK, v)
}

func (s *Service) begin(w http.ResponseWriter, n NewSession) error {
	s.setCookies(w, n)
	return answer(w, sessionStarted{n.Token})
}

func (s *Service) routeSignUp(w http.ResponseWriter, r *http.Request) error {
	var b signUpBody
	if err := decode(r, &b); err != nil {
		return err
	}
	from := s.origin(r)
	from.Proof = b.Challenge
	account, session, err := s.SignUp(r.Context(), b.Username, b.Email, b.Password, from)
	if err != nil {
		return err
	}
	if b.Subscribe {
		if err := s.Subscribe(r.Context(), Caller{Account: account.ID, Scopes: AllScopes}, true); err != nil {
			s.log.WarnContext(r.Context(), "a new account was not subscribed", "error", err)
		}
	}
	return s.begin(w, session)
}

func (s *Service) routeLogin(w http.ResponseWriter, r *http.Request) error {
	var b loginBody
	if err := decode(r, &b); err != nil {
		return err
	}
	from := s.origin(r)
	from.Proof = b.Challenge
	_, session, err := s.Login(r.Context(), b.Username, b.Password, from)
	var second *SecondStep
	if errors.As(err, &second) {
		return answer(w, secondStepAsked{Error: "2fa_required", Description: "请输入两步验证的验证码", Flow: second.Flow})
	}
	if err != nil {
		return err
	}
	return s.begin(w, session)
}

// routeLogout ends the session that sent it. For nobody it only clears cookies; a token stays.
func (s *Service) routeLogout(w http.ResponseWriter, r *http.Request) error {
	if c := FromContext(r.Context()); c.Kind == KindSession {
		if err := s.EndSession(r.Context(), c, c.Session); err != nil {
			return err
		}
	}
	s.clearCookies(w)
	return httpkit.NoContent(w)
}

// ownUser is the caller's own account, in the shape that clients read.
type ownUser struct {
	Profile
	Email         *string  `json:"email"`
	EmailVerified *bool    `json:"email_verified"`
	HasPassword   *bool    `json:"has_password"`
	HasTOTP       *bool    `json:"has_totp"`
	Subscribed    *bool    `json:"subscribed,omitempty"`
	AuthProviders []string `json:"auth_providers"`
	PayoutData    *string  `json:"payout_data"`
	GitHubID      *string  `json:"github_id"`
}

func (s *Service) routeOwnUser(w http.ResponseWriter, r *http.Request) error {
	c := FromContext(r.Context())
	if err := c.Require(ScopeUserRead); err != nil {
		return err
	}
	a, err := s.Account(r.Context(), c.Account)
	if err != nil {
		return err
	}
	u := ownUser{Profile: a.profile()}
	if c.Kind == KindSession {
		u.HasPassword, u.HasTOTP, u.Subscribed, u.AuthProviders = &a.HasPassword, &a.HasTOTP, &a.Subscribed, []string{}
	}
	if c.Can(ScopeUserReadEmail) && a.Email != "" {
		u.Email, u.EmailVerified = &a.Email, &a.EmailVerified
	}
	return answer(w, u)
}

// Announced tells the log of a changed account here rather than a moment later, and gives the position that shows the
// change: this one, or where another part of the change stands. The change stands either way.
func (s *Service) Announced(ctx context.Context, stands eventlog.Position) eventlog.Position {
	soon, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	position, err := s.Drain(soon)
	if err != nil {
		s.log.WarnContext(ctx, "a changed account waits to be announced", "error", err)
	}
	return max(position, stands)
}

// answerAnnounced answers 204 with where a changed account stands.
func (s *Service) answerAnnounced(w http.ResponseWriter, r *http.Request, stands eventlog.Position) error {
	if position := s.Announced(r.Context(), stands); position > 0 {
		w.Header().Set("Log-Position", strconv.FormatUint(uint64(position), 10))
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeTokens(w http.ResponseWriter, r *http.Request) error {
	list, err := s.Tokens(r.Context(), FromContext(r.Context()))
	if err != nil {
		return err
	}
	return answer(w, list)
}

func (s *Service) routeCreateToken(w http.ResponseWriter, r *http.Request) error {
	caller := FromContext(r.Context())
	if err := caller.Require(ScopePATCreate); err != nil {
		return err
	}
	var spec TokenSpec
	if err := decode(r, &spec); err != nil {
		return err
	}
	t, err := s.CreateToken(r.Context(), caller, spec)
	if err != nil {
		return err
	}
	return answer(w, t)
}

func (s *Service) routeEditToken(w http.ResponseWriter, r *http.Request) error {
	caller := FromContext(r.Context())
	if err := caller.Require(ScopePATWrite); err != nil {
		return err
	}
	var spec TokenSpec
	if err := decode(r, &spec); err != nil {
		return err
	}
	if err := s.EditToken(r.Context(), caller, r.PathValue("id"), spec); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeDeleteToken(w http.ResponseWriter, r *http.Request) error {
	if err := s.DeleteToken(r.Context(), FromContext(r.Context()), r.PathValue("id")); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeSessions(w http.ResponseWriter, r *http.Request) error {
	list, err := s.Sessions(r.Context(), FromContext(r.Context()))
	if err != nil {
		return err
	}
	return answer(w, list)
}

func (s *Service) routeEndSession(w http.ResponseWriter, r *http.Request) error {
	c := FromContext(r.Context())
	if err := s.EndSession(r.Context(), c, r.PathValue("id")); err != nil {
		return err
	}
	if r.PathValue("id") == c.Session {
		s.clearCookies(w)
	}
	return httpkit.NoContent(w)
}

// routeRefresh takes an expired session too, which Middleware could not resolve: so the CSRF token is
// looked at here as well.
func (s *Service) routeRefresh(w http.ResponseWriter, r *http.Request) error {
	token, fromCookie := presented(r)
	if token == "" {
		return errNotSignedIn
	}
	if fromCookie && !checkCSRF(w, r, s, token) {
		return errCSRF
	}
	n, err := s.Refresh(r.Context(), token, s.origin(r))
	if err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	return s.begin(w, n)
}
