package risk

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	hitsToClose = 5
	hitsWithin  = time.Minute
	closedFor   = 10 * time.Minute
)

// Classifier knows what texts may not contain. It must be safe for concurrent use.
type Classifier interface {
	// Hit is a phrase of a text that it may not contain; found is false if there is none.
	Hit(ctx context.Context, text string) (phrase string, found bool, err error)
}

// Checker refuses texts because of what they say. It must be safe for concurrent use.
type Checker interface {
	// Check is a fault if one of the texts may not be written, or if their account may write nothing for a while.
	Check(ctx context.Context, w risk.Writing) error
}

// Pass asks a checker about texts that the caller of a decision is about to write; those that are empty, and those of the staff and of a
// repeated request, pass. A nil checker lets everything pass.
func Pass(ctx context.Context, tx *commands.Tx, c Checker, texts ...risk.Text) error {
	w := risk.Writing{Account: tx.By().Account, Command: tx.Command(), At: tx.Now()}
	for _, t := range texts {
		if t.Text != "" {
			w.Texts = append(w.Texts, t)
		}
	}
	if c == nil || len(w.Texts) == 0 || tx.Repeated() || tx.By().Staff() {
		return nil
	}
	return c.Check(ctx, w)
}

// Guard is a Checker that counts what did not pass in rows, for all processes of the site: several within a minute close writing for the
// account. It is safe for concurrent use.
type Guard struct {
	pool       *pgxpool.Pool
	classifier Classifier
}

// NewGuard makes one over the site's database.
func NewGuard(pool *pgxpool.Pool, c Classifier) *Guard { return &Guard{pool, c} }

const (
	oneAtATime  = `select pg_advisory_xact_lock(hashtextextended('talk.hits ' || $1, 0))`
	closedUntil = `select until from talk.closed where account = $1 and until > $2`
	forgetHits  = `
with h as (delete from talk.hits where (account, digest) in (select account, digest from talk.hits where at <= $1 limit 100 for update skip locked))
delete from talk.closed where account in (select account from talk.closed where until <= $2 limit 100 for update skip locked)`
	addHit = `
with added as (insert into talk.hits (account, digest, at) values ($1, $2, $3) on conflict do nothing returning 1)
select (select count(*) from talk.hits where account = $1 and at > $4) + (select count(*) from added)`
	closeWriting = `
with h as (delete from talk.hits where account = $1)
insert into talk.closed (account, until) values ($1, $2) on conflict (account) do update set until = excluded.until`
	forgetAccount = `with h as (delete from talk.hits where account = $1) delete from talk.closed where account = $1`
)

// Check implements Checker. What did not pass counts once for each command.
func (g *Guard) Check(ctx context.Context, w risk.Writing) error {
	if err := open(ctx, g.pool, w); err != nil {
		return err
	}
	for _, t := range w.Texts {
		phrase, found, err := g.classifier.Hit(ctx, t.Text)
		if err != nil {
			return fmt.Errorf("check what %s writes: %w", w.Account, err)
		}
		if found {
			if err := g.hit(ctx, w); err != nil {
				return err
			}
			return fault.Invalid(t.Field, fmt.Sprintf("内容中含有不能发布的词语「%s」，请修改后再发布。", phrase))
		}
	}
	return nil
}

// Forget deletes the rows of an account. It is idempotent.
func (g *Guard) Forget(ctx context.Context, account string) error {
	if _, err := g.pool.Exec(ctx, forgetAccount, account); err != nil {
		return fmt.Errorf("forget what %s might not write: %w", account, err)
	}
	return nil
}

// rowQuerier is a pool or a transaction.
type rowQuerier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// open is a fault while an account may write nothing, with Retry-After in the answer.
func open(ctx context.Context, in rowQuerier, w risk.Writing) error {
	var until time.Time
	err := in.QueryRow(ctx, closedUntil, w.Account, w.At).Scan(&until)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look whether %s may write: %w", w.Account, err)
	}
	left := httpkit.RetryAfter(ctx, until.Sub(w.At))
	wait := fmt.Sprintf("%d 秒", left)
	if left > 60 {
		wait = fmt.Sprintf("%d 分 %d 秒", left/60, left%60)
	}
	return &fault.Error{Kind: fault.KindInvalid, Code: risk.CodeLimit, Text: "内容多次未通过检查，请在 " + wait + "后再试。"}
}

// hit counts what did not pass, and closes writing for the account if it is one of several. It is a fault if writing was closed
// meanwhile.
func (g *Guard) hit(ctx context.Context, w risk.Writing) error {
	digest := sha256.New()
	digest.Write([]byte(w.Command))
	for _, t := range w.Texts {
		digest.Write([]byte("\x00" + t.Field + "\x00" + t.Text))
	}
	err := pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime, w.Account); err != nil {
			return err
		}
		if err := open(ctx, tx, w); err != nil {
			return err
		}
		since := w.At.Add(-hitsWithin)
		if _, err := tx.Exec(ctx, forgetHits, since, w.At); err != nil {
			return err
		}
		var hits int
		if err := tx.QueryRow(ctx, addHit, w.Account, digest.Sum(nil), w.At, since).Scan(&hits); err != nil || hits < hitsToClose {
			return err
		}
		_, err := tx.Exec(ctx, closeWriting, w.Account, w.At.Add(closedFor))
		return err
	})
	if err != nil {
		return fmt.Errorf("count what %s may not write: %w", w.Account, err)
	}
	return nil
}
