// Package memory answers queries from an index in the process: bitmaps of facets, sort orders and the postings of all
// terms. It follows the rows that package search/postgres writes. That package answers filters by name or slug, and
// everything while this index loads.
package memory

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
	"github.com/modyard/modyard/search/postgres"
)

// Options of an index.
type Options struct {
	Pool   *pgxpool.Pool
	Schema string // schema of the tables, or of views of them; "catalog" if empty

	// Board has the position of the rows under Mark. Without it, the newest position of a row is used.
	Board *watermark.Board
	Mark  string // "catalog" if empty

	CountEvery time.Duration // how often counters are read; a minute if zero

	Logger *slog.Logger // slog.Default() if nil
}

// Index is an engine; Run keeps it up to date.
type Index struct {
	opts   Options
	schema string
	cold   *postgres.Engine
	own    *watermark.Board

	current atomic.Pointer[snapshot] // nil while cold
	mu      sync.Mutex               // held while a snapshot is installed
	merging atomic.Bool
	merges  sync.WaitGroup
	last    uint64 // newest position read; used only by Run
	counted cursor // used only by Run
	version string // the tables that the views show; used only by Run
}

var _ search.Engine = (*Index)(nil)

// New makes an index that answers from Postgres until Run has loaded it.
func New(opts Options) *Index {
	if opts.Schema == "" {
		opts.Schema = "catalog"
	}
	if opts.Mark == "" {
		opts.Mark = "catalog"
	}
	if opts.CountEvery <= 0 {
		opts.CountEvery = time.Minute
	}
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	return &Index{
		opts: opts, schema: pgx.Identifier{opts.Schema}.Sanitize(),
		cold: postgres.NewEngine(opts.Pool, opts.Schema), own: watermark.New(),
	}
}

const ownMark = "search"

// At is the log position up to which the index has every change; 0 while it loads.
func (x *Index) At() uint64 {
	if s := x.current.Load(); s != nil {
		return s.at
	}
	return 0
}

// Ready says whether the index is loaded.
func (x *Index) Ready() bool { return x.current.Load() != nil }

// Wait returns nil when the index has every change up to the position. While it loads, Postgres answers, which has a
// change as soon as it is written: then Wait waits for the mark of the board.
func (x *Index) Wait(ctx context.Context, position uint64) error {
	if !x.Ready() && x.opts.Board != nil {
		return x.opts.Board.Wait(ctx, x.opts.Mark, position)
	}
	return x.own.Wait(ctx, ownMark, position)
}

// Documents is the number of documents in the index.
func (x *Index) Documents() int {
	n := 0
	if s := x.current.Load(); s != nil {
		for _, p := range s.parts {
			n += p.live()
		}
	}
	return n
}

// Search implements search.Engine.
func (x *Index) Search(ctx context.Context, q search.Query) (search.Page, error) {
	q = q.Bounded()
	s := x.current.Load()
	f, plan := analysis.ParseText(q.Text), search.Compile(q.Filter)
	if f.None {
		return search.Page{}, nil
	}
	if s == nil || !answerable(plan) {
		return x.cold.Search(ctx, q)
	}
	var page search.Page
	if f.All {
		page = s.listing(q, plan)
	} else {
		page = s.matching(q, f, plan)
	}
	return x.withHits(ctx, page)
}

// withHits reads the hits of a page. It omits documents that were deleted since the snapshot.
func (x *Index) withHits(ctx context.Context, page search.Page) (search.Page, error) {
	if len(page.IDs) == 0 {
		return page, nil
	}
	hits, err := x.cold.Hits(ctx, page.IDs)
	if err != nil {
		return search.Page{}, err
	}
	out := search.Page{Total: page.Total}
	for _, id := range page.IDs {
		if hit, ok := hits[id]; ok {
			out.IDs, out.Hits = append(out.IDs, id), append(out.Hits, hit)
		}
	}
	return out, nil
}

// Counts implements search.Engine.
func (x *Index) Counts(ctx context.Context, q search.Query) (map[string]int, error) {
	s := x.current.Load()
	f, plan := analysis.ParseText(q.Text), search.Compile(q.Filter)
	switch {
	case f.None:
		return map[string]int{}, nil
	case s == nil || !answerable(plan):
		return x.cold.Counts(ctx, q)
	case f.All && len(plan.Clauses) == 0 && len(q.Choices) == 0:
		return maps.Clone(s.counts()), nil
	}
	var m matched
	if !f.All {
		m = s.match(f)
	}
	typos := sync.OnceValue(func() []*roaring.Bitmap { return s.matchTypos(f) })
	out := map[string]int{}
	for _, c := range q.Countings() {
		base := s.under(f, m, c.Plan, typos)
		for _, o := range c.Options {
			s.countOption(o, q.Filter, base, out)
		}
	}
	return out, nil
}
