package forum

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	domainpost "github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) postWritten(e runtime.Event, p domainpost.Written) {
	if p.Kind != domainpost.InDiscussion {
		return
	}
	b.change(e, p.Thing, func(d *discussion) {
		d.LastFloor, d.Answers, d.Bumped = d.LastFloor+1, d.Answers+1, e.At()
		r := post{
			ID: p.Post, Discussion: d.ID, Floor: d.LastFloor, Author: p.Author, Body: p.Body.String(), Created: e.At(), Updated: e.At(),
			ReplyTo: p.ReplyTo, ReplyRevision: p.ReplyRevision, Position: uint64(e.Position),
		}
		b.posts[r.ID] = &r
		posts.Put(b.rows, r)
		revisions.Put(b.rows, revision{Text: r.ID, Author: r.Author, By: r.Author, At: r.Created, Body: r.Body, Rewritten: true})
	})
}

func (b *batch) postEdited(e runtime.Event, p domainpost.Edited) {
	b.changePost(e, p.Post, func(r *post) {
		r.Body, r.Revision, r.Updated = p.Body.String(), r.Revision+1, e.At()
		revisions.Put(b.rows, revision{Text: r.ID, Revision: r.Revision, Author: r.Author, By: e.Meta.Actor, At: e.At(), Body: r.Body, Rewritten: true})
	})
}

func (b *batch) postHidden(e runtime.Event, p domainpost.Hidden) {
	b.changePost(e, p.Post, func(r *post) {
		r.Hidden, r.ByTeam = true, p.Team
		r.ReasonCode, r.ReasonText = why(p.Reason)
	})
}

func (b *batch) postRestored(e runtime.Event, p domainpost.Restored) {
	b.changePost(e, p.Post, func(r *post) { r.Hidden, r.ByTeam, r.ReasonCode, r.ReasonText = false, false, "", "" })
}

func (b *batch) postDeleted(e runtime.Event, p domainpost.Deleted) {
	b.changePost(e, p.Post, func(r *post) {
		r.Deleted, r.Body = true, ""
		r.ReasonCode, r.ReasonText = why(p.Reason)
		for n := 0; n <= r.Revision; n++ {
			revisions.Delete(b.rows, revision{Text: r.ID, Revision: n})
		}
	})
}

const (
	eraseDiscussions = `
with o as (update openings set body = $2 where discussion in (select id from discussions where author = $1))
update discussions set title = $2, written = case when cleared is null then length($2) else 0 end,
    lock_text = case lock_text when '' then '' else $2 end, reason_text = case reason_text when '' then '' else $2 end, position = $3
where author = $1 and gone is null`
	erasePosts = `
with p as (
    update posts set body = case when deleted then '' else $2 end, reason_text = case reason_text when '' then '' else $2 end, position = $3
    where author = $1 returning discussion)
update discussions set position = $3 where id in (select discussion from p) and gone is null`
	eraseRevisions = `
update revisions set title = case when retitled then $2 else '' end, body = case when rewritten then $2 else '' end where author = $1`
)

// erased blanks an account's texts, and the reasons that were given to it. A rebuild gives the same rows: texts without a
// key are shown as erased.
func (b *batch) erased(e runtime.Event, p account.Erased) {
	for _, statement := range []string{eraseDiscussions, erasePosts} {
		b.rows.Exec(statement, p.Account, erasable.Erased, int64(e.Position))
	}
	b.rows.Exec(eraseRevisions, p.Account, erasable.Erased)
	blank := func(text *string) {
		if *text != "" {
			*text = erasable.Erased
		}
	}
	touched := map[string]bool{}
	for _, r := range b.posts {
		if r == nil || r.Author != p.Account {
			continue
		}
		blank(&r.Body)
		blank(&r.ReasonText)
		r.Position, touched[r.Discussion] = uint64(e.Position), true
	}
	for _, d := range b.discussions {
		if d == nil || d.Gone != nil {
			continue
		}
		if touched[d.ID] || d.Author == p.Account {
			d.Position = uint64(e.Position)
		}
		if d.Author == p.Account {
			d.Title = erasable.Erased
			blank(&d.LockText)
			blank(&d.ReasonText)
			if d.Cleared == nil {
				d.Written = len([]rune(erasable.Erased))
			}
		}
	}
}
