package project

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// PageAnswer is the data of the site's own project page.
type PageAnswer struct {
	PageProject
	contract.PageExtra
	contract.Team
	contract.Moderated
}

// PageProject is a project with its newest versions instead of the ids of all.
type PageProject struct {
	contract.Project
	Versions     []ChosenVersion `json:"versions"`
	VersionCount int             `json:"version_count"` // of the listed ones
}

// newestShown is how many versions a project page contains.
const newestShown = 5

const newestQuery = `select v.doc_v2` + fromVersions + `where p.id = $3 and ` + view.ListedVersion + newest + ` limit $4`

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

func scanChosen(row pgx.CollectableRow) (ChosenVersion, error) {
	var doc []byte
	if err := row.Scan(&doc); err != nil {
		return ChosenVersion{}, err
	}
	v, err := decodeVersion(doc)
	return chosenOf(v), err
}

// withNewest is a project's v2 document with its newest versions instead of the ids of all. Every event of a version
// moves its project's position, so that the page's entity tag covers them too.
func (s *Routes) withNewest(ctx context.Context, f found) ([]byte, error) {
	var doc PageProject
	if err := json.Unmarshal(f.Doc, &doc.Project); err != nil {
		return nil, fmt.Errorf("decode project: %w", err)
	}
	v := view.Versions(ctx)
	list, err := view.Rows(ctx, s.source, "newest versions", scanChosen, newestQuery, v.Staff, v.Account, f.ID, newestShown)
	if err != nil {
		return nil, err
	}
	doc.Versions, doc.VersionCount = list, len(doc.Project.Versions)
	return document.Encode(doc)
}
