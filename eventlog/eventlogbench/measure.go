package eventlogbench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
)

// singleConnections limits the connections of the comparison with one transaction for each append: a server accepts
// about a hundred, and more connections make it slower.
const singleConnections = 64

type measurement struct {
	log     eventlog.Log
	pool    *pgxpool.Pool // of the program's login
	owner   *pgx.Conn
	options Options
	rates   map[string][]float64
	at      map[int]*AtCallers
	lone    []time.Duration
}

// round makes every measurement once.
func (m *measurement) round(ctx context.Context) error {
	if err := m.appends(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{m.single, m.copy, m.alone, m.bulk, m.follow, m.parts} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// appends measures the log with each number of callers.
func (m *measurement) appends(ctx context.Context) error {
	for _, n := range m.options.Callers {
		rate, times, err := callers(ctx, n, m.options.Span, func(ctx context.Context) error {
			_, err := m.log.Append(ctx, sample())
			return err
		})
		if err != nil {
			return fmt.Errorf("append with %d callers: %w", n, err)
		}
		m.rates[fmt.Sprint(n)] = append(m.rates[fmt.Sprint(n)], rate)
		m.at[n] = &AtCallers{Callers: n, P50: percentile(times, 0.50), P99: percentile(times, 0.99)}
	}
	return nil
}

// callers runs do from n goroutines for a duration.
func callers(ctx context.Context, n int, span time.Duration, do func(context.Context) error) (float64, []time.Duration, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	times := make([][]time.Duration, n)
	errs := make(chan error, n)
	var all sync.WaitGroup
	begin := time.Now()
	for i := range n {
		all.Go(func() {
			for last := time.Now(); last.Sub(begin) < span; {
				if err := do(ctx); err != nil {
					errs <- err
					cancel()
					return
				}
				now := time.Now()
				times[i] = append(times[i], now.Sub(last))
				last = now
			}
		})
	}
	all.Wait()
	took := time.Since(begin)
	select {
	case err := <-errs:
		return 0, nil, err
	default:
	}
	var flat []time.Duration
	for _, some := range times {
		flat = append(flat, some...)
	}
	return float64(len(flat)) / took.Seconds(), flat, nil
}

// single makes every append in its own transaction, with the fastest method: one call of a function.
func (m *measurement) single(ctx context.Context) error {
	n := m.options.Callers[len(m.options.Callers)-1]
	config := m.pool.Config()
	config.MaxConns = int32(min(n, singleConnections))
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("one transaction an append: %w", err)
	}
	defer pool.Close()
	rate, _, err := callers(ctx, n, m.options.Span, func(ctx context.Context) error {
		w := sample()
		e := w.Events[0]
		meta, err := e.Meta.Stored().MarshalJSON()
		if err != nil {
			return err
		}
		_, err = pool.Exec(ctx, `SELECT log.append_one($1, $2, $3::uuid[], $4::text[], $5::bytea[], $6::bytea[], ARRAY[]::text[], ARRAY[]::bigint[])`,
			w.Stream, int64(w.Expected), [][16]byte{e.ID}, []string{e.Type}, [][]byte{e.Data}, [][]byte{meta})
		return err
	})
	if err != nil {
		return fmt.Errorf("one transaction an append: %w", err)
	}
	m.rates["single"] = append(m.rates["single"], rate)
	return nil
}

// copy loads rows as fast as the database accepts them, into the same tables under the same lock.
func (m *measurement) copy(ctx context.Context) error {
	n := m.options.CopyRows
	writes := make([]eventlog.Write, n)
	metas := make([][]byte, n)
	for i := range writes {
		writes[i] = sample()
		var err error
		if metas[i], err = writes[i].Events[0].Meta.Stored().MarshalJSON(); err != nil {
			return err
		}
	}
	begin := time.Now()
	err := pgx.BeginFunc(ctx, m.owner, func(tx pgx.Tx) error {
		var head int64
		if err := tx.QueryRow(ctx, `SELECT position FROM log.log_head FOR UPDATE`).Scan(&head); err != nil {
			return err
		}
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{"log", "streams"}, []string{"name", "id", "revision"},
			pgx.CopyFromSlice(n, func(i int) ([]any, error) {
				return []any{writes[i].Stream, head + 1 + int64(i), int64(0)}, nil
			})); err != nil {
			return err
		}
		now := time.Now()
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{"log", "events"},
			[]string{"position", "stream_id", "revision", "recorded_at", "id", "type", "stream", "data", "meta"},
			pgx.CopyFromSlice(n, func(i int) ([]any, error) {
				e, at := writes[i].Events[0], head+1+int64(i)
				return []any{at, at, int64(0), now, [16]byte(e.ID), e.Type, writes[i].Stream, e.Data, metas[i]}, nil
			})); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE log.log_head SET position = $1`, head+int64(n))
		return err
	})
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	m.rates["copy"] = append(m.rates["copy"], float64(n)/time.Since(begin).Seconds())
	return nil
}

// alone sends appends with pauses between them, like a single user.
func (m *measurement) alone(ctx context.Context) error {
	for begin := time.Now(); time.Since(begin) < m.options.Span; time.Sleep(2 * time.Millisecond) {
		w := sample()
		sent := time.Now()
		if _, err := m.log.Append(ctx, w); err != nil {
			return fmt.Errorf("append alone: %w", err)
		}
		m.lone = append(m.lone, time.Since(sent))
	}
	return nil
}

// bulk appends like an import: appends of the maximum size, one after the other.
func (m *measurement) bulk(ctx context.Context) error {
	events := 0
	begin := time.Now()
	for time.Since(begin) < m.options.Span {
		var writes []eventlog.Write
		for size := 0; ; {
			w := sample()
			if size += w.Size(); size > eventlog.MaxAppendBytes {
				break
			}
			writes = append(writes, w)
		}
		if _, err := m.log.Append(ctx, writes...); err != nil {
			return fmt.Errorf("bulk append: %w", err)
		}
		events += len(writes)
	}
	m.rates["bulk"] = append(m.rates["bulk"], float64(events)/time.Since(begin).Seconds())
	return nil
}

// follow reads the whole log once.
func (m *measurement) follow(ctx context.Context) error {
	events := 0
	begin := time.Now()
	for batch, err := range m.log.Follow(ctx, 0, eventlog.Filter{}) {
		if err != nil {
			return fmt.Errorf("follow: %w", err)
		}
		events += len(batch.Events)
		if batch.Live {
			break
		}
	}
	m.rates["follow"] = append(m.rates["follow"], float64(events)/time.Since(begin).Seconds())
	return nil
}

// parts reads several streams together, and the newest event of single ones, like the page of a project's history.
func (m *measurement) parts(ctx context.Context) error {
	const streams, each = 200, 10
	var names []string
	for range streams {
		w := sample()
		for range each - 1 {
			w.Events = append(w.Events, sample().Events[0])
		}
		if _, err := m.log.Append(ctx, w); err != nil {
			return fmt.Errorf("append a stream: %w", err)
		}
		names = append(names, w.Stream)
	}
	head, err := m.log.Head(ctx)
	if err != nil {
		return err
	}
	events, begin := 0, time.Now()
	for time.Since(begin) < m.options.Span/4 {
		for _, err := range m.log.Streams(ctx, names, head) {
			if events++; err != nil {
				return fmt.Errorf("read streams: %w", err)
			}
		}
	}
	m.rates["streams"] = append(m.rates["streams"], float64(events)/time.Since(begin).Seconds())
	reads, begin := 0, time.Now()
	for ; time.Since(begin) < m.options.Span/4; reads++ {
		for _, err := range m.log.StreamRange(ctx, names[reads%streams], eventlog.Range{To: eventlog.Last, Limit: 1, Backward: true}) {
			if err != nil {
				return fmt.Errorf("read the newest event: %w", err)
			}
		}
	}
	m.rates["newest"] = append(m.rates["newest"], float64(reads)/time.Since(begin).Seconds())
	return nil
}
