package forum

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	betweenAnswers   = 10 * time.Second
	answersAnHour    = 60
	discussionsADay  = 10
	betweenSameTexts = 10 * time.Minute
	kept             = 24 * time.Hour
)

// Counted is a Rates that counts rows, for all processes of the site. It is safe for concurrent use.
type Counted struct{ pool *pgxpool.Pool }

// NewCounted makes one over the site's database.
func NewCounted(pool *pgxpool.Pool) *Counted { return &Counted{pool} }

const (
	oneAtATime = `select pg_advisory_xact_lock(hashtextextended('talk.written ' || $1, 0))`
	forgetOld  = `delete from talk.written where account = $1 and at <= $2`
	countOwn   = `
select max(at) filter (where not discussion), count(*) filter (where not discussion and at > $3), min(at) filter (where not discussion and at > $3),
       count(*) filter (where discussion), min(at) filter (where discussion), max(at) filter (where digest = $4)
from talk.written where account = $1 and command <> $2`
	addOwn = `insert into talk.written (account, command, discussion, digest, at) values ($1, $2, $3, $4, $5) on conflict do nothing`
)

// own is what an account wrote before.
type own struct {
	newest, firstInHour, firstInDay, same *time.Time
	inHour, inDay                         int
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
		if err := row.Scan(&o.newest, &o.inHour, &o.firstInHour, &o.inDay, &o.firstInDay, &o.same); err != nil {
			return err
		}
		if wait, what := o.wait(w); wait > 0 {
			return httpkit.RateLimited(ctx, wait, what)
		}
		_, err := tx.Exec(ctx, addOwn, w.Account, w.Command, w.Discussion, digest[:], w.At)
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
	if w.Discussion {
		if o.inDay >= discussionsADay {
			until(o.firstInDay, kept, fmt.Sprintf("每天最多发起 %d 个讨论", discussionsADay))
		}
	} else {
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
	if _, err := r.pool.Exec(ctx, `delete from talk.written where account = $1 and command = $2`, account, command); err != nil {
		return fmt.Errorf("forget what %s did not write: %w", account, err)
	}
	return nil
}

// Forget deletes the rows of an account. It is idempotent.
func (r *Counted) Forget(ctx context.Context, account string) error {
	if _, err := r.pool.Exec(ctx, `delete from talk.written where account = $1`, account); err != nil {
		return fmt.Errorf("forget what %s wrote: %w", account, err)
	}
	return nil
}
