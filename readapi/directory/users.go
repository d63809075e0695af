package directory

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// Listed is an account or an organization in a list.
type Listed struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"` // the user name, or the name of the organization
	Slug        string    `json:"slug"` // what its address names: the user name, or the slug
	IconURL     *string   `json:"icon_url"`
	Description string    `json:"description"`
	Created     time.Time `json:"created"`
	Projects    int       `json:"projects"`  // listed ones
	Downloads   int64     `json:"downloads"` // of these
}

type usersIn struct {
	Asked
	Sort string `query:"sort" enum:"downloads,projects,newest,name" doc:"排序；默认按下载量，查找时默认按相符程度"`
}

const (
	// authorsAge is how long the list of authors is kept.
	authorsAge = 30 * time.Second
	// shownDescription bounds a description in a list, in characters.
	shownDescription = 200
)

// author is an account with listed projects. Of an organization's projects nobody is the author here.
type author struct {
	id, name  string
	key       string // the name as it is compared
	created   time.Time
	projects  int
	downloads int64
}

// authors is the list of all authors, most downloads first, read again when it is old: counting them takes longer than
// a page may.
type authors struct {
	mu   sync.Mutex
	read time.Time
	list []author
	byID map[string]int
}

const authorsQuery = `select a.id, a.username, a.created, count(*), sum(p.downloads)
from catalog.members m join catalog.projects p on p.id = m.project join identity.profiles a on a.id = m.account
where m.accepted and p.listed group by a.id, a.username, a.created order by sum(p.downloads) desc, a.id`

// all returns the authors and their places by id. The results are not changed afterwards.
func (a *authors) all(ctx context.Context, s *view.Source) ([]author, map[string]int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byID != nil && time.Since(a.read) < authorsAge {
		return a.list, a.byID, nil
	}
	list, err := view.Rows(ctx, s, "authors", func(row pgx.CollectableRow) (author, error) {
		var one author
		err := row.Scan(&one.id, &one.name, &one.created, &one.projects, &one.downloads)
		return one, err
	}, authorsQuery)
	if err != nil {
		return nil, nil, err
	}
	list = slices.DeleteFunc(list, func(one author) bool { return identity.IsClosedName(one.name) })
	for i := range list {
		list[i].key = identity.NameKey(list[i].name)
	}
	byID := make(map[string]int, len(list))
	for i, one := range list {
		byID[one.id] = i
	}
	a.list, a.byID, a.read = list, byID, time.Now()
	return list, byID, nil
}

// named are the authors with a text in their names, most downloads first, and the ids of these.
func named(list []author, text string) ([]author, []string) {
	key := identity.NameKey(text)
	if key == "" {
		return nil, nil
	}
	var out []author
	var ids []string
	for _, one := range list {
		if strings.Contains(one.key, key) {
			out, ids = append(out, one), append(ids, one.id)
		}
	}
	return out, ids
}

// Orders of authors by what they published; the others follow without regard to them.
var publishing = map[string]func(a, b author) int{
	"downloads": func(a, b author) int { return cmp.Compare(b.downloads, a.downloads) },
	"projects":  func(a, b author) int { return cmp.Compare(b.projects, a.projects) },
}

var authorOrders = map[string]func(a, b author) int{
	"newest": func(a, b author) int { return b.created.Compare(a.created) },
	"name":   func(a, b author) int { return strings.Compare(a.key, b.key) },
}

func sorted(list []author, order func(a, b author) int) []author {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b author) int { return cmp.Or(order(a, b), cmp.Compare(a.id, b.id)) })
	return list
}

func part[T any](list []T, offset, limit int) []T {
	return list[min(offset, len(list)):min(offset+limit, len(list))]
}

// browsed is a page of the authors, and the number of all.
func (s *Routes) browsed(ctx context.Context, in *usersIn) ([]author, int, error) {
	list, _, err := s.authors.all(ctx, s.source)
	if err != nil {
		return nil, 0, err
	}
	order := publishing[in.Sort]
	if order == nil {
		order = authorOrders[in.Sort]
	}
	if order != nil && in.Sort != "downloads" {
		list = sorted(list, order)
	}
	limit, offset := in.Bounds()
	return part(list, offset, limit), len(list), nil
}

// found is a page of the accounts with a text in their names, and the number of all. In an order by what somebody
// published the authors come first, all others have published nothing.
func (s *Routes) found(ctx context.Context, text string, in *usersIn) ([]author, int, error) {
	total, err := s.profiles.CountByName(ctx, text)
	if err != nil || total == 0 {
		return nil, 0, err
	}
	list, places, err := s.authors.all(ctx, s.source)
	if err != nil {
		return nil, 0, err
	}
	limit, offset := in.Bounds()
	search := identity.NameSearch{Text: text, Order: identity.NameOrder(in.Sort), Limit: limit, Offset: offset}
	var out []author
	if order := publishing[in.Sort]; order != nil {
		authors, ids := named(list, text)
		out = part(sorted(authors, order), offset, limit)
		search.Order, search.Without = identity.ByMatch, ids
		search.Limit, search.Offset = limit-len(out), max(offset-len(authors), 0)
	}
	others, err := s.profiles.SearchByName(ctx, search)
	return append(out, ofProfiles(others, list, places)...), total, err
}

func ofProfiles(found []identity.Profile, known []author, places map[string]int) []author {
	out := make([]author, len(found))
	for i, p := range found {
		out[i] = author{id: p.ID, name: p.Username, created: p.Created}
		if at, ok := places[p.ID]; ok {
			out[i].projects, out[i].downloads = known[at].projects, known[at].downloads
		}
	}
	return out
}

func (s *Routes) users(ctx context.Context, in *usersIn) (contract.SearchPage[Listed], error) {
	text := in.Query.value()
	of := s.browsed
	if text != "" {
		of = func(ctx context.Context, in *usersIn) ([]author, int, error) { return s.found(ctx, text, in) }
	}
	list, total, err := of(ctx, in)
	if err != nil {
		return contract.SearchPage[Listed]{}, err
	}
	ids := make([]string, len(list))
	for i, one := range list {
		ids[i] = one.id
	}
	// Names and pictures are as new as the accounts, whatever the age of the list.
	profiles, err := s.profiles.Profiles(ctx, ids)
	if err != nil {
		return contract.SearchPage[Listed]{}, err
	}
	hits := make([]Listed, 0, len(list))
	for _, one := range list {
		if p, ok := profiles[one.id]; ok {
			hits = append(hits, Listed{
				ID: p.ID, Name: p.Username, Slug: p.Username, IconURL: view.Present(p.AvatarURL), Description: brief(p.Bio),
				Created: p.Created, Projects: one.projects, Downloads: one.downloads,
			})
		}
	}
	return page(in.Asked, hits, total), nil
}

// countUsers is the number of accounts that a text finds, of all authors without one.
func (s *Routes) countUsers(ctx context.Context, text string) (int, error) {
	if text != "" {
		return s.profiles.CountByName(ctx, text)
	}
	list, _, err := s.authors.all(ctx, s.source)
	return len(list), err
}

// brief is the beginning of a description.
func brief(text string) string {
	if r := []rune(text); len(r) > shownDescription {
		return string(r[:shownDescription]) + "…"
	}
	return text
}
