package kurrent

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// stuckAfter is when a client that was given up is closed although a call still uses it. Only a call that the
// client holds for ever is still there by then, and closing is what frees it.
const stuckAfter = 20 * time.Second

// client is one official client and the node that it found. It is good for that one connection: made to
// discover a second time it loses hold of the first connection, and a discovery that fails ends it for ever
// and holds its callers just as long. So it is given up when its node is first seen to be gone, and closed when
// the last call has left it: it does not bear being closed under a call.
type client struct {
	inner   *kurrentdb.Client
	version version
	ctx     context.Context // of subscriptions; ends when the client is given up
	cancel  context.CancelFunc

	entry sync.RWMutex // held for reading by calls that have no connection yet
	mu    sync.Mutex
	users int
	gone  bool
	once  sync.Once
}

// dial makes a client that has found its node. lost is called when that node goes away, before the client
// itself begins to look for another.
func dial(ctx context.Context, config kurrentdb.Configuration, logger *slog.Logger, lost func(*client, error)) (*client, error) {
	c := &client{}
	c.ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	config.Logger = func(level kurrentdb.LogLevel, format string, args ...any) {
		if err := unavailable(format, args); err != nil {
			c.entry.Lock()
			c.giveUp()
			c.entry.Unlock()
			lost(c, err)
		}
		if logger.Enabled(ctx, slog.LevelDebug) {
			logger.Debug("kurrentdb client", "level", level, "message", fmt.Sprintf(format, args...))
		}
	}
	var err error
	if c.inner, err = kurrentdb.NewClient(&config); err != nil {
		c.cancel()
		return nil, err
	}
	found, err := bounded(ctx, func(context.Context) (*kurrentdb.ServerVersion, error) {
		c.use()
		defer c.done()
		return c.inner.GetServerVersion()
	})
	if err != nil {
		c.giveUp()
		return nil, err
	}
	c.version = version{found.Major, found.Minor, found.Patch}
	return c, nil
}

// unavailable finds the message by which the client says that a node is gone. It comes just before the client
// forgets its connection; whoever asks for one after that would make it discover.
func unavailable(format string, args []any) error {
	if format != "unexpected exception: %v" || len(args) != 1 {
		return nil
	}
	if err, ok := args[0].(error); ok && status.Code(err) == codes.Unavailable {
		return err
	}
	return nil
}

// use counts a call in; false says that the client was given up.
func (c *client) use() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return false
	}
	c.users++
	return true
}

// errGone is what a call meets whose client was given up before it could begin.
var errGone = status.Error(codes.Unavailable, "the connection was given up")

// enter makes a call of the client, unless the client was given up. The call holds the entry lock until the client has
// given it its connection: then it asks for the deadline. No call starts after the client's node was found to be gone, and
// the client is given up only after every call that holds the lock has its connection.
func enter[T any](ctx context.Context, c *client, call func(context.Context, *kurrentdb.Client) (T, error)) (T, error) {
	c.entry.RLock()
	connected := sync.OnceFunc(c.entry.RUnlock)
	defer connected()
	c.mu.Lock()
	gone := c.gone
	c.mu.Unlock()
	if gone {
		var none T
		return none, errGone
	}
	return call(&entering{Context: ctx, connected: connected}, c.inner)
}

// entering is the context of a call that has no connection yet.
type entering struct {
	context.Context
	connected func()
}

// Deadline is the first thing that the client asks once the call has its connection.
func (e *entering) Deadline() (time.Time, bool) {
	e.connected()
	return e.Context.Deadline()
}

// done counts a call out; the last one of a client that was given up closes it.
func (c *client) done() {
	c.mu.Lock()
	c.users--
	last := c.gone && c.users == 0
	c.mu.Unlock()
	if last {
		c.close()
	}
}

// giveUp lets nobody in any more.
func (c *client) giveUp() {
	c.mu.Lock()
	again := c.gone
	c.gone = true
	unused := c.users == 0
	c.mu.Unlock()
	if again {
		return
	}
	c.cancel()
	if unused {
		c.close()
	} else {
		time.AfterFunc(stuckAfter, c.close)
	}
}

func (c *client) close() {
	c.once.Do(func() { _ = c.inner.Close() })
}
