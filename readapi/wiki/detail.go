package wiki

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	deltas = `
select p.page, p.ops, coalesce(o.body, '') <> coalesce(n.body, ''),
    p.was, p.was_title, p.was_slug, p.was_parent, p.was_weight, p.was_featured, coalesce(o.body, ''),
    p.now, p.now_title, p.now_slug, p.now_parent, p.now_weight, p.now_featured, coalesce(n.body, '')
from wiki.parts p
left join wiki.editions o on p.was and p.was_edition <> case when p.now then p.now_edition else '' end and o.page = p.page and o.change = p.was_edition
left join wiki.editions n on p.now and p.now_edition <> case when p.was then p.was_edition else '' end and n.page = p.page and n.change = p.now_edition
where p.change = $1 order by p.n`

	editionOf = `
select e.body, e.erased, e.change from wiki.editions e where e.page = $1 and e.change = $2
union all
select e.body, e.erased, e.change from wiki.parts p join wiki.editions e on e.page = p.page and e.change = p.now_edition
where p.page = $1 and p.change = $2 and p.now and p.now_edition <> p.change`
)

type changeIn struct {
	view.ByID
	Change view.Name `path:"change"`
}

func (s *Routes) change(ctx context.Context, in *changeIn) (out contract.WikiChangeDetail, err error) {
	at, err := s.find(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return out, err
	}
	if out.Change, err = s.byID(ctx, at.ID, string(in.Change)); err != nil {
		return out, err
	}
	scan := view.Within(scanDelta, func(d contract.WikiPageDelta) (n int) {
		for _, side := range []*contract.WikiPageState{d.Was, d.Now} {
			if side != nil {
				n += len(side.Body) + len(side.Title)
			}
		}
		return n
	})
	out.Pages, err = view.Rows(ctx, s.source, "pages of a change", scan, deltas, out.Change.ID)
	return out, err
}

func scanDelta(row pgx.CollectableRow) (contract.WikiPageDelta, error) {
	var d contract.WikiPageDelta
	var was, now contract.WikiPageState
	var existed, exists bool
	err := row.Scan(&d.Page, &d.Ops, &d.Text,
		&existed, &was.Title, &was.Slug, &was.Parent, &was.SortOrder, &was.Featured, &was.Body,
		&exists, &now.Title, &now.Slug, &now.Parent, &now.SortOrder, &now.Featured, &now.Body)
	if existed {
		d.Was = &was
	}
	if exists {
		d.Now = &now
	}
	if !d.Text {
		was.Body, now.Body = "", ""
	}
	return d, err
}

type editionIn struct {
	OfPage
	Change view.Name `path:"change"`
}

// edition answers the text that a page had after a change, also of a removed page.
func (s *Routes) edition(ctx context.Context, in *editionIn) (out contract.WikiEdition, err error) {
	at, err := s.find(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return out, err
	}
	found, err := s.page(ctx, at.ID, in.Page)
	if err != nil {
		return out, err
	}
	type stored struct {
		Body   string
		Erased bool
		Change string
	}
	text, err := view.Only(view.Rows(ctx, s.source, "an edition of a page", pgx.RowToStructByPos[stored], editionOf, found.ID, in.Change))
	if err != nil {
		return out, err
	}
	out.Page, out.Body, out.Erased = found.ID, text.Body, text.Erased
	if !out.Erased {
		out.HTML = s.render(out.Body)
	}
	out.Change, err = s.byID(ctx, at.ID, text.Change)
	return out, err
}
