package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

// Owned is a kind of owner of projects: a condition over p with an id as parameter $3.
type Owned string

// The owners of lists.
const (
	// OfAccountMember are the projects of which an account is an accepted member, and those of the organizations of which it
	// is one. The array makes the planner look them up by their ids.
	OfAccountMember Owned = `p.id = any(array(
    select t.project from catalog.members t where t.account = $3 and t.accepted
    union
    select q.id from catalog.organization_members m join catalog.projects q on q.organization = m.organization and q.organization <> ''
    where m.account = $3 and m.accepted))`
	// OfOrganization are the projects of an organization.
	OfOrganization Owned = `p.organization = $3 and p.organization <> ''`
)

// Row is a project in its owner's list.
type Row struct {
	contract.Hit
	Status string `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}

// Counts are the totals on a person's or an organization's page, of projects that the viewer may find.
type Counts struct {
	Projects  int64            `json:"projects"`
	Downloads int64            `json:"downloads"`
	Followers int64            `json:"followers"`
	Types     map[string]int64 `json:"types"` // by the type in a project's address
}

// OrganizationPageAnswer is the data of an organization's page beside the list of its projects.
type OrganizationPageAnswer struct {
	contract.OrganizationAnswer
	Counts Counts `json:"counts"`
}

// Count counts the projects of an owner that the viewer may find.
func (s *Routes) Count(ctx context.Context, v view.Viewer, o Owned, id string) (Counts, error) {
	c := Counts{Types: map[string]int64{}}
	rows, err := s.source.Pool.Query(ctx, `select p.url_type, count(*), sum(p.downloads)::bigint, sum(p.followers)::bigint
from catalog.projects p where `+string(o)+` and `+view.ListedProject+` group by p.url_type`, v.Staff, v.Account, id)
	if err != nil {
		return c, fmt.Errorf("count projects: %w", err)
	}
	var kind string
	var n, downloads, followers int64
	_, err = pgx.ForEachRow(rows, []any{&kind, &n, &downloads, &followers}, func() error {
		c.Types[kind] = n
		c.Projects, c.Downloads, c.Followers = c.Projects+n, c.Downloads+downloads, c.Followers+followers
		return nil
	})
	if err != nil {
		return c, fmt.Errorf("count projects: %w", err)
	}
	return c, nil
}

const maxFilter = 100 // characters

// order is the sort order of a list.
func order(name string) string {
	switch name {
	case "follows":
		return `p.followers desc, p.downloads desc, p.id`
	case "updated":
		return `p.updated desc, p.id`
	case "newest":
		return `coalesce(p.approved, p.published) desc, p.id`
	case "name":
		return `p.names, p.id`
	}
	return `p.downloads desc, p.id`
}

// RowsIn requests a part of the list of an owner's projects; the path names the owner.
type RowsIn struct {
	view.ByID
	Type  string `query:"type" doc:"资源类型，与资源地址中的相同"`
	Query string `query:"query" doc:"名称中包含的文字"`
	Index string `query:"index" enum:"downloads,follows,newest,updated,name" doc:"排序"`
	view.Page
}

// Rows is a part of the list of an owner's projects that the viewer may find.
func (s *Routes) Rows(ctx context.Context, o Owned, id string, in *RowsIn) (view.Answer, error) {
	sorted := order(in.Index)
	text := strings.ToLower(strings.TrimSpace(in.Query))
	if utf8.RuneCountInString(text) > maxFilter {
		return nil, httpkit.Invalid("query", "参数 query 过长")
	}
	limit, offset := in.Bounds()
	v := view.Projects(ctx)
	where := ` from catalog.projects p where ` + string(o) + ` and ` + view.ListedProject +
		` and ($4 = '' or p.url_type = $4) and ($5 = '' or strpos(p.names, $5) > 0)`
	var total int
	if err := s.source.Pool.QueryRow(ctx, `select count(*)`+where, v.Staff, v.Account, id, in.Type, text).Scan(&total); err != nil {
		return nil, fmt.Errorf("count rows of projects: %w", err)
	}
	hits, err := view.Rows(ctx, s.source, "rows of projects", scanRow,
		`select p.doc_hit, p.status`+where+` order by `+sorted+` limit $6 offset $7`, v.Staff, v.Account, id, in.Type, text, limit, offset)
	if err != nil {
		return nil, err
	}
	body, err := document.Encode(contract.SearchPage[json.RawMessage]{Hits: contract.List(hits), Offset: offset, Limit: limit, TotalHits: total})
	return view.Bytes(body), err
}

func scanRow(row pgx.CollectableRow) (json.RawMessage, error) {
	var hit []byte
	var status string
	if err := row.Scan(&hit, &status); err != nil {
		return nil, err
	}
	return document.Join(hit, []byte(`{"status":"`+status+`"}`)), nil // a status name needs no escaping
}

func (s *Routes) organizationPage(ctx context.Context, in *view.ByID) (OrganizationPageAnswer, error) {
	o, err := s.organizations.One(ctx, view.Organizations(ctx), in.ID)
	if err != nil {
		return OrganizationPageAnswer{}, err
	}
	counts, err := s.Count(ctx, view.Projects(ctx), OfOrganization, o.ID)
	return OrganizationPageAnswer{OrganizationAnswer: o, Counts: counts}, err
}

func (s *Routes) organizationRows(ctx context.Context, in *RowsIn) (view.Answer, error) {
	var id string
	err := s.source.Pool.QueryRow(ctx, `select o.id from catalog.organizations o where o.id = `+organization.Found, in.ID, in.ID.Lower()).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, httpkit.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find organization: %w", err)
	}
	return s.Rows(ctx, OfOrganization, id, in)
}
