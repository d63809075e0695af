package issue

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/readapi/view"
)

var (
	// member holds where the viewer is an accepted member of the project p or of its organization.
	member = `($2::text <> '' and ` + view.Belongs("$2") + `)`

	// inside holds for those who see what is hidden in an issue that is not theirs, where the project p is joined.
	inside = `($1::boolean or coalesce(` + member + `, false))`

	// columns are those of an issue i of a project p that the viewer $1 and $2 may see.
	columns = `
select i.id, i.number, i.project, i.title, i.created, i.updated, i.edited, i.closed, i.closed_as, i.duplicate_of, other.number,
       case when not other.hidden or ` + inside + ` then other.title else '' end, i.fixed_in, v.number, v.name, coalesce(v.visible, false),
       i.author, a.username, a.avatar_url, i.locked, i.lock_code, i.lock_text, i.pinned, i.hidden, i.reason_code, i.reason_text,
       i.comments, i.last_floor, i.revision, coalesce(b.body, ''), p.slug, p.url_type, p.title, p.doc_page, p.icon_url, ` + inside + `,
       (select json_agg(json_build_array(l.label, n.name, n.color, n.description) order by l.place)
        from issue.issue_labels l left join issue.labels n on n.project = l.project and n.id = l.label where l.issue = i.id),
       (select json_agg(json_build_object('id', w.account, 'username', x.username, 'avatar_url', nullif(x.avatar_url, '')) order by w.place)
        from issue.assignees w join identity.profiles x on x.id = w.account where w.issue = i.id)
from `

	// joined are what columns needs beside the issues i. The text is joined by a query of one issue only.
	joined = `
join catalog.projects p on p.id = i.project
left join identity.profiles a on a.id = i.author
left join issue.issues other on i.duplicate_of <> '' and other.id = i.duplicate_of
left join lateral (` + version("i.fixed_in") + `) v on true `

	// readable holds for the issues i that the viewer may read.
	readable = `exists (select from catalog.projects p where p.id = i.project and ` + view.VisibleProject + `
    and (not i.hidden or i.author = $2 and $2 <> '' or ` + inside + `))`

	withText    = ` left join issue.openings b on b.issue = i.id `
	withoutText = ` left join lateral (select ''::text as body) b on true `

	one      = columns + `issue.issues i` + joined + withText + `where i.id = $3 and ` + readable
	numbered = columns + `issue.issues i` + joined + withText + `where i.project = ` + view.Found + ` and i.number = $5 and ` + readable
)

// version selects a version of the project p by an id, if the viewer sees it.
func version(id string) string {
	return `select v.number, convert_from(v.doc_v2, 'UTF8')::json ->> 'name' as name, v.visible
    from catalog.versions v where ` + id + ` <> '' and v.id = ` + id + ` and (v.visible or ` + inside + `)`
}

// shown is an issue with what its document does not say.
type shown struct {
	contract.Issue
	inside bool // the viewer sees what is hidden in it
}

func (s *Routes) scan(row pgx.CollectableRow) (out shown, err error) {
	var author, as, other, fixed, slug, urlType, title string
	var otherTitle, name, avatar, versionNumber, versionName, icon *string
	var otherNumber *int
	var published bool
	var lock, why contract.ForumReason
	var page, worn, assigned []byte
	i := &out.Issue
	err = row.Scan(&i.ID, &i.Number, &i.ProjectID, &i.Title, &i.CreatedAt, &i.UpdatedAt, &i.EditedAt, &i.ClosedAt, &as, &other, &otherNumber,
		&otherTitle, &fixed, &versionNumber, &versionName, &published,
		&author, &name, &avatar, &i.Locked, &lock.Code, &lock.Text, &i.Pinned, &i.Hidden, &why.Code, &why.Text,
		&i.CommentsCount, &i.LastFloor, &i.Revision, &i.Body, &slug, &urlType, &title, &page, &icon, &out.inside, &worn, &assigned)
	if err != nil {
		return out, err
	}
	i.State, i.StateReason = "open", view.Present(&as)
	if i.ClosedAt != nil {
		i.State = "closed"
	}
	i.DuplicateOf, i.FixedIn = link(other, otherNumber, otherTitle), fix(fixed, versionNumber, versionName, published)
	i.Author = view.Author(&author, name, avatar)
	if lock.Code != "" {
		i.LockReason = &lock
	}
	if i.Hidden && why.Code != "" {
		i.Reason = &why
	}
	i.Project = &contract.ProjectLink{ID: i.ProjectID, Slug: slug, URLType: urlType, IconURL: view.Present(icon)}
	if i.Project.Title, err = view.ShownTitle(title, page); err != nil {
		return out, err
	}
	i.Labels, i.Assignees = []contract.IssueLabel{}, []contract.Author{}
	if worn != nil {
		var list [][4]*string
		if err := json.Unmarshal(worn, &list); err != nil {
			return out, fmt.Errorf("read the labels of an issue: %w", err)
		}
		for _, l := range list {
			i.Labels = append(i.Labels, s.label(*l[0], l[1], l[2], l[3]))
		}
	}
	if assigned != nil {
		if err := json.Unmarshal(assigned, &i.Assignees); err != nil {
			return out, fmt.Errorf("read the assignees of an issue: %w", err)
		}
	}
	return out, nil
}

// link is another issue; nil if there is none.
func link(id string, number *int, title *string) *contract.IssueLink {
	if number == nil {
		return nil
	}
	out := &contract.IssueLink{ID: id, Number: *number}
	if title != nil {
		out.Title = *title
	}
	return out
}

// fix is the version that fixes an issue; nil if there is none.
func fix(id string, number, name *string, published bool) *contract.IssueFix {
	if id == "" {
		return nil
	}
	return &contract.IssueFix{VersionID: id, Number: number, Name: name, Published: published}
}

// find reads an issue that a viewer may see.
func (s *Routes) find(ctx context.Context, v view.Viewer, id string) (shown, error) {
	return view.Only(view.Rows(ctx, s.source, "an issue", s.scan, one, v.Staff, v.Account, id))
}

// byID is GET /v3/issues/{id}.
func (s *Routes) byID(ctx context.Context, in *view.ByID) (contract.Issue, error) {
	found, err := s.find(ctx, view.Projects(ctx), string(in.ID))
	if err != nil {
		return contract.Issue{}, err
	}
	return s.whole(ctx, found)
}

type byNumberIn struct {
	view.ByID
	Number string `path:"number" doc:"反馈在资源内的编号"`
}

// byNumber is GET /v3/project/{id}/issues/{number}.
func (s *Routes) byNumber(ctx context.Context, in *byNumberIn) (contract.Issue, error) {
	number, err := strconv.ParseInt(in.Number, 10, 32)
	if err != nil || number < 1 {
		return contract.Issue{}, httpkit.NotFound()
	}
	v := view.Projects(ctx)
	found, err := view.Only(view.Rows(ctx, s.source, "an issue", s.scan, numbered, v.Staff, v.Account, string(in.ID), in.ID.Lower(), number))
	if err != nil {
		return contract.Issue{}, err
	}
	return s.whole(ctx, found)
}

// whole completes the document of one issue.
func (s *Routes) whole(ctx context.Context, found shown) (contract.Issue, error) {
	i := found.Issue
	i.BodyHTML = s.Render(i.Body)
	if err := s.Link(ctx, &i.BodyHTML); err != nil {
		return i, err
	}
	rights, err := s.Rights(ctx, i.ID)
	if err != nil {
		return i, fmt.Errorf("read what the caller may do with an issue: %w", err)
	}
	i.Can = &rights
	return i, nil
}

const numberOf = `select number from issue.issues where id = $1`

// Numbered is the number of an issue, as soon as the read model has a position; nil if it does not for a while.
func (s *Routes) Numbered(ctx context.Context, id string, position uint64) (*int, error) {
	if !s.answers.Waited(ctx, position) {
		return nil, nil
	}
	list, err := view.Rows(ctx, s.source, "the number of an issue", pgx.RowTo[int], numberOf, id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

const fixedBy = `select id from issue.issues where fixed_in = $1 and closed is null order by project, number`

// Fixed are the open issues that a version fixes, as of a position at least.
func (s *Routes) Fixed(ctx context.Context, version string, position uint64) ([]string, error) {
	if err := s.source.Board.Wait(ctx, projected.Name, position); err != nil {
		return nil, fmt.Errorf("wait for the issues: %w", err)
	}
	return view.Rows(ctx, s.source, "the issues that a version fixes", pgx.RowTo[string], fixedBy, version)
}
