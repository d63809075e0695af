// Package nodelink is the site's end of the links with nodes: it sends them what their servers shall be, records what they report, and keeps
// what they observe at this moment.
package nodelink

import (
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the links. All but Came and Logger must be set.
type Options struct {
	Pool *pgxpool.Pool
	// Key is the public key of a node; nil for a node that does not exist, has not joined or is retired.
	Key func(ctx context.Context, id string) (ed25519.PublicKey, error)
	// Record makes a report durable. It may be called again with the same report.
	Record func(ctx context.Context, id string, r node.Report) error
	// Came is told, before a node's reports, that it has come with an incarnation; nil: nobody is told.
	Came func(ctx context.Context, id, incarnation string) error
	// Desired are the desired states of a node's servers whose rows changed after a position, and the position up to which they are known.
	Desired func(ctx context.Context, id string, after uint64) ([]node.Desired, uint64, error)
	// Revoked are the rights that accounts lost on a node's servers after a position and within the last eleven minutes, and the position up
	// to which they are known.
	Revoked func(ctx context.Context, id string, after uint64) ([]node.Revoked, uint64, error)
	// Keep keeps the content of a configuration file of a server by its hash. It may be called again with the same.
	Keep func(ctx context.Context, server, hash string, content []byte) error
	// Changed is closed when desired states or rights may have changed.
	Changed func() <-chan struct{}
	// Site is the origin that nodes name as the audience of their tokens, and Origins those of pages that may open a console.
	Site    string
	Origins []string
	// Keys are those with which users' tokens are signed.
	Keys   []node.Key
	Now    func() time.Time
	Logger *slog.Logger // nil: slog.Default()
}

// Links are the open links of this process. It is safe for concurrent use.
type Links struct {
	Options
	seen   *tokens
	ctx    context.Context //nolint:containedctx // of the process: a link outlives no stop
	cancel context.CancelFunc

	mu   sync.Mutex
	open map[string]*link // by node
	done sync.WaitGroup
}

// New makes the links; mount them with Register and end them with Close.
func New(o Options) (*Links, error) {
	if o.Pool == nil || o.Key == nil || o.Record == nil || o.Desired == nil || o.Revoked == nil || o.Keep == nil || o.Changed == nil || o.Site == "" || o.Now == nil {
		return nil, errors.New("make links with nodes: an option is missing")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Links{Options: o, seen: newTokens(), ctx: ctx, cancel: cancel, open: map[string]*link{}}, nil
}

// Close ends every link and waits for it.
func (l *Links) Close() {
	l.cancel()
	l.done.Wait()
}

// Register mounts the routes at which nodes open their links and put contents.
func (l *Links) Register(api *httpkit.API) {
	api.Raw(huma.Operation{
		Method: http.MethodGet, Path: node.PathLink, Summary: "节点的连接（WebSocket）",
		Description: "仅供节点使用：以节点自己的密钥签名的令牌认证。",
		Responses:   map[string]*huma.Response{"101": {Description: "已切换为 WebSocket"}},
	}, httpkit.Timeout(0, l.serve))
	l.registerConfiguration(api)
}

// serve authenticates a node and runs its link until it ends.
func (l *Links) serve(w http.ResponseWriter, r *http.Request) error {
	id, err := l.authenticate(r)
	if err != nil {
		return err
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil // Accept has answered
	}
	conn.SetReadLimit(node.MaxFrame)
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	k := &link{of: l, id: id, conn: conn, cancel: cancel, out: make(chan node.Frame, 16), logger: l.Logger.With("node", id)}
	l.done.Add(1)
	defer l.done.Done()
	k.run(ctx)
	return nil
}

// take makes a link the one of its node, and ends the one before.
func (l *Links) take(k *link) {
	l.mu.Lock()
	former := l.open[k.id]
	l.open[k.id] = k
	l.mu.Unlock()
	if former != nil {
		l.done.Go(former.replaced)
	}
}

// drop forgets a link unless a newer one has replaced it.
func (l *Links) drop(k *link) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[k.id] == k {
		delete(l.open, k.id)
	}
}
