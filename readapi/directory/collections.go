package directory

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// Collection is a public collection in a list.
type Collection struct {
	ID          string           `json:"id"`
	Name        string           `json:"name"`
	Description string           `json:"description"`
	IconURL     *string          `json:"icon_url"`
	Color       *int             `json:"color"`
	Created     time.Time        `json:"created"`
	Updated     time.Time        `json:"updated"`
	Projects    int              `json:"projects"` // listed ones
	Owner       *contract.Author `json:"owner"`
}

type collectionsIn struct {
	Asked
	Sort string `query:"sort" enum:"updated,newest,name" doc:"排序；默认最近更新的在前"`
}

const (
	// collectionWith holds for listed collections c with the text $1, in lower case, in their name. collectionNamed is the
	// same for a text of two characters or more, read by the index collections_named.
	collectionWith   = `c.status = 'listed' and strpos(lower(c.name), $1::text) > 0`
	collectionNamed  = collectionWith + ` and identity.pairs(lower(c.name)) @> identity.pairs($1::text)`
	anyCollection    = `c.status = 'listed' and $1::text = ''`
	countCollections = `select count(*) from collection.collections c where %s`

	// The projects are counted for the page alone.
	collectionsQuery = `select c.id, c.name, c.description, c.icon_url, c.color, c.created, c.updated,
	(select count(*) from collection.collection_projects k join catalog.projects p on p.id = k.project where k.collection = c.id and p.listed),
	a.id, a.username, a.avatar_url
from (select * from collection.collections c where %[1]s order by %[2]s limit $2 offset $3) c
left join identity.profiles a on a.id = c.owner order by %[2]s`
)

func collectionOrder(sort string) string {
	switch sort {
	case "newest":
		return `c.created desc, c.id`
	case "name":
		return `lower(c.name), c.id`
	}
	return `c.updated desc, c.id`
}

func (s *Routes) collections(ctx context.Context, in *collectionsIn) (contract.SearchPage[Collection], error) {
	text := in.Query.lower()
	limit, offset := in.Bounds()
	query := fmt.Sprintf(collectionsQuery, collectionsWith(text), collectionOrder(in.Sort))
	hits, err := view.Rows(ctx, s.source, "collections", func(row pgx.CollectableRow) (Collection, error) {
		var one Collection
		var icon string
		var owner, name, avatar *string
		err := row.Scan(&one.ID, &one.Name, &one.Description, &icon, &one.Color, &one.Created, &one.Updated, &one.Projects, &owner, &name, &avatar)
		one.IconURL, one.Description, one.Owner = view.Present(&icon), brief(one.Description), view.Author(owner, name, avatar)
		return one, err
	}, query, text, limit, offset)
	if err != nil {
		return contract.SearchPage[Collection]{}, err
	}
	total, err := s.countCollections(ctx, text)
	return page(in.Asked, hits, total), err
}

func collectionsWith(text string) string {
	switch utf8.RuneCountInString(text) {
	case 0:
		return anyCollection
	case 1:
		return collectionWith
	}
	return collectionNamed
}

func (s *Routes) countCollections(ctx context.Context, text string) (int, error) {
	return s.count(ctx, fmt.Sprintf(countCollections, collectionsWith(text)), text)
}
