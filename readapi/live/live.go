// Package live notifies open pages of changed documents: one stream of server-sent events a page, fed by the
// watermarks of the read models. A message contains a topic and a position, never the change itself; the page then
// reads its documents again, through the same routes and under the same rules.
package live

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Path is the address of the stream.
const Path = "/_internal/live"

var errClosing = httpkit.Fault(httpkit.KindUnavailable, httpkit.CodeUnavailable, "服务器正在重启，请稍后再试")

// Board reports the positions of read models and waits for them to advance; platform/watermark implements it.
type Board interface {
	At(name string) uint64
	Changed(name string) <-chan struct{}
}

// Options are the dependencies of the streams.
type Options struct {
	Source *view.Source
	Board  Board
	// Again authenticates a long-running request again: anonymous once its session has ended.
	Again     func(r *http.Request) (identity.Caller, error)
	Topics    []Topics              // of the areas
	Heartbeat time.Duration         // between two checks of the session; 0: 15 s
	Registry  prometheus.Registerer // nil: metrics are not exported
	Logger    *slog.Logger          // nil: slog.Default()
	// TrustedProxies may name the client in X-Forwarded-For.
	TrustedProxies []netip.Prefix
}

// Routes are the route of the streams and their hub; see Run.
type Routes struct {
	source  *view.Source
	board   Board
	again   func(r *http.Request) (identity.Caller, error)
	logger  *slog.Logger
	owned   []Owned
	things  []Thing
	shared  []Shared
	moves   []Moves
	hub     *hub
	metrics *metrics
	proxies []netip.Prefix

	heartbeat time.Duration
}

// New makes the route; Run publishes changes to it.
func New(o Options) *Routes {
	s := &Routes{source: o.Source, board: o.Board, again: o.Again, logger: o.Logger, hub: newHub(), heartbeat: o.Heartbeat, proxies: o.TrustedProxies}
	for _, t := range o.Topics {
		s.owned, s.things, s.shared, s.moves = append(s.owned, t.Owned...), append(s.things, t.Things...), append(s.shared, t.Shared...), append(s.moves, t.Moves...)
	}
	for i, t := range s.things {
		if t.MovedIn != "" {
			s.things[i].Visible = fmt.Sprintf(t.Visible, t.positions(s.moves))
		}
	}
	if s.heartbeat <= 0 {
		s.heartbeat = defaultHeartbeat
	}
	if s.again == nil {
		s.again = func(r *http.Request) (identity.Caller, error) { return identity.FromContext(r.Context()), nil }
	}
	if s.logger == nil {
		s.logger = slog.Default()
	}
	s.metrics = newMetrics(o.Registry, s.hub.count)
	return s
}

// Register mounts the route.
func (s *Routes) Register(api *httpkit.API) {
	api.Raw(huma.Operation{
		Method: http.MethodGet, Path: Path, Summary: "实时消息：哪些内容有了变化",
		Description: "Server-Sent Events。topic 可重复 1 至 16 次：" + s.described(true) + "；" +
			"主题后可加 @位置，表示已读到的位置；有变更号的主题再以一个点接上变更号。事件 moved 的数据为 {topic, position}，有变更号的主题另有 change，unknown 表示主题不存在或不再可见，ready 表示连接已就绪。",
		Responses: map[string]*huma.Response{"200": {
			Description: "事件流", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
		}},
		Parameters: []*huma.Param{httpkit.QueryParam("topic", "string", "主题，可重复")},
	}, httpkit.Timeout(0, s.stream))
}

// viewerOf is the caller as a viewer of projects.
func viewerOf(r *http.Request, c identity.Caller) view.Viewer {
	return view.Projects(identity.WithCaller(r.Context(), c))
}
