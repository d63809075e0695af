package elastic

import (
	"context"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/watermark"
)

// watchPoll is how often the index's state is read without a notification, and watchLimit bounds one read.
const (
	watchPoll  = time.Second
	watchLimit = 2 * time.Second
	lookEvery  = 100 * time.Millisecond // how precisely the start of a delay is recorded
)

// Reasons for which Elasticsearch is not queried, as metrics name them.
const (
	reasonStarting = "starting" // the position of the index is not known yet
	reasonSilent   = "silent"   // the state of the index has not been read for too long
	reasonSource   = "source"   // there is no index of the serving tables
	reasonBehind   = "behind"   // the index is further behind than allowed
	reasonNewer    = "newer"    // the caller has seen a newer position than the index
	reasonBreaker  = "breaker"  // Elasticsearch failed too often
	reasonSlow     = "slow"     // the fall-back was faster
	reasonError    = "error"    // Elasticsearch failed
	reasonDeep     = "deep"     // Elasticsearch does not answer such a query
)

// freshness records the position of the index, and how long it has been behind the read model.
type freshness struct {
	board *watermark.Board
	table string
	limit time.Duration

	mu     sync.Mutex
	known  bool
	source bool // the index is fed from the serving tables
	at     uint64
	readAt time.Time
	ahead  []sighting // positions of the read model that the index has not reached, oldest first
}

type sighting struct {
	position uint64
	seen     time.Time
}

// maxSightings bounds the recorded positions; only the oldest matters.
const maxSightings = 1024

// look records the read model's position.
func (f *freshness) look(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = max(f.at, f.board.At(Mark))
	if position := f.board.At(f.table); position > f.at && len(f.ahead) < maxSightings &&
		(len(f.ahead) == 0 || f.ahead[len(f.ahead)-1].position < position) {
		f.ahead = append(f.ahead, sighting{position, now})
	}
	f.forget()
}

func (f *freshness) forget() {
	for len(f.ahead) > 0 && f.ahead[0].position <= f.at {
		f.ahead = f.ahead[1:]
	}
}

// update sets the state that was read.
func (f *freshness) update(s state, found, same bool, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known, f.source, f.readAt = true, found && same, now
	f.at = s.At
	if f.source {
		f.at = max(f.at, f.board.At(Mark))
	}
	f.forget()
}

// view is the data for one query.
type view struct {
	reason string // "" where Elasticsearch may answer
	at     uint64
	lag    time.Duration
}

func (f *freshness) view(now time.Time, atLeast uint64) view {
	f.mu.Lock()
	defer f.mu.Unlock()
	v := view{at: f.at}
	if len(f.ahead) > 0 {
		v.lag = now.Sub(f.ahead[0].seen)
	}
	switch {
	case !f.known:
		v.reason = reasonStarting
	case !f.source:
		v.reason = reasonSource
	case now.Sub(f.readAt) > f.limit+watchPoll+watchLimit:
		v.reason = reasonSilent
	case v.lag > f.limit:
		v.reason = reasonBehind
	case f.at < atLeast:
		v.reason = reasonNewer
	}
	return v
}

// Run watches the index's state until the context ends.
func (e *Engine) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		for pause.For(ctx, lookEvery) {
			e.fresh.look(time.Now())
			e.report()
		}
	})
	for ctx.Err() == nil {
		changed := e.opts.Board.Changed(Mark)
		if err := e.refresh(ctx); err != nil && ctx.Err() == nil {
			e.logger.DebugContext(ctx, "elasticsearch: cannot read the index's state", "error", err)
		}
		// Most changes only move the index's position, which the board has.
		if !pause.For(ctx, watchPoll/4) {
			break
		}
		timer := time.NewTimer(watchPoll)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
	}
	return nil
}

// refresh reads the state of the serving index and compares its tables with the serving ones.
func (e *Engine) refresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, watchLimit)
	defer cancel()
	s, found, err := e.index.client.readState(ctx, serving)
	if err != nil {
		return err
	}
	// If Postgres does not answer, assume the previous tables.
	if source, err := e.table.source(ctx); err == nil {
		e.source = source
	}
	e.fresh.update(s, found, s.Source == e.source && e.source != "", time.Now())
	return nil
}

// report updates the metrics and logs when another engine starts to answer.
func (e *Engine) report() {
	v := e.fresh.view(time.Now(), 0)
	reason := v.reason
	if reason == "" && e.open() {
		reason = reasonBreaker
	}
	e.metrics.position.Set(float64(v.at))
	e.metrics.lag.Set(v.lag.Seconds())
	serves := reason == ""
	e.metrics.serving.Set(map[bool]float64{true: 1}[serves])
	if was := e.reason.Swap(&reason); was == nil || *was != reason {
		if serves {
			e.logger.Info("elasticsearch answers searches", "position", v.at)
		} else {
			e.logger.Warn("searches are answered by the fall-back", "reason", reason, "position", v.at, "behind", v.lag)
		}
	}
}
