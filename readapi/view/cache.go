package view

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/maypok86/otter/v2"
)

// Cached is an answer about a project for viewers outside of its team.
type Cached struct {
	ID   string
	Slug string // in lower case
	Tag  string // of the document and its counters
	Body []byte
}

// Cache keeps hot answers for viewers outside of the team, by kind of answer and project. Before it answers, it drops
// every answer that changed up to the read model's watermark; while another request does so, the cache is bypassed.
// So a cached answer is never older than the read model.
type Cache struct {
	pool  *pgxpool.Pool
	board Board

	answers *otter.Cache[cacheKey, Cached]
	names   *otter.Cache[string, string] // slug in lower case → project

	cleared    atomic.Uint64 // position up to which changed answers were dropped
	generation atomic.Uint64 // number of dropping rounds
	mu         sync.Mutex    // held for a round, and to add an answer
}

type cacheKey struct{ kind, project string }

const (
	cacheBytes   = 16 << 20
	cachedAnswer = 128 << 10 // larger answers are not cached
	cachedNames  = 20_000
	overhead     = 256 // of an entry, in addition to its body
	maxChanges   = 1000
	maxAge       = 30 * time.Second
)

// NewCache makes an empty cache over the read model.
func NewCache(pool *pgxpool.Pool, board Board) *Cache {
	return &Cache{
		pool: pool, board: board,
		answers: otter.Must(&otter.Options[cacheKey, Cached]{
			MaximumWeight: cacheBytes,
			Weigher:       func(_ cacheKey, v Cached) uint32 { return uint32(len(v.Body) + overhead) },
			// A parked event that is applied later does not change its project's position.
			ExpiryCalculator: otter.ExpiryWriting[cacheKey, Cached](maxAge),
		}),
		names: otter.Must(&otter.Options[string, string]{MaximumSize: cachedNames}),
	}
}

// Get finds the answer of a kind for a project's id or current slug. When it finds none, it returns the generation to
// pass to Put.
func (c *Cache) Get(ctx context.Context, kind, name, lower string) (Cached, uint64, bool) {
	generation := c.generation.Load()
	if !c.current(ctx) {
		return Cached{}, generation, false
	}
	generation = c.generation.Load()
	if v, ok := c.answers.GetIfPresent(cacheKey{kind, name}); ok {
		return v, generation, true
	}
	id, ok := c.names.GetIfPresent(lower)
	if !ok {
		return Cached{}, generation, false
	}
	v, ok := c.answers.GetIfPresent(cacheKey{kind, id})
	// The slug may have been given up: another project may have it now.
	return v, generation, ok && v.Slug == lower
}

// Put stores an answer, unless changes were dropped since the generation: the answer may be older than they are.
func (c *Cache) Put(generation uint64, kind string, v Cached) {
	if len(v.Body) > cachedAnswer || !c.mu.TryLock() {
		return
	}
	defer c.mu.Unlock()
	if c.generation.Load() != generation {
		return
	}
	c.answers.Set(cacheKey{kind, v.ID}, v)
	c.names.Set(v.Slug, v.ID)
}

const changedProjects = `
select id from (select id from catalog.projects where position > $1 limit $2) p
union all select id from (select id from catalog.counters where changed > $1 limit $2) c
union all select id from (select id from catalog.deleted_projects where position > $1 limit $2) d`

// current says whether every answer that changed up to the watermark was dropped. If not, and no other request is
// doing so, it drops them.
func (c *Cache) current(ctx context.Context) bool {
	at := c.board.At(Watermark)
	if c.cleared.Load() >= at {
		return true
	}
	if !c.mu.TryLock() {
		return false
	}
	defer c.mu.Unlock()
	cleared := c.cleared.Load()
	if cleared >= at {
		return true
	}
	changed, err := c.changedSince(ctx, cleared)
	if err != nil {
		return false // the request then reads the tables itself and returns that error
	}
	if cleared == 0 || len(changed) >= maxChanges {
		c.answers.InvalidateAll()
	}
	for _, id := range changed {
		for _, kind := range []string{KindV2, KindV3, KindPage} {
			c.answers.Invalidate(cacheKey{kind, id})
		}
	}
	c.generation.Add(1)
	c.cleared.Store(at)
	return true
}

func (c *Cache) changedSince(ctx context.Context, position uint64) ([]string, error) {
	if position == 0 {
		return nil, nil // nothing is cached yet
	}
	rows, err := c.pool.Query(ctx, changedProjects, int64(position), maxChanges)
	if err != nil {
		return nil, fmt.Errorf("read changed projects: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read changed projects: %w", err)
	}
	return ids, nil
}

// The kinds of cached answers.
const (
	KindV2   = "v2"
	KindV3   = "v3"
	KindPage = "page"
)
