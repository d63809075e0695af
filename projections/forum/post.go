package forum

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	domainpost "github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) postWritten(e runtime.Event, p domainpost.Written) {
	if p.Kind != domainpost.InDiscussion {
		return
	}
	b.change(e, p.Thing, func(d *discussion) {
		d.LastFloor, d.Answers, d.Bumped = d.LastFloor+1, d.Answers+1, e.At()
		b.posts.Written(e, p, d.LastFloor)
	})
}

func (b *batch) postEdited(e runtime.Event, p domainpost.Edited) { b.moved(e, b.posts.Edited(e, p)) }

func (b *batch) postHidden(e runtime.Event, p domainpost.Hidden) { b.moved(e, b.posts.Hidden(e, p)) }

func (b *batch) postRestored(e runtime.Event, p domainpost.Restored) {
	b.moved(e, b.posts.Restored(e, p))
}

func (b *batch) postDeleted(e runtime.Event, p domainpost.Deleted) {
	b.moved(e, b.posts.Deleted(e, p))
}

const (
	eraseDiscussions = `
with o as (update openings set body = $2 where discussion in (select id from discussions where author = $1))
update discussions set title = $2, written = case when cleared is null then length($2) else 0 end,
    lock_text = case lock_text when '' then '' else $2 end, reason_text = case reason_text when '' then '' else $2 end, position = $3
where author = $1 and gone is null`
	touchDiscussions = `update discussions set position = $2 where id in (select discussion from posts where author = $1) and gone is null`
)

// erased blanks an account's texts, and the reasons that were given to it. A rebuild gives the same rows: texts without a
// key are shown as erased.
func (b *batch) erased(e runtime.Event, p account.Erased) {
	b.rows.Exec(eraseDiscussions, p.Account, erasable.Erased, int64(e.Position))
	b.rows.Exec(touchDiscussions, p.Account, int64(e.Position))
	touched := b.posts.Erased(e, p.Account)
	for _, d := range b.discussions {
		if d == nil || d.Gone != nil {
			continue
		}
		if touched[d.ID] || d.Author == p.Account {
			d.Position = uint64(e.Position)
		}
		if d.Author == p.Account {
			d.Title = erasable.Erased
			answer.Blank(&d.LockText)
			answer.Blank(&d.ReasonText)
			if d.Cleared == nil {
				d.Written = len([]rune(erasable.Erased))
			}
		}
	}
}
