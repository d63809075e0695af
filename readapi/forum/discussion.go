package forum

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/view"
)

var (
	// belongs holds where the viewer is an accepted member of the project p or of its organization.
	belongs = view.Belongs("$2")

	// columns are those of a discussion d for the viewer $1 and $2 (see view.Inside).
	columns = `
select d.id, d.title, d.section, d.created, d.updated, d.author, a.username, a.avatar_url, d.locked, d.lock_code, d.lock_text, d.pinned, d.cleared,
       d.bumped, d.last_floor, d.answers, d.project, d.revision, d.hidden, d.reason_code, d.reason_text, coalesce(b.body, ''),
       p.slug, p.url_type, p.title, p.doc_page, p.icon_url, o.id, o.name, n.floor, l.author, l.created, la.username, la.avatar_url,
       coalesce(` + inside + `, false)
from `

	// joined are what columns needs beside the discussions d. The text is joined by a query of one discussion only.
	joined = `
left join identity.profiles a on a.id = d.author
left join catalog.projects p on d.project <> '' and p.id = d.project and ` + view.VisibleProject + `
left join catalog.organizations o on o.id = p.organization
left join talk.seen n on n.account = $2 and n.discussion = d.id
left join lateral (
    select q.author, q.created from forum.posts q where q.discussion = d.id and not q.deleted and not q.hidden order by q.floor desc limit 1) l on true
left join identity.profiles la on la.id = l.author `

	// inside holds for those who see what is hidden in a discussion that is not theirs.
	inside = `($1::boolean or $2::text <> '' and d.project <> '' and exists (
    select from catalog.projects p where p.id = d.project and ` + belongs + `))`

	// readable holds for the discussions d that the viewer may read.
	readable = `d.gone is null and (not d.hidden or d.author = $2 and $2 <> '' or ` + inside + `)
  and (d.project = '' or exists (select from catalog.projects p where p.id = d.project and ` + view.VisibleProject + `))`

	withText    = ` left join forum.openings b on b.discussion = d.id `
	withoutText = ` left join lateral (select ''::text as body) b on true `

	one = columns + `forum.discussions d` + joined + withText + `
where d.id = $3 and ` + readable

	// removed finds a discussion that was deleted with everything in it, and that the viewer could read before.
	removed = `
select d.id from forum.discussions d where d.id = $3 and d.gone is not null and (not d.hidden or $1::boolean)
  and (d.project = '' or exists (select from catalog.projects p where p.id = d.project and ` + view.VisibleProject + `))`
)

// Readable is the condition that the viewer of the query, given as in package view, may read the discussion d.
func Readable() string { return readable }

// Inside is the condition that the viewer sees what is hidden in the discussion d.
func Inside() string { return inside }

// shownDiscussion is a discussion with what its document does not say.
type shownDiscussion struct {
	contract.Forum
	inside bool      // the viewer sees what is hidden in it
	bumped time.Time // the newest answer, also a deleted one; or the opening
}

func (s *Routes) scan(row pgx.CollectableRow) (out shownDiscussion, err error) {
	var author, section, project string
	var lock, why contract.ForumReason
	var page []byte
	var name, avatar, slug, urlType, title, icon, lastBy, lastName, lastAvatar *string
	var lastAt *time.Time
	var locked bool
	d := &out.Forum
	err = row.Scan(&d.ID, &d.Title, &section, &d.CreatedAt, &d.UpdatedAt, &author, &name, &avatar, &locked, &lock.Code, &lock.Text, &d.Pinned, &d.DeletedAt,
		&out.bumped, &d.LastFloor, &d.Replies, &project, &d.Revision, &d.Hidden, &why.Code, &why.Text, &d.Content,
		&slug, &urlType, &title, &page, &icon, &d.OrganizationID, &d.Organization, &d.ReadFloor, &lastBy, &lastAt, &lastName, &lastAvatar, &out.inside)
	if err != nil {
		return out, err
	}
	d.Category, d.SectionTitle, d.State = section, s.title(section), "open"
	if locked {
		d.State = "closed"
	}
	if lock.Code != "" {
		d.LockReason = &lock
	}
	if d.Hidden && why.Code != "" {
		d.Reason = &why
	}
	d.Deleted = d.DeletedAt != nil
	d.UserID, d.UserName, d.Avatar = answer.Person(author, name, avatar)
	d.LastPostUser = view.Author(lastBy, lastName, lastAvatar)
	d.LastPostTime = d.CreatedAt
	if lastAt != nil {
		d.LastPostTime = *lastAt
	}
	if project != "" {
		d.ProjectID = &project
	}
	if slug != nil {
		d.Project = &contract.ProjectLink{ID: project, Slug: *slug, URLType: *urlType, IconURL: view.Present(icon)}
		d.Project.Title, err = view.ShownTitle(*title, page)
	}
	return out, err
}

// find reads a discussion that a viewer may see.
func (s *Routes) find(ctx context.Context, v view.Viewer, id string) (shownDiscussion, error) {
	list, err := view.Rows(ctx, s.source, "a discussion", s.scan, one, v.Staff, v.Account, id)
	if err == nil && len(list) == 0 {
		gone, err := view.Rows(ctx, s.source, "a deleted discussion", pgx.RowTo[string], removed, v.Staff, v.Account, id)
		if err == nil && len(gone) > 0 {
			err = httpkit.Fault(httpkit.KindGone, "gone", "该讨论已被删除")
		}
		if err != nil {
			return shownDiscussion{}, err
		}
	}
	return view.Only(list, err)
}

func (s *Routes) discussion(ctx context.Context, in *view.ByID) (contract.Forum, error) {
	v := view.Projects(ctx)
	found, err := s.find(ctx, v, string(in.ID))
	if err != nil {
		return contract.Forum{}, err
	}
	d := found.Forum
	d.ContentHTML = s.Render(d.Content)
	if err := s.Link(ctx, &d.ContentHTML); err != nil {
		return d, err
	}
	rights, err := s.Rights(ctx, d.ID)
	if err != nil {
		return d, fmt.Errorf("read what the caller may do with a discussion: %w", err)
	}
	d.Can = &rights
	return d, nil
}
