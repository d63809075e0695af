package identity

import "context"

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
	EndTokens   bool   `json:"end_tokens,omitempty" doc:"同时撤销全部访问令牌"`
}

type emailBody struct {
	Email    string `json:"email" doc:"新邮箱"`
	Password string `json:"password,omitempty" doc:"当前密码"`
}

type confirmBody struct {
	Password string `json:"password,omitempty" doc:"当前密码"`
	Code     string `json:"code,omitempty" doc:"代替密码：两步验证的验证码或恢复码"`

	Passkey *PasskeyAnswer `json:"passkey,omitempty" doc:"代替密码：通行密钥"`
}

func (s *Service) routeConfirm(ctx context.Context, in *body[confirmBody]) error {
	return s.Confirm(ctx, FromContext(ctx), in.Body.Password, in.Body.Code, in.Body.Passkey, s.origin(ctx, ""))
}

type backupCodes struct {
	Codes []string `json:"backup_codes"`
}

func (s *Service) routeBeginTOTP(ctx context.Context, _ *nothing) (TOTPSecret, error) {
	return s.BeginTOTP(ctx, FromContext(ctx))
}

func (s *Service) routeConfirmTOTP(ctx context.Context, in *body[codeBody]) (backupCodes, error) {
	codes, err := s.ConfirmTOTP(ctx, FromContext(ctx), in.Body.Flow, in.Body.Code)
	return backupCodes{codes}, err
}

func (s *Service) routeRenewCodes(ctx context.Context, in *body[codeBody]) (backupCodes, error) {
	codes, err := s.RenewRecoveryCodes(ctx, FromContext(ctx), in.Body.Code)
	return backupCodes{codes}, err
}

func (s *Service) routeRemoveTOTP(ctx context.Context, in *body[codeBody]) error {
	return s.RemoveTOTP(ctx, FromContext(ctx), in.Body.Code)
}

func (s *Service) routeRequestReset(ctx context.Context, in *body[resetBody]) error {
	return s.RequestReset(ctx, in.Body.Username, s.origin(ctx, in.Body.Challenge))
}

func (s *Service) routeChangePassword(ctx context.Context, in *body[passwordBody]) error {
	if in.Body.Flow != "" {
		return s.ResetPassword(ctx, in.Body.Flow, in.Body.NewPassword, in.Body.EndTokens)
	}
	return s.ChangePassword(ctx, FromContext(ctx), in.Body.OldPassword, in.Body.NewPassword, in.Body.EndTokens, s.origin(ctx, ""))
}

func (s *Service) routeChangeEmail(ctx context.Context, in *body[emailBody]) error {
	return s.ChangeEmail(ctx, FromContext(ctx), in.Body.Email, in.Body.Password, s.origin(ctx, ""))
}

func (s *Service) routeVerifyEmail(ctx context.Context, in *body[flowBody]) error {
	return s.VerifyEmail(ctx, in.Body.Flow)
}

func (s *Service) routeResend(ctx context.Context, _ *nothing) error {
	return s.ResendVerification(ctx, FromContext(ctx))
}

func (s *Service) routeSubscribe(wanted bool) func(context.Context, *nothing) error {
	return func(ctx context.Context, _ *nothing) error { return s.Subscribe(ctx, FromContext(ctx), wanted) }
}

func (s *Service) routeTokens(ctx context.Context, _ *nothing) ([]Token, error) {
	return s.Tokens(ctx, FromContext(ctx))
}

func (s *Service) routeCreateToken(ctx context.Context, in *body[TokenSpec]) (Token, error) {
	return s.CreateToken(ctx, FromContext(ctx), in.Body)
}

func (s *Service) routeEditToken(ctx context.Context, in *edit[TokenSpec]) error {
	return s.EditToken(ctx, FromContext(ctx), in.ID, in.Body)
}

func (s *Service) routeDeleteToken(ctx context.Context, in *byID) error {
	return s.DeleteToken(ctx, FromContext(ctx), in.ID)
}
