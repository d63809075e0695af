package organization

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles finds accounts; identity.Service does.
type Profiles interface {
	ByUsername(ctx context.Context, nameOrID string) (identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	*Reader
	profiles Profiles
}

// New makes the routes over a source.
func New(s *view.Source, p Profiles) *Routes { return &Routes{Reader: NewReader(s), profiles: p} }

// CheckAnswer is the id of the organization that holds a name.
type CheckAnswer struct {
	ID string `json:"id"`
}

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	many := view.Answers[[]Answer](d, "团队列表")
	d.Get("/v3/organization/{id}", "按 ID 或 slug 查询团队", view.Answers[Answer](d, "团队"), s.source.Fresh(s.organization))
	d.Get("/v3/organizations", "批量查询团队", many, s.source.Fresh(s.organizations), httpkit.QueryParam("ids", "string", "团队 ID 的 JSON 数组"))
	d.Get("/v3/organization/{id}/check", "检查 ID 或 slug 是否已被使用", view.Answers[CheckAnswer](d, "已被使用"), s.source.Fresh(s.check))
	d.Get("/v3/organization/{id}/members", "团队的成员", view.Answers[[]document.Member](d, "成员"), s.source.Fresh(s.members))
	d.Get("/v3/user/{id}/organizations", "用户所在的团队", many, s.source.Fresh(s.ofUser))
}

func (s *Routes) named(r *http.Request) (Answer, error) {
	name, err := view.Name(r, "id")
	if err != nil {
		return Answer{}, err
	}
	return s.One(r.Context(), s.source.Organizations(r), name)
}

func (s *Routes) organization(w http.ResponseWriter, r *http.Request) error {
	o, err := s.named(r)
	if err != nil {
		return err
	}
	return view.Value(w, o)
}

func (s *Routes) members(w http.ResponseWriter, r *http.Request) error {
	o, err := s.named(r)
	if err != nil {
		return err
	}
	return view.Value(w, o.Members)
}

func (s *Routes) organizations(w http.ResponseWriter, r *http.Request) error {
	ids, err := httpkit.IDs(r, "ids")
	if err != nil {
		return err
	}
	list, err := s.Many(r.Context(), s.source.Organizations(r), ids)
	if err != nil {
		return err
	}
	return view.Value(w, list)
}

func (s *Routes) ofUser(w http.ResponseWriter, r *http.Request) error {
	name, err := view.Name(r, "id")
	if err != nil {
		return err
	}
	p, err := s.profiles.ByUsername(r.Context(), name)
	if err != nil {
		return err
	}
	list, err := s.OfAccount(r.Context(), s.source.Organizations(r), p.ID)
	if err != nil {
		return err
	}
	return view.Value(w, list)
}

const checkQuery = `select coalesce((select q.id from catalog.organizations q where q.id = $1),
    (select s.organization from catalog.organization_slugs s where s.slug = $2 and s.current))`

// check says whether a name is taken. A slug that an organization had once is free.
func (s *Routes) check(w http.ResponseWriter, r *http.Request) error {
	name, err := view.Name(r, "id")
	if err != nil {
		return err
	}
	var id *string
	if err := s.source.Pool.QueryRow(r.Context(), checkQuery, name, strings.ToLower(name)).Scan(&id); err != nil {
		return fmt.Errorf("check name of organization: %w", err)
	}
	if id == nil {
		return httpkit.NotFound()
	}
	return view.Value(w, CheckAnswer{ID: *id})
}
