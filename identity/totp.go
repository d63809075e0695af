package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"github.com/modyard/modyard/platform/idempotency"
)

const (
	totpPeriod    = 30 * time.Second
	recoveryCodes = 10
)

// TOTPSecret is a second factor before it is confirmed.
type TOTPSecret struct {
	Secret string `json:"secret"` // base32, to type in if no picture can be scanned
	Flow   string `json:"flow"`
	URI    string `json:"uri"` // the content of the picture
	QR     QR     `json:"qr"`
}

// BeginTOTP generates a secret for the caller's account. It is in force after ConfirmTOTP has received a code of it.
func (s *Service) BeginTOTP(ctx context.Context, caller Caller) (TOTPSecret, error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return TOTPSecret{}, err
	}
	if account.HasTOTP {
		return TOTPSecret{}, errTOTPThere
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return TOTPSecret{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: s.opts.Site.Brand, AccountName: account.Username, Period: uint(totpPeriod / time.Second), SecretSize: 20})
	if err != nil {
		return TOTPSecret{}, fmt.Errorf("draw a second factor: %w", err)
	}
	qr, err := drawQR(key.URL())
	if err != nil {
		return TOTPSecret{}, err
	}
	secret, err := s.beginFlow(ctx, s.pool, flowTOTP, account.ID, s.sealSecret(account.ID, key.Secret()), stepFlowLife)
	return TOTPSecret{Secret: key.Secret(), Flow: secret, URI: key.URL(), QR: qr}, err
}

// ConfirmTOTP puts the second factor in force and returns the recovery codes, which are shown only once.
func (s *Service) ConfirmTOTP(ctx context.Context, caller Caller, secret, code string) ([]string, error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return nil, err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return nil, err
	}
	f, err := s.tryFlow(ctx, flowTOTP, secret)
	if err != nil {
		return nil, err
	}
	if f.account != account.ID {
		return nil, errNoFlow
	}
	plain, err := s.openSecret(account.ID, f.data)
	if err != nil {
		return nil, fmt.Errorf("confirm second factor: %w", err)
	}
	step, right := matchTOTP(plain, code, s.clock())
	if !right {
		return nil, errWrongCode
	}
	if err := s.limitNotices(ctx, account.ID); err != nil {
		return nil, err
	}
	var codes []string
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "UPDATE identity.accounts SET totp_secret = $2, totp_step = $3, totp_since = $4 WHERE id = $1 AND totp_secret IS NULL", account.ID, f.data, step, s.clock())
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errTOTPThere
		}
		if _, err := tx.Exec(ctx, "DELETE FROM identity.flows WHERE account = $1 AND kind = 'totp'", account.ID); err != nil {
			return err
		}
		if codes, err = s.newRecoveryCodes(ctx, tx, account.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterTOTPOn, Account: account.ID})
	})
	if err != nil {
		return nil, fmt.Errorf("confirm second factor: %w", err)
	}
	return codes, nil
}

// RemoveTOTP removes the second factor of the caller's account; this requires one of its codes.
func (s *Service) RemoveTOTP(ctx context.Context, caller Caller, code string) error {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return err
	}
	if err := s.useCode(ctx, account.ID, code); err != nil {
		return err
	}
	if err := s.limitNotices(ctx, account.ID); err != nil {
		return err
	}
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE identity.accounts SET totp_secret = NULL, totp_step = NULL, totp_since = NULL WHERE id = $1", account.ID); err != nil {
			return err
		}
		if err := s.settleFactors(ctx, tx, account.ID); err != nil {
			return err
		}
		if account.PasskeyStep { // sign-ins still have a second step
			return s.post(ctx, tx, postcard{Letter: letterAppOff, Account: account.ID})
		}
		return s.post(ctx, tx, postcard{Letter: letterTOTPOff, Account: account.ID})
	})
	if err != nil {
		return fmt.Errorf("remove second factor: %w", err)
	}
	return nil
}

// RenewRecoveryCodes replaces the caller's recovery codes; this requires a code.
func (s *Service) RenewRecoveryCodes(ctx context.Context, caller Caller, code string) (codes []string, err error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return nil, err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return nil, err
	}
	if err := s.useCode(ctx, account.ID, code); err != nil {
		return nil, err
	}
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		codes, err = s.newRecoveryCodes(ctx, tx, account.ID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("renew recovery codes: %w", err)
	}
	return codes, nil
}

func (s *Service) authAccount(ctx context.Context, caller Caller) (Account, error) {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return Account{}, err
	}
	return s.Account(ctx, caller.Account)
}

// useCode accepts a code of the account's second factor, or one of its recovery codes. Each is valid once. Wrong codes
// count as attempts on the account.
func (s *Service) useCode(ctx context.Context, account, code string) error {
	byAccount := count(s.limits.SecondFactor, "second factor", account)
	booked, err := reserve(ctx, s.pool, s.clock(), byAccount)
	if err != nil {
		return err
	}
	right, err := s.spendCode(ctx, account, code)
	if err != nil {
		return fmt.Errorf("check code: %w", err)
	}
	if !right {
		return errWrongCode
	}
	return forgive(ctx, s.pool, booked, byAccount)
}

func (s *Service) spendCode(ctx context.Context, account, code string) (bool, error) {
	var stored string
	if err := s.pool.QueryRow(ctx, "SELECT coalesce(totp_secret, '') FROM identity.accounts WHERE id = $1", account).Scan(&stored); err != nil {
		return false, err
	}
	secret := ""
	if stored != "" {
		var err error
		if secret, err = s.openSecret(account, stored); err != nil { // recovery codes are still good
			s.log.ErrorContext(ctx, "cannot read a second factor", "account", account, "error", err)
			secret = ""
		}
	}
	if step, right := matchTOTP(secret, code, s.clock()); right {
		tag, err := s.pool.Exec(ctx, "UPDATE identity.accounts SET totp_step = $2 WHERE id = $1 AND totp_secret = $3 AND (totp_step IS NULL OR totp_step < $2)", account, step, stored)
		return err == nil && tag.RowsAffected() == 1, err
	}
	tag, err := s.pool.Exec(ctx, "DELETE FROM identity.recovery_codes WHERE account = $1 AND hash = $2", account, hashSecret(foldCode(code)))
	return err == nil && tag.RowsAffected() == 1, err
}

// matchTOTP returns the half minute to which a code belongs: the current one, or its neighbour if a clock is
// inaccurate.
func matchTOTP(secret, code string, now time.Time) (step int64, right bool) {
	code = foldCode(code)
	if secret == "" || len(code) != int(otp.DigitsSix) {
		return 0, false
	}
	present := now.Unix() / int64(totpPeriod/time.Second)
	for _, at := range []int64{present, present - 1, present + 1} {
		want, err := hotp.GenerateCode(secret, uint64(at)) //nolint:gosec // after 1970
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return at, true
		}
	}
	return 0, false
}

// foldCode removes the spaces and other changes that people make when they copy a code.
func foldCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\t", "", "\n", "").Replace(code))
}

// newRecoveryCodes replaces an account's codes: fifty random bits each, stored as hashes.
func (s *Service) newRecoveryCodes(ctx context.Context, tx pgx.Tx, account string) ([]string, error) {
	if _, err := tx.Exec(ctx, "DELETE FROM identity.recovery_codes WHERE account = $1", account); err != nil {
		return nil, err
	}
	letters := base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)
	codes := make([]string, recoveryCodes)
	for i := range codes {
		raw := make([]byte, 7)
		_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
		code := letters.EncodeToString(raw)[:10]
		codes[i] = code[:5] + "-" + code[5:]
		if _, err := tx.Exec(ctx, "INSERT INTO identity.recovery_codes (account, hash) VALUES ($1, $2)", account, hashSecret(code)); err != nil {
			return nil, err
		}
	}
	return codes, nil
}
