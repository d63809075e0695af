package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// The kinds of letters. Their texts are in lettertext.go.
const (
	letterVerify          = "verify"
	letterReset           = "reset"
	letterEmailChanged    = "email-changed"
	letterPasswordChanged = "password-changed"
	letterTOTPOn          = "totp-on"
	letterTOTPOff         = "totp-off"
	letterDeleted         = "account-deleted"
)

const (
	letterLife     = 24 * time.Hour // a letter is given up after this time
	letterWait     = time.Minute    // doubles after each failure, up to an hour
	sendTimeout    = 30 * time.Second
	resetsPerHour  = 5 // maximum letters of one account; more are dropped without an error
	deliverAtATime = 20
)

// postcard is a letter before its text is written: to an account, or to the account that login names; address overrides
// the account's own.
type postcard struct {
	kind, account, login, address string
}

// post queues a letter. It is sent after the transaction is committed, also after a crash.
func (s *Service) post(ctx context.Context, db execer, c postcard) error {
	now := s.clock()
	_, err := db.Exec(ctx, `INSERT INTO identity.letters (kind, account, login, address, created, due)
		VALUES ($1, nullif($2, ''), $3, $4, $5, $5)`, c.kind, c.account, c.login, c.address, now)
	if err != nil {
		return fmt.Errorf("queue a letter: %w", err)
	}
	select {
	case s.posted <- struct{}{}:
	default:
	}
	return nil
}

// Deliver sends the letters that are due and returns their number. The delay of a letter that cannot be sent grows with
// each attempt. Any number of processes may deliver.
func (s *Service) Deliver(ctx context.Context) (int, error) {
	if s.opts.Mailer == nil {
		return 0, nil
	}
	sent := 0
	for range deliverAtATime {
		more, ok, err := s.deliverOne(ctx)
		if err != nil {
			return sent, fmt.Errorf("deliver letters: %w", err)
		}
		if ok {
			sent++
		}
		if !more {
			break
		}
	}
	return sent, nil
}

// deliverOne takes the oldest letter, writes its text and sends it. Its link is created at this time, so a letter that
// is written twice has two valid links.
func (s *Service) deliverOne(ctx context.Context) (more, sent bool, err error) {
	var id int64
	var message letterMessage
	now := s.clock()
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var c postcard
		var tries int
		var created time.Time
		if err := tx.QueryRow(ctx, `UPDATE identity.letters SET tries = tries + 1, due = $1::timestamptz + least($2::interval * (2 ^ least(tries, 10)), interval '1 hour')
			WHERE id = (SELECT id FROM identity.letters WHERE due <= $1 ORDER BY due, id LIMIT 1 FOR UPDATE SKIP LOCKED)
			RETURNING id, kind, coalesce(account, ''), login, address, tries, created`, now, letterWait).
			Scan(&id, &c.kind, &c.account, &c.login, &c.address, &tries, &created); err != nil {
			return err
		}
		if now.Sub(created) > letterLife {
			s.log.WarnContext(ctx, "giving up a letter", "kind", c.kind, "tries", tries)
			return s.dropLetter(ctx, tx, id)
		}
		message, err = s.write(ctx, tx, c)
		if err == nil && message.to == "" {
			return s.dropLetter(ctx, tx, id)
		}
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, false, nil
	}
	if err != nil || message.to == "" {
		return true, false, err
	}
	limited, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	if err := s.opts.Mailer.Send(limited, message.compose(s.opts.Site)); err != nil {
		s.log.WarnContext(ctx, "cannot send a letter, will retry", "kind", message.kind, "error", err)
		return true, false, nil
	}
	return true, true, s.dropLetter(ctx, s.pool, id)
}

func (s *Service) dropLetter(ctx context.Context, db execer, id int64) error {
	if _, err := db.Exec(ctx, "DELETE FROM identity.letters WHERE id = $1", id); err != nil {
		return fmt.Errorf("delete letter: %w", err)
	}
	return nil
}

// write determines the address of a letter and begins the flow of its link. Without an address there is no letter.
func (s *Service) write(ctx context.Context, tx pgx.Tx, c postcard) (letterMessage, error) {
	m := letterMessage{kind: c.kind, to: c.address}
	query, key := "SELECT id, username, coalesce(email, ''), email_verified FROM identity.accounts WHERE id = $1", c.account
	if c.account == "" {
		query, key = `SELECT id, username, coalesce(email, ''), email_verified FROM identity.accounts
			WHERE username_key = $1 OR email_key = $1 ORDER BY username_key = $1 DESC LIMIT 1`, c.login
	}
	var id, email string
	var verified bool
	err := tx.QueryRow(ctx, query, key).Scan(&id, &m.username, &email, &verified)
	if errors.Is(err, pgx.ErrNoRows) {
		return letterMessage{}, nil
	}
	if err != nil {
		return letterMessage{}, fmt.Errorf("address a letter: %w", err)
	}
	if m.to == "" {
		m.to = email
	}
	switch {
	case m.to == "" || c.kind == letterVerify && verified:
		return letterMessage{}, nil
	case c.kind == letterVerify:
		m.secret, err = s.beginFlow(ctx, tx, flowVerify, id, foldName(m.to), letterFlowLife)
	case c.kind == letterReset:
		var lately int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM identity.flows WHERE account = $1 AND kind = 'reset' AND expires > $2",
			id, s.clock().Add(letterFlowLife-time.Hour)).Scan(&lately); err != nil {
			return letterMessage{}, fmt.Errorf("count letters: %w", err)
		}
		if lately >= resetsPerHour {
			return letterMessage{}, nil
		}
		m.secret, err = s.beginFlow(ctx, tx, flowReset, id, foldName(m.to), letterFlowLife)
	}
	return m, err
}
