package analytics

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/replay"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// EventsPath is the address of the feed of recorded downloads.
	EventsPath = "/v3/analytics/events"

	defaultLines, maxLines = 1000, 10_000

	// maxScanned and maxScannedBytes bound the events that a request reads: about 300 000 hits.
	maxScanned      = 4000
	maxScannedBytes = 8 << 20
	// scansAtOnce bounds the requests that read at once; others wait for them.
	scansAtOnce = 4
	// perMinute bounds the requests of an account.
	perMinute = 120
	// maxOwnProjects bounds the projects of a reader, so that no answer leaves out one of them.
	maxOwnProjects = 100_000
)

// Hits is the log of hits with its archive.
type Hits struct {
	Log   func(context.Context) (read.Log, error)
	Codec replay.Codec
}

// events is the feed of recorded downloads.
type events struct {
	*Routes
	allowance *httpkit.Allowance
	scans     chan struct{}
}

func (s *Routes) registerEvents(api *httpkit.API) error {
	allowance, err := httpkit.NewMinuteAllowance(perMinute)
	if err != nil {
		return err
	}
	e := &events{Routes: s, allowance: allowance, scans: make(chan struct{}, scansAtOnce)}
	line := &huma.MediaType{Schema: httpkit.SchemaOf[contract.DownloadHit](api.Huma)}
	api.Raw(huma.Operation{
		Method: http.MethodGet, Path: EventsPath, Summary: "下载记录：逐条，按记录顺序",
		Description: "每行一个 JSON 对象，是计数规则判断之前的一次下载。响应头 Next-Cursor 是继续读取时的 after，没有新记录时也可能前进；某一行的 cursor 同样可用。" +
			"创作者读取自己有权查看数据的项目：时间只到小时，当前小时的记录在该小时结束后出现，国家只在项目当天该国家的下载量达到 50 时给出，没有来源、访客标识和 key。" +
			"分析员读取全部记录，内容完整。一次请求读取的范围有限，行数可能少于 limit。请求头 Accept-Encoding 包含 zstd 时以 zstd 压缩。",
		Parameters: []*huma.Param{
			httpkit.QueryParam("after", "string", "从此游标之后开始；省略时从头开始"),
			httpkit.QueryParam("limit", "integer", "最多的行数，1 至 10000，默认 1000"),
		},
		Responses: map[string]*huma.Response{"200": {Description: "下载记录", Content: map[string]*huma.MediaType{"application/x-ndjson": line}}},
	}, e.serve)
	return nil
}

func (s *events) serve(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	caller := identity.FromContext(ctx)
	if err := caller.Require(identity.ScopeAnalytics); err != nil {
		return err
	}
	after, limit, err := eventsQuery(r)
	if err != nil {
		return err
	}
	if err := s.allowance.Take(ctx, caller.Account); err != nil {
		return err
	}
	select {
	case s.scans <- struct{}{}:
		defer func() { <-s.scans }()
	case <-ctx.Done():
		return ctx.Err()
	}
	reader := reader{all: caller.Analyst}
	if !reader.all {
		if reader.projects, err = s.own(ctx); err != nil {
			return err
		}
	}
	page, err := s.page(ctx, reader, after, limit)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	for _, line := range page.lines {
		data, err := json.Marshal(line)
		if err != nil {
			return fmt.Errorf("encode a download: %w", err)
		}
		body.Write(data)
		body.WriteByte('\n')
	}
	return answerLines(w, r, page.next.String(), body.Bytes())
}

// eventsQuery reads the parameters.
func eventsQuery(r *http.Request) (after replay.Cursor, limit int, err error) {
	values, err := view.Values(r)
	if err != nil {
		return after, 0, err
	}
	if after, err = replay.ParseCursor(values.Get("after")); err != nil {
		return after, 0, errAfter()
	}
	limit = defaultLines
	if raw := values.Get("limit"); raw != "" {
		if limit, err = strconv.Atoi(raw); err != nil || limit < 1 || limit > maxLines {
			return after, 0, httpkit.Invalid("limit", fmt.Sprintf("参数 limit 应在 1 与 %d 之间", maxLines))
		}
	}
	return after, limit, nil
}

func errAfter() error {
	return httpkit.Invalid("after", "游标 after 无效：请原样使用响应头 Next-Cursor 或某一行的 cursor")
}

// reader is who reads the feed.
type reader struct {
	all      bool            // everything, as it was recorded
	projects map[string]bool // otherwise: those of the reader
}

// own are the projects whose analytics the caller may see as a member; being of the staff gives none.
func (s *events) own(ctx context.Context) (map[string]bool, error) {
	ids, err := s.permittedProjects(ctx, view.Viewer{Account: view.Caller(ctx).Account}, nil, "", maxOwnProjects)
	if err != nil {
		return nil, err
	}
	own := make(map[string]bool, len(ids))
	for _, id := range ids {
		own[id] = true
	}
	return own, nil
}

// page is a part of the feed. Reading behind next continues it, also where it has no lines.
type page struct {
	lines []contract.DownloadHit
	next  replay.Cursor
}

// page reads up to limit lines behind a cursor.
func (s *events) page(ctx context.Context, reader reader, after replay.Cursor, limit int) (page, error) {
	p := page{next: after}
	log, err := s.hits.Log(ctx)
	if err != nil {
		return p, fmt.Errorf("open the log of hits: %w", err)
	}
	head, err := log.Head(ctx)
	if err != nil {
		return p, fmt.Errorf("read downloads: %w", err)
	}
	if after.Position > head {
		return p, errAfter()
	}
	// Who watches the feed would see to the second when a line of this hour appears.
	hour := s.now().UTC().Truncate(time.Hour)
	scanned, size := 0, 0
	for e, err := range replay.Events(ctx, log, s.hits.Codec, after, head) {
		if err != nil {
			return p, err
		}
		if !reader.all && !e.Recorded.IsZero() && !e.Recorded.Before(hour) {
			break
		}
		for _, h := range e.Hits {
			if reader.all || reader.projects[h.Project] {
				if len(p.lines) == limit {
					return p, s.fold(ctx, reader, p.lines)
				}
				p.lines = append(p.lines, replay.Line(h))
			}
			p.next = h.Cursor
		}
		p.next = e.Next
		scanned++
		if size += e.Bytes; scanned >= maxScanned || size >= maxScannedBytes {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return p, fmt.Errorf("read downloads: %w", err)
	}
	return p, s.fold(ctx, reader, p.lines)
}
