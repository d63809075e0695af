package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// SignUpCheck is the part of a sign-up to check; nil members are not checked.
type SignUpCheck struct {
	Username *string `json:"username,omitempty" doc:"用户名：检查形式，以及是否已被使用"`
	Email    *string `json:"email,omitempty" doc:"邮箱：只检查形式"`
	Password *string `json:"password,omitempty" doc:"密码：检查长度与强度"`
}

var errUndo = errors.New("undo")

// CheckSignUp returns the fault that a sign-up with these members would have. It never says whether an e-mail address is
// known. A name in use is no secret: its profile is public.
func (s *Service) CheckSignUp(ctx context.Context, c SignUpCheck, from Origin) error {
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.SignUpCheck, "sign-up check address", addressKey(from.Address))); err != nil {
		return err
	}
	var name, email string
	if c.Username != nil {
		name = *c.Username
		if _, _, err := checkUsername(name); err != nil {
			return err
		}
	}
	if c.Email != nil {
		email = *c.Email
		if _, _, err := checkEmail(email); err != nil {
			return err
		}
	}
	if c.Password != nil {
		if len(*c.Password) > 4*maxPassword {
			return httpkit.Invalid("password", "密码长度应为 8 到 256 个字符")
		}
		if err := checkPassword(*c.Password, name, email); err != nil {
			return err
		}
	}
	if c.Username == nil {
		return nil
	}
	return s.checkFree(ctx, name)
}

// checkFree creates an account of the name and takes it back, so that the answer is always that of a sign-up.
func (s *Service) checkFree(ctx context.Context, username string) error {
	row, err := s.prepare(NewAccount{Username: username})
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := insert(ctx, tx, &row); err != nil {
			return takenFault(err)
		}
		return errUndo
	})
	if errors.Is(err, errUndo) || errors.Is(err, errIDTaken) { // the id was drawn for this check only
		return nil
	}
	if errors.Is(err, errUsernameTaken) {
		return errUsernameTaken
	}
	return fmt.Errorf("check username: %w", err)
}

func (s *Service) routeCheckSignUp(ctx context.Context, in *body[SignUpCheck]) error {
	return s.CheckSignUp(ctx, in.Body, s.origin(ctx, ""))
}
