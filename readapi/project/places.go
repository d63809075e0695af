package project

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// PlacesAnswer is the platforms of a project's versions: the filters to offer, and pairs of a loader and a game
// version.
type PlacesAnswer struct {
	Loaders      []string         `json:"loaders"`       // those of the newest version first
	GameVersions []string         `json:"game_versions"` // newest first
	Channels     []string         `json:"version_types"` // that of the newest version first
	Pairs        map[string][]int `json:"pairs"`         // by loader: indexes of the game versions with which a version combines it

	Releases []MonthOfReleases `json:"releases"` // of at most 24 months, the newest last
}

// placesQuery reads each combination once, whatever the number of versions.
const placesQuery = `select v.channel, v.loaders, v.game_versions` + fromVersions + `where p.id = $3 and ` + view.ListedVersion + `
group by v.channel, v.loaders, v.game_versions order by max(v.published) desc, max(v.created) desc`

type combination struct {
	Channel               string
	Loaders, GameVersions []string
}

func (s *Routes) places(ctx context.Context, in *view.ByID) (PlacesAnswer, error) {
	out := PlacesAnswer{Loaders: []string{}, GameVersions: []string{}, Channels: []string{}, Pairs: map[string][]int{}}
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return out, err
	}
	v := view.Versions(ctx)
	found, err := view.Rows(ctx, s.source, "places of a project", pgx.RowToStructByPos[combination], placesQuery, v.Staff, v.Account, p.ID)
	if err != nil {
		return out, err
	}
	games := map[string]int{}
	for _, c := range found {
		for _, name := range c.GameVersions {
			if _, known := games[name]; !known {
				games[name] = 0
				out.GameVersions = append(out.GameVersions, name)
			}
		}
	}
	document.SortGameVersions(out.GameVersions)
	slices.Reverse(out.GameVersions)
	for i, name := range out.GameVersions {
		games[name] = i
	}
	met := map[string]map[int]bool{}
	for _, c := range found {
		if !slices.Contains(out.Channels, c.Channel) {
			out.Channels = append(out.Channels, c.Channel)
		}
		for _, loader := range c.Loaders {
			if met[loader] == nil {
				met[loader] = map[int]bool{}
				out.Loaders = append(out.Loaders, loader)
			}
			for _, name := range c.GameVersions {
				met[loader][games[name]] = true
			}
		}
	}
	for loader, at := range met {
		out.Pairs[loader] = slices.AppendSeq(make([]int, 0, len(at)), maps.Keys(at))
		slices.Sort(out.Pairs[loader])
	}
	out.Releases, err = s.releases(ctx, v, p.ID)
	return out, err
}
