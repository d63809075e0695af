package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

var (
	// ErrBusy says that every engine was drawing another page.
	ErrBusy = errors.New("every engine is busy")
	// ErrStarting says that engines are being started.
	ErrStarting = errors.New("the engines are starting")
)

// Options of a pool; zero values have defaults.
type Options struct {
	Engines  int           // at most; default one for two processors
	Wait     time.Duration // for a free engine; default 100 ms
	Deadline time.Duration // of one page; default 2 s
	Recycle  int           // pages after which an engine is replaced; default 2000
	Cache    int           // bytes of cached drawings, which are compressed; default 8 MiB
	Registry prometheus.Registerer
	Logger   *slog.Logger
}

func (o Options) withDefaults() Options {
	set := func(value *int, otherwise int) {
		if *value == 0 {
			*value = otherwise
		}
	}
	set(&o.Engines, max(1, runtime.GOMAXPROCS(0)/2))
	set(&o.Recycle, 2000)
	set(&o.Cache, 8<<20)
	if o.Wait == 0 {
		o.Wait = 100 * time.Millisecond
	}
	if o.Deadline == 0 {
		o.Deadline = 2 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Pool draws pages with a bounded number of engines.
type Pool struct {
	opts    Options
	read    func() ([]byte, error) // the bytecode, which is needed only to start an engine
	metrics *metrics
	cache   *cache

	free chan *engine

	mu      sync.Mutex
	started bool
	loaded  bool
	closed  bool
	work    sync.WaitGroup
}

// New draws with the bytecode of the built front end. A front end without one is built without it: pages are then not
// drawn, and the error is fs.ErrNotExist. Engines start in the background, with Start or when the first page asks for one.
func New(ui fs.FS, opts Options) (*Pool, error) {
	if _, err := fs.Stat(ui, Bytecode); err != nil {
		return nil, fmt.Errorf("find the bytecode of the server: %w", err)
	}
	return newPool(func() ([]byte, error) { return fs.ReadFile(ui, Bytecode) }, opts), nil
}

func newPool(read func() ([]byte, error), opts Options) *Pool {
	opts = opts.withDefaults()
	return &Pool{opts: opts, read: read, metrics: newMetrics(opts.Registry), cache: newCache(opts.Cache), free: make(chan *engine, opts.Engines)}
}

// Draw draws a page, or returns the cached drawing of an equal one. Without a drawing the error says why.
func (p *Pool) Draw(ctx context.Context, page Page) (Drawing, error) {
	text, key, err := page.encode()
	if err != nil {
		return Drawing{}, err
	}
	if d, ok := p.cache.get(key); ok {
		p.metrics.cached.Inc()
		return d, nil
	}
	began := time.Now()
	d, err := p.draw(ctx, text, cmp.Or(page.Wait, p.opts.Wait))
	if err != nil {
		p.metrics.shells.WithLabelValues(label(err)).Inc()
		if errors.Is(err, ErrFailed) {
			p.opts.Logger.Warn("a page could not be drawn", "path", page.Path, "error", err)
		}
		return Drawing{}, err
	}
	p.metrics.drawn.Observe(time.Since(began).Seconds())
	if !page.Once {
		p.cache.put(key, d)
	}
	return d, nil
}

func (p *Pool) draw(ctx context.Context, text string, wait time.Duration) (Drawing, error) {
	e, err := p.take(ctx, wait)
	if err != nil {
		return Drawing{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, p.opts.Deadline)
	defer cancel()
	d, err := e.draw(ctx, text)
	if err != nil || e.drawn >= p.opts.Recycle {
		p.replace(e)
	} else {
		p.give(e)
	}
	return d, err
}

// take waits for a free engine. While engines start, only those wait who have more patience than others.
func (p *Pool) take(ctx context.Context, wait time.Duration) (*engine, error) {
	select {
	case e := <-p.free:
		return e, nil
	default:
	}
	late := ErrBusy
	if !p.ready() {
		late = ErrStarting
	}
	if wait < 0 || late == ErrStarting && wait <= p.opts.Wait {
		return nil, late
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case e := <-p.free:
		return e, nil
	case <-timer.C:
		return nil, late
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", ErrLate, ctx.Err())
	}
}

// Start starts the engines in the background. Without it the first page does.
func (p *Pool) Start() { p.ready() }

// ready says whether engines were started; the first call starts them.
func (p *Pool) ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.started && !p.closed {
		p.started = true
		p.work.Go(p.start)
	}
	return p.loaded
}

func (p *Pool) start() {
	for range p.opts.Engines {
		e, err := p.load()
		if err != nil {
			p.opts.Logger.Error("pages are not drawn", "error", err)
			return
		}
		p.give(e)
		p.mu.Lock()
		p.loaded = true
		p.mu.Unlock()
	}
}

func (p *Pool) load() (*engine, error) {
	code, err := p.read()
	if err != nil {
		return nil, fmt.Errorf("read the bytecode of the server: %w", err)
	}
	return newEngine(code)
}

// replace closes an engine and starts another in the background.
func (p *Pool) replace(old *engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		old.close()
		return
	}
	p.work.Go(func() {
		old.close()
		e, err := p.load()
		if err != nil {
			p.opts.Logger.Error("an engine cannot be replaced", "error", err)
			return
		}
		p.give(e)
	})
}

func (p *Pool) give(e *engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		e.close()
		return
	}
	p.free <- e // never blocks: there are no more engines than places
}

// Close ends the engines. Pages that are being drawn finish; later ones are not drawn.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.work.Wait()
	for {
		select {
		case e := <-p.free:
			e.close()
		default:
			return
		}
	}
}
