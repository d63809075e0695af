// Package directory lists accounts, organizations and collections for people who browse or search them, and suggests
// names while somebody types.
package directory

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// Profiles finds accounts; identity.Service implements it.
type Profiles interface {
	Profiles(ctx context.Context, ids []string) (map[string]identity.Profile, error)
	SearchByName(ctx context.Context, in identity.NameSearch) ([]identity.Profile, error)
	CountByName(ctx context.Context, text string) (int, error)
	FindMostByName(ctx context.Context, text string, most int) ([]identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	engine   search.Engine
	profiles Profiles
	authors  authors
	recent   *recent
}

// New makes the routes over a source; engine finds projects, profiles finds accounts.
func New(s *view.Source, engine search.Engine, profiles Profiles) *Routes {
	return &Routes{source: s, engine: engine, profiles: profiles, recent: newRecent()}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary string, fresh ...string) view.Route {
		return view.Route{Path: path, Summary: summary, Fresh: fresh}
	}
	view.Query(api, s.source, at("GET /_internal/directory/users", "浏览或查找用户：不填名称时列出有公开资源的作者"), s.users)
	view.Query(api, s.source, at("GET /_internal/directory/organizations", "浏览或查找团队"), s.organizations)
	view.Query(api, s.source, at("GET /_internal/directory/collections", "浏览或查找公开的收藏夹", projected.Name), s.collections)
	view.Query(api, s.source, at("GET /_internal/directory/counts", "与名称相符的用户、团队和收藏夹各有多少", projected.Name), s.counts)
	view.Stored[Suggestions](api, nil, at("GET /v3/suggest", "输入时的搜索建议：资源与作者，最多各几项"), s.suggest)
}

// maxText bounds a text that is searched for, in characters.
const maxText = 128

// Text is a name or a part of one. A longer one is cut.
type Text string

func (t Text) value() string {
	text := strings.Join(strings.Fields(string(t)), " ")
	if utf8.RuneCountInString(text) > maxText {
		text = string([]rune(text)[:maxText])
	}
	return text
}

func (t Text) lower() string { return strings.ToLower(t.value()) }

// Asked is the requested part of a list, by name.
type Asked struct {
	Query Text `query:"q" doc:"名称或其中的一部分"`
	view.Page
}

func page[T any](in Asked, hits []T, total int) contract.SearchPage[T] {
	limit, offset := in.Bounds()
	return contract.SearchPage[T]{Hits: contract.List(hits), Offset: offset, Limit: limit, TotalHits: total}
}

// Counts are the numbers of accounts, organizations and collections of a name.
type Counts struct {
	Users         int `json:"users"`
	Organizations int `json:"organizations"`
	Collections   int `json:"collections"`
}

type countsIn struct {
	Query Text `query:"q" doc:"名称或其中的一部分"`
}

func (s *Routes) counts(ctx context.Context, in *countsIn) (Counts, error) {
	text := in.Query.value()
	var out Counts
	var err error
	if out.Users, err = s.countUsers(ctx, text); err != nil {
		return Counts{}, err
	}
	lower := in.Query.lower()
	if out.Organizations, err = s.countOrganizations(ctx, lower); err != nil {
		return Counts{}, err
	}
	out.Collections, err = s.countCollections(ctx, lower)
	return out, err
}
