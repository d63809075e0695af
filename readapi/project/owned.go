package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

// Owned are projects by who stands behind them: a condition over p whose parameter is $3, an id.
type Owned string

// The owners of lists.
const (
	// OfAccountMember are the projects in which an account takes part.
	OfAccountMember Owned = `exists (select from catalog.members t where t.project = p.id and t.account = $3 and t.accepted)`
	// OfOrganization are those of an organization.
	OfOrganization Owned = `p.organization = $3 and p.organization <> ''`
)

// Row is a project as a row of its owner's list.
type Row struct {
	document.Hit
	Status string `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}

// Counts are what a person's or an organization's page says of the projects that the viewer may find.
type Counts struct {
	Projects  int64            `json:"projects"`
	Downloads int64            `json:"downloads"`
	Followers int64            `json:"followers"`
	Types     map[string]int64 `json:"types"` // by the type in a project's address
}

// RowsAnswer is a part of a list of projects.
type RowsAnswer struct {
	Hits      []Row `json:"hits"`
	Offset    int   `json:"offset"`
	Limit     int   `json:"limit"`
	TotalHits int   `json:"total_hits"`
}

// OrganizationPageAnswer is what an organization's page reads beside the list of its projects.
type OrganizationPageAnswer struct {
	organization.Answer
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

const (
	defaultRows = 20
	maxRows     = 100
	maxFilter   = 100 // characters
)

// order is what a list may be sorted by.
func order(name string) (string, bool) {
	switch name {
	case "", "downloads":
		return `p.downloads desc, p.id`, true
	case "follows":
		return `p.followers desc, p.downloads desc, p.id`, true
	case "updated":
		return `p.updated desc, p.id`, true
	case "newest":
		return `coalesce(p.approved, p.published) desc, p.id`, true
	case "name":
		return `p.names, p.id`, true
	}
	return "", false
}

// RowParams are the parameters in the query of a list.
func RowParams() []*huma.Param {
	return []*huma.Param{
		httpkit.QueryParam("type", "string", "资源类型，与资源地址中的相同"), httpkit.QueryParam("query", "string", "名称中包含的文字"),
		httpkit.QueryParam("index", "string", "排序：downloads、follows、newest、updated 或 name"),
		httpkit.QueryParam("limit", "integer", "数量，默认 20，最多 100"), httpkit.QueryParam("offset", "integer", "跳过的数量"),
	}
}

// Rows answers with a part of the list of an owner's projects that the viewer may find, as the request asks.
func (s *Routes) Rows(w http.ResponseWriter, r *http.Request, o Owned, id string) error {
	q, err := view.Query(r)
	if err != nil {
		return err
	}
	sorted, known := order(q.Get("index"))
	if !known {
		return httpkit.Invalid("参数 index 应为 downloads、follows、newest、updated 或 name")
	}
	text := strings.ToLower(strings.TrimSpace(q.Get("query")))
	if utf8.RuneCountInString(text) > maxFilter {
		return httpkit.Invalid("参数 query 过长")
	}
	limit, offset, err := httpkit.Page(r, defaultRows, maxRows)
	if err != nil {
		return err
	}
	v := s.source.Projects(r)
	where := ` from catalog.projects p where ` + string(o) + ` and ` + view.ListedProject +
		` and ($4 = '' or p.url_type = $4) and ($5 = '' or strpos(p.names, $5) > 0)`
	var total int
	if err := s.source.Pool.QueryRow(r.Context(), `select count(*)`+where, v.Staff, v.Account, id, q.Get("type"), text).Scan(&total); err != nil {
		return fmt.Errorf("count rows of projects: %w", err)
	}
	hits, err := view.Rows(r.Context(), s.source, "rows of projects", scanRow,
		`select p.doc_hit, p.status`+where+` order by `+sorted+` limit $6 offset $7`, v.Staff, v.Account, id, q.Get("type"), text, limit, offset)
	if err != nil {
		return err
	}
	rest, err := document.Encode(struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
		Total  int `json:"total_hits"`
	}{offset, limit, total})
	if err != nil {
		return err
	}
	return view.JSON(w, document.Join(slices.Concat([]byte(`{"hits":`), document.List(hits), []byte(`}`)), rest))
}

func scanRow(row pgx.CollectableRow) ([]byte, error) {
	var hit []byte
	var status string
	if err := row.Scan(&hit, &status); err != nil {
		return nil, err
	}
	return document.Join(hit, []byte(`{"status":"`+status+`"}`)), nil // a word of the status machine
}

func (s *Routes) organizationPage(w http.ResponseWriter, r *http.Request) error {
	name, err := view.Name(r, "id")
	if err != nil {
		return err
	}
	o, err := s.organizations.One(r.Context(), s.source.Organizations(r), name)
	if err != nil {
		return err
	}
	counts, err := s.Count(r.Context(), s.source.Projects(r), OfOrganization, o.ID)
	if err != nil {
		return err
	}
	return view.Value(w, OrganizationPageAnswer{Answer: o, Counts: counts})
}

func (s *Routes) organizationRows(w http.ResponseWriter, r *http.Request) error {
	name, err := view.Name(r, "id")
	if err != nil {
		return err
	}
	var id string
	err = s.source.Pool.QueryRow(r.Context(), `select o.id from catalog.organizations o where o.id = `+organization.Found, name, strings.ToLower(name)).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return httpkit.NotFound()
	}
	if err != nil {
		return fmt.Errorf("find organization: %w", err)
	}
	return s.Rows(w, r, OfOrganization, id)
}
