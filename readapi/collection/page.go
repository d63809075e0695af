package collection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// following is the id of the automatic collection of the projects that the caller follows.
const following = "following"

// page is the page with the projects as they are stored.
type page struct {
	contract.CollectionPage
	Projects []json.RawMessage `json:"projects"`
}

const (
	head = `select c.id, c.name, c.description, nullif(c.icon_url, ''), c.color, c.status, c.created, c.updated, c.owner, a.username, nullif(a.avatar_url, '')
from collection.collections c left join identity.profiles a on a.id = c.owner
where c.id = $1 and (c.status in ('listed', 'unlisted') or $3::boolean or $2::text <> '' and c.owner = $2)`

	cards   = `p.doc_hit, p.status, %s.added`
	cardsOf = ` join catalog.projects p on p.id = %[1]s.project`
)

func collectionCards() string {
	return fmt.Sprintf(`select `+cards+` from collection.collections c join collection.collection_projects k on k.collection = c.id`+cardsOf+`
where c.id = $4 and `+shownProject+` order by k.position desc`, "k")
}

func followedCards() string {
	return fmt.Sprintf(`select `+cards+` from collection.follows f`+cardsOf+`
where f.account = $3 and `+view.VisibleProject+` order by f.position desc`, "f")
}

// page is GET /_internal/collection/{id}.
func (s *Routes) page(ctx context.Context, in *view.ByID) (view.Answer, error) {
	read, id := s.collectionPage, string(in.ID)
	switch {
	case id == following:
		read = s.followingPage
	case !ids.Valid(id):
		return nil, httpkit.NotFound()
	}
	p, err := read(ctx, id)
	if err != nil {
		return nil, err
	}
	body, err := document.Encode(p)
	if err != nil {
		return nil, fmt.Errorf("encode collection page: %w", err)
	}
	return view.Digested(body), nil
}

func (s *Routes) collectionPage(ctx context.Context, id string) (page, error) {
	v, who := view.Projects(ctx), collectionsReader(ctx)
	var p page
	var owner string
	var username, avatar *string
	err := s.source.Pool.QueryRow(ctx, head, id, who.Account, who.Staff).Scan(
		&p.ID, &p.Name, &p.Description, &p.IconURL, &p.Color, &p.Status, &p.Created, &p.Updated, &owner, &username, &avatar)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, httpkit.NotFound()
	}
	if err != nil {
		return p, fmt.Errorf("read collection: %w", err)
	}
	if username != nil {
		p.User = &contract.Author{ID: owner, Username: *username, AvatarURL: avatar}
	}
	p.Projects, err = s.cards(ctx, collectionCards(), v.Staff, v.Account, who.Account, id)
	return p, err
}

func (s *Routes) followingPage(ctx context.Context, _ string) (page, error) {
	caller := identity.FromContext(ctx)
	if err := caller.Require(identity.ScopeUserRead); err != nil {
		return page{}, err
	}
	v := view.Projects(ctx)
	p := page{CollectionPage: contract.CollectionPage{ID: following, Following: true, Status: "private"}}
	profile, err := s.profiles.ByUsername(ctx, caller.Account)
	if err != nil {
		return p, err
	}
	p.User = &contract.Author{ID: profile.ID, Username: profile.Username, AvatarURL: view.Present(profile.AvatarURL)}
	p.Projects, err = s.cards(ctx, followedCards(), v.Staff, v.Account, caller.Account)
	return p, err
}

func (s *Routes) cards(ctx context.Context, query string, args ...any) ([]json.RawMessage, error) {
	return view.Rows(ctx, s.source, "projects of a collection", scanCard, query, args...)
}
