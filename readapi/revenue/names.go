package revenue

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// titled are the projects $3 that a viewer may know.
const titled = `select p.id, p.title, p.slug, p.url_type, p.doc_page from catalog.projects p where p.id = any($3) and ` + view.VisibleProject

// projects are the projects with these ids, each with a title if the viewer may know it.
func (s *Routes) projects(ctx context.Context, v view.Viewer, ids []string) (map[string]contract.LedgerProject, error) {
	of := map[string]contract.LedgerProject{}
	for _, id := range ids {
		if id != "" {
			of[id] = contract.LedgerProject{ID: id}
		}
	}
	if len(of) == 0 {
		return of, nil
	}
	slices.Sort(ids)
	list, err := view.Rows(ctx, s.source, "projects of lines", func(row pgx.CollectableRow) (p contract.LedgerProject, err error) {
		var title, slug, kind string
		var page []byte
		if err := row.Scan(&p.ID, &title, &slug, &kind, &page); err != nil {
			return p, err
		}
		title, err = view.ShownTitle(title, page)
		p.Title, p.Slug, p.Type = &title, &slug, &kind
		return p, err
	}, titled, v.Staff, v.Account, slices.Compact(ids))
	for _, p := range list {
		of[p.ID] = p
	}
	return of, err
}

const named = `select id, username, avatar_url from identity.profiles where id = any($1)`

// people are accounts by id; those that are deleted are missing.
func (s *Routes) people(ctx context.Context, ids []string) (map[string]*contract.Author, error) {
	of := map[string]*contract.Author{}
	_, err := view.Rows(ctx, s.source, "accounts", func(row pgx.CollectableRow) (struct{}, error) {
		var id, name string
		var avatar *string
		err := row.Scan(&id, &name, &avatar)
		of[id] = view.Author(&id, &name, avatar)
		return struct{}{}, err
	}, named, ids)
	return of, err
}
