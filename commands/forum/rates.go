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
	commandrisk "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/reason"
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

// Writing is a text that an account is about to write. Count sets account, command and time.
type Writing struct {
	Account, Command string
	Discussion       bool   // it opens one
	Issue            bool   // it opens one
	Title            string // of what it opens
	Given            bool   // the title is another thing's, and nobody wrote it
	Text             string
	Earlier          string // the wording that an edit replaces
	At               time.Time
}

// EditOf is the edit of a title, a text or both; what is nil stays.
func EditOf(title, text *string, earlier string) Writing {
	w := Writing{Earlier: earlier}
	if title != nil {
		w.Title = *title
	}
	if text != nil {
		w.Text = *text
	}
	return w
}

// Count is what one request counts towards the rates.
type Count struct {
	rates   Rates
	command string
	taken   bool // in the newest attempt
}

// Counting handles a command that counts towards the rates: what it has counted and not written is forgotten. A request that only bears
// the name of an earlier one has counted nothing.
func Counting(ctx context.Context, h *commands.Handler, rates Rates, req commands.Request, do func(context.Context, *commands.Tx, *Count) error) (commands.Outcome, error) {
	count := &Count{rates: rates, command: req.Command}
	outcome, err := h.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		count.taken = false
		return do(ctx, tx, count)
	})
	if err == nil || !count.taken {
		return outcome, err
	}
	return outcome, errors.Join(err, rates.Release(context.WithoutCancel(ctx), req.By.Account, req.Command))
}

// Editing handles a command that edits a text, for commands.MountRequest.
func Editing[In any](h *commands.Handler, rates Rates, do func(context.Context, *commands.Tx, *Count, *In) error) func(context.Context, commands.Request, *In) (commands.Outcome, error) {
	return func(ctx context.Context, req commands.Request, in *In) (commands.Outcome, error) {
		return Counting(ctx, h, rates, req, func(ctx context.Context, tx *commands.Tx, count *Count) error { return do(ctx, tx, count, in) })
	}
}

// Writes counts a text that the caller of a decision is about to write, and returns why it waits for the staff; nil if it does not.
// The staff and the members of the place's project are free, these not of the check of what a text says.
func (c *Count) Writes(ctx context.Context, tx *commands.Tx, member bool, w Writing) (*reason.Addressed, error) {
	if err := c.checks(ctx, tx, w); err != nil || !c.begin(tx, member, &w) {
		return nil, err
	}
	if err := c.rates.Take(ctx, w); err != nil {
		return nil, err
	}
	return c.holds(ctx, w)
}

// Edits is Writes for an edit, for which no rate holds.
func (c *Count) Edits(ctx context.Context, tx *commands.Tx, member bool, w Writing) (*reason.Addressed, error) {
	if err := c.checks(ctx, tx, w); err != nil || !c.begin(tx, member, &w) {
		return nil, err
	}
	return c.holds(ctx, w)
}

func (c *Count) begin(tx *commands.Tx, member bool, w *Writing) bool {
	if c.rates == nil || tx.Repeated() || tx.By().Staff() || member {
		return false
	}
	c.taken, w.Account, w.Command, w.At = true, tx.By().Account, c.command, tx.Now()
	return true
}

func (c *Count) holds(ctx context.Context, w Writing) (*reason.Addressed, error) {
	h, is := c.rates.(Holder)
	if !is {
		return nil, nil
	}
	if held, err := h.Holds(ctx, w); err != nil || !held {
		return nil, err
	}
	return &reason.Addressed{Code: reason.Held}, nil
}

// Counted is a Rates that counts rows, for all processes of the site. It is safe for concurrent use.
type Counted struct {
	pool      *pgxpool.Pool
	newcomers *Newcomers // nil: nobody is one

	guard *commandrisk.Guard // nil: texts may say anything
}

// NewCounted makes one over the site's database.
func NewCounted(pool *pgxpool.Pool) *Counted { return &Counted{pool: pool} }

const (
	oneAtATime = `select pg_advisory_xact_lock(hashtextextended('talk.written ' || $1, 0))`
	forgetOld  = `delete from talk.written where account = $1 and at <= $2`
	countOwn   = `
select max(at) filter (where answer), count(*) filter (where answer and at > $3), min(at) filter (where answer and at > $3),
       count(*) filter (where discussion), min(at) filter (where discussion), count(*) filter (where issue), min(at) filter (where issue),
       max(at) filter (where digest = $4), max(at), count(*), min(at)
from (select *, not discussion and not issue as answer from talk.written where account = $1 and command <> $2) w`
	addOwn = `insert into talk.written (account, command, discussion, issue, digest, at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`
)

// own is what an account wrote before.
type own struct {
	newest, firstInHour, firstInDay, firstIssue, same *time.Time
	inHour, inDay, issues                             int

	last, first *time.Time // of all texts
	all         int
}

// Take implements Rates.
func (r *Counted) Take(ctx context.Context, w Writing) error {
	digest := sha256.Sum256([]byte(strings.Join(strings.Fields(w.Title+" "+w.Text), " ")))
	newcomer, err := r.newcomers.is(ctx, w.Account, w.At)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime, w.Account); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, forgetOld, w.Account, w.At.Add(-kept)); err != nil {
			return err
		}
		var o own
		row := tx.QueryRow(ctx, countOwn, w.Account, w.Command, w.At.Add(-time.Hour), digest[:])
		if err := row.Scan(&o.newest, &o.inHour, &o.firstInHour, &o.inDay, &o.firstInDay, &o.issues, &o.firstIssue, &o.same, &o.last, &o.all, &o.first); err != nil {
			return err
		}
		wait, what := o.wait(w, newcomer)
		if wait <= 0 {
			last, err := said(ctx, tx, w, digest)
			if err != nil {
				return err
			}
			wait, what = own{same: last}.wait(w, false)
		}
		if wait > 0 {
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
func (o own) wait(w Writing, newcomer bool) (wait time.Duration, what string) {
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
	if newcomer {
		until(o.last, betweenFirst, "新账号每分钟最多发布 1 条内容")
		if o.all >= firstTextsADay {
			until(o.first, kept, fmt.Sprintf("新账号每天最多发布 %d 条内容", firstTextsADay))
		}
	}
	until(o.same, betweenSameTexts, "相同的内容刚刚发送过")
	return wait, what
}

// Release implements Rates.
func (r *Counted) Release(ctx context.Context, account, command string) error {
	_, err := r.pool.Exec(ctx, `delete from talk.written where account = $1 and command = $2`, account, command)
	if err == nil {
		_, err = r.pool.Exec(ctx, forgetHeld, account, command)
	}
	if err == nil {
		_, err = r.pool.Exec(ctx, `delete from talk.said where command = $1`, command)
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
		_, err = r.pool.Exec(ctx, forgetAllHeld, account)
	}
	if err == nil && r.guard != nil {
		err = r.guard.Forget(ctx, account)
	}
	if err != nil {
		return fmt.Errorf("forget what %s wrote: %w", account, err)
	}
	return nil
}
