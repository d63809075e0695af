package analytics_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	followers "github.com/modyard/modyard/projections/analytics"
	"github.com/modyard/modyard/readapi/analytics"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// recorder records the statements that read counted hits.
type recorder struct {
	mu     sync.Mutex
	sent   []statement
	custom int // transactions that plan each statement for its values
}

type statement struct {
	sql  string
	args []any
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	if strings.Contains(data.SQL, "plan_cache_mode = force_custom_plan") {
		r.custom++
	}
	if strings.Contains(data.SQL, "download.") {
		r.sent = append(r.sent, statement{data.SQL, data.Args})
	}
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// traced is an API over the world's read models whose statements are recorded.
func (w *world) traced(caller identity.Caller) (http.Handler, *recorder) {
	w.t.Helper()
	traced := &recorder{}
	config := w.DB.Pool.Config()
	config.ConnConfig.Tracer = traced
	pool, err := pgxpool.NewWithConfig(w.t.Context(), config)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(pool.Close)
	api := httpkit.New(httpkit.Options{})
	api.Use(identitytest.Middleware(func(*http.Request) identity.Caller { return caller }))
	source := &view.Source{Pool: pool, Board: w.Board}
	routes := analytics.New(source, analytics.Hits{
		Codec: w.codec, Log: func(context.Context) (read.Log, error) { return read.Only(w.hits), nil },
	}, readproject.New(source).Documents, nil)
	if err := routes.Register(api); err != nil {
		w.t.Fatal(err)
	}
	return api.Handler(), traced
}

// plan explains a recorded statement.
func (w *world) plan(s statement) string {
	w.t.Helper()
	rows, err := w.DB.Pool.Query(w.t.Context(), "explain "+s.sql, s.args...)
	if err != nil {
		w.t.Fatalf("%s: %v", s.sql, err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		w.t.Fatalf("%s: %v", s.sql, err)
	}
	return strings.Join(lines, "\n")
}

// TestAnalyticsOfAProjectReadItsOwnRows asks for everything that is shown of one project among 2 000, with hits of two months.
func TestAnalyticsOfAProjectReadItsOwnRows(t *testing.T) {
	w := newWorld(t)
	w.Also(followers.New())
	w.Settle()
	for _, sql := range []string{
		`insert into download.days select timestamptz '2026-03-03' - d * interval '1 day', 'P' || p, 1 + p % 7, 2, 3, 2, 0, 1 from generate_series(0, 59) d, generate_series(1, 2000) p`,
		`insert into download.days select timestamptz '2026-03-03' - d * interval '1 day', '` + own + `', 9, 2, 3, 2, 4, 5 from generate_series(0, 59) d`,
		`insert into download.hours select 'P' || p, 'V' || p, timestamptz '2026-03-03' - h * interval '7 hours', 2, 'prism', 'fabric', '1.21.1', 'CN', 1, 2, 3
		 from generate_series(0, 99) h, generate_series(1, 2000) p`,
		`insert into download.hours select '` + own + `', 'V', timestamptz '2026-03-03' - h * interval '1 hour', 2, 'prism', 'fabric', '1.21.1', 'CN', 1, 2, 3 from generate_series(0, 999) h`,
		`insert into download.projects select 'P' || p, p, p from generate_series(1, 2000) p`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	api, traced := w.traced(identitytest.Session(owner, identity.RoleUser))
	const from, days = "&from=2026-02-02&to=2026-03-03&zone=Asia/Shanghai", "?start_date=2026-02-02T00:00:00Z&end_date=2026-03-03T00:00:00Z"
	projects := `project_ids=["` + own + `"]`
	asked := 0
	for _, address := range []string{
		"/_internal/analytics?" + projects + from, "/_internal/analytics?metric=views&by=country&" + projects + from, "/_internal/analytics?by=version&" + projects + from,
		"/_internal/analytics/trends?" + projects, "/_internal/project/" + own + "/trend", "/v3/analytics/downloads" + days + "&" + projects, "/v3/analytics/countries/views" + days + "&" + projects,
		"/v3/analytics",
	} {
		r, out := httptest.NewRequest(http.MethodGet, address, nil), httptest.NewRecorder()
		if address == "/v3/analytics" {
			r = httptest.NewRequest(http.MethodPost, address, strings.NewReader(`{"time_range": {"start": "2026-02-02T00:00:00Z", "end": "2026-03-03T00:00:00Z", "resolution": {"minutes": 1440}},
				"return_metrics": {"project_downloads": {"bucket_by": ["project_id", "country"]}}, "project_ids": ["`+own+`"]}`))
			r.Header.Set("Content-Type", "application/json")
		}
		api.ServeHTTP(out, r)
		if out.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", address, out.Code, out.Body)
		}
		if len(traced.sent) == asked {
			t.Errorf("%s reads no counted hits", address)
		}
		asked = len(traced.sent)
	}
	for _, s := range traced.sent {
		if plan := w.plan(s); strings.Contains(plan, "Seq Scan on hours") || strings.Contains(plan, "Seq Scan on days") || strings.Contains(plan, "Seq Scan on projects") && strings.Contains(s.sql, "download.projects") {
			t.Errorf("%s\nreads the hits of all projects:\n%s", s.sql, plan)
		}
	}
}

// TestTheWholeSiteIsReadByItsOwnHoursAndByDays asks for everything that is shown of the whole site, with hits of two months.
func TestTheWholeSiteIsReadByItsOwnHoursAndByDays(t *testing.T) {
	w := newWorld(t)
	w.Also(followers.New())
	w.Settle()
	for _, sql := range []string{
		`insert into download.days select timestamptz '2026-03-03' - d * interval '1 day', 'P' || p, 1 + p % 7, 2, 3, 2, 0, 1 from generate_series(0, 364) d, generate_series(1, 500) p`,
		`insert into download.weeks select timestamptz '2026-03-02' - k * interval '7 days', 'P' || p, 1 + p % 7, 2, 3 from generate_series(0, 51) k, generate_series(1, 500) p`,
		`insert into download.site_hours select part, timestamptz '2026-03-03' - h * interval '1 hour', 'key' || k, 1, 2, 3
		 from generate_series(0, 4) part, generate_series(0, 2000) h, generate_series(1, 10) k`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	api, traced := w.traced(identitytest.Session(staff, identity.RoleModerator))
	for _, by := range []string{"project", "client", "loader", "game", "country"} {
		out := httptest.NewRecorder()
		api.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/_internal/analytics?of=site&from=2026-02-02&to=2026-02-15&slice=hour&by="+by, nil))
		if out.Code != http.StatusOK {
			t.Fatalf("by %s: %d %s", by, out.Code, out.Body)
		}
	}
	if len(traced.sent) == 0 || traced.custom != 5 {
		t.Fatalf("%d statements read hits, and %d questions are planned for their values", len(traced.sent), traced.custom)
	}
	for _, s := range traced.sent {
		if plan := w.plan(s); strings.Contains(plan, " on hours") || strings.Contains(plan, "Seq Scan on site_hours") || strings.Contains(plan, "Seq Scan on days") || strings.Contains(plan, "Seq Scan on weeks") {
			t.Errorf("%s\nreads more than its range of the site:\n%s", s.sql, plan)
		}
	}
}
