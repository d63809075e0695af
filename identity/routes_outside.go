package identity

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/platform/httpkit"
)

type providersAnswer struct {
	Providers []provider.Info `json:"providers"`
}

type linkBody struct {
	Provider string `json:"provider" doc:"登录方式"`
}

type leadsTo struct {
	URL string `json:"url" doc:"浏览器接着前往的地址"`
}

type joinBody struct {
	Flow      string `json:"flow" doc:"从对方网站回来时给出的流程"`
	Username  string `json:"username" doc:"用户名，1 到 39 个字符：文字、数字、下划线、连字符和点"`
	Email     string `json:"email" doc:"邮箱"`
	Subscribe bool   `json:"sign_up_newsletter,omitempty" doc:"订阅站点消息"`
}

// outsideRoutes mounts signing in through other sites.
func outsideRoutes(api *httpkit.API, s *Service) {
	mount(api, s, Route{Path: "GET /_internal/auth/providers", Summary: "其他网站的登录方式", Answer: "成功"}, private(s.routeProviders), nil)
	mount(api, s, Route{Path: "GET /_internal/auth/links", Summary: "绑定的登录方式", Answer: "成功", Scope: ScopeUserAuthWrite}, private(s.routeLinks), nil)
	mount(api, s, Route{Path: "POST /_internal/auth/link", Summary: "开始绑定一个登录方式", Answer: "浏览器接着前往的地址", Scope: ScopeUserAuthWrite}, s.routeLink, nil)
	mount(api, s, Route{Path: "DELETE /v2/auth/provider", Summary: "解除一个登录方式", Scope: ScopeUserAuthWrite}, quiet(s.routeUnlink), repeatQuietly)
	mount(api, s, Route{Path: "POST /_internal/auth/joining", Summary: "从其他网站来的新用户：注册表单的建议", Answer: "成功"}, private(s.routeJoining), nil)
	mount(api, s, Route{Path: "POST /v2/auth/join", Summary: "从其他网站来的新用户：注册", Answer: "成功，并设置浏览器的会话 Cookie"}, s.routeJoin, repeatJoin)
	s.outsideRaw(api, Route{Path: "GET /v2/auth/init", Summary: "用其他网站的账号登录"}, []*huma.Param{
		httpkit.QueryParam("provider", "string", "登录方式"), httpkit.QueryParam("url", "string", "登录之后返回的路径"), httpkit.QueryParam("return", "string", "1：账户正在注销时，登录并取消注销"),
	}, s.serveInit)
	s.outsideRaw(api, Route{Path: "GET /v2/auth/callback/{provider}", Summary: "其他网站的登录结果"}, []*huma.Param{
		httpkit.QueryParam("state", "string", "流程"), httpkit.QueryParam("code", "string", "授权码"),
		httpkit.QueryParam("error", "string", "错误代码"), httpkit.QueryParam("iss", "string", "签发者"),
	}, s.serveCallback)
}

// outsideRaw mounts a route to which a browser navigates, and whose answer leads it on.
func (s *Service) outsideRaw(api *httpkit.API, r Route, parameters []*huma.Param, do func(context.Context, *http.Request) (OutsideStep, error)) {
	r.Responses = map[string]*huma.Response{"303": {Description: "浏览器接着前往 Location"}}
	for _, op := range operations(r) {
		op.Parameters = parameters
		api.Raw(op, func(w http.ResponseWriter, r *http.Request) error {
			ctx, err := s.asked(r, 0, false, false)
			if err != nil {
				return err
			}
			step, err := do(ctx, r)
			if step.Cookie != nil {
				w.Header().Add("Set-Cookie", step.Cookie.String())
			}
			if err != nil {
				return err
			}
			if step.Session != nil {
				s.endReplaced(ctx, *step.Session)
				for _, c := range s.cookies(*step.Session) {
					w.Header().Add("Set-Cookie", c)
				}
			}
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Referrer-Policy", "no-referrer")
			w.Header().Set("Cross-Origin-Opener-Policy", "unsafe-none") // it may lead a window of an application on to the page of consent
			w.Header().Set("Location", step.Location)
			w.WriteHeader(http.StatusSeeOther)
			return nil
		})
	}
}

func (s *Service) serveInit(ctx context.Context, r *http.Request) (OutsideStep, error) {
	q := r.URL.Query()
	step, err := s.BeginOutside(ctx, Caller{}, q.Get("provider"), q.Get("url"), false, s.returning(ctx, "", q.Get("return") == "1"))
	if code := codeOf(err); code != "" && !errors.Is(err, errNoProvider) {
		return OutsideStep{Location: signInAddress(localPath(q.Get("url")), code)}, nil
	}
	return step, err
}

func (s *Service) serveCallback(ctx context.Context, r *http.Request) (OutsideStep, error) {
	q := r.URL.Query()
	answer := OutsideAnswer{State: q.Get("state"), Code: q.Get("code"), Error: q.Get("error"), Issuer: q.Get("iss"), Browser: cookieValue(r, s.cookieName(CookieOutside))}
	return s.FinishOutside(ctx, FromContext(ctx), r.PathValue("provider"), answer, s.origin(ctx, ""))
}

func (s *Service) routeProviders(context.Context, *nothing) (providersAnswer, error) {
	return providersAnswer{s.opts.Providers.List()}, nil
}

func (s *Service) routeLinks(ctx context.Context, _ *nothing) (Links, error) {
	return s.Links(ctx, FromContext(ctx))
}

func (s *Service) routeLink(ctx context.Context, in *body[linkBody]) (*begun[leadsTo], error) {
	step, err := s.BeginOutside(ctx, FromContext(ctx), in.Body.Provider, "/settings/account", true, s.origin(ctx, ""))
	if err != nil {
		return nil, err
	}
	return &begun[leadsTo]{"no-store", []string{step.Cookie.String()}, leadsTo{step.Location}}, nil
}

func (s *Service) routeUnlink(ctx context.Context, in *body[linkBody]) error {
	return s.Unlink(ctx, FromContext(ctx), in.Body.Provider)
}

func (s *Service) routeJoining(ctx context.Context, in *body[flowBody]) (Joining, error) {
	return s.Joining(ctx, in.Body.Flow)
}

func (s *Service) routeJoin(ctx context.Context, in *body[joinBody]) (*begun[sessionStarted], error) {
	b := in.Body
	account, session, err := s.Join(ctx, b.Flow, b.Username, b.Email, s.origin(ctx, ""))
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
