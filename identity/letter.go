package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/platform/correlation"
	"github.com/modyard/modyard/platform/httpkit"
)

// The kinds of letters. Their texts are in lettertext.go.
const (
	letterVerify          = "verify"
	letterReset           = "reset"
	letterEmailChanged    = "email-changed"
	letterPasswordChanged = "password-changed"
	letterTOTPOn          = "totp-on"
	letterTOTPOff         = "totp-off"
	letterLeaving         = "account-leaving"
	letterDeleted         = "account-deleted"
	letterAddressInUse    = "address-in-use"
	letterToken           = "token-created"
	letterPasskeyAdded    = "passkey-added"
	letterPasskeyRemoved  = "passkey-removed"
	letterPasskeyCopied   = "passkey-copied"
	letterAppOff          = "app-off"
	letterLinked          = "provider-linked"
	letterUnlinked        = "provider-unlinked"
	letterNewDevice       = "new-device"
	letterTokensUnused    = "tokens-unused"
	letterNotice          = "notice"
)

const (
	letterLife    = 24 * time.Hour // a letter is given up after this time
	letterWait    = time.Minute    // doubles after each failure
	letterWaitMax = time.Hour
	letterTries   = 30 // more than fit into letterLife
	sendTimeout   = 30 * time.Second
	writeTimeout  = 15 * time.Second
	resetsPerHour = 5 // maximum letters of one account; more are dropped without an error
	perAddress    = 8 // maximum letters in an hour that strangers can have sent to one address; more are dropped

	letterQueue    = "letters"
	lettersAtATime = 2
)

// LetterKind is the kind of the jobs that send letters.
const LetterKind = "identity.letter"

// postcard is a letter before its text is written: to an account, or to the account that Login names; Address overrides
// the account's own. Session is the one that the letter is about. It contains no secret.
type postcard struct {
	Letter  string `json:"letter"`
	Account string `json:"account,omitempty"`
	Login   string `json:"login,omitempty"`
	Address string `json:"address,omitempty"`
	Session string `json:"session,omitempty"`
}

// Kind implements river.JobArgs.
func (postcard) Kind() string { return LetterKind }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (postcard) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: letterQueue, MaxAttempts: letterTries}
}

// dropLetters deletes the letters that wait for an account.
const dropLetters = `DELETE FROM jobs.river_job WHERE kind IN ('identity.letter', 'identity.notice') AND args @> jsonb_build_object('account', $1::text)`

// post queues a letter. It is sent after the transaction is committed, also after a crash.
func (s *Service) post(ctx context.Context, tx pgx.Tx, c postcard) error {
	if _, err := s.queue.InsertTx(ctx, tx, c, nil); err != nil {
		return fmt.Errorf("queue a letter: %w", err)
	}
	return nil
}

// letters sends the queued letters. A letter that is sent shortly before a crash is sent again.
type letters struct {
	river.WorkerDefaults[postcard]
	s *Service
}

// Timeout implements river.Worker.
func (letters) Timeout(*river.Job[postcard]) time.Duration { return writeTimeout + sendTimeout }

// NextRetry implements river.Worker.
func (l letters) NextRetry(job *river.Job[postcard]) time.Time {
	return l.s.retryLetter(job.Attempt)
}

func (s *Service) retryLetter(attempt int) time.Time {
	return s.clock().Add(min(letterWait<<min(attempt, 10), letterWaitMax))
}

// Work implements river.Worker. The link of a letter is created at this time, so a letter that is written twice has two
// valid links.
func (l letters) Work(ctx context.Context, job *river.Job[postcard]) error {
	if l.s.clock().Sub(job.CreatedAt) > letterLife {
		return l.s.giveUp(ctx, job.JobRow, job.Args.Letter, unsent{account: job.Args.Account, tries: job.Attempt - 1, cause: UnsentExpired})
	}
	var message letterMessage
	err := pgx.BeginFunc(ctx, l.s.pool, func(tx pgx.Tx) (err error) {
		message, err = l.s.write(ctx, tx, job.Args, job.Attempt == 1)
		return err
	})
	if err != nil {
		return err
	}
	return l.s.sendLetter(ctx, job.JobRow, message)
}

// letterID names the letter of a job, the same in every try. The time tells apart the jobs of a database that was restored,
// which begin again at an earlier number.
func letterID(row *rivertype.JobRow) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d", row.ID, row.CreatedAt.UnixNano()))
	return hex.EncodeToString(sum[:16])
}

// sendLetter sends the letter of a job; one without an address is not sent.
func (s *Service) sendLetter(ctx context.Context, row *rivertype.JobRow, message letterMessage) error {
	if message.to == "" {
		return s.forgetReceiver(ctx, s.pool, row.ID)
	}
	limited, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	letter := message.compose(s.opts.Site)
	letter.ID, letter.Request = letterID(row), correlation.Of(ctx)
	if err := s.opts.Mailer.Send(limited, letter); err != nil {
		if why, code := causeOf(err); why == UnsentRefused || s.retryLetter(row.Attempt).Sub(row.CreatedAt) > letterLife {
			return s.giveUp(ctx, row, message.kind, unsent{account: message.account, tries: row.Attempt, cause: why, code: code})
		}
		return fmt.Errorf("send a letter (%s): %w", message.kind, err)
	}
	s.log.InfoContext(ctx, "a letter was sent", "kind", message.kind, "letter", letter.ID, "request", letter.Request)
	if err := s.forgetReceiver(ctx, s.pool, row.ID); err != nil { // an error would send it again
		s.log.WarnContext(ctx, "the job of a sent letter keeps its receiver for some minutes", "error", err)
	}
	return nil
}

// executor is a pool or a transaction.
type executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// forgetReceiver removes the receiver from the row of a letter, also from the errors of earlier tries: finished rows stay for
// some minutes, and name nobody. Without a receiver a letter is not sent again.
func (s *Service) forgetReceiver(ctx context.Context, db executor, job int64) error {
	if _, err := db.Exec(ctx, `UPDATE jobs.river_job SET args = args - '{account,login,address,session}'::text[], errors = NULL WHERE id = $1`, job); err != nil {
		return fmt.Errorf("forget the receiver of a letter: %w", err)
	}
	return nil
}

// write determines the address of a letter and begins the flow of its link. Without an address there is no letter. The
// first is false for a letter that could not be sent before. The account's row is locked, so that the limit holds for letters that are written at the same time.
func (s *Service) write(ctx context.Context, tx pgx.Tx, c postcard, first bool) (letterMessage, error) {
	m := letterMessage{kind: c.Letter, to: c.Address}
	const columns = "SELECT id, username, coalesce(email, ''), email_verified, coalesce(email_pending, '') FROM identity.accounts "
	query, key := columns+"WHERE id = $1 FOR NO KEY UPDATE", c.Account
	if c.Account == "" {
		query, key = columns+`WHERE username_key = $1 OR email_key = $1
			ORDER BY username_key = $1 DESC, email_verified DESC, created DESC LIMIT 1 FOR NO KEY UPDATE`, c.Login
	}
	var id, email, pending string
	var verified bool
	err := tx.QueryRow(ctx, query, key).Scan(&id, &m.username, &email, &verified, &pending)
	if errors.Is(err, pgx.ErrNoRows) {
		return letterMessage{}, nil
	}
	if err != nil {
		return letterMessage{}, fmt.Errorf("address a letter: %w", err)
	}
	m.account = id
	if m.to == "" {
		m.to = email
	}
	if c.Letter == letterVerify && pending != "" {
		m.to, verified = pending, false
	}
	if m.to == "" || c.Letter == letterVerify && verified {
		return letterMessage{}, nil
	}
	if first && (c.Letter == letterVerify || c.Letter == letterReset) {
		// The address may be a stranger's: whoever writes it down in many places must not fill its mailbox.
		_, err := reserve(ctx, s.pool, s.clock(), count(Limit{perAddress, time.Hour}, "letters to", foldName(m.to)))
		var limited httpkit.Faulty
		if errors.As(err, &limited) {
			return letterMessage{}, nil
		}
		if err != nil {
			return letterMessage{}, err
		}
	}
	switch c.Letter {
	case letterNewDevice:
		err = s.writeStrange(ctx, tx, &m, c.Session, verified)
	case letterTokensUnused:
		err = s.writeUnused(ctx, tx, &m)
	case letterLeaving:
		err = tx.QueryRow(ctx, "SELECT username, until FROM identity.leaving WHERE account = $1", id).Scan(&m.username, &m.until)
		if errors.Is(err, pgx.ErrNoRows) { // the owner has returned
			return letterMessage{}, nil
		}
	case letterVerify:
		var taken bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM identity.accounts WHERE email_key = $1 AND email_verified AND id <> $2)", foldName(m.to), id).Scan(&taken); err != nil {
			return letterMessage{}, fmt.Errorf("address a letter: %w", err)
		}
		if taken {
			m.kind = letterAddressInUse
			return m, nil
		}
		m.secret, err = s.beginFlow(ctx, tx, flowVerify, id, foldName(m.to), letterFlowLife)
	case letterReset:
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
