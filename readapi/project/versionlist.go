package project

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

type listIn struct {
	view.ByID
	view.Page
	Loaders      httpkit.List `query:"loaders" doc:"平台的 JSON 数组"`
	GameVersions httpkit.List `query:"game_versions" doc:"游戏版本的 JSON 数组"`
	Channels     httpkit.List `query:"version_types" doc:"发布渠道的 JSON 数组"`
	Number       string       `query:"version_number" doc:"版本号"`
}

// fromListed are the versions of the project $3 that the viewer's lists show and that match the filters.
const fromListed = fromVersions + `where p.id = $3 and ` + view.ListedVersion + `
  and ($4::text[] is null or v.loaders && $4) and ($5::text[] is null or v.game_versions && $5)
  and ($6::text[] is null or v.channel = any($6)) and ($7::text = '' or v.number = $7)`

// address is the segment of a version v of the project p in an address for people.
const address = `case when v.number = '' or exists (
    select from catalog.versions o where o.project = v.project and o.number = v.number
      and (o.published, o.created) > (v.published, v.created) and (o.listed or ` + view.Inside + `)
  ) or (select o.project from catalog.versions o where o.id = v.number) = v.project then v.id else v.number end`

// fromPart are the versions of one page, with their project. It reads no columns of earlier pages.
const fromPart = ` from (select v.id` + fromListed + newest + ` limit $8 offset $9) part
join catalog.versions v on v.id = part.id join catalog.projects p on p.id = v.project `

const listQuery = `select v.doc_v2, ` + address + fromPart + newest

func (s *Routes) listVersions(ctx context.Context, in *listIn) (contract.VersionsAnswer, error) {
	list, total, err := listed(ctx, s, in, "versions of a page", scanListed, listQuery)
	return contract.VersionsAnswer{Versions: list, Total: total}, err
}

// listed reads a page of a project's versions, and their total number.
func listed[T any](ctx context.Context, s *Routes, in *listIn, what string, scan pgx.RowToFunc[T], query string) (list []T, total int, err error) {
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return nil, 0, err
	}
	v := view.Versions(ctx)
	args := []any{v.Staff, v.Account, p.ID, in.Loaders.Items, in.GameVersions.Items, in.Channels.Items, in.Number}
	if err := s.source.Pool.QueryRow(ctx, `select count(*)`+fromListed, args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count %s: %w", what, err)
	}
	limit, offset := in.Bounds()
	list, err = view.Rows(ctx, s.source, what, scan, query, append(args, limit, offset)...)
	return list, total, err
}

func scanListed(row pgx.CollectableRow) (contract.ListedVersion, error) {
	var doc []byte
	var l contract.ListedVersion
	if err := row.Scan(&doc, &l.Address); err != nil {
		return l, err
	}
	v, err := decodeVersion(doc)
	l.ChosenVersion, l.Name, l.Downloads = v.Chosen(), v.Name, v.Downloads
	for _, d := range v.Dependencies {
		if d.DependencyType == "required" {
			l.Requires++
		}
	}
	return l, err
}
