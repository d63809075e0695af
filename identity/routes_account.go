package identity

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/picture"
)

// ownUser is the document of the caller's own account for clients.
type ownUser struct {
	Profile
	Email         *string      `json:"email"`
	EmailVerified *bool        `json:"email_verified"`
	EmailPending  *string      `json:"email_pending,omitempty" doc:"等待确认的新邮箱"`
	HasPassword   *bool        `json:"has_password"`
	HasTOTP       *bool        `json:"has_totp"`
	HasPasskey    *bool        `json:"has_passkey"`
	Subscribed    *bool        `json:"subscribed,omitempty"`
	AuthProviders []string     `json:"auth_providers"`
	Suspensions   []Suspension `json:"suspensions,omitempty" doc:"现在有效的封禁，只告诉登录会话"`
	PayoutData    *string      `json:"payout_data"`
	GitHubID      *string      `json:"github_id"`
}

func (s *Service) routeOwnUser(ctx context.Context, _ *nothing) (ownUser, error) {
	c := FromContext(ctx)
	a, err := s.Account(ctx, c.Account)
	if err != nil {
		return ownUser{}, err
	}
	u := ownUser{Profile: a.profile()}
	if u.AuthProviders, err = s.providersOf(ctx, a.ID); err != nil {
		return ownUser{}, err
	}
	if c.Kind == KindSession {
		u.HasPasskey, u.Suspensions = &a.HasPasskey, c.Suspended
		u.HasPassword, u.HasTOTP, u.Subscribed = &a.HasPassword, &a.HasTOTP, &a.Subscribed
	}
	if c.Can(ScopeUserReadEmail) && a.Email != "" {
		u.Email, u.EmailVerified = &a.Email, &a.EmailVerified
		if a.EmailPending != "" {
			u.EmailPending = &a.EmailPending
		}
	}
	return u, nil
}

type leaveBody struct {
	Password string `json:"password,omitempty" doc:"当前密码"`
	Code     string `json:"code,omitempty" doc:"开启两步验证时的验证码"`
	GiveUp   string `json:"give_up,omitempty" doc:"明确放弃的余额，如 12.34"`
}

// routeDeleteAccount deletes only the caller's own account, whatever the caller's role.
func (s *Service) routeDeleteAccount(ctx context.Context, in *edit[leaveBody]) (*changed, error) {
	c := FromContext(ctx)
	target, err := s.Account(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if target.ID != c.Account {
		return nil, errNotAllowed
	}
	if err := s.DeleteAccount(ctx, c, in.Body.Password, in.Body.Code, in.Body.GiveUp, s.origin(ctx, "")); err != nil {
		return nil, err
	}
	return s.changed(ctx, 0, s.cookies(NewSession{})...), nil
}

type eraseBody struct {
	Reason reason.Reason `json:"reason"`
}

// routeEraseAccount is for admins.
func (s *Service) routeEraseAccount(ctx context.Context, in *edit[eraseBody]) (*changed, error) {
	if err := s.EraseAccount(ctx, FromContext(ctx), in.ID, in.Body.Reason); err != nil {
		return nil, err
	}
	return s.changed(ctx, 0), nil
}

// mountAvatar mounts the one route whose body is not JSON.
func (s *Service) mountAvatar(api *httpkit.API) {
	r := Route{Path: "PATCH /v2/user/{id}/icon", Summary: "更换头像", Responses: httpkit.NoContentResponses()}
	for _, op := range operations(r) {
		op.MaxBodyBytes = picture.MaxIconBytes + 1
		op.Parameters = []*huma.Param{httpkit.QueryParam("ext", "string", "图片扩展名")}
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"image/*": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
		api.Raw(op, func(w http.ResponseWriter, r *http.Request) error {
			ctx, err := s.asked(r, ScopeUserWrite, false, false)
			if err != nil {
				return err
			}
			in := &byID{r.PathValue("id")}
			d, err := idempotency.Once(ctx, func() (*changed, error) { return s.changeAvatar(ctx, in.ID) },
				func(made string) (*changed, error) { return repeatAnnounced[byID](s)(ctx, in, made) })
			if err != nil {
				return err
			}
			if d.Position != nil {
				w.Header().Set("Log-Position", strconv.FormatUint(*d.Position, 10))
			}
			return httpkit.NoContent(w)
		})
	}
}

func (s *Service) changeAvatar(ctx context.Context, id string) (*changed, error) {
	r := requestOf(ctx)
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return nil, err
	}
	if err := s.ChangeAvatar(ctx, FromContext(ctx), id, r.Body, reasonOf(r)); err != nil {
		return nil, err
	}
	return s.changed(ctx, 0), nil
}

func (s *Service) routeRemoveAvatar(ctx context.Context, in *byID) (*changed, error) {
	if err := s.ChangeAvatar(ctx, FromContext(ctx), in.ID, nil, reasonOf(requestOf(ctx))); err != nil {
		return nil, err
	}
	return s.changed(ctx, 0), nil
}

// reasonOf is the reason in the query of a request without a JSON body; nil if there is none.
func reasonOf(r *http.Request) *reason.Reason {
	query := r.URL.Query()
	if !query.Has(reason.Field) && !query.Has(reason.Field+"_code") {
		return nil
	}
	return &reason.Reason{Code: reason.Code(query.Get(reason.Field + "_code")), Text: query.Get(reason.Field)}
}

// preferencesPatch is the JSON of the changes: it is merged field by field.
type preferencesPatch []byte

// UnmarshalJSON stores the JSON unchanged.
func (p *preferencesPatch) UnmarshalJSON(data []byte) error {
	*p = append((*p)[:0], data...)
	return nil
}

// Schema implements huma.SchemaProvider.
func (preferencesPatch) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[Preferences](), true, "Preferences")
}

func (s *Service) routePreferences(ctx context.Context, _ *nothing) (Preferences, error) {
	return s.Preferences(ctx, FromContext(ctx))
}

func (s *Service) routeEditPreferences(ctx context.Context, in *body[preferencesPatch]) (Preferences, error) {
	return s.EditPreferences(ctx, FromContext(ctx), in.Body)
}
