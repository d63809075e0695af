package project

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// newestShown is how many versions a project page contains.
const newestShown = 5

const newestQuery = `select v.doc_v2` + fromVersions + `where p.id = $3 and ` + view.ListedVersion + newest + ` limit $4`

// obtainableQuery finds whether a listed version of the project $3 has a file, here or at a known address.
const obtainableQuery = `select exists (select` + fromVersions + `where p.id = $3 and ` + view.ListedVersion + `
  and (v.held or jsonb_array_length(convert_from(v.doc_v2, 'UTF8')::jsonb -> 'disk_urls') > 0))`

func (s *Routes) readPage(ctx context.Context, v view.Viewer, name view.Name) (found, []byte, error) {
	f, err := s.one(ctx, v, name, "p.doc_v2", "array[p.doc_page, p.doc_team]")
	if err != nil {
		return f, nil, err
	}
	team := f.Extra[1]
	if f.Inside {
		if team, err = s.teamInside(ctx, v, f); err != nil {
			return f, nil, err
		}
		if f.Organization != "" { // the answer includes the rights of its members
			position, err := s.organizations.Position(ctx, f.Organization)
			if err != nil {
				return f, nil, err
			}
			f.Position = max(f.Position, position)
		}
	}
	doc, err := s.withNewest(ctx, f)
	return f, document.Join(doc, f.Extra[0], team, f.message()), err
}

func scanChosen(row pgx.CollectableRow) (contract.ChosenVersion, error) {
	var doc []byte
	if err := row.Scan(&doc); err != nil {
		return contract.ChosenVersion{}, err
	}
	v, err := decodeVersion(doc)
	return v.Chosen(), err
}

// withNewest is a project's v2 document with its newest versions instead of the ids of all. Every event of a version
// moves its project's position, so that the page's entity tag covers them too.
func (s *Routes) withNewest(ctx context.Context, f found) ([]byte, error) {
	var doc contract.PageProject
	if err := json.Unmarshal(f.Doc, &doc.Project); err != nil {
		return nil, fmt.Errorf("decode project: %w", err)
	}
	v := view.Versions(ctx)
	list, err := view.Rows(ctx, s.source, "newest versions", scanChosen, newestQuery, v.Staff, v.Account, f.ID, newestShown)
	if err != nil {
		return nil, err
	}
	doc.Versions, doc.VersionCount = list, len(doc.Project.Versions)
	doc.Obtainable = slices.ContainsFunc(list, contract.ChosenVersion.Obtainable)
	if !doc.Obtainable && len(list) == newestShown { // an older one may have a file
		doc.Obtainable, err = view.Only(view.Rows(ctx, s.source, "obtainable versions", pgx.RowTo[bool], obtainableQuery, v.Staff, v.Account, f.ID))
		if err != nil {
			return nil, err
		}
	}
	return document.Encode(doc)
}
