package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// SignUp creates an account and a session for the caller. Names and addresses in use are rejected after the password
// was hashed, so that the duration does not reveal them.
func (s *Service) SignUp(ctx context.Context, username, email, password string, from Origin) (Account, NewSession, error) {
	if email == "" {
		return Account{}, NewSession{}, httpkit.Invalid("email", "请填写邮箱")
	}
	if password == "" {
		return Account{}, NewSession{}, httpkit.Invalid("password", "请填写密码")
	}
	// These checks reveal nothing about other accounts, and do not count as attempts. The proof is spent after all
	// correctable errors.
	n := NewAccount{Username: username, Email: email, Password: password}
	row, err := s.prepare(n)
	if err != nil {
		return Account{}, NewSession{}, err
	}
	if err := s.checkProof(ctx, from); err != nil {
		return Account{}, NewSession{}, err
	}
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.SignUp, "sign-up address", addressKey(from.Address))); err != nil {
		return Account{}, NewSession{}, err
	}
	account, err := s.create(ctx, row, n)
	if err != nil {
		return Account{}, NewSession{}, err
	}
	if err := s.post(ctx, s.pool, postcard{kind: letterVerify, account: account.ID}); err != nil {
		s.log.WarnContext(ctx, "cannot queue the letter of a new account", "error", err)
	}
	session, err := s.startSession(ctx, s.pool, account.ID, from)
	return account, session, err
}

// SecondStep is the error of a sign-in with the right password for an account with a second factor: LoginCode is the
// next step.
type SecondStep struct{ Flow string }

// Error names the missing step.
func (*SecondStep) Error() string { return "a code of the second factor is needed" }

// Login creates a session for a caller who gives the username or e-mail address and the password of an account. It does
// the same work, and returns the same fault, whether or not the account exists.
func (s *Service) Login(ctx context.Context, login, password string, from Origin) (Account, NewSession, error) {
	if len(login) > 4*maxEmail || len(password) > 4*maxPassword {
		return Account{}, NewSession{}, errWrongPassword
	}
	var account Account
	var hash string
	key := foldName(login)
	err := s.pool.QueryRow(ctx, `SELECT coalesce(password_hash, ''), `+accountColumns+` FROM identity.accounts
		WHERE username_key = $1 OR email_key = $1 ORDER BY username_key = $1 DESC LIMIT 1`, key).Scan(append([]any{&hash}, account.targets()...)...)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Account{}, NewSession{}, fmt.Errorf("log in: %w", err)
	}
	who := account.ID // one limit for name and address
	if who == "" {
		who = "unknown " + key
	}
	byAccount := count(s.limits.LoginByAccount, "login account", who)
	if err := s.checkProofAfterFailures(ctx, byAccount, from); err != nil {
		return Account{}, NewSession{}, err
	}
	booked, err := reserve(ctx, s.pool, s.clock(), byAccount, count(s.limits.LoginByAddress, "login address", addressKey(from.Address)))
	if err != nil {
		return Account{}, NewSession{}, err
	}
	exists := hash != ""
	if !exists {
		hash = s.dummy
	}
	right, err := s.hasher.Verify(ctx, hash, password)
	if err != nil {
		return Account{}, NewSession{}, fmt.Errorf("log in: %w", err)
	}
	if !right || !exists {
		return Account{}, NewSession{}, errWrongPassword
	}
	if err := forgive(ctx, s.pool, booked, byAccount); err != nil {
		return Account{}, NewSession{}, err
	}
	s.renewHash(ctx, account.ID, hash, password)
	if account.HasTOTP {
		next, err := s.beginFlow(ctx, s.pool, flowLogin, account.ID, "", stepFlowLife)
		if err != nil {
			return Account{}, NewSession{}, err
		}
		return Account{}, NewSession{}, &SecondStep{Flow: next}
	}
	session, err := s.startSession(ctx, s.pool, account.ID, from)
	return account, session, err
}

// LoginCode is the second step of a sign-in: a code of the account's second factor, or one of its recovery codes.
func (s *Service) LoginCode(ctx context.Context, secret, code string, from Origin) (NewSession, error) {
	f, err := s.tryFlow(ctx, flowLogin, secret)
	if err != nil {
		return NewSession{}, err
	}
	if err := s.useCode(ctx, f.account, code); err != nil {
		return NewSession{}, err
	}
	if mine, err := endFlow(ctx, s.pool, secret); err != nil || !mine {
		return NewSession{}, errors.Join(err, errNoFlow)
	}
	return s.startSession(ctx, s.pool, f.account, from)
}

// renewHash replaces a hash of an older cost, because the password is available now. A failure does not fail the login.
func (s *Service) renewHash(ctx context.Context, account, old, password string) {
	if !s.hasher.Outdated(old) {
		return
	}
	fresh, err := s.hasher.Hash(ctx, password)
	if err == nil {
		_, err = s.pool.Exec(ctx, "UPDATE identity.accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2", account, old, fresh)
	}
	if err != nil {
		s.log.WarnContext(ctx, "cannot renew a password hash", "account", account, "error", err)
	}
}
