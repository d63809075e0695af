package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// versionRow is the row of a version that routes read.
type versionRow struct {
	ID       string
	Position int64
	Inside   bool
	Doc      []byte
}

const versionColumns = `v.id, v.position, ` + view.Inside + `, %s`

const fromVersions = ` from catalog.versions v join catalog.projects p on p.id = v.project `

// newest is the order of version lists.
const newest = ` order by v.published desc, v.created desc`

func (s *Routes) oneVersion(ctx context.Context, query string, args ...any) (versionRow, error) {
	rows, err := s.source.Pool.Query(ctx, query, args...)
	if err != nil {
		return versionRow{}, fmt.Errorf("read version: %w", err)
	}
	v, err := pgx.CollectOneRow(rows, pgx.RowToStructByPos[versionRow])
	if errors.Is(err, pgx.ErrNoRows) {
		return v, httpkit.NotFound()
	}
	if err != nil {
		return v, fmt.Errorf("read version: %w", err)
	}
	return v, nil
}

func (s *Routes) version(sh shape) stored {
	query := fmt.Sprintf(`select `+versionColumns+fromVersions+`where v.id = $3 and `+view.VisibleVersion, sh.version)
	return func(ctx context.Context, in *view.ByID) (view.Answer, error) {
		v := view.Versions(ctx)
		row, err := s.oneVersion(ctx, query, v.Staff, v.Account, in.ID)
		if err != nil {
			return nil, err
		}
		return s.answerVersion(ctx, v, row)
	}
}

type versionIn struct {
	view.ByID
	Version view.Name `path:"version"`
}

// versionOf finds a project's version by id or, without a match, by number: the newest of that number.
func (s *Routes) versionOf(sh shape) func(context.Context, *versionIn) (view.Answer, error) {
	query := fmt.Sprintf(`select `+versionColumns+fromVersions+`
where p.id = `+view.Found+` and (v.id = $5 or v.number = $5) and `+view.VisibleVersion+`
order by v.id = $5 desc, v.published desc, v.created desc limit 1`, sh.version)
	return func(ctx context.Context, in *versionIn) (view.Answer, error) {
		v := view.As(ctx, identity.ScopeProjectRead|identity.ScopeVersionRead)
		row, err := s.oneVersion(ctx, query, v.Staff, v.Account, in.ID, in.ID.Lower(), in.Version)
		if err != nil {
			return nil, err
		}
		return s.answerVersion(ctx, v, row)
	}
}

// versionsByID answers those of the requested versions that the viewer may see, in the requested order.
func (s *Routes) versionsByID(sh shape) func(context.Context, *view.ByIDs) (view.Answer, error) {
	query := fmt.Sprintf(`select `+partColumns+`
from (select id, min(n) as n from unnest($3::text[]) with ordinality as u(id, n) group by id) a
join catalog.versions v on v.id = a.id join catalog.projects p on p.id = v.project
where `+view.VisibleVersion+` order by a.n`, sh.version)
	return func(ctx context.Context, in *view.ByIDs) (view.Answer, error) {
		v := view.Versions(ctx)
		list, err := view.Rows(ctx, s.source, "versions", scanPart, query, v.Staff, v.Account, in.IDs.Items)
		return listOf(list, s.versionDocuments(sh, v), err)
	}
}

// versions lists a project's matching versions, newest first.
func (s *Routes) versions(sh shape) func(context.Context, *versionsIn) (view.Answer, error) {
	query := fmt.Sprintf(`select `+partColumns+fromVersions+`
where p.id = $3 and `+view.ListedVersion+`
  and ($4::text[] is null or v.loaders && $4) and ($5::text[] is null or v.game_versions && $5)
  and ($6::boolean is null or v.featured = $6) and ($7::text = '' or v.channel = $7)
  and ($10::text[] is null or v.environment = any($10))`+newest+` limit $8 offset $9`, sh.version)
	return func(ctx context.Context, in *versionsIn) (view.Answer, error) {
		v := view.Versions(ctx)
		environments, err := in.fields()
		if err != nil {
			return nil, err
		}
		p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
		if err != nil {
			return nil, err
		}
		list, err := view.Rows(ctx, s.source, "versions", scanPart, query,
			v.Staff, v.Account, p.ID, in.Loaders.Items, in.GameVersions.Items, in.Featured.Value(), in.Channel, min(in.Limit, maxVersions), in.Offset, environments)
		if err != nil {
			return nil, err
		}
		read := s.versionDocuments(sh, v)
		if in.Changelog == "false" {
			read, err = withoutChangelogs(read, sh), s.shorten(ctx, sh, list)
		}
		return listOf(list, read, err)
	}
}

// fields adds the parameter of v3 to the others, and returns its environments.
func (in *versionsIn) fields() ([]string, error) {
	filter := updateFilter{Loaders: in.Loaders.Items, GameVersions: in.GameVersions.Items}
	if in.LoaderFields != "" {
		if err := json.Unmarshal([]byte(in.LoaderFields), &filter.LoaderFields); err != nil {
			return nil, httpkit.Invalid("loader_fields", "参数 loader_fields 应为 JSON 对象，例如 {\"game_versions\":[\"1.20.1\"]}")
		}
	}
	if err := filter.check(); err != nil {
		return nil, err
	}
	in.Loaders.Items, in.GameVersions.Items = orNull(filter.Loaders), orNull(filter.GameVersions)
	return orNull(filter.environments), nil
}

// maxVersions bounds a list, far above the number of any project.
const maxVersions = 10_000

type versionsIn struct {
	view.ByID
	Loaders      httpkit.List `query:"loaders" doc:"平台的 JSON 数组"`
	LoaderFields string       `query:"loader_fields" doc:"v3 的条件，例如 {\"game_versions\":[\"1.20.1\"]}"`
	GameVersions httpkit.List `query:"game_versions" doc:"游戏版本的 JSON 数组"`
	Featured     view.Flag    `query:"featured" doc:"是否只列出推荐版本"`
	Channel      string       `query:"version_type" enum:"release,beta,alpha"`
	Limit        view.Count   `query:"limit" default:"10000" doc:"数量上限"`
	Offset       view.Count   `query:"offset" doc:"跳过的数量"`
	Changelog    view.Flag    `query:"include_changelog" doc:"是否包含更新日志，默认包含"`
}
