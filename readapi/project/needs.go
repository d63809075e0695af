package project

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// NeedsAnswer is the requirements of a version, resolved for the requested platform, and the translations that were
// made for it.
type NeedsAnswer struct {
	Dependencies []NeedAnswer        `json:"dependencies"`
	Translations []TranslationAnswer `json:"translations"`
}

// NeedAnswer is a dependency with its matching version. The requirements of a required dependency follow it, each
// project once.
type NeedAnswer struct {
	DependencyType string                  `json:"dependency_type" enum:"required,optional,incompatible,embedded"`
	Project        *contract.ProjectLink   `json:"project"`   // null for an external file and where the viewer may not see it
	FileName       *string                 `json:"file_name"` // of an external file
	Version        *contract.ChosenVersion `json:"version"`   // null without a matching version
	Pinned         bool                    `json:"pinned"`    // the creator named this version
	Fits           bool                    `json:"fits"`      // the version supports the requested platform
	RequiredBy     *string                 `json:"required_by"`
}

// Limits of one answer: the depth of followed requirements, and their number.
const (
	maxNeedLevels = 5
	maxNeeds      = 200
)

type needsIn struct {
	view.ByID
	GameVersion string `query:"game_version" doc:"游戏版本"`
	Loader      string `query:"loader" doc:"平台"`
}

// needs answers for a version and, with game_version and loader, for one of its platforms; without them for all.
func (s *Routes) needs(ctx context.Context, in *needsIn) (NeedsAnswer, error) {
	v := view.Versions(ctx)
	of, err := s.neededFor(ctx, v, string(in.ID))
	if err != nil {
		return NeedsAnswer{}, err
	}
	games, loaders := of.GameVersions, of.Loaders
	if game := in.GameVersion; game != "" {
		games = []string{game}
	}
	if loader := in.Loader; loader != "" {
		loaders = []string{loader}
	}
	place := place{games, loaders, kin(loaders)}
	out := NeedsAnswer{Dependencies: []NeedAnswer{}}
	if out.Dependencies, err = s.follow(ctx, v, of, place); err != nil {
		return out, err
	}
	if out.Translations, err = s.translations(ctx, v, of); err != nil {
		return out, err
	}
	return out, nil
}

// place is the platform that a version must support. Kin are the loaders of the same families: a dependency made for
// none of them, such as a mod for a language pack, is not filtered by loader.
type place struct{ games, loaders, kin []string }

type dependent struct {
	ID, Project           string
	GameVersions, Loaders []string
}

func (s *Routes) neededFor(ctx context.Context, v view.Viewer, id string) (dependent, error) {
	return view.Only(view.Rows(ctx, s.source, "version", pgx.RowToStructByPos[dependent],
		`select v.id, v.project, v.game_versions, v.loaders`+fromVersions+`where v.id = $3 and `+view.VisibleVersion, v.Staff, v.Account, id))
}

// follow reads level by level: the version's dependencies, then their requirements.
func (s *Routes) follow(ctx context.Context, v view.Viewer, of dependent, at place) ([]NeedAnswer, error) {
	out := []NeedAnswer{}
	seen := map[string]bool{of.Project: true}
	names := map[string]string{}
	versions := []string{of.ID}
	for level := 0; level < maxNeedLevels && len(versions) > 0 && len(out) < maxNeeds; level++ {
		found, err := view.Rows(ctx, s.source, "needs of a version", scanNeed, needsQuery,
			v.Staff, v.Account, versions, at.games, at.loaders, at.kin, level == 0, maxNeeds-len(out))
		if err != nil {
			return nil, err
		}
		versions = versions[:0:0]
		for _, n := range found {
			if n.Project != nil {
				if seen[n.Project.ID] {
					continue
				}
				seen[n.Project.ID] = true
			}
			if level > 0 {
				by := names[n.of]
				n.RequiredBy = &by
			}
			if n.DependencyType == "required" && n.Version != nil {
				versions = append(versions, n.Version.ID)
				names[n.Version.ID] = n.Project.Title
			}
			out = append(out, n.NeedAnswer)
		}
	}
	return out, nil
}

// shownTitle is the title of a project p that its page shows first.
const shownTitle = `coalesce(nullif(convert_from(p.doc_page, 'UTF8')::json ->> 'title_zh', ''), p.title)`

// needsQuery reads the dependencies of the versions $3, at $7 also optional ones, each with the version named by the
// creator or otherwise the latest that supports one of the game versions $4 and the loaders $5: a release before a
// beta before an alpha. Of $6 is written at place.
const needsQuery = `
select d.version, d.kind, d.file_name, p.id, p.slug, ` + shownTitle + `, p.icon_url, p.url_type,
       coalesce(named.doc_v2, best.doc_v2), named.id is not null, coalesce(named.fits, best.doc_v2 is not null)
from catalog.dependencies d
left join catalog.versions dv on d.dep_version <> '' and dv.id = d.dep_version
left join catalog.projects p on p.id = case when d.dep_project <> '' then d.dep_project else dv.project end and ` + view.VisibleProject + `
left join lateral (
    select v.id, v.doc_v2, ` + runs + ` as fits from catalog.versions v
    where v.id = dv.id and v.project = p.id and v.visible
) named on true
left join lateral (
    select v.doc_v2 from catalog.versions v
    where named.id is null and v.project = p.id and v.listed and ` + runs + `
    order by v.channel = 'release' desc, v.channel = 'beta' desc, v.published desc, v.created desc limit 1
) best on true
where d.version = any($3::text[]) and ($7::boolean or d.kind = 'required')
order by array_position($3::text[], d.version), d.n limit $8`

// runs holds for a version v that supports the platform; a version without game versions supports all.
const runs = `(cardinality($4::text[]) = 0 or cardinality(v.game_versions) = 0 or v.game_versions && $4::text[])
      and (cardinality($5::text[]) = 0 or v.loaders && $5::text[] or not v.loaders && $6::text[])`

type need struct {
	NeedAnswer
	of string
}

func scanNeed(row pgx.CollectableRow) (need, error) {
	var n need
	var file string
	var id, slug, title, icon, urlType *string
	var doc []byte
	if err := row.Scan(&n.of, &n.DependencyType, &file, &id, &slug, &title, &icon, &urlType, &doc, &n.Pinned, &n.Fits); err != nil {
		return n, err
	}
	n.FileName = contract.Present(file)
	if id != nil {
		n.Project = &contract.ProjectLink{ID: *id, Slug: *slug, Title: *title, IconURL: contract.Present(*icon), URLType: *urlType}
	}
	var err error
	n.Version, err = chosen(doc)
	return n, err
}

// chosen decodes a version's document; nil where there is none.
func chosen(doc []byte) (*contract.ChosenVersion, error) {
	if doc == nil {
		return nil, nil
	}
	v, err := decodeVersion(doc)
	if err != nil {
		return nil, err
	}
	c := v.Chosen()
	return &c, nil
}

func decodeVersion(doc []byte) (contract.Version, error) {
	var v contract.Version
	if err := json.Unmarshal(doc, &v); err != nil {
		return v, fmt.Errorf("decode version: %w", err)
	}
	return v, nil
}

// kin lists the given loaders and all loaders of their families.
func kin(loaders []string) []string {
	out := slices.Clone(loaders)
	for _, family := range [][]string{
		contract.LoadersOfType("mod"), contract.LoadersOfType("plugin"), contract.LoadersOf("shader"), contract.LoadersOf("software"),
	} {
		if slices.ContainsFunc(loaders, func(l string) bool { return slices.Contains(family, l) }) {
			out = append(out, family...)
		}
	}
	return out
}
