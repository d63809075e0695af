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

// stuckAfter is when a client that was given up is closed although a call still uses it. By then the client blocks the
// call forever, and only closing the client ends it.
const stuckAfter = 20 * time.Second

// client is one official client and the node that it found. It is used for a single connection: in a second discovery
// the client loses its first connection, and a discovery that fails ends the client permanently and blocks its callers
// meanwhile. So it is given up when its node is first found unreachable, and closed after its last call has ended,
// because closing it during a call is not safe.
type client struct {
	inner   *kurrentdb.Client
	version version
	ctx     context.Context // of subscriptions; ends when the client is given up
	cancel  context.CancelFunc

	entry sync.RWMutex // held for reading by calls without a connection yet
	mu    sync.Mutex
	users int
	gone  bool
	once  sync.Once
}

// dial creates a client that has found its node. lost is called when that node becomes unreachable, before the client
// itself searches for another.
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

// unavailable detects the client's message that a node is unreachable. It is sent just before the client drops its
// connection; a later request for a connection would start a discovery.
func unavailable(format string, args []any) error {
	if format != "unexpected exception: %v" || len(args) != 1 {
		return nil
	}
	if err, ok := args[0].(error); ok && status.Code(err) == codes.Unavailable {
		return err
	}
	return nil
}

// use counts a call; false means that the client was given up.
func (c *client) use() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return false
	}
	c.users++
	return true
}

// errGone is the error of a call whose client was given up before it began.
var errGone = status.Error(codes.Unavailable, "the connection was given up")

// enter makes a call of the client, unless the client was given up. The call holds the entry lock until the client has
// given it its connection: then it asks for the deadline. No call starts after the client's node was found unreachable,
// and the client is given up only after every call that holds the lock has its connection.
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

// entering is the context of a call without a connection yet.
type entering struct {
	context.Context
	connected func()
}

// Deadline is the first method that the client calls after the call has its connection.
func (e *entering) Deadline() (time.Time, bool) {
	e.connected()
	return e.Context.Deadline()
}

// done ends the count of a call; the last call of a client that was given up closes it.
func (c *client) done() {
	c.mu.Lock()
	c.users--
	last := c.gone && c.users == 0
	c.mu.Unlock()
	if last {
		c.close()
	}
}

// giveUp rejects new calls.
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
