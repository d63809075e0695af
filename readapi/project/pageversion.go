package project

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// pageVersionQuery finds the version $4 of the project $3 by id or, without a match, the newest of that number.
const pageVersionQuery = `
select v.id, v.doc_v2, v.doc_changelog, ` + address + `, older.id, older.number, newer.id, newer.number, a.id, a.username, a.avatar_url` + fromVersions + `
left join lateral ` + older + ` older on true
left join lateral ` + newer + ` newer on true
left join identity.profiles a on a.id = v.author
where p.id = $3 and (v.id = $4 or v.number = $4) and ` + view.ListedVersion + `
order by v.id = $4 desc, v.published desc, v.created desc limit 1`

func (s *Routes) pageVersion(ctx context.Context, in *versionIn) (view.Answer, error) {
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return nil, err
	}
	v := view.Versions(ctx)
	shown, err := view.Only(view.Rows(ctx, s.source, "version of a page", scanPageVersion, pageVersionQuery, v.Staff, v.Account, p.ID, in.Version))
	if err != nil {
		return nil, err
	}
	links, err := s.linksOf(ctx, v, []string{shown.id})
	if err != nil {
		return nil, err
	}
	doc, err := withLinks(shown.doc, links[shown.id])
	return view.Bytes(doc), err
}

// shownVersion is the document of a version's page.
type shownVersion struct {
	id  string
	doc []byte
}

func scanPageVersion(row pgx.CollectableRow) (shown shownVersion, err error) {
	var doc, changelog []byte
	var b contract.VersionBeside
	var olderID, olderNumber, newerID, newerNumber, id, name, avatar *string
	if err := row.Scan(&shown.id, &doc, &changelog, &b.Address, &olderID, &olderNumber, &newerID, &newerNumber, &id, &name, &avatar); err != nil {
		return shown, err
	}
	b.Older, b.Newer, b.Author = named(olderID, olderNumber), named(newerID, newerNumber), view.Author(id, name, avatar)
	beside, err := document.Encode(b)
	shown.doc = document.Join(doc, changelog, beside)
	return shown, err
}

func named(id, number *string) *contract.NamedVersion {
	if id == nil || number == nil {
		return nil
	}
	return &contract.NamedVersion{ID: *id, VersionNumber: *number}
}
