package elastic

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sony/gobreaker/v2"

	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/search"
)

// Options of an engine. Client, Pool and Fallback are required.
type Options struct {
	Client   *Client
	Fallback search.Engine // answers whenever Elasticsearch does not
	Pool     *pgxpool.Pool
	Schema   string // of the document table; "catalog" if empty
	Engine   string // name of the log that positions belong to, the same as the feeder's

	Board *watermark.Board
	Table string // watermark of the document table; "catalog" if empty

	Search Limits        // of a search; 150 ms and 1 s if zero
	Counts Limits        // of the counts; 300 ms and 2 s if zero
	MaxLag time.Duration // how far the index may be behind and still answer; 5 s if zero
	Rest   time.Duration // pause after too many failures; 5 s if zero

	Registry prometheus.Registerer // nil: metrics are kept but not exported
	Logger   *slog.Logger          // slog.Default() if nil
}

// Limits of one query to Elasticsearch.
type Limits struct {
	Patience time.Duration // after this the fall-back is queried too, and the first answer counts
	Timeout  time.Duration // after this the query is cancelled
}

func (l Limits) orElse(patience, timeout time.Duration) Limits {
	if l.Patience <= 0 {
		l.Patience = patience
	}
	if l.Timeout <= 0 {
		l.Timeout = timeout
	}
	return l
}

// Engine answers from Elasticsearch while it is fast, healthy and caught up, otherwise from the fall-back. Run
// watches the index; until Run has read its state the fall-back answers.
type Engine struct {
	opts    Options
	index   *Index
	table   table
	source  string // used only by Run
	fresh   *freshness
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
	metrics *engineMetrics
	reason  atomic.Pointer[string]
	logger  *slog.Logger
}

var _ search.Engine = (*Engine)(nil)

var (
	errSlow = errors.New("elasticsearch was too slow")
	errGone = errors.New("the caller has cancelled")
)

// The breaker opens when of the queries of ten seconds, at least five, more than half failed or were slow.
const (
	breakerWindow  = 10 * time.Second
	breakerBucket  = time.Second
	breakerLeast   = 5
	breakerProbes  = 3
	defaultMaxLag  = 5 * time.Second
	defaultRest    = 5 * time.Second
	searchPatience = 150 * time.Millisecond
	searchTimeout  = time.Second
	countsPatience = 300 * time.Millisecond
	countsTimeout  = 2 * time.Second
)

// New makes an engine.
func New(o Options) (*Engine, error) {
	if o.Client == nil || o.Fallback == nil || o.Pool == nil {
		return nil, errors.New("search engine: Client, Pool and Fallback are required")
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
	if o.MaxLag <= 0 {
		o.MaxLag = defaultMaxLag
	}
	if o.Rest <= 0 {
		o.Rest = defaultRest
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Search = o.Search.orElse(searchPatience, searchTimeout)
	o.Counts = o.Counts.orElse(countsPatience, countsTimeout)
	m, err := newEngineMetrics(o.Registry)
	if err != nil {
		return nil, fmt.Errorf("search engine: %w", err)
	}
	return &Engine{
		opts: o, index: NewIndex(o.Client), table: table{o.Pool, o.Schema, o.Engine}, metrics: m, logger: o.Logger,
		fresh: &freshness{board: o.Board, table: o.Table, limit: o.MaxLag},
		breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
			Name: "elasticsearch", MaxRequests: breakerProbes, Interval: breakerWindow, BucketPeriod: breakerBucket, Timeout: o.Rest,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.Requests >= breakerLeast && 2*c.TotalFailures > c.Requests },
			IsExcluded:  func(err error) bool { return errors.Is(err, errGone) },
		}),
	}, nil
}

// open says whether the breaker blocks queries, or admits only a few as probes.
func (e *Engine) open() bool { return e.breaker.State() != gobreaker.StateClosed }

// Serving says whether Elasticsearch would be queried now; if not, it gives the reason.
func (e *Engine) Serving() (bool, string) {
	reason := e.fresh.view(time.Now(), 0).reason
	if reason == "" && e.open() {
		reason = reasonBreaker
	}
	return reason == "", reason
}

// Search implements search.Engine.
func (e *Engine) Search(ctx context.Context, q search.Query) (search.Page, error) {
	return answer(ctx, e, q, e.opts.Search, func(ctx context.Context, from search.Engine) (search.Page, error) { return from.Search(ctx, q) })
}

// Counts implements search.Engine.
func (e *Engine) Counts(ctx context.Context, q search.Query) (map[string]int, error) {
	return answer(ctx, e, q, e.opts.Counts, func(ctx context.Context, from search.Engine) (map[string]int, error) { return from.Counts(ctx, q) })
}

type outcome[T any] struct {
	value T
	err   error
}

// answer queries Elasticsearch, the fall-back, or both, within the limits.
func answer[T any](ctx context.Context, e *Engine, q search.Query, l Limits, ask func(context.Context, search.Engine) (T, error)) (T, error) {
	v := e.fresh.view(time.Now(), q.AtLeast)
	if v.reason != "" {
		return fallBack(ctx, e, v, l, v.reason, ask)
	}
	done, err := e.breaker.Allow()
	if err != nil {
		return fallBack(ctx, e, v, l, reasonBreaker, ask)
	}
	asking, cancel := context.WithTimeout(ctx, l.Timeout)
	defer cancel()
	first := make(chan outcome[T], 1)
	began := time.Now()
	go func() {
		value, err := ask(asking, e.index)
		done(judge(ctx, err, time.Since(began), l))
		first <- outcome[T]{value, err}
	}()
	timer := time.NewTimer(l.Patience)
	defer timer.Stop()
	select {
	case o := <-first:
		if o.err == nil {
			return answered(ctx, e, o.value, search.Trace{Engine: search.EngineElasticsearch, Position: v.at}, "")
		}
		if ctx.Err() != nil {
			return o.value, ctx.Err()
		}
		return fallBack(ctx, e, v, l, e.why(ctx, o.err), ask)
	case <-timer.C:
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
	return race(ctx, e, v, first, ask)
}

// race queries the fall-back while the query to Elasticsearch is still running.
func race[T any](ctx context.Context, e *Engine, v view, first <-chan outcome[T], ask func(context.Context, search.Engine) (T, error)) (T, error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	second := make(chan outcome[T], 1)
	go func() {
		value, err := ask(asking, e.opts.Fallback)
		second <- outcome[T]{value, err}
	}()
	var failed error
	for first != nil || second != nil {
		select {
		case o := <-first:
			if o.err == nil {
				return answered(ctx, e, o.value, search.Trace{Engine: search.EngineElasticsearch, Position: v.at}, "")
			}
			failed, first = errors.Join(failed, o.err), nil
		case o := <-second:
			if o.err == nil {
				return answered(ctx, e, o.value, search.Trace{Engine: search.EnginePostgres}, reasonSlow)
			}
			failed, second = errors.Join(failed, o.err), nil
		}
	}
	var none T
	return none, failed
}

// judge reports the outcome of a query to the breaker: a late answer is a failure, a query that Elasticsearch rejects
// is not.
func judge(caller context.Context, err error, took time.Duration, l Limits) error {
	switch {
	case took >= l.Patience: // the caller may have cancelled because the fall-back has answered
		return errSlow
	case caller.Err() != nil:
		return errGone
	case queryAtFault(err):
		return nil
	}
	return err
}

func queryAtFault(err error) bool {
	a, ok := asError(err)
	return errors.Is(err, ErrTooDeep) || ok && a.refuses()
}

// why names the reason of a failure and logs it, with a rate limit.
func (e *Engine) why(ctx context.Context, err error) string {
	if errors.Is(err, ErrTooDeep) {
		return reasonDeep
	}
	e.logger.WarnContext(ctx, "elasticsearch did not answer a search", "error", err)
	if errors.Is(err, context.DeadlineExceeded) {
		return reasonSlow
	}
	return reasonError
}

// fallBack queries the fall-back. If that fails too, an index that is only late answers; its position says how late.
func fallBack[T any](ctx context.Context, e *Engine, v view, l Limits, reason string, ask func(context.Context, search.Engine) (T, error)) (T, error) {
	value, err := ask(ctx, e.opts.Fallback)
	if err == nil {
		return answered(ctx, e, value, search.Trace{Engine: search.EnginePostgres}, reason)
	}
	if ctx.Err() == nil && (reason == reasonBehind || reason == reasonNewer || reason == reasonBreaker) {
		asking, cancel := context.WithTimeout(ctx, l.Timeout)
		defer cancel()
		if late, other := ask(asking, e.index); other == nil {
			return answered(ctx, e, late, search.Trace{Engine: search.EngineElasticsearch, Position: v.at}, reason)
		}
	}
	return value, err
}

func answered[T any](ctx context.Context, e *Engine, value T, t search.Trace, reason string) (T, error) {
	search.Answered(ctx, t)
	e.metrics.answers.WithLabelValues(t.Engine, reason).Inc()
	return value, nil
}
