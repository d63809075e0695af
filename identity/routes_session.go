package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/platform/httpkit"
)

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
	Returns   bool   `json:"return,omitempty" doc:"账户正在注销时，登录并取消注销"`
}

type codeBody struct {
	Flow string `json:"flow,omitempty" doc:"上一步给出的流程"`
	Code string `json:"code" doc:"验证码或恢复码"`
}

type loginCodeBody struct {
	Flow    string `json:"flow,omitempty" doc:"上一步给出的流程"`
	Code    string `json:"code" doc:"验证码或恢复码"`
	Returns bool   `json:"return,omitempty" doc:"账户正在注销时，登录并取消注销"`
}

type sessionStarted struct {
	Session string `json:"session,omitempty" doc:"会话令牌，可放在 Authorization 请求头中；浏览器只得到 Cookie"`
}

// secondStepAsked is the answer that clients expect instead of a session.
type secondStepAsked struct {
	Error       string `json:"error" enum:"2fa_required"`
	Description string `json:"description"`
	Flow        string `json:"flow"`
	Code        bool   `json:"code" doc:"可以用验证器应用的验证码"`
	Passkey     bool   `json:"passkey" doc:"可以用通行密钥"`
}

func (s *Service) begin(ctx context.Context, n NewSession) *begun[sessionStarted] {
	s.endReplaced(ctx, n)
	return &begun[sessionStarted]{"no-store", s.cookies(n), sessionStarted{shown(ctx, n)}}
}

// endReplaced ends the session whose cookie the new one replaces: no browser has it any more, so nobody could end it but
// in the list of sessions. A request with an Authorization header does not use its cookie. A failure does not fail the
// sign-in.
func (s *Service) endReplaced(ctx context.Context, n NewSession) {
	old, fromCookie := s.presented(requestOf(ctx))
	if !fromCookie || !looksLike(old, prefixSession) {
		return
	}
	if _, err := s.pool.Exec(ctx, "DELETE FROM identity.sessions WHERE token_hash = $1 AND id <> $2", hashSecret(old), n.ID); err != nil {
		s.log.WarnContext(ctx, "cannot end the session that a new one replaces", "error", err)
	}
}

// shown is the token that an answer contains. A browser gets it as a cookie, which scripts cannot read, and only there:
// Sec-Fetch-Site is set by browsers, and no script can remove it.
func shown(ctx context.Context, n NewSession) string {
	if requestOf(ctx).Header.Get("Sec-Fetch-Site") != "" {
		return ""
	}
	return n.Token
}

func (s *Service) routeSignUp(ctx context.Context, in *body[signUpBody]) (*begun[sessionStarted], error) {
	b := in.Body
	account, session, err := s.SignUp(ctx, b.Username, b.Email, b.Password, s.origin(ctx, b.Challenge))
	if err != nil {
		return nil, err
	}
	if b.Subscribe {
		if err := s.Subscribe(ctx, Caller{Account: account.ID, Scopes: AllScopes}, true); err != nil {
			s.log.WarnContext(ctx, "cannot subscribe a new account to the newsletter", "error", err)
		}
	}
	return s.begin(ctx, session), nil
}

func (s *Service) routeLogin(ctx context.Context, in *body[loginBody]) (*begun[any], error) {
	_, session, err := s.Login(ctx, in.Body.Username, in.Body.Password, s.returning(ctx, in.Body.Challenge, in.Body.Returns))
	var second *SecondStep
	if errors.As(err, &second) {
		return &begun[any]{Cache: "no-store", Body: secondStepAsked{Error: "2fa_required", Description: "请完成两步验证", Flow: second.Flow, Code: second.Code, Passkey: second.Passkey}}, nil
	}
	if err != nil {
		return nil, err
	}
	s.endReplaced(ctx, session)
	return &begun[any]{"no-store", s.cookies(session), sessionStarted{shown(ctx, session)}}, nil
}

func (s *Service) routeLoginCode(ctx context.Context, in *body[loginCodeBody]) (*begun[sessionStarted], error) {
	n, err := s.LoginCode(ctx, in.Body.Flow, in.Body.Code, s.returning(ctx, "", in.Body.Returns))
	if err != nil {
		return nil, err
	}
	return s.begin(ctx, n), nil
}

// routeLogout ends the session of the request. Without a session it only deletes cookies; a token stays valid.
func (s *Service) routeLogout(ctx context.Context, _ *nothing) (*cleared, error) {
	if c := FromContext(ctx); c.Kind == KindSession {
		if err := s.EndSession(ctx, c, c.Session); err != nil {
			return nil, err
		}
	}
	return &cleared{s.cookies(NewSession{})}, nil
}

// routeRefresh also accepts an expired session, which Middleware cannot resolve, so it checks the CSRF token again.
func (s *Service) routeRefresh(ctx context.Context, _ *nothing) (*begun[sessionStarted], error) {
	r := requestOf(ctx)
	token, fromCookie := s.presented(r)
	if token == "" {
		return nil, errNotSignedIn
	}
	if fromCookie && !checkCSRF(r, token) {
		return nil, errCSRF
	}
	n, err := s.Refresh(ctx, token, s.origin(ctx, ""))
	if err != nil {
		return nil, fmt.Errorf("refresh: %w", err)
	}
	return s.begin(ctx, n), nil
}

func (s *Service) routeChallenge(ctx context.Context, _ *nothing) (Challenge, error) {
	if s.opts.Challenger == nil {
		return Challenge{}, httpkit.NotFound()
	}
	return s.opts.Challenger.New(ctx)
}

func (s *Service) routeSessions(ctx context.Context, _ *nothing) ([]Session, error) {
	return s.Sessions(ctx, FromContext(ctx))
}

func (s *Service) routeEndSession(ctx context.Context, in *byID) (*cleared, error) {
	c := FromContext(ctx)
	if err := s.EndSession(ctx, c, in.ID); err != nil {
		return nil, err
	}
	if in.ID == c.Session {
		return &cleared{s.cookies(NewSession{})}, nil
	}
	return &cleared{}, nil
}
