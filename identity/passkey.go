package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

const (
	maxPasskeys    = 10 // for each account
	maxPasskeyName = 64
)

// Passkey is a passkey as shown to its owner.
type Passkey struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Created  time.Time  `json:"created"`
	LastUsed *time.Time `json:"last_used"`
	Synced   bool       `json:"synced" doc:"会同步到所有者的其他设备"`
	Suspect  *time.Time `json:"suspect" doc:"发现可能被复制的时间；此后不再接受"`
}

// Passkeys are the passkeys of an account, and where the site allows them.
type Passkeys struct {
	Host     *string   `json:"host" doc:"通行密钥所属的域名；null 表示本站的地址不能使用通行密钥"`
	URL      string    `json:"url" doc:"可以使用通行密钥的地址"`
	Required bool      `json:"required" doc:"密码登录时也要求通行密钥"`
	Most     int       `json:"most" doc:"每个账户最多的数量"`
	Passkeys []Passkey `json:"passkeys"`
}

const passkeyColumns = "id, name, created, last_used, synced, suspect"

// Passkeys lists the caller's passkeys, the oldest first.
func (s *Service) Passkeys(ctx context.Context, caller Caller) (Passkeys, error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return Passkeys{}, err
	}
	out := Passkeys{URL: s.opts.Site.URL, Required: account.PasskeyStep, Most: maxPasskeys}
	if s.passkeys != nil {
		out.Host = &s.passkeys.Config.RPID
	}
	rows, err := s.pool.Query(ctx, "SELECT "+passkeyColumns+" FROM identity.passkeys WHERE account = $1 ORDER BY created, id", account.ID)
	if err != nil {
		return Passkeys{}, fmt.Errorf("list passkeys: %w", err)
	}
	if out.Passkeys, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Passkey]); err != nil {
		return Passkeys{}, fmt.Errorf("list passkeys: %w", err)
	}
	return out, nil
}

// passkey returns one of the caller's passkeys.
func (s *Service) passkey(ctx context.Context, caller Caller, id string) (Passkey, error) {
	rows, err := s.pool.Query(ctx, "SELECT "+passkeyColumns+" FROM identity.passkeys WHERE id = $1 AND account = $2", id, caller.Account)
	if err != nil {
		return Passkey{}, fmt.Errorf("read a passkey: %w", err)
	}
	p, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Passkey])
	if errors.Is(err, pgx.ErrNoRows) {
		return Passkey{}, errNoPasskey
	}
	return p, err
}

func checkPasskeyName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > maxPasskeyName || !utf8.ValidString(name) {
		return "", fault.Invalid("name", "通行密钥的名称长度应为 1 到 64 个字符")
	}
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
		return "", fault.Invalid("name", "通行密钥的名称含有无效字符")
	}
	return name, nil
}

// RenamePasskey renames one of the caller's passkeys.
func (s *Service) RenamePasskey(ctx context.Context, caller Caller, id, name string) error {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return err
	}
	name, err := checkPasskeyName(name)
	if err != nil {
		return err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return err
	}
	err = idempotency.Change(ctx, s.pool, id, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "UPDATE identity.passkeys SET name = $3 WHERE id = $1 AND account = $2", id, caller.Account, name)
		if err == nil && tag.RowsAffected() == 0 {
			return errNoPasskey
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("rename a passkey: %w", err)
	}
	return nil
}

// RemovePasskey removes one of the caller's passkeys. The second step of a sign-in that needs a passkey ends with the last
// one; this requires a stronger confirmation than the password.
func (s *Service) RemovePasskey(ctx context.Context, caller Caller, id string) error {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return err
	}
	if err := s.limitNotices(ctx, account.ID); err != nil {
		return err
	}
	err = idempotency.Change(ctx, s.pool, id, func(tx pgx.Tx) error {
		var left int
		// The lock of the account's row serializes requests, so that two cannot remove the last two passkeys as if another were left.
		if _, err := tx.Exec(ctx, "SELECT FROM identity.accounts WHERE id = $1 FOR UPDATE", account.ID); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, "DELETE FROM identity.passkeys WHERE id = $1 AND account = $2", id, account.ID)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errNoPasskey
		}
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM identity.passkeys WHERE account = $1", account.ID).Scan(&left); err != nil {
			return err
		}
		if left == 0 && account.PasskeyStep && !account.HasTOTP {
			if err := requireFactor(ctx, tx, caller); err != nil {
				return err
			}
		}
		if err := s.settleFactors(ctx, tx, account.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterPasskeyRemoved, Account: account.ID})
	})
	if err != nil {
		return fmt.Errorf("remove a passkey: %w", err)
	}
	return nil
}

// settleFactors ends the second step of sign-ins by a passkey if no passkey is left, and deletes the recovery codes of an
// account without a second step.
func (s *Service) settleFactors(ctx context.Context, tx pgx.Tx, account string) error {
	for _, sql := range []string{
		`UPDATE identity.accounts SET passkey_step = false WHERE id = $1 AND passkey_step AND NOT EXISTS (SELECT FROM identity.passkeys WHERE account = $1)`,
		`DELETE FROM identity.recovery_codes r USING identity.accounts a WHERE r.account = $1 AND a.id = $1 AND a.totp_secret IS NULL AND NOT a.passkey_step`,
	} {
		if _, err := tx.Exec(ctx, sql, account); err != nil {
			return err
		}
	}
	return nil
}

// requireFactor rejects a session that was confirmed by the password or a provider alone: it must not turn off a second step.
func requireFactor(ctx context.Context, db querier, caller Caller) error {
	var with *string
	err := db.QueryRow(ctx, "SELECT confirmed_with FROM identity.sessions WHERE id = $1 AND account = $2", caller.Session, caller.Account).Scan(&with)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("read a session: %w", err)
	}
	if with == nil || *with == withPassword || *with == withProvider {
		return httpkit.Fault(httpkit.KindPrecondition, httpkit.CodePrecondition, "请用通行密钥、验证码或恢复码确认是你本人在操作")
	}
	return nil
}

// RequirePasskey turns on or off that a sign-in by the password has a second step also without an authenticator app: a
// passkey, or one of the recovery codes that this returns if there were none.
func (s *Service) RequirePasskey(ctx context.Context, caller Caller, required bool) (codes []string, err error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return nil, err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return nil, err
	}
	if !required && account.PasskeyStep && !account.HasTOTP {
		if err := requireFactor(ctx, s.pool, caller); err != nil {
			return nil, err
		}
	}
	if required && s.passkeys == nil {
		return nil, errPasskeysOff
	}
	if err := s.limitNotices(ctx, account.ID); err != nil {
		return nil, err
	}
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE identity.accounts SET passkey_step = $2 WHERE id = $1 AND passkey_step <> $2
			AND (NOT $2 OR EXISTS (SELECT FROM identity.passkeys WHERE account = $1 AND suspect IS NULL))`, account.ID, required)
		if err != nil {
			return err
		}
		switch {
		case tag.RowsAffected() == 0 && required && !account.PasskeyStep:
			return errNoPasskey
		case tag.RowsAffected() == 0 || account.HasTOTP: // nothing changes for sign-ins
			return nil
		case !required:
			if err := s.settleFactors(ctx, tx, account.ID); err != nil {
				return err
			}
			return s.post(ctx, tx, postcard{Letter: letterTOTPOff, Account: account.ID})
		}
		if codes, err = s.newRecoveryCodes(ctx, tx, account.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterTOTPOn, Account: account.ID})
	})
	if err != nil {
		return nil, fmt.Errorf("require a passkey: %w", err)
	}
	return codes, nil
}
