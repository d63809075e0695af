package software

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	freshTime  = 10 * time.Minute
	staleTime  = 24 * time.Hour   // how old an answer may be that is used because the service fails
	pauseTime  = 30 * time.Second // after a failure
	maxPause   = 10 * time.Minute // that a service can ask for
	maxEntries = 256
)

// cache remembers answers and failures. Each key is loaded once at a time. The load belongs to all who wait for it, so it does not end with the request that
// began it.
type cache struct {
	now func() time.Time

	mutex   sync.Mutex
	entries map[string]*cached
}

type cached struct {
	value   any // nil: there is none yet
	at      time.Time
	failure error // of the newest load
	retry   time.Time
	loading chan struct{} // closed when the load ends; nil: nobody loads
}

// pauseError is a failure of a service that says when it wants to be asked again.
type pauseError struct {
	error
	after time.Duration
}

func (e *pauseError) Unwrap() error { return e.error }

// remember returns the answer for a key. Load gets a context with a deadline of its own.
func remember[T any](ctx context.Context, c *cache, key string, load func(context.Context) (T, error)) (T, error) {
	var none T
	v, err := c.get(ctx, key, func(ctx context.Context) (any, error) { return load(ctx) })
	if err != nil {
		return none, err
	}
	return v.(T), nil //nolint:forcetypeassert // a key has one type
}

func (c *cache) get(ctx context.Context, key string, load func(context.Context) (any, error)) (any, error) {
	c.mutex.Lock()
	e, now := c.entry(key), c.now()
	// A clock that was set back makes everything old, and no pause long.
	if age := now.Sub(e.at); e.value != nil && age >= 0 && age < freshTime {
		defer c.mutex.Unlock()
		return e.value, nil
	}
	if left := e.retry.Sub(now); e.loading == nil && left > 0 && left <= maxPause {
		defer c.mutex.Unlock()
		return e.answer(now)
	}
	if e.loading == nil {
		e.loading = make(chan struct{})
		go c.load(context.WithoutCancel(ctx), e, load)
	}
	done := e.loading
	c.mutex.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return e.answer(c.now())
}

func (c *cache) load(ctx context.Context, e *cached, load func(context.Context) (any, error)) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	value, err := load(ctx)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	close(e.loading)
	e.loading, e.failure, e.retry = nil, err, time.Time{}
	if err == nil {
		e.value, e.at = value, c.now()
		return
	}
	pause := pauseTime
	if asked := (*pauseError)(nil); errors.As(err, &asked) {
		pause = min(max(asked.after, pauseTime), maxPause)
	}
	e.retry = c.now().Add(pause)
}

// answer is the value, also an old one while the service fails. What the service says not to have is gone.
func (e *cached) answer(now time.Time) (any, error) {
	if e.failure == nil || e.value != nil && !errors.Is(e.failure, ErrUnknown) && now.Sub(e.at) <= staleTime {
		return e.value, nil
	}
	return nil, e.failure
}

// entry is that of a key. A new one may take the place of the oldest.
func (c *cache) entry(key string) *cached {
	if e := c.entries[key]; e != nil {
		return e
	}
	if len(c.entries) >= maxEntries {
		c.drop()
	}
	e := &cached{}
	c.entries[key] = e
	return e
}

func (c *cache) drop() {
	var oldest string
	for key, e := range c.entries {
		if e.loading == nil && (oldest == "" || e.at.Before(c.entries[oldest].at)) {
			oldest = key
		}
	}
	delete(c.entries, oldest)
}
