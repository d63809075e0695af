package project

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// TranslationAnswer is a language pack that was made for a version, with its newest version for it.
type TranslationAnswer struct {
	Project contract.ProjectLink   `json:"project"`
	Author  *contract.Author       `json:"author"` // of the pack's version; null where the account is deleted
	Version contract.ChosenVersion `json:"version"`
}

const maxTranslations = 20

// translationsQuery finds language packs that require the project $3, either exactly the version $4 or any version
// with a common game version $5. One row a pack, newest first.
const translationsQuery = `
select id, slug, title, icon_url, url_type, author, username, avatar_url, doc_v2 from (
    select distinct on (p.id) p.id, p.slug, p.title, p.icon_url, p.url_type, a.id as author, a.username, a.avatar_url, v.doc_v2, v.published, v.created
    from catalog.dependencies d
    join catalog.versions v on v.id = d.version and v.listed
    join catalog.projects p on p.id = v.project and p.type = 'language' and ` + view.ListedProject + `
    left join identity.profiles a on a.id = v.author
    where d.dep_project = $3 and d.kind = 'required' and d.dep_project <> ''
      and (d.dep_version = $4 or d.dep_version = '' and (cardinality(v.game_versions) = 0 or v.game_versions && $5::text[]))
    order by p.id, v.published desc, v.created desc
) t order by t.published desc, t.created desc limit $6`

func (s *Routes) translations(ctx context.Context, v view.Viewer, of dependent, games []string) ([]TranslationAnswer, error) {
	return view.Rows(ctx, s.source, "translations of a version", scanTranslation, translationsQuery, v.Staff, v.Account, of.Project, of.ID, games, maxTranslations)
}

func scanTranslation(row pgx.CollectableRow) (TranslationAnswer, error) {
	var t TranslationAnswer
	var icon string
	var author, name, avatar *string
	var doc []byte
	if err := row.Scan(&t.Project.ID, &t.Project.Slug, &t.Project.Title, &icon, &t.Project.URLType, &author, &name, &avatar, &doc); err != nil {
		return t, err
	}
	t.Project.IconURL = contract.Present(icon)
	t.Author = view.Author(author, name, avatar)
	c, err := chosen(doc)
	if err != nil || c == nil {
		return t, err
	}
	t.Version = *c
	return t, nil
}
