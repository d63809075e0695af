package project

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// older is the version of the project p after v in the viewer's lists, newer the one before it.
const (
	older = `(select o.id, o.number, o.doc_changelog from catalog.versions o
    where o.project = v.project and (o.listed or ` + view.Inside + `) and (o.published, o.created) < (v.published, v.created)
    order by o.published desc, o.created desc limit 1)`
	newer = `(select o.id, o.number from catalog.versions o
    where o.project = v.project and (o.listed or ` + view.Inside + `) and (o.published, o.created) > (v.published, v.created)
    order by o.published, o.created limit 1)`
)

const changesQuery = `
select v.doc_v2, v.doc_changelog, coalesce(older.doc_changelog = v.doc_changelog, false), a.id, a.username, a.avatar_url` + fromPart + `
left join lateral ` + older + ` older on true
left join identity.profiles a on a.id = v.author` + newest

func (s *Routes) listChanges(ctx context.Context, in *listIn) (contract.ChangesAnswer, error) {
	list, total, err := listed(ctx, s, in, "changelog of a page", view.Within(scanChange, sizeOfChange), changesQuery)
	return contract.ChangesAnswer{Changes: list, Total: total}, err
}

// sizeOfChange is the size of the texts of a change, in bytes.
func sizeOfChange(c contract.ChangeAnswer) int { return len(c.ChangelogHTML) }

func scanChange(row pgx.CollectableRow) (contract.ChangeAnswer, error) {
	var c contract.ChangeAnswer
	var doc, changelog []byte
	var id, name, avatar *string
	if err := row.Scan(&doc, &changelog, &c.Repeats, &id, &name, &avatar); err != nil {
		return c, err
	}
	v, err := decodeVersion(doc)
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(changelog, &c.Changelog); err != nil {
		return c, fmt.Errorf("decode changelog: %w", err)
	}
	c.ChosenVersion, c.Author = v.Chosen(), view.Author(id, name, avatar)
	if c.Repeats = c.Repeats && c.ChangelogHTML != ""; c.Repeats {
		c.ChangelogHTML = ""
	}
	return c, nil
}
