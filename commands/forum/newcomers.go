package forum

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/platform/markdown"
)

const (
	// newcomerFor is how long an account is a newcomer at least, and how long its texts must have stood to count.
	newcomerFor = 24 * time.Hour

	// firstTexts is how many standing texts an account has that is no newcomer.
	firstTexts = 3

	// newcomerLinks is how many links to other sites a text of a newcomer has at most.
	newcomerLinks = 2

	// heldLinks is how many texts with a link of a newcomer wait for the staff.
	heldLinks = 2

	betweenFirst   = time.Minute
	firstTextsADay = 10
)

// Holder is a Rates that also knows newcomers.
type Holder interface {
	// Holds is true for a text that waits for the staff before others read it: one of the first to which a newcomer adds a link. It
	// counts a text once. A text that newcomers may not write is a fault.
	Holds(ctx context.Context, w Writing) (bool, error)
}

// Newcomers tell who is a newcomer, and what leads outside of the site. All must be set.
type Newcomers struct {
	// Made is when an account was made.
	Made func(ctx context.Context, account string) (time.Time, error)
	// Stood is how many texts of an account that were written before a time can be read, up to a number.
	Stood func(ctx context.Context, account string, before time.Time, most int) (int, error)
	// Own is true for the names of the site's own hosts.
	Own func(host string) bool
}

// is says whether an account is a newcomer at a time.
func (n *Newcomers) is(ctx context.Context, account string, at time.Time) (bool, error) {
	if n == nil {
		return false, nil
	}
	made, err := n.Made(ctx, account)
	if err == nil && at.Sub(made) < newcomerFor {
		return true, nil
	}
	stood := 0
	if err == nil {
		stood, err = n.Stood(ctx, account, at.Add(-newcomerFor), firstTexts)
	}
	if err != nil {
		return false, fmt.Errorf("look whether %s is a newcomer: %w", account, err)
	}
	return stood < firstTexts, nil
}

// outside are the links and the pictures of other sites in a text in Markdown, as readers meet them.
func (n *Newcomers) outside(text string) (links, pictures []string) {
	return markdown.Outside(markdown.Render(text), n.Own)
}

// With makes the rates hold for newcomers too.
func (r *Counted) With(n Newcomers) *Counted {
	return &Counted{pool: r.pool, newcomers: &n, guard: r.guard}
}

const (
	// addHeld stores one of the first $4 texts with links, and returns whether the text is one of them.
	addHeld = `
with earlier as (select from talk.held where account = $1 and command <> $2),
     added as (insert into talk.held (account, command, at) select $1, $2, $3 where (select count(*) from earlier) < $4 on conflict do nothing)
select count(*) < $4 from earlier`

	forgetHeld = `delete from talk.held where account = $1 and command = $2`

	// forgetAllHeld also deletes what earlier releases kept of the first texts.
	forgetAllHeld = `with f as (delete from talk.firsts where account = $1) delete from talk.held where account = $1`
)

// Holds implements Holder.
func (r *Counted) Holds(ctx context.Context, w Writing) (held bool, err error) {
	if r.newcomers == nil {
		return false, nil
	}
	links, pictures := r.newcomers.outside(w.Text)
	before, shown := r.newcomers.outside(w.Earlier)
	addsLink, addsPicture := !covers(before, links), !covers(shown, pictures)
	if !addsLink && !addsPicture {
		return false, nil
	}
	newcomer, err := r.newcomers.is(ctx, w.Account, w.At)
	switch {
	case err != nil || !newcomer:
		return false, err
	case addsPicture:
		return false, fault.Invalid(post.FieldBody, "新账号暂时不能引用其他网站的图片，请直接上传图片。")
	case len(links) > newcomerLinks:
		return false, fault.Invalid(post.FieldBody, fmt.Sprintf("新账号的一条内容最多 %d 个其他网站的链接。", newcomerLinks))
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, oneAtATime, w.Account); err != nil {
			return err
		}
		return tx.QueryRow(ctx, addHeld, w.Account, w.Command, w.At, heldLinks).Scan(&held)
	})
	if err != nil {
		return false, fmt.Errorf("count the links of %s: %w", w.Account, err)
	}
	return held, nil
}

// covers is true if every address stands among earlier ones, no more often than there.
func covers(earlier, addresses []string) bool {
	earlier = slices.Clone(earlier)
	for _, a := range addresses {
		i := slices.Index(earlier, a)
		if i < 0 {
			return false
		}
		earlier = slices.Delete(earlier, i, i+1)
	}
	return true
}
