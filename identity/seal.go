package identity

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// sealedPrefix marks the stored form of a sealed secret. One without it was stored before secrets were sealed.
const sealedPrefix = "v1:"

// newSealer makes the cipher of secrets at rest; nil without a key.
func newSealer(key []byte) (cipher.AEAD, error) {
	if key == nil {
		return nil, nil
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of secrets: %w", err)
	}
	return cipher.NewGCM(block)
}

// sealSecret is the stored form of an account's secret: nobody who reads the database, or a backup of it, can use it.
func (s *Service) sealSecret(account, secret string) string {
	if s.sealer == nil {
		return secret
	}
	nonce := make([]byte, s.sealer.NonceSize())
	_, _ = rand.Read(nonce) // never fails: crypto/rand ends the program instead
	return sealedPrefix + base64.RawStdEncoding.EncodeToString(s.sealer.Seal(nonce, nonce, []byte(secret), []byte(account)))
}

func (s *Service) openSecret(account, stored string) (string, error) {
	text, sealed := strings.CutPrefix(stored, sealedPrefix)
	if !sealed {
		return stored, nil
	}
	if s.sealer == nil {
		return "", errors.New("open a secret: there is no key")
	}
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(raw) < s.sealer.NonceSize() {
		return "", errors.New("open a secret: it is damaged")
	}
	secret, err := s.sealer.Open(nil, raw[:s.sealer.NonceSize()], raw[s.sealer.NonceSize():], []byte(account))
	if err != nil {
		return "", errors.New("open a secret: it was sealed with another key")
	}
	return string(secret), nil
}

// sealStored seals the secrets that were stored before secrets were sealed.
func (s *Service) sealStored(ctx context.Context) error {
	if s.sealer == nil {
		return nil
	}
	rows, err := s.pool.Query(ctx, "SELECT id, totp_secret FROM identity.accounts WHERE totp_secret IS NOT NULL AND totp_secret NOT LIKE 'v1:%' LIMIT 1000")
	if err != nil {
		return fmt.Errorf("seal secrets: %w", err)
	}
	type plain struct{ Account, Secret string }
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[plain])
	if err != nil {
		return fmt.Errorf("seal secrets: %w", err)
	}
	for _, p := range list {
		if _, err := s.pool.Exec(ctx, "UPDATE identity.accounts SET totp_secret = $3 WHERE id = $1 AND totp_secret = $2", p.Account, p.Secret, s.sealSecret(p.Account, p.Secret)); err != nil {
			return fmt.Errorf("seal secrets: %w", err)
		}
	}
	return nil
}
