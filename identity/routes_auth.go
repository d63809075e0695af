package identity

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// authRoutes are the ways to keep, prove and regain an account.
func (s *Service) authRoutes(api *httpkit.API, mount func(huma.Operation, httpkit.Handler), own func(huma.Operation, httpkit.Handler)) {
	h := api.Huma
	none := httpkit.NoContentResponses()
	post := func(path, summary string, body *huma.RequestBody, handler httpkit.Handler) {
		mount(huma.Operation{Method: "POST", Path: path, Summary: summary, RequestBody: body, Responses: none}, handler)
	}
	mount(huma.Operation{Method: "POST", Path: "/v2/auth/login/2fa", Summary: "登录的第二步", RequestBody: httpkit.JSONBody[codeBody](h),
		Responses: httpkit.JSONResponses[sessionStarted](h, "200", "成功，并设置浏览器的会话 Cookie")}, s.routeLoginCode)
	mount(huma.Operation{Method: "POST", Path: "/v2/auth/2fa/get_secret", Summary: "开始设置两步验证", Responses: httpkit.JSONResponses[TOTPSecret](h, "200", "密钥与二维码")}, s.routeBeginTOTP)
	mount(huma.Operation{Method: "POST", Path: "/v2/auth/2fa", Summary: "开启两步验证", RequestBody: httpkit.JSONBody[codeBody](h),
		Responses: httpkit.JSONResponses[backupCodes](h, "200", "恢复码，只显示这一次")}, s.routeConfirmTOTP)
	mount(huma.Operation{Method: "DELETE", Path: "/v2/auth/2fa", Summary: "关闭两步验证", RequestBody: httpkit.JSONBody[codeBody](h), Responses: none}, s.routeRemoveTOTP)
	mount(huma.Operation{Method: "POST", Path: "/v2/auth/2fa/backup_codes", Summary: "更换恢复码", RequestBody: httpkit.JSONBody[codeBody](h),
		Responses: httpkit.JSONResponses[backupCodes](h, "200", "恢复码，只显示这一次")}, s.routeRenewCodes)
	post("/v2/auth/password/reset", "请求重设密码", httpkit.JSONBody[resetBody](h), s.routeRequestReset)
	mount(huma.Operation{Method: "PATCH", Path: "/v2/auth/password", Summary: "修改密码", RequestBody: httpkit.JSONBody[passwordBody](h), Responses: none}, s.routeChangePassword)
	mount(huma.Operation{Method: "PATCH", Path: "/v2/auth/email", Summary: "更换邮箱", RequestBody: httpkit.JSONBody[emailBody](h), Responses: none}, s.routeChangeEmail)
	post("/v2/auth/email/verify", "验证邮箱", httpkit.JSONBody[flowBody](h), s.routeVerifyEmail)
	post("/v2/auth/email/resend_verify", "重发验证邮件", nil, s.routeResend)
	post("/v2/auth/email/subscribe", "订阅站点消息", nil, s.routeSubscribe(true))
	mount(huma.Operation{Method: "DELETE", Path: "/v2/auth/email/subscribe", Summary: "取消订阅", Responses: none}, s.routeSubscribe(false))
	mount(huma.Operation{Method: "DELETE", Path: "/v2/user/{id}", Summary: "注销账户", RequestBody: httpkit.JSONBody[leaveBody](h), Responses: none}, s.routeDeleteAccount)

	images := &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"image/*": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
	mount(huma.Operation{Method: "PATCH", Path: "/v2/user/{id}/icon", Summary: "更换头像", MaxBodyBytes: picture.MaxIconBytes + 1, RequestBody: images,
		Parameters: []*huma.Param{httpkit.QueryParam("ext", "string", "图片扩展名")}, Responses: none}, s.routeChangeAvatar)
	mount(huma.Operation{Method: "DELETE", Path: "/v2/user/{id}/icon", Summary: "移除头像", Responses: none}, s.routeRemoveAvatar)
	own(huma.Operation{Method: "POST", Path: "/user/{id}/erase", Summary: "抹除账户，仅管理员", RequestBody: httpkit.JSONBody[eraseBody](h), Responses: none}, s.routeEraseAccount)
	own(huma.Operation{Method: "GET", Path: "/challenge", Summary: "注册之前要完成的验证", Responses: httpkit.JSONResponses[Challenge](h, "200", "验证")}, s.routeChallenge)
}

type codeBody struct {
	Flow string `json:"flow,omitempty" doc:"上一步给出的流程"`
	Code string `json:"code" doc:"验证码或恢复码"`
}

type flowBody struct {
	Flow string `json:"flow" doc:"邮件链接中的流程"`
}

type resetBody struct {
	Username  string `json:"username" doc:"用户名或邮箱"`
	Challenge string `json:"challenge,omitempty" doc:"已完成的验证"`
}

type passwordBody struct {
	Flow        string `json:"flow,omitempty" doc:"邮件链接中的流程；没有时需要登录并给出旧密码"`
	OldPassword string `json:"old_password,omitempty" doc:"旧密码"`
	NewPassword string `json:"new_password" doc:"新密码，8 到 256 个字符"`
}

type emailBody struct {
	Email    string `json:"email" doc:"新邮箱"`
	Password string `json:"password,omitempty" doc:"当前密码"`
}

type leaveBody struct {
	Password string `json:"password,omitempty" doc:"当前密码"`
	Code     string `json:"code,omitempty" doc:"开启两步验证时的验证码"`
}

type backupCodes struct {
	Codes []string `json:"backup_codes"`
}

// secondStepAsked is what clients of this API family expect in place of a session.
type secondStepAsked struct {
	Error       string `json:"error" enum:"2fa_required"`
	Description string `json:"description"`
	Flow        string `json:"flow"`
}

func (s *Service) routeLoginCode(w http.ResponseWriter, r *http.Request) error {
	var b codeBody
	if err := decode(r, &b); err != nil {
		return err
	}
	n, err := s.LoginCode(r.Context(), b.Flow, b.Code, s.origin(r))
	if err != nil {
		return err
	}
	return s.begin(w, n)
}

func (s *Service) routeBeginTOTP(w http.ResponseWriter, r *http.Request) error {
	t, err := s.BeginTOTP(r.Context(), FromContext(r.Context()))
	if err != nil {
		return err
	}
	return answer(w, t)
}

// signedInBody lets nobody without the right make the server read.
func signedInBody(r *http.Request, scope Scopes, v any) (Caller, error) {
	c := FromContext(r.Context())
	if err := c.Require(scope); err != nil {
		return c, err
	}
	return c, decode(r, v)
}

func (s *Service) routeConfirmTOTP(w http.ResponseWriter, r *http.Request) error {
	var b codeBody
	c, err := signedInBody(r, ScopeUserAuthWrite, &b)
	if err != nil {
		return err
	}
	codes, err := s.ConfirmTOTP(r.Context(), c, b.Flow, b.Code)
	if err != nil {
		return err
	}
	return answer(w, backupCodes{codes})
}

func (s *Service) routeRenewCodes(w http.ResponseWriter, r *http.Request) error {
	var b codeBody
	c, err := signedInBody(r, ScopeUserAuthWrite, &b)
	if err != nil {
		return err
	}
	codes, err := s.RenewRecoveryCodes(r.Context(), c, b.Code)
	if err != nil {
		return err
	}
	return answer(w, backupCodes{codes})
}

func (s *Service) routeRemoveTOTP(w http.ResponseWriter, r *http.Request) error {
	var b codeBody
	c, err := signedInBody(r, ScopeUserAuthWrite, &b)
	if err != nil {
		return err
	}
	if err := s.RemoveTOTP(r.Context(), c, b.Code); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeRequestReset(w http.ResponseWriter, r *http.Request) error {
	var b resetBody
	if err := decode(r, &b); err != nil {
		return err
	}
	from := s.origin(r)
	from.Proof = b.Challenge
	if err := s.RequestReset(r.Context(), b.Username, from); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeChangePassword(w http.ResponseWriter, r *http.Request) error {
	var b passwordBody
	if err := decode(r, &b); err != nil {
		return err
	}
	var err error
	if b.Flow != "" {
		err = s.ResetPassword(r.Context(), b.Flow, b.NewPassword)
	} else {
		err = s.ChangePassword(r.Context(), FromContext(r.Context()), b.OldPassword, b.NewPassword, s.origin(r))
	}
	if err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeChangeEmail(w http.ResponseWriter, r *http.Request) error {
	var b emailBody
	c, err := signedInBody(r, ScopeUserAuthWrite, &b)
	if err != nil {
		return err
	}
	if err := s.ChangeEmail(r.Context(), c, b.Email, b.Password, s.origin(r)); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeVerifyEmail(w http.ResponseWriter, r *http.Request) error {
	var b flowBody
	if err := decode(r, &b); err != nil {
		return err
	}
	if err := s.VerifyEmail(r.Context(), b.Flow); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeResend(w http.ResponseWriter, r *http.Request) error {
	if err := s.ResendVerification(r.Context(), FromContext(r.Context())); err != nil {
		return err
	}
	return httpkit.NoContent(w)
}

func (s *Service) routeSubscribe(wanted bool) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.Subscribe(r.Context(), FromContext(r.Context()), wanted); err != nil {
			return err
		}
		return httpkit.NoContent(w)
	}
}

type eraseBody struct {
	Reason reason.Reason `json:"reason"`
}

// routeEraseAccount is for admins.
func (s *Service) routeEraseAccount(w http.ResponseWriter, r *http.Request) error {
	var b eraseBody
	c, err := signedInBody(r, ScopeUserDelete, &b)
	if err != nil {
		return err
	}
	if err := s.EraseAccount(r.Context(), c, r.PathValue("id"), b.Reason); err != nil {
		return err
	}
	return s.answerAnnounced(w, r, 0)
}

// routeDeleteAccount is for one's own account alone, whatever one's role.
func (s *Service) routeDeleteAccount(w http.ResponseWriter, r *http.Request) error {
	var b leaveBody
	c, err := signedInBody(r, ScopeUserDelete, &b)
	if err != nil {
		return err
	}
	target, err := s.Account(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if target.ID != c.Account {
		return errNotAllowed
	}
	if err := s.DeleteAccount(s.caused(r), c, b.Password, b.Code, s.origin(r)); err != nil {
		return err
	}
	s.clearCookies(w)
	return s.answerAnnounced(w, r, 0)
}

func (s *Service) routeChangeAvatar(w http.ResponseWriter, r *http.Request) error {
	c := FromContext(r.Context())
	if err := c.Require(ScopeUserWrite); err != nil {
		return err
	}
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	if err := s.ChangeAvatar(s.caused(r), c, r.PathValue("id"), r.Body, reasonOf(r)); err != nil {
		return err
	}
	return s.answerAnnounced(w, r, 0)
}

func (s *Service) routeRemoveAvatar(w http.ResponseWriter, r *http.Request) error {
	if err := s.ChangeAvatar(s.caused(r), FromContext(r.Context()), r.PathValue("id"), nil, reasonOf(r)); err != nil {
		return err
	}
	return s.answerAnnounced(w, r, 0)
}

func (s *Service) routeChallenge(w http.ResponseWriter, r *http.Request) error {
	if s.opts.Challenger == nil {
		return httpkit.NotFound()
	}
	c, err := s.opts.Challenger.New(r.Context())
	if err != nil {
		return err
	}
	return answer(w, c)
}

// reasonOf is the reason that a request without a JSON body gives by its query; nil for none.
func reasonOf(r *http.Request) *reason.Reason {
	query := r.URL.Query()
	if !query.Has(reason.Field) && !query.Has(reason.Field+"_code") {
		return nil
	}
	return &reason.Reason{Code: reason.Code(query.Get(reason.Field + "_code")), Text: query.Get(reason.Field)}
}
