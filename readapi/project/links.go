package project

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// linksQuery reads the links of the versions $3 and those to them: of their own those that count, for outsiders the
// accepted ones; of others the accepted ones of public versions, newest first.
const linksQuery = `
select l.version, true, l.target, l.language, l.description, l.status, l.thread, l.asked
from translation.links l join catalog.versions v on v.id = l.version join catalog.projects p on p.id = v.project
where l.version = any($3) and (l.status = 'approved' or l.status in ('pending', 'rejected') and ` + view.Inside + `)
  and exists (select from catalog.versions t join catalog.projects q on q.id = t.project where t.id = l.target and (t.visible and q.visible or ` + view.Inside + `))
union all
select l.target, false, l.version, l.language, l.description, l.status, '', v.published
from translation.links l join catalog.versions v on v.id = l.version and v.listed join catalog.projects p on p.id = v.project and p.visible
where l.target = any($3) and l.status = 'approved'
order by 1, 2, 8 desc, 3`

// maxTranslatedBy is how many translations a version's document lists.
const maxTranslatedBy = 256

// linksOf are the translations of versions by their ids, without the versions that have none.
func (s *Routes) linksOf(ctx context.Context, v view.Viewer, ids []string) (map[string]*contract.Translations, error) {
	rows, err := s.source.Pool.Query(ctx, linksQuery, v.Staff, v.Account, ids)
	if err != nil {
		return nil, fmt.Errorf("read translations: %w", err)
	}
	out := map[string]*contract.Translations{}
	var of string
	var own bool
	var l contract.VersionLink
	l.LinkType = "translation"
	if _, err := pgx.ForEachRow(rows, []any{&of, &own, &l.JoiningVersionID, &l.LanguageCode, &l.Description, &l.ApprovalStatus, &l.ThreadID, nil}, func() error {
		t := out[of]
		if t == nil {
			none := contract.NoTranslations()
			t = &none
			out[of] = t
		}
		if own {
			t.VersionLinks = append(t.VersionLinks, l)
		} else if len(t.TranslatedBy) < maxTranslatedBy {
			t.TranslatedBy = append(t.TranslatedBy, contract.TranslatedBy{JoiningVersionID: l.JoiningVersionID, LanguageCode: l.LanguageCode, Description: l.Description})
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read translations: %w", err)
	}
	return out, nil
}

const without = `{"version_links":[],"translated_by":[]}`

// withLinks adds the translations to a document of a version; nil for none.
func withLinks(doc []byte, t *contract.Translations) ([]byte, error) {
	if t == nil {
		return document.Join(doc, []byte(without)), nil
	}
	links, err := document.Encode(t)
	if err != nil {
		return nil, fmt.Errorf("render translations: %w", err)
	}
	return document.Join(doc, links), nil
}

// answerVersion answers with the stored document of a version and its translations. The entity tag is the position of the
// version while it has no translations: those also depend on other things.
func (s *Routes) answerVersion(ctx context.Context, v view.Viewer, row versionRow) (view.Answer, error) {
	links, err := s.linksOf(ctx, v, []string{row.ID})
	if err != nil {
		return nil, err
	}
	doc, err := withLinks(row.Doc, links[row.ID])
	if err != nil {
		return nil, err
	}
	if links[row.ID] != nil {
		return view.Digested(doc), nil
	}
	return view.AtPosition(row.Position, v.Inside(row.Inside), doc), nil
}
