package wiki

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// drafted are the columns of the drafts d; the projects are those that the viewer $1, $2 (see view.Inside) may see.
const (
	drafted = `
select d.id, d.status, d.account, a.username, a.avatar_url, d.account = $2, d.opened, d.changed, d.submitted, d.ends, d.msg, d.rejection, d.again,
    cardinality(d.pages), d.change, p.id, p.slug, p.url_type, p.title, p.icon_url, p.doc_page
from d
left join identity.profiles a on a.id = d.account
left join catalog.projects p on p.id = d.project and ` + view.VisibleProject

	// newest and oldest are the orders of lists: $4 and $5 are limit and offset.
	newest = `order by d.opened desc, d.id`
	oldest = `order by d.submitted, d.id`

	openOnes   = `d.status in ('draft', 'review', 'reject')`
	waiting    = `d.status = 'review'`
	endedOnes  = `d.status in ('success', 'timeout', 'given_up')`
	everything = `true`

	ofOneProject = `d.project = $3 and ($6 or d.account = $2)`
	ofAuthor     = `d.project = $3 and d.account = $2 and not $6`
	ofAccount    = `d.account = $2 and $3 = '' and not $6`
	toReview     = `d.account <> $2 and $3 = '' and not $6 and exists (select from catalog.projects p where p.id = d.project and ` + holds + `)`

	// left are the drafts that only the staff can decide, and those that wait since $3.
	left = `$6 and d.account <> $2 and (d.submitted < $3::text::timestamptz or exists (select from catalog.projects p where p.id = d.project and not ` + held + `))`
)

// listOf is a statement that lists drafts, and one that counts them.
func listOf(where, state, order string) (list, count string) {
	from := ` from wiki.drafts d where ` + where + ` and ` + state
	page := ` ` + order + ` limit $4 offset $5`
	return `with d as materialized (select d.*` + from + page + `)` + drafted + ` ` + order,
		`select count(*)` + from + ` and ($1::boolean or true) and $4::int >= 0 and $5::int >= 0`
}

type draftsIn struct {
	view.ByID
	Status string `query:"status" enum:"open,review,ended" default:"open" doc:"open：未结束的；review：等待审核的；ended：已结束的。默认 open"`
	view.Page
}

func (s *Routes) ofProject(ctx context.Context, in *draftsIn) (contract.WikiDraftList, error) {
	v := view.Caller(ctx)
	at, err := s.find(ctx, v, in.ID)
	if err != nil {
		return contract.WikiDraftList{}, err
	}
	state, order := openOnes, newest
	switch in.Status {
	case "review":
		state, order = waiting, oldest
	case "ended":
		state = endedOnes
	}
	list, count := listOf(ofOneProject, state, order)
	return s.listed(ctx, v, in.Page, list, count, at.ID, v.Staff || at.Holds)
}

type scopeIn struct {
	Scope string `query:"scope" enum:"mine,review,staff" default:"mine" doc:"mine：自己未结束的；review：等待自己审核的；staff：等待管理人员的。默认 mine"`
	view.Page
}

// overdue is how long a draft waits before the staff sees it too.
const overdue = 7 * 24 * time.Hour

func (s *Routes) ofCaller(ctx context.Context, in *scopeIn) (contract.WikiDraftList, error) {
	v := view.Caller(ctx)
	switch in.Scope {
	case "review":
		list, count := listOf(toReview, waiting, oldest)
		return s.listed(ctx, v, in.Page, list, count, "", false)
	case "staff":
		if !v.Staff {
			return contract.WikiDraftList{}, httpkit.Forbidden("只有管理人员可以查看")
		}
		list, count := listOf(left, waiting, oldest)
		return s.listed(ctx, v, in.Page, list, count, time.Now().Add(-overdue).UTC().Format(time.RFC3339Nano), true)
	}
	list, count := listOf(ofAccount, openOnes, newest)
	return s.listed(ctx, v, in.Page, list, count, "", false)
}

func (s *Routes) listed(ctx context.Context, v view.Viewer, p view.Page, list, count, of string, all bool) (out contract.WikiDraftList, err error) {
	limit, offset := p.Bounds()
	args := []any{v.Staff, v.Account, of, limit, offset, all}
	if out.Drafts, err = view.Rows(ctx, s.source, "drafts of wikis", scanDraft, list, args...); err != nil {
		return out, err
	}
	if err := s.source.Pool.QueryRow(ctx, count, args...).Scan(&out.Total); err != nil {
		return out, fmt.Errorf("count drafts of wikis: %w", err)
	}
	return out, nil
}

func scanDraft(row pgx.CollectableRow) (contract.WikiDraftItem, error) {
	var d contract.WikiDraftItem
	var account string
	var name, avatar, id, slug, urlType, title, icon *string
	var page []byte
	err := row.Scan(&d.ID, &d.Status, &account, &name, &avatar, &d.Own, &d.Opened, &d.Changed, &d.Submitted, &d.Ends, &d.Msg, &d.Rejection, &d.AgainCount,
		&d.Pages, &d.Change, &id, &slug, &urlType, &title, &icon, &page)
	if err != nil {
		return d, err
	}
	d.Author = view.Author(&account, name, avatar)
	if id != nil {
		d.Project = &contract.ProjectLink{ID: *id, Slug: *slug, URLType: *urlType, IconURL: view.Present(icon)}
		d.Project.Title, err = view.ShownTitle(*title, page)
	}
	return d, err
}

// kept is how long an ended draft can be continued.
const kept = 30 * 24 * time.Hour

// continuable is the caller's newest draft of a project, if it timed out or was given up and can still be continued.
func (s *Routes) continuable(ctx context.Context, v view.Viewer, project string) (*contract.WikiDraftState, error) {
	list, _ := listOf(ofAuthor, everything, newest)
	found, err := view.Rows(ctx, s.source, "the last draft of a wiki", scanDraft, list, v.Staff, v.Account, project, 1, 0, false)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	d := found[0].WikiDraftState
	if d.Status != "timeout" && d.Status != "given_up" || time.Since(d.Changed) > kept {
		return nil, nil
	}
	return &d, nil
}
