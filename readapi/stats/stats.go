// Package stats answers the site's totals.
package stats

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Answer is the number of items that visitors may find: versions with a file here, and as authors the members of
// projects and of the organizations that own them, and the original authors of what repost teams look after.
type Answer struct {
	Projects int64 `json:"projects"`
	Versions int64 `json:"versions"`
	Authors  int64 `json:"authors"`
	Files    int64 `json:"files"`
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source

	mu      sync.Mutex // held while counting
	counted atomic.Pointer[counted]
}

type counted struct {
	answer Answer
	until  time.Time
}

// New makes the routes over a source.
func New(s *view.Source) *Routes { return &Routes{source: s} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /statistics", Under: []string{"/v2", "/v3"}, Summary: "站点统计"}, s.answer)
}

// keep is how long a count is cached: counting reads every row.
const keep = 10 * time.Second

// countAll is the query with what counts further authors.
func countAll(more string) string {
	return `
select (select count(*) from catalog.projects p where p.listed),
       (select count(*) from catalog.versions v join catalog.projects p on p.id = v.project
         where p.listed and v.listed and v.held),
       (select count(*) from (
         select m.account from catalog.members m join catalog.projects p on p.id = m.project where p.listed and m.accepted
         union
         select o.account from catalog.organization_members o
         where o.accepted and exists (select from catalog.projects p where p.organization = o.organization and p.listed)) authors)
       ` + more + `,
       (select count(*) from catalog.files f join catalog.versions v on v.id = f.version join catalog.projects p on p.id = f.project
         where p.listed and v.listed)`
}

// credited are the original authors of what repost teams look after.
const credited = `+ (select count(distinct p.credited) from catalog.projects p where p.listed and p.credited <> '')`

// answer runs one count at a time; concurrent requests get the last count, if there is one.
func (s *Routes) answer(ctx context.Context, _ *struct{}) (Answer, error) {
	last := s.counted.Load()
	if last != nil && (time.Now().Before(last.until) || !s.mu.TryLock()) {
		return last.answer, nil
	}
	if last == nil {
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	if now := s.counted.Load(); now != last {
		return now.answer, nil
	}
	var a Answer
	read := func(more string) error {
		return s.source.Pool.QueryRow(ctx, countAll(more)).Scan(&a.Projects, &a.Versions, &a.Authors, &a.Files)
	}
	err := read(credited)
	var state *pgconn.PgError
	if errors.As(err, &state) && state.Code == "42703" { // a version of the read model without original authors is still served
		err = read("")
	}
	if err != nil {
		return a, fmt.Errorf("count the catalogue: %w", err)
	}
	s.counted.Store(&counted{answer: a, until: time.Now().Add(keep)})
	return a, nil
}
