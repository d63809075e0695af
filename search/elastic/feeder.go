package elastic

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/lead"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/watermark"
)

// Mark is the watermark of changes that can be found in Elasticsearch.
const Mark = "elasticsearch"

// FeederOptions are the dependencies of a feeder. Client, Pool and Lead are required.
type FeederOptions struct {
	Client *Client
	Pool   *pgxpool.Pool
	Schema string // of the document table; "catalog" if empty
	Engine string // name of the log that positions belong to

	// Board has the position of the document table under Table ("catalog" if empty), and receives that of the index.
	Board *watermark.Board
	Table string

	// Lead blocks until this process has the lead. The returned context ends when the lead is lost; release gives it
	// up.
	Lead lead.Take
	// Head is the newest position of the log: an index ahead of it was fed from another log. Nil: no check.
	Head func(ctx context.Context) (uint64, error)

	CountEvery time.Duration // how often counters are fed; a minute if zero

	Registry prometheus.Registerer // nil: metrics are kept but not exported
	Logger   *slog.Logger          // slog.Default() if nil
}

// Limits of feeding.
const (
	chunkRows    = 500                    // documents of one request
	feedPause    = 150 * time.Millisecond // minimum pause between two rounds: a round costs one refresh
	feedPoll     = time.Second            // how often changes are read without a notification
	feedTimeout  = 30 * time.Second       // of one request of the feeder
	retryAtLeast = 100 * time.Millisecond
	retryAtMost  = 5 * time.Second
)

// Feeder copies the document table into an index. Every process may run one; the one with the lead feeds.
type Feeder struct {
	opts    FeederOptions
	client  *Client
	table   table
	metrics *feedMetrics
	logger  *slog.Logger

	parked  map[string]bool // ids of rejected documents, used with the lead
	leading atomic.Bool
}

// NewFeeder makes a feeder; Run feeds.
func NewFeeder(o FeederOptions) (*Feeder, error) {
	if o.Client == nil || o.Pool == nil || o.Lead == nil {
		return nil, errors.New("search feeder: Client, Pool and Lead are required")
	}
	if o.Schema == "" {
		o.Schema = "catalog"
	}
	if o.Table == "" {
		o.Table = "catalog"
	}
	if o.Board == nil {
		o.Board = watermark.New()
	}
	if o.CountEvery <= 0 {
		o.CountEvery = time.Minute
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	m, err := newFeedMetrics(o.Registry)
	if err != nil {
		return nil, fmt.Errorf("search feeder: %w", err)
	}
	return &Feeder{opts: o, client: o.Client, table: table{o.Pool, o.Schema, o.Engine}, metrics: m, logger: o.Logger}, nil
}

// Run feeds whenever this process has the lead, until the context ends. It retries after every failure.
func (f *Feeder) Run(ctx context.Context) error {
	pauses := pause.Doubling(retryAtLeast, retryAtMost)
	lead.Keep(ctx, f.opts.Lead, "search/"+f.client.name, retryAtMost, func(leading context.Context) error {
		f.leading.Store(true)
		f.metrics.leader.Set(1)
		for leading.Err() == nil {
			began := time.Now()
			err := f.feed(leading)
			if leading.Err() != nil {
				break
			}
			if time.Since(began) > 30*time.Second {
				pauses.Reset()
			}
			wait := pauses.NextBackOff()
			if !errors.Is(err, errOtherIndex) {
				f.metrics.failures.Inc()
				f.logger.WarnContext(ctx, "elasticsearch: feeding is interrupted", "error", err, "again_in", wait)
			}
			pause.For(leading, wait)
		}
		f.leading.Store(false)
		f.metrics.leader.Set(0)
		return nil
	})
	return nil
}

// errOtherIndex says that another index must be fed now.
var errOtherIndex = errors.New("the index has been replaced")

// feed finds the serving index, fills a new one where none is usable, and follows the table.
func (f *Feeder) feed(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, feedTimeout)
	defer cancel()
	if err := f.client.prepare(asking); err != nil {
		return err
	}
	source, err := f.table.source(asking)
	if err != nil {
		return err
	}
	if source == "" {
		return errors.New("the document table does not exist yet")
	}
	if f.parked, err = f.readParked(asking); err != nil {
		return err
	}
	s, fits, err := f.attach(asking, source)
	if err != nil {
		return err
	}
	if !fits {
		if s, err = f.ship(ctx, source); err != nil {
			return fmt.Errorf("fill a new index: %w", err)
		}
	}
	f.logger.InfoContext(ctx, "elasticsearch: following", "index", s.Index, "position", s.Position)
	return f.follow(ctx, s)
}

// attach finds the serving index and says whether it can be fed further.
func (f *Feeder) attach(ctx context.Context, source string) (state, bool, error) {
	s, there, err := f.client.readState(ctx, serving)
	if err != nil || !there {
		return s, false, err
	}
	if _, requested, err := f.client.readState(ctx, reshipping); err != nil || requested {
		return s, false, err
	}
	all, err := f.client.list(ctx)
	if err != nil {
		return s, false, err
	}
	i := all[s.Index]
	if !i.Serves || i.UUID != s.UUID || i.Definition != definition() || s.Source != source {
		return s, false, nil
	}
	if f.opts.Head != nil {
		head, err := f.opts.Head(ctx)
		if err != nil {
			return s, false, fmt.Errorf("read the log's head: %w", err)
		}
		if s.At > head || uint64(s.Position) > head {
			f.logger.WarnContext(ctx, "elasticsearch: the index is ahead of the log; it is filled again", "index", s.At, "log", head)
			return s, false, nil
		}
	}
	return s, true, nil
}

// follow feeds changes until a step fails. It returns errOtherIndex where another index must be fed.
func (f *Feeder) follow(ctx context.Context, s state) error {
	f.publish(ctx, s)
	written, writtenAt, checked, counted := time.Time{}, s.At, time.Now(), time.Time{}
	for {
		changed := f.opts.Board.Changed(f.opts.Table)
		before := s
		moved, err := f.round(ctx, &s)
		if err != nil {
			return err
		}
		if time.Since(counted) >= f.opts.CountEvery {
			if err := f.count(ctx, &s); err != nil {
				return err
			}
			counted = time.Now()
		}
		// A new position without changed documents is published at once but stored once a second: most events change
		// no document.
		if moved || s.At != writtenAt && time.Since(written) >= feedPoll {
			if err := f.client.writeState(ctx, serving, s); err != nil {
				return err
			}
			written, writtenAt = time.Now(), s.At
		}
		if s.At != before.At || moved {
			f.publish(ctx, s)
		}
		if !pause.For(ctx, feedPause) {
			return ctx.Err()
		}
		timer := time.NewTimer(feedPoll - feedPause)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
		if time.Since(checked) >= feedPoll {
			if err := f.checkState(ctx, &s); err != nil {
				return err
			}
			checked = time.Now()
		}
	}
}

// checkState checks that index and tables are those of the state, and that no new index was requested.
func (f *Feeder) checkState(ctx context.Context, s *state) error {
	source, err := f.table.source(ctx)
	if err != nil {
		return err
	}
	there, found, err := f.client.readState(ctx, serving)
	if err != nil {
		return err
	}
	_, requested, err := f.client.readState(ctx, reshipping)
	if err != nil {
		return err
	}
	if source != s.Source || !found || there.UUID != s.UUID || requested {
		return errOtherIndex
	}
	return nil
}

// round feeds all changes, refreshes the index and updates the state. It says whether there was a change.
func (f *Feeder) round(ctx context.Context, s *state) (moved bool, err error) {
	for {
		// Read the mark before the rows: the rows then include every change up to it.
		at := f.opts.Board.At(f.opts.Table)
		rows, err := f.table.since(ctx, s.Position, s.ID, chunkRows)
		if err != nil {
			return moved, err
		}
		if err := f.put(ctx, s.Index, rows); err != nil {
			return moved, err
		}
		if len(rows) > 0 {
			moved = true
			last := rows[len(rows)-1]
			s.Position, s.ID = last.position, last.id
		}
		if len(rows) < chunkRows {
			if moved {
				if err := f.refresh(ctx, s.Index); err != nil {
					return moved, err
				}
			}
			s.At = max(s.At, at, uint64(s.Position))
			return moved, nil
		}
		if err := f.client.writeState(ctx, serving, *s); err != nil {
			return moved, err
		}
	}
}

// count feeds the documents with changed counters, in one batch, and refreshes the index.
func (f *Feeder) count(ctx context.Context, s *state) error {
	for moved := false; ; {
		rows, err := f.table.countedSince(ctx, s.Counted, s.CountOf, chunkRows)
		if err != nil {
			return err
		}
		if err := f.put(ctx, s.Index, rows); err != nil {
			return err
		}
		if len(rows) > 0 {
			last := rows[len(rows)-1]
			s.Counted, s.CountOf, moved = last.changed, last.id, true
		}
		if len(rows) == chunkRows {
			continue
		}
		if !moved {
			return nil
		}
		if err := f.refresh(ctx, s.Index); err != nil {
			return err
		}
		return f.client.writeState(ctx, serving, *s)
	}
}

// refresh makes fed documents searchable.
func (f *Feeder) refresh(ctx context.Context, index string) error {
	asking, cancel := context.WithTimeout(ctx, feedTimeout)
	defer cancel()
	return f.client.refresh(asking, index)
}

// put writes changes and records rejected ones.
func (f *Feeder) put(ctx context.Context, index string, rows []row) error {
	asking, cancel := context.WithTimeout(ctx, feedTimeout)
	defer cancel()
	no, err := f.client.bulk(asking, index, rows)
	if isStatus(err, http.StatusNotFound) {
		return fmt.Errorf("%w: %w", errOtherIndex, err)
	}
	if err != nil {
		return err
	}
	f.metrics.fed.Add(float64(len(rows) - len(no)))
	return f.park(ctx, rows, no)
}

// publish announces the index's position to this and other processes.
func (f *Feeder) publish(ctx context.Context, s state) {
	f.opts.Board.Publish(Mark, s.At)
	f.metrics.position.Set(float64(s.At))
	if _, err := f.opts.Pool.Exec(ctx, "select pg_notify($1, $2)", watermark.Channel, watermark.Payload(Mark, s.At)); err != nil && ctx.Err() == nil {
		f.logger.WarnContext(ctx, "elasticsearch: cannot announce the index's position to other processes", "error", err) // they poll too
	}
}
