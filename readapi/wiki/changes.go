package wiki

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// changeOf are the columns of the changes c. Characters are added and removed as the sizes of texts differ, so that an
// erased text leaves no trace of its size.
const (
	changeOf = `
select c.id, c.number, c.account, a.username, a.avatar_url, c.published_by, b.username, b.avatar_url, c.at, c.msg, c.reverts,
    coalesce(r.number, 0), coalesce(u.id, ''), coalesce(u.number, 0), c.parts, s.added, s.removed,
    (select coalesce(json_agg(json_build_object('page', q.page, 'slug', q.slug, 'title', q.title, 'ops', q.ops) order by q.n), '[]')
     from (select * from wiki.parts p where p.change = c.id order by p.n limit 20) q)
from c
left join identity.profiles a on a.id = c.account
left join identity.profiles b on b.id = c.published_by
left join wiki.changes r on c.reverts <> '' and r.id = c.reverts
left join lateral (
    select u.id, u.number from wiki.changes u where u.reverts <> '' and u.reverts = c.id and u.project = c.project
    order by u.number desc limit 1) u on true
cross join lateral (
    select coalesce(sum(greatest(d.now - d.was, 0)), 0)::bigint as added, coalesce(sum(greatest(d.was - d.now, 0)), 0)::bigint as removed
    from (select case when p.now then coalesce(n.size, 0) else 0 end as now, case when p.was then coalesce(o.size, 0) else 0 end as was
          from wiki.parts p
          left join wiki.editions n on n.page = p.page and n.change = p.now_edition
          left join wiki.editions o on o.page = p.page and o.change = p.was_edition
          where p.change = c.id) d) s
order by c.number desc`

	one = `with c as (select * from wiki.changes where id = $2 and project = $1)` + changeOf

	ofWiki = `with c as materialized (
    select * from wiki.changes where project = $1 and ($2 = 0 or number < $2) order by number desc limit $3)` + changeOf

	ofOnePage = `with c as materialized (
    select c.* from (select change, number from wiki.parts where page = $1 and ($2 = 0 or number < $2) order by number desc limit $3) t
    join wiki.changes c on c.id = t.change)` + changeOf

	countOfWiki = `select coalesce((select number from wiki.wikis where project = $1), 0)`
	countOfPage = `select count(*) from wiki.parts where page = $1`
)

// Before is the requested part of a list of changes.
type Before struct {
	Limit  view.Count `query:"limit" default:"20" doc:"数量，默认 20，最多 100"`
	Number view.Count `query:"before" doc:"只要序号小于它的（更早的）更改"`
}

type changesIn struct {
	view.ByID
	Before
}

type historyIn struct {
	OfPage
	Before
}

func (s *Routes) changes(ctx context.Context, in *changesIn) (contract.WikiChangeList, error) {
	at, err := s.find(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return contract.WikiChangeList{}, err
	}
	return s.list(ctx, at.ID, in.Before, ofWiki, countOfWiki)
}

// history lists the changes of a page, also of a removed one.
func (s *Routes) history(ctx context.Context, in *historyIn) (contract.WikiChangeList, error) {
	at, err := s.find(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return contract.WikiChangeList{}, err
	}
	found, err := s.page(ctx, at.ID, in.Page)
	if err != nil {
		return contract.WikiChangeList{}, err
	}
	return s.list(ctx, found.ID, in.Before, ofOnePage, countOfPage)
}

func (s *Routes) list(ctx context.Context, of string, b Before, query, count string) (out contract.WikiChangeList, err error) {
	limit := int(min(b.Limit, 100))
	if out.Changes, err = view.Rows(ctx, s.source, "changes of a wiki", scanChange, query, of, int64(b.Number), limit+1); err != nil {
		return out, err
	}
	if len(out.Changes) > limit {
		out.Changes = out.Changes[:limit]
		if limit > 0 {
			out.Next = out.Changes[limit-1].Number
		}
	}
	if err := s.source.Pool.QueryRow(ctx, count, of).Scan(&out.Total); err != nil {
		return out, fmt.Errorf("count changes of a wiki: %w", err)
	}
	return out, nil
}

func (s *Routes) byID(ctx context.Context, project, change string) (contract.WikiChange, error) {
	return view.Only(view.Rows(ctx, s.source, "a change of a wiki", scanChange, one, project, change))
}

func scanChange(row pgx.CollectableRow) (contract.WikiChange, error) {
	var c contract.WikiChange
	var account, by string
	var name, avatar, byName, byAvatar *string
	var parts []byte
	err := row.Scan(&c.ID, &c.Number, &account, &name, &avatar, &by, &byName, &byAvatar, &c.At, &c.Msg, &c.Reverts,
		&c.RevertsNo, &c.RevertedBy, &c.RevertedByNo, &c.PageCount, &c.Added, &c.Removed, &parts)
	if err != nil {
		return c, err
	}
	c.Author, c.PublishedBy = view.Author(&account, name, avatar), view.Author(&by, byName, byAvatar)
	return c, json.Unmarshal(parts, &c.Pages)
}
