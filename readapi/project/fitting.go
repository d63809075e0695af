package project

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// fittingQuery reads the newest version of each channel that supports the game version $4 and the loader $5; an empty
// one matches all.
const fittingQuery = `
select best.* from unnest(array['release', 'beta', 'alpha']) with ordinality as c(channel, n)
cross join lateral (
    select v.doc_v2, ` + address + fromVersions + `where p.id = $3 and v.channel = c.channel and ` + view.ListedVersion + `
      and ($4::text = '' or v.game_versions @> array[$4::text]) and ($5::text = '' or v.loaders @> array[$5::text])` + newest + ` limit 1
) best order by c.n`

type fittingIn struct {
	view.ByID
	GameVersion string `query:"game_version" doc:"游戏版本"`
	Loader      string `query:"loader" doc:"平台"`
}

// fitting are the versions to offer for a platform: the latest release, a beta only if it is newer than that, an
// alpha only if it is newer than both.
func (s *Routes) fitting(ctx context.Context, in *fittingIn) ([]contract.ListedVersion, error) {
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return nil, err
	}
	v := view.Versions(ctx)
	found, err := view.Rows(ctx, s.source, "fitting versions", scanListed, fittingQuery, v.Staff, v.Account, p.ID, in.GameVersion, in.Loader)
	if err != nil {
		return nil, err
	}
	offered := []contract.ListedVersion{}
	for _, one := range found {
		if n := len(offered); n == 0 || one.DatePublished.After(offered[n-1].DatePublished) {
			offered = append(offered, one)
		}
	}
	return offered, nil
}
