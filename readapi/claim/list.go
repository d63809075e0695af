package claim

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// columns are those of a claim c for the viewer $1 and $2 (see view.Inside).
	columns = `
select c.id, c.proof, c.address, c.note, c.state, c.filed, c.ended, c.reason_code, c.reason_text, c.account, a.username, a.avatar_url,
       c.decided_by, d.username, d.avatar_url, c.project, p.slug, p.url_type, p.title, p.doc_page, p.icon_url,
       convert_from(p.doc_v2, 'UTF8')::json ->> 'source_url',
       (select count(*) from claim.claims o where o.project = c.project and o.ended is null and o.id <> c.id and $1::boolean)
from claim.claims c
left join identity.profiles a on a.id = c.account
left join identity.profiles d on d.id = c.decided_by
left join catalog.projects p on p.id = c.project and ` + view.VisibleProject

	open  = columns + ` where c.ended is null and ($3 = '' or c.account = $3) order by c.filed, c.id limit $4 offset $5`
	ended = columns + ` where c.ended is not null and ($3 = '' or c.account = $3) order by c.ended desc, c.id limit $4 offset $5`

	counts = `select count(*) filter (where ended is null), count(*) filter (where ended is not null) from claim.claims where $1 = '' or account = $1`
)

type listIn struct {
	Scope string `query:"scope" enum:"mine,all" default:"mine" doc:"默认 mine；all 仅限管理人员"`
	State string `query:"state" enum:"open,ended" default:"open" doc:"默认 open"`
	view.Page
}

func (s *Routes) list(ctx context.Context, in *listIn) (contract.ClaimList, error) {
	out, v := contract.ClaimList{}, view.Caller(ctx)
	whose := v.Account
	if in.Scope == "all" {
		if !v.Staff {
			return out, httpkit.Forbidden("只有管理人员可以查看全部认领")
		}
		whose = ""
	}
	query := open
	if in.State == "ended" {
		query = ended
	}
	limit, offset := in.Bounds()
	var err error
	if out.Claims, err = s.read(ctx, v, query, whose, limit, offset); err != nil {
		return out, err
	}
	if err := s.source.Pool.QueryRow(ctx, counts, whose).Scan(&out.Open, &out.Ended); err != nil {
		return out, fmt.Errorf("count claims: %w", err)
	}
	return out, nil
}

// read reads claims for a viewer. A claimant does not learn who of the staff decided.
func (s *Routes) read(ctx context.Context, v view.Viewer, query string, args ...any) ([]contract.Claim, error) {
	list, err := view.Rows(ctx, s.source, "claims", s.scan, query, append([]any{v.Staff, v.Account}, args...)...)
	for i := range list {
		if by := list[i].DecidedBy; by != nil && !v.Staff && by.ID != v.Account {
			list[i].DecidedBy = nil
		}
	}
	return list, err
}

func (s *Routes) scan(row pgx.CollectableRow) (contract.Claim, error) {
	var c contract.Claim
	var p contract.ClaimProject
	var why contract.ClaimReason
	var page []byte
	var account, decider string
	var username, avatar, deciderName, deciderAvatar, slug, urlType, title, icon, source *string
	err := row.Scan(&c.ID, &c.Proof, &c.Address, &c.Note, &c.State, &c.Filed, &c.Ended, &why.Code, &why.Text, &account, &username, &avatar,
		&decider, &deciderName, &deciderAvatar, &p.ID, &slug, &urlType, &title, &page, &icon, &source, &c.Rivals)
	if err != nil {
		return c, err
	}
	c.Claimant, c.DecidedBy = view.Author(&account, username, avatar), view.Author(&decider, deciderName, deciderAvatar)
	c.Token = s.token(account, p.ID)
	if why.Code != "" {
		c.Reason = &why
	}
	if slug != nil {
		p.Slug, p.URLType, p.IconURL, p.SourceURL = *slug, *urlType, view.Present(icon), view.Present(source)
		p.Title, err = view.ShownTitle(*title, page)
		c.Project = &p
	}
	return c, err
}
