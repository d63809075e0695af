package forum

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	betweenAnswers   = 10 * time.Second
	answersAnHour    = 60
	discussionsADay  = 10
	issuesADay       = 20
	betweenSameTexts = 10 * time.Minute
	kept             = 24 * time.Hour
)

// Rates bounds how much accounts write.
type Rates interface {
	// Take counts what an account writes with a command, once, or is a fault of kind rate limited.
	Take(ctx context.Context, w Writing) error
	// Release forgets what was not written.
	Release(ctx context.Context, account, command string) error
}

// Writing is a text that an account is about to write.
type Writing struct {
	Account, Command string
	Discussion       bool // it opens one
	Issue            bool // it opens one
	Text             string
	At               time.Time
}

// Take counts a text that the caller of a decision is about to write. The staff and the members of the place's project are free.
func Take(ctx context.Context, tx *commands.Tx, rates Rates, member bool, w Writing) error {
	if rates == nil || tx.Repeated() || tx.By().Staff() || member {
		return nil
	}
	w.Account, w.At = tx.By().Account, tx.Now()
	return rates.Take(ctx, w)
}

// Counting handles a command that counts towards the rates: where it fails, nothing was written.
func Counting(ctx context.Context, h *commands.Handler, rates Rates, req commands.Request, do func(context.Context, *commands.Tx) error) (commands.Outcome, error) {
	outcome, err := h.Handle(ctx, req.Answering(), do)
	if err == nil || rates == nil {
		return outcome, err
	}
	return outcome, errors.Join(err, rates.Release(context.WithoutCancel(ctx), req.By.Account, req.Command))
}

// Counted is a Rates that counts rows, for all processes of the site. It is safe for concurrent use.
type Counted struct {
	pool *pgxpool.Pool
	made func(ctx context.Context, account string) (time.Time, error) // nil: nobody is a newcomer
}

// NewCounted makes one over the site's database.
func NewCounted(pool *pgxpool.Pool) *Counted { return &Counted{pool: pool} }

const (
	oneAtATime = `select pg_advisory_xact_lock(hashtextextended('talk.written ' || $1, 0))`
	forgetOld  = `delete from talk.written where account = $1 and at <= $2`
	countOwn   = `
select max(at) filter (where answer), count(*) filter (where answer and at > $3), min(at) filter (where answer and at > $3),
       count(*) filter (where discussion), min(at) filter (where discussion), count(*) filter (where issue), min(at) filter (where issue),
       max(at) filter (where digest = $4)
from (select *, not discussion and not issue as answer from talk.written where account = $1 and command <> $2) w`
	addOwn = `insert into talk.written (account, command, discussion, issue, digest, at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`
)

// own is what an account wrote before.
type own struct {
	newest, firstInHour, firstInDay, firstIssue, same *time.Time
	inHour, inDay, issues                             int
}

// Take implements Rates.
func (r *Counted) Take(ctx context.Context, w Writing) error {
	digest := sha256.Sum256([]byte(strings.Join(strings.Fields(w.Text), " ")))
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime, w.Account); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, forgetOld, w.Account, w.At.Add(-kept)); err != nil {
			return err
		}
		var o own
		row := tx.QueryRow(ctx, countOwn, w.Account, w.Command, w.At.Add(-time.Hour), digest[:])
		if err := row.Scan(&o.newest, &o.inHour, &o.firstInHour, &o.inDay, &o.firstInDay, &o.issues, &o.firstIssue, &o.same); err != nil {
			return err
		}
		if wait, what := o.wait(w); wait > 0 {
			return httpkit.RateLimited(ctx, wait, what)
		}
		_, err := tx.Exec(ctx, addOwn, w.Account, w.Command, w.Discussion, w.Issue, digest[:], w.At)
		return err
	})
	if err != nil {
		return fmt.Errorf("count what %s writes: %w", w.Account, err)
	}
	return nil
}

// wait is how long an account has to wait before it writes, and why; zero if it need not wait.
func (o own) wait(w Writing) (wait time.Duration, what string) {
	until := func(since *time.Time, span time.Duration, why string) {
		if since == nil {
			return
		}
		if left := since.Add(span).Sub(w.At); left > wait {
			wait, what = left, why
		}
	}
	switch {
	case w.Discussion:
		if o.inDay >= discussionsADay {
			until(o.firstInDay, kept, fmt.Sprintf("每天最多发起 %d 个讨论", discussionsADay))
		}
	case w.Issue:
		if o.issues >= issuesADay {
			until(o.firstIssue, kept, fmt.Sprintf("每天最多提交 %d 个反馈", issuesADay))
		}
	default:
		until(o.newest, betweenAnswers, "回复过于频繁")
		if o.inHour >= answersAnHour {
			until(o.firstInHour, time.Hour, fmt.Sprintf("每小时最多回复 %d 次", answersAnHour))
		}
	}
	until(o.same, betweenSameTexts, "相同的内容刚刚发送过")
	return wait, what
}

// Release implements Rates.
func (r *Counted) Release(ctx context.Context, account, command string) error {
	_, err := r.pool.Exec(ctx, `delete from talk.written where account = $1 and command = $2`, account, command)
	if err == nil {
		_, err = r.pool.Exec(ctx, forgetFirst, account, command)
	}
	if err != nil {
		return fmt.Errorf("forget what %s did not write: %w", account, err)
	}
	return nil
}

// Forget deletes the rows of an account. It is idempotent.
func (r *Counted) Forget(ctx context.Context, account string) error {
	_, err := r.pool.Exec(ctx, `delete from talk.written where account = $1`, account)
	if err == nil {
		_, err = r.pool.Exec(ctx, forgetAll, account)
	}
	if err != nil {
		return fmt.Errorf("forget what %s wrote: %w", account, err)
	}
	return nil
}
