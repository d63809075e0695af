package project

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// VersionAnswer is a version as the site's own pages read it.
type VersionAnswer struct {
	contract.Version
	contract.Changelog
	Author *contract.Author `json:"author"`
}

// pageVersions lists a project's versions with their authors, whose names are read where they are kept.
const pageVersionsQuery = `
select v.doc_v2, v.doc_changelog, a.id, a.username, a.avatar_url
from catalog.versions v join catalog.projects p on p.id = v.project
left join identity.profiles a on a.id = v.author
where p.id = $3 and ` + view.ListedVersion + newest + ` limit $4`

func (s *Routes) pageVersions(ctx context.Context, in *view.ByID) (view.Answer, error) {
	v := view.Versions(ctx)
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return nil, err
	}
	list, err := view.Rows(ctx, s.source, "versions of a page", scanPageVersion, pageVersionsQuery, v.Staff, v.Account, p.ID, maxVersions)
	return view.Bytes(document.List(list)), err
}

func scanPageVersion(row pgx.CollectableRow) ([]byte, error) {
	var doc, changelog []byte
	var id, name, avatar *string
	if err := row.Scan(&doc, &changelog, &id, &name, &avatar); err != nil {
		return nil, err
	}
	author := struct {
		Author *contract.Author `json:"author"`
	}{}
	if id != nil && name != nil {
		author.Author = &contract.Author{ID: *id, Username: *name, AvatarURL: view.Present(avatar)}
	}
	encoded, err := document.Encode(author)
	if err != nil {
		return nil, err
	}
	return document.Join(doc, changelog, encoded), nil
}
