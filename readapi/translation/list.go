package translation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// The conditions of a list; $3 is a project's id.
const (
	incoming = `l.target_project = $3`
	outgoing = `l.project = $3`
	anywhere = `$3::text = ''`
)

// standing are the states that programs of this API family know.
const standing = "pending,approved,rejected"

// StatusIn selects links by their status.
type StatusIn struct {
	Status string `query:"status" enum:"pending,approved,rejected,revoked" doc:"默认为全部"`
	view.Page
}

type staffIn struct {
	Sort string `query:"sort" enum:"oldest,newest" default:"oldest" doc:"按申请的时间；oldest：等待最久的在前"`
	StatusIn
}

type pageIn struct {
	view.ByID
	Side string `query:"side" enum:"incoming,outgoing" default:"incoming" doc:"incoming：其他资源对本资源的汉化；outgoing：本资源所汉化的"`
	StatusIn
}

const mayRead = `
select p.id, ` + view.VisibleProject + `, $1::boolean or %s from catalog.projects p where p.id = ` + view.Found

// readable is the id of a project whose links the viewer may read: a member who may upload versions, or the staff.
func (s *Routes) readable(ctx context.Context, v view.Viewer, name view.Name) (id string, err error) {
	var visible, may bool
	err = s.source.Pool.QueryRow(ctx, fmt.Sprintf(mayRead, view.Uploads("p")), v.Staff, v.Account, name, name.Lower()).Scan(&id, &visible, &may)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && !visible:
		return "", httpkit.NotFound()
	case err != nil:
		return "", fmt.Errorf("read a project with translations: %w", err)
	case !may:
		return "", httpkit.Forbidden("只有有上传版本权限的成员和管理人员可以查看汉化审核")
	}
	return id, nil
}

func (s *Routes) page(ctx context.Context, in *pageIn) (contract.TranslationPage, error) {
	v := view.Caller(ctx)
	id, err := s.readable(ctx, v, in.ID)
	if err != nil {
		return contract.TranslationPage{}, err
	}
	where := incoming
	if in.Side == "outgoing" {
		where = outgoing
	}
	return s.read(ctx, v, where, id, newestFirst, in.StatusIn)
}

// ofProject is the list that programs of this API family read: all links that count.
func (s *Routes) ofProject(ctx context.Context, in *view.ByID) ([]contract.TranslationLink, error) {
	v := view.Caller(ctx)
	id, err := s.readable(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	return s.links(ctx, v, incoming, id, newestFirst, standing, maxLinks, 0)
}

func (s *Routes) staffPage(ctx context.Context, in *staffIn) (contract.TranslationPage, error) {
	v, err := staff(ctx)
	if err != nil {
		return contract.TranslationPage{}, err
	}
	order := oldestFirst
	if in.Sort == "newest" {
		order = newestFirst
	}
	return s.read(ctx, v, anywhere, "", order, in.StatusIn)
}

func (s *Routes) all(ctx context.Context, in *StatusIn) (contract.TranslationLinks, error) {
	v, err := staff(ctx)
	if err != nil {
		return contract.TranslationLinks{}, err
	}
	p, err := s.read(ctx, v, anywhere, "", newestFirst, *in)
	return contract.TranslationLinks{Links: p.Links, Total: p.Total}, err
}

func staff(ctx context.Context) (view.Viewer, error) {
	v := view.Caller(ctx)
	if !v.Staff {
		return v, httpkit.Forbidden("只有管理人员可以查看全站的汉化")
	}
	return v, nil
}

const counted = `
select count(*) filter (where l.status = 'pending'), count(*) filter (where l.status = 'approved'),
       count(*) filter (where l.status = 'rejected'), count(*) filter (where l.status = 'revoked')
from translation.links l
where %s and l.status <> 'withdrawn' and exists (select from catalog.versions v where v.id = l.version)
  and exists (select from catalog.versions t where t.id = l.target)`

// read reads a part of the links of a condition with their numbers.
func (s *Routes) read(ctx context.Context, v view.Viewer, where, project, order string, in StatusIn) (out contract.TranslationPage, err error) {
	c := &out.Counts
	if err = s.source.Pool.QueryRow(ctx, fmt.Sprintf(counted, strings.ReplaceAll(where, "$3", "$1")), project).Scan(&c.Pending, &c.Approved, &c.Rejected, &c.Revoked); err != nil {
		return out, fmt.Errorf("count translations: %w", err)
	}
	statuses := in.Status
	switch in.Status {
	case "pending":
		out.Total = c.Pending
	case "approved":
		out.Total = c.Approved
	case "rejected":
		out.Total = c.Rejected
	case "revoked":
		out.Total = c.Revoked
	default:
		statuses, out.Total = standing+",revoked", c.Pending+c.Approved+c.Rejected+c.Revoked
	}
	limit, offset := in.Bounds()
	out.Links, err = s.links(ctx, v, where, project, order, statuses, limit, offset)
	return out, err
}
