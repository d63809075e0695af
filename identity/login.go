package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// SignUp creates an account and a session for the caller. A name in use is rejected after the password was hashed, so that
// the duration does not reveal it. An address in use is not rejected: its owner gets a letter, and it cannot be verified
// twice.
func (s *Service) SignUp(ctx context.Context, username, email, password string, from Origin) (Account, NewSession, error) {
	var noPassword error
	if password == "" {
		noPassword = httpkit.Invalid("password", "请填写密码")
	}
	// These checks reveal no more than CheckSignUp, and do not count as attempts. The proof is spent after all correctable
	// errors.
	n := NewAccount{Username: username, Email: email, Password: password}
	row, err := s.proposed(ctx, n, from, noPassword)
	if err != nil {
		return Account{}, NewSession{}, err
	}
	if err := s.checkProof(ctx, from); err != nil {
		return Account{}, NewSession{}, err
	}
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.SignUp, "sign-up address", addressKey(from.Address))); err != nil {
		return Account{}, NewSession{}, err
	}
	row.chosen = true
	account, err := s.create(ctx, row, n)
	if err != nil {
		return Account{}, NewSession{}, err
	}
	letter := func(tx pgx.Tx) error { return s.post(ctx, tx, postcard{Letter: letterVerify, Account: account.ID}) }
	if err := pgx.BeginFunc(ctx, s.pool, letter); err != nil {
		s.log.WarnContext(ctx, "cannot queue the letter of a new account", "error", err)
	}
	session, err := s.startSession(ctx, s.pool, account.ID, from, withPassword, withPassword)
	return account, session, err
}

// SecondStep is the error of a sign-in with the right password for an account with a second step: LoginCode or
// BeginPasskeyLogin is next.
type SecondStep struct {
	Flow          string
	Code, Passkey bool // what the account has besides recovery codes
}

// Error names the missing step.
func (*SecondStep) Error() string { return "a second step is needed" }

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
		WHERE username_key = $1 OR email_key = $1 OR id = (SELECT l.account FROM identity.leaving l WHERE l.username_key = $1 LIMIT 1)
		ORDER BY username_key = $1 DESC, email_verified DESC, created DESC LIMIT 1`, key).Scan(append([]any{&hash}, account.targets()...)...)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Account{}, NewSession{}, fmt.Errorf("log in: %w", err)
	}
	who := account.ID // one limit for name and address
	if who == "" {
		who = "unknown " + key
	}
	// Failures of all visitors together only decide whether a proof is needed. Guessing is limited for each network and for
	// each known browser, so that strangers cannot lock the owner out.
	together := count(unlimited(s.limits.LoginByAccount.Window), "login account", who)
	limits := []counted{together, count(s.limits.LoginByAccount, "login account network", who+" "+addressKey(from.Address)),
		count(s.limits.LoginByAddress, "login address", addressKey(from.Address))}
	if device := s.known(from.Devices, account.ID); device != "" {
		limits = []counted{count(s.limits.LoginByAccount, "login device", device)}
	} else if err := s.checkProofAfterFailures(ctx, together, from); err != nil {
		return Account{}, NewSession{}, err
	}
	mine := limits[min(1, len(limits)-1)]
	booked, err := reserve(ctx, s.pool, s.clock(), slices.Clone(limits)...)
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
		s.failedSignIn(ctx, account.ID, from, withPassword)
		return Account{}, NewSession{}, errWrongPassword
	}
	if err := forgive(ctx, s.pool, booked, together, mine); err != nil {
		return Account{}, NewSession{}, err
	}
	s.renewHash(ctx, account.ID, hash, password)
	if err := s.mayBegin(ctx, account.ID, from); err != nil {
		return Account{}, NewSession{}, err
	}
	if account.HasTOTP || account.PasskeyStep {
		next, err := s.beginFlow(ctx, s.pool, flowLogin, account.ID, "", stepFlowLife)
		if err != nil {
			return Account{}, NewSession{}, err
		}
		return Account{}, NewSession{}, &SecondStep{Flow: next, Code: account.HasTOTP, Passkey: account.HasPasskey && s.passkeys != nil}
	}
	session, err := s.startSession(ctx, s.pool, account.ID, from, withPassword, withPassword)
	return account, session, err
}

// LoginCode is the second step of a sign-in: a code of the account's second factor, or one of its recovery codes.
func (s *Service) LoginCode(ctx context.Context, secret, code string, from Origin) (NewSession, error) {
	f, err := s.tryFlow(ctx, flowLogin, secret)
	if err != nil {
		return NewSession{}, err
	}
	if err := s.mayBegin(ctx, f.account, from); err != nil { // before the code is spent
		return NewSession{}, err
	}
	if err := s.useCode(ctx, f.account, code); err != nil {
		if errors.Is(err, errWrongCode) {
			s.failedSignIn(ctx, f.account, from, withCode)
		}
		return NewSession{}, err
	}
	if mine, err := endFlow(ctx, s.pool, secret); err != nil || !mine {
		return NewSession{}, errors.Join(err, errNoFlow)
	}
	return s.startSession(ctx, s.pool, f.account, from, withPassword, withCode)
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
