package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/platform/mail"
)

// Why a letter was given up.
const (
	UnsentRefused     = "refused"     // the receiver's server refused it for good
	UnsentDeferred    = "deferred"    // the server answered for a day that it may be tried later
	UnsentUnreachable = "unreachable" // no server answered for a day
	UnsentExpired     = "expired"     // it could not be tried in time, for example while effects were paused
)

// UnsentKept is how long the staff sees a letter that was given up.
const UnsentKept = 30 * 24 * time.Hour

// LetterKinds are the kinds of letters.
func LetterKinds() []string {
	return []string{
		letterVerify, letterReset, letterEmailChanged, letterPasswordChanged, letterTOTPOn, letterTOTPOff, letterLeaving, letterDeleted,
		letterAddressInUse, letterToken, letterPasskeyAdded, letterPasskeyRemoved, letterPasskeyCopied, letterAppOff, letterLinked, letterUnlinked,
		letterNewDevice, letterTokensUnused, letterNotice,
	}
}

// unsent says how a letter ended that was given up.
type unsent struct {
	account string // empty: nobody knows
	tries   int
	cause   string
	code    int // last reply of the mail server; 0: none
}

const (
	insertUnsent = `INSERT INTO identity.unsent_letters (job, kind, account, queued, given_up, tries, cause, code)
VALUES ($1, $2, nullif($3, ''), $4, $5, $6, $7, nullif($8, 0)) ON CONFLICT (job) DO NOTHING`
	selectUnsent = `SELECT job, kind, account, queued, given_up, tries, cause, code FROM identity.unsent_letters
ORDER BY given_up DESC, job DESC LIMIT $1`
	countUnsent = `SELECT count(*) FROM identity.unsent_letters`
	dropUnsent  = `DELETE FROM identity.unsent_letters WHERE account = $1`
	oldUnsent   = `DELETE FROM identity.unsent_letters WHERE given_up <= $1`
)

// causeOf classifies the error of a try.
func causeOf(err error) (cause string, code int) {
	var f *mail.Failure
	switch {
	case !errors.As(err, &f):
		return UnsentUnreachable, 0
	case f.Final:
		return UnsentRefused, f.Code
	default:
		return UnsentDeferred, f.Code
	}
}

// giveUp ends a letter: the staff sees that it was not sent, and nothing keeps its receiver's address.
func (s *Service) giveUp(ctx context.Context, row *rivertype.JobRow, kind string, u unsent) error {
	if kind == letterDeleted {
		u.account = "" // it is gone
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, insertUnsent, row.ID, kind, u.account, row.CreatedAt, s.clock(), u.tries, u.cause, u.code); err != nil {
			return fmt.Errorf("note a letter that was not sent: %w", err)
		}
		return s.forgetReceiver(ctx, tx, row.ID)
	})
	if err != nil {
		return err
	}
	s.log.WarnContext(ctx, "giving up a letter", "kind", kind, "tries", u.tries, "cause", u.cause, "code", u.code)
	return river.JobCancel(errors.New("given up: " + u.cause))
}

// Unsent is a letter that was given up. It has neither an address nor a text.
type Unsent struct {
	ID      int64
	Kind    string  // one of LetterKinds
	Account *string // nil: unknown
	Queued  time.Time
	GivenUp time.Time
	Tries   int
	Cause   string // one of the Unsent constants
	Code    *int   // last reply of the mail server; nil: it gave none
}

// Unsent lists the letters that were given up in the last UnsentKept, newest first and at most limit, and counts all.
func (s *Service) Unsent(ctx context.Context, limit int) (list []Unsent, all int64, err error) {
	rows, err := s.pool.Query(ctx, selectUnsent, limit)
	if err == nil {
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Unsent])
	}
	if err == nil {
		all, err = s.CountUnsent(ctx)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list letters that were not sent: %w", err)
	}
	return list, all, nil
}

// CountUnsent counts the letters that were given up in the last UnsentKept.
func (s *Service) CountUnsent(ctx context.Context) (n int64, err error) {
	if err := s.pool.QueryRow(ctx, countUnsent).Scan(&n); err != nil {
		return 0, fmt.Errorf("count letters that were not sent: %w", err)
	}
	return n, nil
}
