package forum

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/risk"
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

// Checker is a Rates that also refuses texts because of what they say.
type Checker interface {
	// Check is a fault if a text may not be written, or if its account may write nothing for a while.
	Check(ctx context.Context, w Writing) error
}

// Checked makes the texts pass a classifier too.
func (r *Counted) Checked(c Classifier) *Counted {
	return &Counted{pool: r.pool, newcomers: r.newcomers, classifier: c}
}

// checks is Check for a text of anybody but the staff.
func (c *Count) checks(ctx context.Context, tx *commands.Tx, w Writing) error {
	checker, is := c.rates.(Checker)
	if !is || tx.Repeated() || tx.By().Staff() || w.Title == "" && w.Text == "" {
		return nil
	}
	w.Account, w.Command, w.At = tx.By().Account, c.command, tx.Now()
	return checker.Check(ctx, w)
}

const (
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
)

// Check implements Checker. A text that did not pass counts once for each command.
func (r *Counted) Check(ctx context.Context, w Writing) error {
	if r.classifier == nil {
		return nil
	}
	if err := r.open(ctx, r.pool, w); err != nil {
		return err
	}
	for _, part := range []struct{ field, text string }{{forum.FieldTitle, w.Title}, {post.FieldBody, w.Text}} {
		if part.text == "" || part.field == forum.FieldTitle && w.Given {
			continue
		}
		phrase, found, err := r.classifier.Hit(ctx, part.text)
		if err != nil {
			return fmt.Errorf("check what %s writes: %w", w.Account, err)
		}
		if found {
			if err := r.hit(ctx, w); err != nil {
				return err
			}
			return fault.Invalid(part.field, fmt.Sprintf("内容中含有不能发布的词语「%s」，请修改后再发布。", phrase))
		}
	}
	return nil
}

// rowQuerier is a pool or a transaction.
type rowQuerier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// open is a fault while an account may write nothing.
func (r *Counted) open(ctx context.Context, in rowQuerier, w Writing) error {
	var until time.Time
	err := in.QueryRow(ctx, closedUntil, w.Account, w.At).Scan(&until)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look whether %s may write: %w", w.Account, err)
	}
	minutes := int((until.Sub(w.At) + time.Minute - 1) / time.Minute)
	return &fault.Error{Kind: fault.KindInvalid, Code: risk.CodeLimit, Text: fmt.Sprintf("内容多次未通过检查，请在 %d 分钟后再试。", minutes)}
}

// hit counts a text that did not pass, and closes writing for the account if it is one of several. It is a fault if writing was closed
// meanwhile.
func (r *Counted) hit(ctx context.Context, w Writing) error {
	digest := sha256.Sum256([]byte(w.Command + "\x00" + w.Title + "\x00" + w.Text))
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime, w.Account); err != nil {
			return err
		}
		if err := r.open(ctx, tx, w); err != nil {
			return err
		}
		since := w.At.Add(-hitsWithin)
		if _, err := tx.Exec(ctx, forgetHits, since, w.At); err != nil {
			return err
		}
		var hits int
		if err := tx.QueryRow(ctx, addHit, w.Account, digest[:], w.At, since).Scan(&hits); err != nil || hits < hitsToClose {
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
