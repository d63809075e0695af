package popular

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pause"
)

// Bounds of a process.
const (
	// perVisitor is the number of terms for which a visitor counts on a day.
	perVisitor = 20
	// maxVisitors and maxSearches bound a day: more are not counted.
	maxVisitors = 1 << 16
	maxSearches = 1 << 17
	// maxWaiting bounds the searches between two writes.
	maxWaiting = 4096
	// every is the time between two writes: what a crash loses.
	every = 5 * time.Second
	// lastWrite bounds the write of a process that ends.
	lastWrite = 3 * time.Second
)

// Options of a counter.
type Options struct {
	Pool   *pgxpool.Pool
	Now    func() time.Time // time.Now if nil
	Logger *slog.Logger     // slog.Default() if nil
}

// Counter counts searches, each visitor once a term and day. It is safe for concurrent use, and any number of processes
// may count: they share the key of the day.
type Counter struct {
	Options

	mu       sync.Mutex
	day      time.Time            // of everything below
	local    []byte               // key of the marks in this process
	visitors map[mark]int         // number of terms of a visitor
	known    map[mark]struct{}    // visitors with a term, which are counted already
	waiting  []search             // not written yet
	shared   map[time.Time][]byte // key of the day; used by Flush alone
}

type search struct {
	visitor netip.Addr
	term    string
}

// mark stands for a visitor, or for a visitor with a term.
type mark [16]byte

func markOf(key []byte, visitor netip.Addr, term string) mark {
	h := hmac.New(sha256.New, key)
	a := visitor.As16()
	h.Write(a[:])
	h.Write([]byte(term))
	return mark(h.Sum(nil))
}

// New makes a counter; Run writes what it counts.
func New(o Options) *Counter {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Counter{Options: o}
}

// Today is the day of a time, as midnight UTC.
func Today(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }

// Searched counts a search of a visitor that found something. A text that is no term is not counted.
func (c *Counter) Searched(visitor netip.Addr, text string) {
	term, ok := Term(text)
	if !ok || !visitor.IsValid() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin(Today(c.Now()))
	who, what := markOf(c.local, visitor, ""), markOf(c.local, visitor, term)
	if _, counted := c.known[what]; counted || len(c.waiting) >= maxWaiting || len(c.known) >= maxSearches {
		return
	}
	terms, met := c.visitors[who]
	if terms >= perVisitor || !met && len(c.visitors) >= maxVisitors {
		return
	}
	c.visitors[who] = terms + 1
	c.known[what] = struct{}{}
	c.waiting = append(c.waiting, search{visitor, term})
}

// begin forgets the day before, whose last seconds are not counted.
func (c *Counter) begin(day time.Time) {
	if c.day.Equal(day) {
		return
	}
	c.day, c.local = day, newKey()
	c.visitors, c.known, c.waiting = map[mark]int{}, map[mark]struct{}{}, nil
}

func newKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // crypto/rand never fails
	return key
}

// Run writes until the context ends, and once more then.
func (c *Counter) Run(ctx context.Context) error {
	for pause.For(ctx, every) {
		if err := c.Flush(ctx); err != nil && ctx.Err() == nil {
			c.Logger.WarnContext(ctx, "cannot count searches, will retry", "error", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
	defer cancel()
	if err := c.Flush(ctx); err != nil {
		c.Logger.WarnContext(ctx, "the last searches are not counted", "error", err)
	}
	return nil
}

// Flush writes the searches that wait. Only one call at a time is made. After an error they wait for the next.
func (c *Counter) Flush(ctx context.Context) error {
	day := Today(c.Now())
	c.mu.Lock()
	c.begin(day)
	batch := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	if len(batch) == 0 {
		return nil
	}
	err := c.write(ctx, day, batch)
	if err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.day.Equal(day) {
		c.waiting = append(batch, c.waiting...)[:min(len(batch)+len(c.waiting), maxWaiting)]
	}
	return err
}
