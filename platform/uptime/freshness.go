package uptime

import (
	"context"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

const (
	sampling = 2 * time.Second
	samples  = 300 // ten minutes: a longer delay is not measured more exactly
)

// Freshness measures how old the state is that readers see: the time since they last saw everything that the log had.
type Freshness struct {
	head    func(context.Context) (uint64, error) // end of the log
	reached func() uint64                         // position of what readers see

	mu      sync.Mutex
	synced  time.Time // everything appended before is visible; zero: not known
	waiting []sample  // ends of the log that are not visible yet, oldest first
}

type sample struct {
	at   time.Time
	head uint64
}

// NewFreshness makes a measure; Run keeps it up to date.
func NewFreshness(head func(context.Context) (uint64, error), reached func() uint64) *Freshness {
	return &Freshness{head: head, reached: reached}
}

// Run samples the log's end until the context ends.
func (f *Freshness) Run(ctx context.Context) error {
	for {
		f.Sample(ctx, time.Now())
		if !pause.For(ctx, sampling) {
			return nil
		}
	}
}

// Sample reads the log's end once. While it cannot be read, the state becomes older.
func (f *Freshness) Sample(ctx context.Context, now time.Time) {
	head, err := f.head(ctx)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.waiting); n == 0 || f.waiting[n-1].head < head || f.reached() >= head {
		f.waiting = append(f.waiting, sample{now, head})
	}
	f.settle()
	if len(f.waiting) > samples {
		f.waiting = f.waiting[:samples] // the oldest decide how far behind the state is
	}
}

// settle forgets the samples that are visible.
func (f *Freshness) settle() {
	reached := f.reached()
	n := 0
	for n < len(f.waiting) && f.waiting[n].head <= reached {
		f.synced = f.waiting[n].at
		n++
	}
	f.waiting = f.waiting[n:]
}

// Synced is the time up to which everything is visible, and whether it is known.
func (f *Freshness) Synced() (at time.Time, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settle()
	return f.synced, !f.synced.IsZero()
}
