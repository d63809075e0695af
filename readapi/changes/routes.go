package changes

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/readapi/view"
)

// Path is the address of the feed.
const Path = "/v3/changes"

// maxWait is how long a request without a stream may wait for changes.
const maxWait = 60

// Options are the dependencies of the route.
type Options struct {
	// Again authenticates a long-running request again: anonymous once its session has ended.
	Again          func(r *http.Request) (identity.Caller, error)
	TrustedProxies []netip.Prefix
	Heartbeat      time.Duration // between two checks of the session; 0: 15 s
}

// Routes are the route of the feed.
type Routes struct {
	*Options
	feed    *Feed
	streams view.Streams
	closed  chan struct{}
	close   func()
}

// New makes the route.
func New(f *Feed, o Options) *Routes {
	if o.Heartbeat <= 0 {
		o.Heartbeat = 15 * time.Second
	}
	s := &Routes{Options: &o, feed: f, closed: make(chan struct{})}
	s.close = sync.OnceFunc(func() { close(s.closed) })
	return s
}

// Close ends every open request, so that shutdown does not wait for them.
func (s *Routes) Close() { s.close() }

// Register mounts the route.
func (s *Routes) Register(api *httpkit.API) {
	line := &huma.MediaType{Schema: httpkit.SchemaOf[contract.Change](api.Huma)}
	api.Raw(huma.Operation{
		Method: http.MethodGet, Path: Path, Summary: "公开内容的变更，按发生顺序",
		Description: "每行一个 JSON 对象。document 是该内容当前的公开文档，与 /v3 的对应接口相同；不再公开时为 null。依次应用全部变更后，得到的文档与接口一致。" +
			"响应头 Next-Cursor 是继续读取时的 after。请求头 Accept 为 text/event-stream 时是事件流，以 Last-Event-ID 续传。" +
			"令牌有相应的读取权限时，还包含本人未公开内容的变更。站点从备份恢复后，旧游标返回 410，应丢弃已保存的内容并不带 after 重新读取。",
		Parameters: []*huma.Param{
			httpkit.QueryParam("after", "string", "从此游标之后开始；省略时从头开始，now 表示只要以后的变更"),
			httpkit.QueryParam("limit", "integer", "最多的行数，1 至 1000，默认 100"),
			httpkit.QueryParam("wait", "integer", "没有变更时最多等待的秒数，0 至 60，默认 0"),
			httpkit.QueryParam("kinds", "string", "只要这些种类，以逗号分隔："+strings.Join(contract.ChangeKinds(), "、")),
			httpkit.QueryParam("types", "string", "只要这些类型的内容，以逗号分隔："+strings.Join(contract.ObjectTypes(), "、")),
			httpkit.QueryParam("project", "string", "只要此资源、它的版本与讨论，资源的 ID"),
		},
		Responses: map[string]*huma.Response{
			"200": {Description: "变更", Content: map[string]*huma.MediaType{"application/x-ndjson": line, "text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}}},
			"410": {Description: "游标属于恢复之前的站点：重新读取全部变更"},
		},
	}, httpkit.Timeout(0, s.serve))
}

func (s *Routes) serve(w http.ResponseWriter, r *http.Request) error {
	q, wait, err := parse(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept")
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		return s.stream(w, r, q)
	}
	ctx, cancel := s.until(r.Context(), wait)
	defer cancel()
	if wait > 0 {
		place := view.PlaceOf(r, s.TrustedProxies)
		if err := s.streams.Join(place); err != nil {
			return err
		}
		defer s.streams.Leave(place)
	}
	page, err := s.feed.Next(r.Context(), ctx, q)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	for _, c := range page.Changes {
		data, err := json.Marshal(c)
		if err != nil {
			return fmt.Errorf("encode change: %w", err)
		}
		body.Write(data)
		body.WriteByte('\n')
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Next-Cursor", page.Next)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // not every connection supports one
	_, _ = w.Write(body.Bytes())                                                  // the client may have disconnected
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	return nil
}

// until ends after a time, or when the server stops.
func (s *Routes) until(ctx context.Context, wait time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	go func() {
		defer cancel()
		select {
		case <-ctx.Done():
		case <-s.closed:
		}
	}()
	return ctx, cancel
}

func parse(r *http.Request) (Query, time.Duration, error) {
	values, err := view.Values(r)
	if err != nil {
		return Query{}, 0, err
	}
	q := Query{After: values.Get("after"), Project: values.Get("project"), Limit: defaultLimit, Reader: ReaderOf(r.Context())}
	wait := 0
	for _, n := range []struct {
		name     string
		into     *int
		min, max int
	}{{"limit", &q.Limit, 1, maxLimit}, {"wait", &wait, 0, maxWait}} {
		raw := values.Get(n.name)
		if raw == "" {
			continue
		}
		if *n.into, err = strconv.Atoi(raw); err != nil || *n.into < n.min || *n.into > n.max {
			return q, 0, httpkit.Invalid(n.name, fmt.Sprintf("参数 %s 应在 %d 与 %d 之间", n.name, n.min, n.max))
		}
	}
	for _, l := range []struct {
		name  string
		into  *[]string
		known []string
	}{{"kinds", &q.Kinds, contract.ChangeKinds()}, {"types", &q.Types, contract.ObjectTypes()}} {
		if raw := values.Get(l.name); raw != "" {
			*l.into = strings.Split(raw, ",")
		}
		for _, one := range *l.into {
			if !slices.Contains(l.known, one) {
				return q, 0, httpkit.Invalid(l.name, "参数 "+l.name+" 包含未知的值")
			}
		}
	}
	if q.Project != "" && !ids.Valid(q.Project) {
		return q, 0, httpkit.Invalid("project", "参数 project 应为资源的 ID")
	}
	return q, time.Duration(wait) * time.Second, nil
}
