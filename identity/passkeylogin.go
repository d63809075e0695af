package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/modyard/modyard/platform/httpkit"
)

// BeginPasskeyLogin asks a visitor's browser for any passkey of the site, whose authenticator verifies its owner. With the
// flow of a sign-in by password it asks for one of that account's, as the second step.
func (s *Service) BeginPasskeyLogin(ctx context.Context, login string, from Origin) (PasskeyQuestion, error) {
	if s.passkeys == nil {
		return PasskeyQuestion{}, errPasskeysOff
	}
	// Each question is a row.
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.Passkeys, "passkey address", addressKey(from.Address))); err != nil {
		return PasskeyQuestion{}, err
	}
	if login == "" {
		assertion, question, err := s.passkeys.BeginDiscoverableLogin()
		if err != nil {
			return PasskeyQuestion{}, fmt.Errorf("ask for a passkey: %w", err)
		}
		return s.askPasskey(ctx, flowPasskeyLogin, "", passkeyFlow{Question: *question}, assertion.Response)
	}
	f, err := s.tryFlow(ctx, flowLogin, login)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	// The password was given, so this step need only show that a device is at hand.
	return s.askOwner(ctx, flowPasskeyLogin, f.account, passkeyFlow{Login: hashSecret(login)}, protocol.VerificationPreferred)
}

// askOwner asks for a passkey of an account.
func (s *Service) askOwner(ctx context.Context, kind, account string, data passkeyFlow, verify protocol.UserVerificationRequirement) (PasskeyQuestion, error) {
	owner, err := s.passkeyOwner(ctx, account, false)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	if len(owner.credentials) == 0 {
		return PasskeyQuestion{}, errNoPasskey
	}
	assertion, question, err := s.passkeys.BeginLogin(owner, webauthn.WithUserVerification(verify))
	if err != nil {
		return PasskeyQuestion{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	data.Question = *question
	return s.askPasskey(ctx, kind, account, data, assertion.Response)
}

// PasskeyLogin creates a session for a visitor whose authenticator answered BeginPasskeyLogin.
func (s *Service) PasskeyLogin(ctx context.Context, secret string, answer []byte, from Origin) (NewSession, error) {
	if s.passkeys == nil {
		return NewSession{}, errPasskeysOff
	}
	booked, err := reserve(ctx, s.pool, s.clock(), count(s.limits.LoginByAddress, "login address", addressKey(from.Address)))
	if err != nil {
		return NewSession{}, err
	}
	f, data, err := s.takePasskeyFlow(ctx, flowPasskeyLogin, secret)
	if err != nil {
		return NewSession{}, err
	}
	account, err := s.usePasskey(ctx, f, data.Question, answer)
	if err != nil {
		if f.account != "" { // the second step of a sign-in
			s.failedSignIn(ctx, f.account, from, withPasskey)
		}
		return NewSession{}, err
	}
	if err := forgive(ctx, s.pool, booked); err != nil {
		return NewSession{}, err
	}
	method := withPasskey
	if f.account != "" {
		method = withPassword
		// Of two concurrent second steps only one continues, and none after the password has changed.
		if mine, err := endHashed(ctx, s.pool, data.Login); err != nil || !mine {
			return NewSession{}, errors.Join(err, errNoFlow)
		}
	}
	return s.startSession(ctx, s.pool, account, from, method, withPasskey)
}

// PasskeyAnswer is an authenticator's answer within a flow.
type PasskeyAnswer struct {
	Flow       string       `json:"flow" doc:"提出问题时给出的流程"`
	Credential webauthnJSON `json:"credential" doc:"浏览器给出的凭据（JSON 形式）"`
}

// BeginPasskeyConfirm asks the caller's browser for a passkey, to confirm that its owner is there.
func (s *Service) BeginPasskeyConfirm(ctx context.Context, caller Caller) (PasskeyQuestion, error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	if s.passkeys == nil {
		return PasskeyQuestion{}, errPasskeysOff
	}
	if caller.Session == "" {
		return PasskeyQuestion{}, httpkit.Forbidden("只有登录会话可以确认")
	}
	return s.askOwner(ctx, flowPasskeyConfirm, account.ID, passkeyFlow{Session: caller.Session}, protocol.VerificationRequired)
}

// confirmByPasskey checks the answer to BeginPasskeyConfirm.
func (s *Service) confirmByPasskey(ctx context.Context, caller Caller, answer PasskeyAnswer) error {
	if s.passkeys == nil {
		return errPasskeysOff
	}
	f, data, err := s.takePasskeyFlow(ctx, flowPasskeyConfirm, answer.Flow)
	if err != nil {
		return err
	}
	if f.account != caller.Account || data.Session != caller.Session {
		return errNoFlow
	}
	_, err = s.usePasskey(ctx, f, data.Question, answer.Credential)
	return err
}
