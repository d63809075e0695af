package claim

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Claim is a claim as a list shows it. Project is null where it is deleted or hidden; Token is what the claimant can
// write into the description of the source repository.
type Claim struct {
	ID        string           `json:"id"`
	Project   *Project         `json:"project"`
	Claimant  *contract.Author `json:"claimant"`
	Proof     string           `json:"proof" enum:"link,token"`
	Address   string           `json:"address"`
	Note      string           `json:"note"`
	Token     string           `json:"token"`
	State     string           `json:"state" enum:"open,withdrawn,accepted,rejected,superseded"`
	Filed     time.Time        `json:"filed"`
	Ended     *time.Time       `json:"ended"`
	DecidedBy *contract.Author `json:"decided_by"`
	Reason    *Reason          `json:"reason"`
	Rivals    int64            `json:"rivals" doc:"该资源的其他未处理认领"`
}

// Project is the claimed project. SourceURL is null where its page names no source repository.
type Project struct {
	ID        string  `json:"id"`
	Slug      string  `json:"slug"`
	URLType   string  `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Title     string  `json:"title"`
	IconURL   *string `json:"icon_url"`
	SourceURL *string `json:"source_url"`
}

// Reason is the reason of the staff's decision.
type Reason struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// List is a page of claims; Open and Ended count all claims of the same scope.
type List struct {
	Claims []Claim `json:"claims"`
	Open   int64   `json:"open"`
	Ended  int64   `json:"ended"`
}

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

func (s *Routes) list(ctx context.Context, in *listIn) (List, error) {
	out, v := List{}, reader(ctx)
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
	if out.Claims, err = s.read(ctx, query, v.Staff, v.Account, whose, limit, offset); err != nil {
		return out, err
	}
	if err := s.source.Pool.QueryRow(ctx, counts, whose).Scan(&out.Open, &out.Ended); err != nil {
		return out, fmt.Errorf("count claims: %w", err)
	}
	return out, nil
}

func (s *Routes) read(ctx context.Context, query string, args ...any) ([]Claim, error) {
	return view.Rows(ctx, s.source, "claims", s.scan, query, args...)
}

func (s *Routes) scan(row pgx.CollectableRow) (Claim, error) {
	var c Claim
	var p Project
	var why Reason
	var page []byte
	var account, decider string
	var username, avatar, deciderName, deciderAvatar, slug, urlType, title, icon, source *string
	err := row.Scan(&c.ID, &c.Proof, &c.Address, &c.Note, &c.State, &c.Filed, &c.Ended, &why.Code, &why.Text, &account, &username, &avatar,
		&decider, &deciderName, &deciderAvatar, &p.ID, &slug, &urlType, &title, &page, &icon, &source, &c.Rivals)
	if err != nil {
		return c, err
	}
	c.Filed = c.Filed.UTC()
	c.Claimant, c.DecidedBy = author(account, username, avatar), author(decider, deciderName, deciderAvatar)
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

func author(id string, name, avatar *string) *contract.Author {
	if name == nil {
		return nil
	}
	return &contract.Author{ID: id, Username: *name, AvatarURL: view.Present(avatar)}
}

// reader is the viewer of claims. The route has checked the scope.
func reader(ctx context.Context) view.Viewer {
	c := identity.FromContext(ctx)
	return view.Viewer{Account: c.Account, Staff: c.Staff()}
}
