package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"
)

// passkeyOwner is an account as authenticators know it.
type passkeyOwner struct {
	id, name    string
	credentials []webauthn.Credential
}

// WebAuthnID implements webauthn.User: it is the user handle of the account's passkeys.
func (o passkeyOwner) WebAuthnID() []byte { return []byte(o.id) }

// WebAuthnName implements webauthn.User.
func (o passkeyOwner) WebAuthnName() string { return o.name }

// WebAuthnDisplayName implements webauthn.User.
func (o passkeyOwner) WebAuthnDisplayName() string { return o.name }

// WebAuthnCredentials implements webauthn.User.
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

// passkeyOwner reads an account with its passkeys; all includes those that are accepted no more.
func (s *Service) passkeyOwner(ctx context.Context, account string, all bool) (passkeyOwner, error) {
	o := passkeyOwner{id: account}
	if err := s.pool.QueryRow(ctx, "SELECT username FROM identity.accounts WHERE id = $1", account).Scan(&o.name); err != nil {
		return o, fmt.Errorf("read passkeys: %w", err)
	}
	rows, err := s.pool.Query(ctx, `SELECT credential, public_key, counter, transports, synced, backed_up FROM identity.passkeys
		WHERE account = $1 AND ($2 OR suspect IS NULL) ORDER BY created, id`, account, all)
	if err != nil {
		return o, fmt.Errorf("read passkeys: %w", err)
	}
	o.credentials, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c webauthn.Credential, err error) {
		var counter int64
		var transports []string
		err = row.Scan(&c.ID, &c.PublicKey, &counter, &transports, &c.Flags.BackupEligible, &c.Flags.BackupState)
		c.Authenticator.SignCount = uint32(counter) //nolint:gosec // it was one before it was stored
		for _, t := range transports {
			c.Transport = append(c.Transport, protocol.AuthenticatorTransport(t))
		}
		return c, err
	})
	if err != nil {
		return o, fmt.Errorf("read passkeys: %w", err)
	}
	return o, nil
}

// usePasskey accepts an authenticator's answer to the question of a flow, and returns the account of its passkey.
func (s *Service) usePasskey(ctx context.Context, f flow, question webauthn.SessionData, answer []byte) (string, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", s.rejected(ctx, f.account, err)
	}
	var id, account string
	err = s.pool.QueryRow(ctx, "SELECT id, account FROM identity.passkeys WHERE credential = $1 AND suspect IS NULL", parsed.RawID).Scan(&id, &account)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", s.rejected(ctx, f.account, errors.New("unknown passkey"))
	}
	if err != nil {
		return "", fmt.Errorf("find a passkey: %w", err)
	}
	owner, err := s.passkeyOwner(ctx, account, false)
	if err != nil {
		return "", err
	}
	var used *webauthn.Credential
	if f.account == "" { // the answer itself names the account, and this compares both
		_, used, err = s.passkeys.ValidatePasskeyLogin(func([]byte, []byte) (webauthn.User, error) { return owner, nil }, question, parsed)
	} else {
		used, err = s.passkeys.ValidateLogin(owner, question, parsed)
	}
	if err != nil {
		return "", s.rejected(ctx, account, err)
	}
	return account, s.countPasskey(ctx, account, id, used, parsed.Response.AuthenticatorData.Counter)
}

// countPasskey stores the counter of a signature. It must be newer than the stored one, unless the authenticator does not
// count: otherwise two devices have the key, and nobody knows which one is the owner's.
func (s *Service) countPasskey(ctx context.Context, account, id string, used *webauthn.Credential, counter uint32) error {
	tag, err := s.pool.Exec(ctx, `UPDATE identity.passkeys SET counter = $2, last_used = $3, backed_up = $4
		WHERE id = $1 AND suspect IS NULL AND (counter < $2 OR counter = 0 AND $2 = 0)`, id, int64(counter), s.clock(), used.Flags.BackupState)
	if err != nil {
		return fmt.Errorf("count the use of a passkey: %w", err)
	}
	if tag.RowsAffected() == 1 {
		return nil
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "UPDATE identity.passkeys SET suspect = $2 WHERE id = $1 AND suspect IS NULL", id, s.clock())
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterPasskeyCopied, Account: account})
	})
	if err != nil {
		return fmt.Errorf("suspend a passkey: %w", err)
	}
	return s.rejected(ctx, account, fmt.Errorf("the counter of passkey %s went back to %d", id, counter))
}
