// Package data decides who may read an uploaded file: who may see the thing that it belongs to now. A hidden or deleted
// thing's files are not found by outsiders as soon as the read models know of it.
package data

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/readapi/view"
)

// Gate finds the thing that a file belongs to.
type Gate struct {
	source *view.Source
	caller func(*http.Request) (identity.Caller, error)
}

// New makes a gate. caller authenticates a request; it is only called for files that not everybody may read.
func New(source *view.Source, caller func(*http.Request) (identity.Caller, error)) *Gate {
	return &Gate{source: source, caller: caller}
}

// models are the read models that say whose a file is.
func models() []string { return []string{view.Watermark, "collection"} }

// Each query answers whether lists show the file's thing, whether everybody with the link may see it, and whether the
// viewer belongs to it. In rows of an earlier release an address may have a plus sign that is not escaped. $1 and $2 are as in package view, $3 the end of the file's address, $4 and more the ids in its key.
const (
	versionFile = `select p.listed and v.visible, p.visible and v.visible, ` + view.Inside + `
from catalog.versions v join catalog.projects p on p.id = v.project
where v.project = $4 and v.id = $5 and exists (select from catalog.files f where f.version = v.id and right(replace(f.url, '+', '%2B'), length($3)) = $3)`

	// The document of a project has the addresses of its icon and its gallery.
	projectPicture = `select p.listed, p.visible, ` + view.Inside + ` from catalog.projects p
where p.id = $4 and position(convert_to($3, 'UTF8') in p.doc_v2) > 0
union all
select true, true, $1::boolean or $2::text <> '' from catalog.organizations o where o.id = $4 and right(o.icon_url, length($3)) = $3`

	collectionIcon = `select c.status = 'listed', c.status in ('listed', 'unlisted'), $1::boolean or $2::text <> '' and c.owner = $2
from collection.collections c where c.id = $4 and right(c.icon_url, length($3)) = $3`

	avatar = `select true, true, $1::boolean or $2::text <> '' from identity.profiles a where a.id = $4 and right(a.avatar_url, length($3)) = $3`
)

// question is the query of a key with its ids; "" for keys that belong to no such thing.
func question(key string) (query string, ids []any) {
	parts := strings.Split(key, "/")
	switch {
	case uploaderOf(key) != "":
		return textPicture(), []any{key}
	case len(parts) >= 3 && parts[0] == "users":
		return avatar, []any{parts[1]}
	case len(parts) >= 3 && parts[0] == "collections":
		return collectionIcon, []any{parts[1]}
	case len(parts) >= 4 && parts[1] == "versions":
		return versionFile, []any{parts[0], parts[2]}
	case len(parts) >= 3 && (parts[1] == "icons" || parts[1] == "images") && parts[0] != "images":
		return projectPicture, []any{parts[0]}
	}
	return "", nil
}

// shared begins the keys that belong to nothing which can be hidden.
const shared = "avatars/"

// Access says who may read the file of a key. Keys of unknown form are nobody's: the store also holds what no route serves.
func (g *Gate) Access(r *http.Request, key string) (blobs.Access, error) {
	query, ids := question(key)
	switch {
	case strings.HasPrefix(key, shared):
		return blobs.Everybody, nil
	case query == "":
		return blobs.Nobody, nil
	}
	end := blobs.Path(key)
	access, _, err := g.ask(r.Context(), query, false, "", end, ids)
	if err != nil || access != blobs.Nobody {
		return access, err
	}
	c, err := g.caller(r)
	if err != nil || !c.Can(identity.ScopeProjectRead|identity.ScopeVersionRead) {
		return blobs.Nobody, err
	}
	if c.Role == identity.RoleAdmin || c.Account == uploaderOf(key) { // a picture in a text is its uploader's
		return blobs.Members, nil
	}
	if c.Staff() { // also files of deleted things
		if uploaderOf(key) == "" {
			return blobs.Members, nil
		}
		if _, noted, err := g.ask(r.Context(), onlyNoted(), true, c.Account, end, ids); err != nil || noted {
			return blobs.Nobody, err
		}
		return blobs.Members, nil
	}
	// Who has just uploaded a file asks for it at once.
	g.source.Reached(r.Context(), models(), c.Position)
	access, inside, err := g.ask(r.Context(), query, false, c.Account, end, ids)
	if err == nil && access == blobs.Nobody && inside {
		return blobs.Members, nil
	}
	return access, err
}

func (g *Gate) ask(ctx context.Context, query string, staff bool, account, end string, ids []any) (blobs.Access, bool, error) {
	var listed, visible, inside bool
	err := g.source.Pool.QueryRow(ctx, query, append([]any{staff, account, end}, ids...)...).Scan(&listed, &visible, &inside)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return blobs.Nobody, false, nil
	case err != nil:
		return blobs.Nobody, false, fmt.Errorf("find the owner of a file: %w", err)
	case listed:
		return blobs.Everybody, inside, nil
	case visible:
		return blobs.ByLink, inside, nil
	}
	return blobs.Nobody, inside, nil
}
