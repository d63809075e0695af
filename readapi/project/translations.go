package project

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// TranslationAnswer is a language pack whose translation of a version was accepted, with its newest version for it.
type TranslationAnswer struct {
	Project      contract.ProjectLink   `json:"project"`
	Author       *contract.Author       `json:"author"` // of the pack's version; null where the account is deleted
	Version      contract.ChosenVersion `json:"version"`
	LanguageCode string                 `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description  string                 `json:"description"`
}

const maxTranslations = 20

// translationsQuery finds the accepted translations of the version $3: of each language pack the newest, newest first.
const translationsQuery = `
select id, slug, title, icon_url, url_type, author, username, avatar_url, doc_v2, language, description from (
    select distinct on (p.id) p.id, p.slug, p.title, p.icon_url, p.url_type, a.id as author, a.username, a.avatar_url, v.doc_v2, v.published, v.created,
           l.language, l.description
    from translation.links l
    join catalog.versions v on v.id = l.version and v.listed
    join catalog.projects p on p.id = v.project and ` + view.ListedProject + `
    left join identity.profiles a on a.id = v.author
    where l.target = $3 and l.status = 'approved'
    order by p.id, v.published desc, v.created desc
) t order by t.published desc, t.created desc limit $4`

func (s *Routes) translations(ctx context.Context, v view.Viewer, of dependent) ([]TranslationAnswer, error) {
	return view.Rows(ctx, s.source, "translations of a version", scanTranslation, translationsQuery, v.Staff, v.Account, of.ID, maxTranslations)
}

func scanTranslation(row pgx.CollectableRow) (TranslationAnswer, error) {
	var t TranslationAnswer
	var icon string
	var author, name, avatar *string
	var doc []byte
	if err := row.Scan(&t.Project.ID, &t.Project.Slug, &t.Project.Title, &icon, &t.Project.URLType, &author, &name, &avatar, &doc,
		&t.LanguageCode, &t.Description); err != nil {
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
