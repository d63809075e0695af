// Package family answers small routes that programs of this API family ask beside the catalogue: the versions for
// Forge's update checker, the site's settings, an account's limits, what a project lacks for a review, and the lists of
// what does not exist here.
package family

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Options are what the routes know of the site.
type Options struct {
	Public string // the address of the site
	Limits Limits
	Unmet  func(Checked) []string // the ids of the required items of the publishing checklist that are not done
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	Options
}

// New makes the routes.
func New(s *view.Source, o Options) *Routes {
	o.Public = strings.TrimSuffix(o.Public, "/")
	return &Routes{source: s, Options: o}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /updates/{id}/forge_updates.json", Summary: "Forge 更新检查器的数据"}, s.forge)
	view.Query(api, nil, view.Route{Path: "GET /_internal/globals", Summary: "站点的设置"}, s.globals)
	view.Query(api, nil, view.Route{Path: "GET /v3/friends", Summary: "好友列表：本站没有好友功能，总是空的", Scope: identity.ScopeUserRead}, none[Friend])
	view.Query(api, nil, view.Route{Path: "GET /v3/blocks", Summary: "屏蔽列表：本站没有屏蔽功能，总是空的", Scope: identity.ScopeUserRead}, none[Blocked])
	s.mountLimits(api)
	view.Query(api, s.source, view.Route{Path: "GET /v3/project/{id}/validate", Summary: "资源在提交审核前缺少的内容", Scope: identity.ScopeProjectRead}, s.validate)
}

// Friend is what no account has here.
type Friend struct {
	ID string `json:"id"`
}

// Blocked is an account that another has blocked, which does not exist here.
type Blocked struct {
	ID string `json:"id"`
}

// none answers a list of what does not exist here.
func none[T any](context.Context, *struct{}) ([]T, error) { return []T{}, nil }

// Globals are the settings of the site that programs ask for.
type Globals struct {
	TaxComplianceThresholds map[string]int64 `json:"tax_compliance_thresholds"` // none: the site withholds no taxes
	CaptchaEnabled          bool             `json:"captcha_enabled"`           // by a third party
}

func (s *Routes) globals(context.Context, *struct{}) (Globals, error) {
	return Globals{TaxComplianceThresholds: map[string]int64{}}, nil
}

// Updates are the newest versions of a project in the form of Forge's update checker: by a game version with "-latest"
// for any channel, or "-recommended" for releases.
type Updates struct {
	Homepage string            `json:"homepage"`
	Promos   map[string]string `json:"promos"`
}

type forgeIn struct {
	view.ByID
	NeoForge string `query:"neoforge" enum:"only,include" doc:"only 只看 NeoForge 的版本，include 两者都看；默认只看 Forge"`
}

const (
	forgeProject  = `select p.id, p.slug, p.url_type from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject
	forgeVersions = `select v.number, v.channel, v.game_versions from catalog.versions v join catalog.projects p on p.id = v.project
where p.id = $3 and ` + view.ListedVersion + ` and v.held and v.loaders && $4::text[] order by v.published desc, v.created desc`
)

func (s *Routes) forge(ctx context.Context, in *forgeIn) (Updates, error) {
	loaders := []string{"forge"}
	switch in.NeoForge {
	case "":
	case "only":
		loaders = []string{"neoforge"}
	case "include":
		loaders = append(loaders, "neoforge")
	default:
		return Updates{}, httpkit.Invalid("neoforge", "参数 neoforge 应为 only 或 include")
	}
	v := view.As(ctx, identity.ScopeProjectRead|identity.ScopeVersionRead)
	type found struct{ ID, Slug, Type string }
	p, err := view.Only(view.Rows(ctx, s.source, "project", pgx.RowToStructByPos[found], forgeProject, v.Staff, v.Account, in.ID, in.ID.Lower()))
	if err != nil {
		return Updates{}, err
	}
	type version struct {
		Number, Channel string
		Games           []string
	}
	list, err := view.Rows(ctx, s.source, "versions", pgx.RowToStructByPos[version], forgeVersions, v.Staff, v.Account, p.ID, loaders)
	if err != nil {
		return Updates{}, err
	}
	out := Updates{Homepage: fmt.Sprintf("%s/%s/%s", s.Public, p.Type, p.Slug), Promos: map[string]string{}}
	for _, one := range slices.Backward(list) { // newer ones replace older ones
		for _, game := range one.Games {
			out.Promos[game+"-latest"] = one.Number
			if one.Channel == "release" {
				out.Promos[game+"-recommended"] = one.Number
			}
		}
	}
	return out, nil
}
