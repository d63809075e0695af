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

// CheckSignUp returns the faults that a sign-up with these members would have. It never says whether an e-mail address is
// known. A name in use is no secret: its profile is public.
func (s *Service) CheckSignUp(ctx context.Context, c SignUpCheck, from Origin) error {
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.SignUpCheck, "sign-up check address", addressKey(from.Address))); err != nil {
		return err
	}
	var username, address, secret error
	var name, email string
	if c.Username != nil {
		if name, _, username = checkUsername(*c.Username); username == nil {
			username = s.checkFree(ctx, name)
		}
	}
	if c.Email != nil {
		email, _, address = checkEmail(*c.Email)
	}
	if c.Password != nil {
		secret = checkPassword(*c.Password, name, email)
	}
	return httpkit.Several(username, address, secret)
}

// proposed prepares an account for somebody who signs up with an address. All faults of the form are found at once: with
// another fault, the name is checked as CheckSignUp does, and within its limit.
func (s *Service) proposed(ctx context.Context, n NewAccount, from Origin, others ...error) (accountRow, error) {
	if n.Email == "" {
		others = append(others, httpkit.Invalid("email", "请填写邮箱"))
	}
	row, err := s.prepare(n)
	err = httpkit.Several(append([]error{err}, others...)...)
	if err == nil || row.Username == "" {
		return row, err
	}
	if _, limited := reserve(ctx, s.pool, s.clock(), count(s.limits.SignUpCheck, "sign-up check address", addressKey(from.Address))); limited != nil {
		return row, err
	}
	return row, httpkit.Several(s.checkFree(ctx, row.Username), err)
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
