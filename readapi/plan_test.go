package readapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// recorder records the statements that routes send.
type recorder struct {
	mu   sync.Mutex
	sent []statement
}

type statement struct {
	sql  string
	args []any
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	if strings.Contains(data.SQL, "catalog.") {
		r.sent = append(r.sent, statement{data.SQL, data.Args})
	}
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) take() []statement {
	r.mu.Lock()
	defer r.mu.Unlock()
	sent := r.sent
	r.sent = nil
	return sent
}

func TestHotRoutesReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Account(owner, "owner", "user")
	w.Account(moderator, "mod", "moderator")
	const projects = 3000
	for n := range projects {
		populate(w, n)
	}
	w.Happen("organization-"+orgID, moderator, organization.Created{Organization: orgID, Slug: "guild", Name: "Guild", Owner: moderator})
	w.Happen("orgslug-guild", moderator, organization.SlugReserved{Slug: "guild", Organization: orgID})
	w.Project("P0000007", owner, project.EnteredOrganization{Organization: orgID})
	w.Settle()
	if _, err := w.DB.Pool.Exec(t.Context(), `analyze`); err != nil {
		t.Fatal(err)
	}
	traced := &recorder{}
	config := w.DB.Pool.Config()
	config.ConnConfig.Tracer = traced
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	s := newSiteOver(t, w, pool)
	traced.take()

	id, version, sha := "P0001501", "V0001501", fmt.Sprintf("%0128d", 1501)
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/v2/project/" + id, ""},
		{"GET", "/v2/project/slug-77", ""},
		{"GET", "/_internal/project/slug-77", ""},
		{"GET", `/v2/projects?ids=["` + id + `","slug-77"]`, ""},
		{"GET", "/v2/projects_random?count=10", ""},
		{"GET", "/v2/project/slug-77/check", ""},
		{"GET", "/v2/project/" + id + "/version", ""},
		{"GET", "/v2/project/" + id + "/version/1.0.0", ""},
		{"GET", "/v2/version/" + version, ""},
		{"GET", `/v2/versions?ids=["` + version + `"]`, ""},
		{"GET", "/v2/version_file/" + sha, ""},
		{"GET", "/v2/version_file/" + sha + "/download", ""},
		{"POST", "/v2/version_file/" + sha + "/update", `{"loaders":["fabric"]}`},
		{"POST", "/v2/version_files", `{"hashes":["` + sha + `"]}`},
		{"POST", "/v2/version_files/update", `{"hashes":["` + sha + `"],"loaders":["fabric"]}`},
		{"POST", "/v2/version_files/project", `{"hashes":["` + sha + `"]}`},
		{"GET", "/v2/project/" + id + "/members", ""},
		{"GET", "/_internal/project/" + id + "/versions", ""},
		{"GET", "/_internal/project/" + id + `/versions?loaders=["fabric"]&game_versions=["1.20.1"]&version_types=["release"]&version_number=1.0.0`, ""},
		{"GET", "/_internal/project/" + id + "/changelog", ""},
		{"GET", "/_internal/project/" + id + "/between?from=" + version + "&to=" + version, ""},
		{"GET", "/_internal/project/" + id + "/version/1.0.0", ""},
		{"GET", "/_internal/project/" + id + "/places", ""},
		{"GET", "/_internal/project/" + id + "/fitting?game_version=1.20.1&loader=fabric", ""},
		{"GET", "/_internal/project/" + id + "/dependencies", ""},
		{"GET", "/_internal/version/" + version + "/needs?game_version=1.20.1&loader=fabric", ""},
		{"GET", "/_internal/moderation/projects", ""},
		{"GET", "/_internal/moderation/projects?query=t&project_type=mod&sort=newest&waiting=24&round=first", ""},
		{"GET", "/_internal/organization/guild/page", ""},
		{"GET", "/_internal/organization/guild/projects?query=t&type=mod&index=updated", ""},
		{"GET", "/v3/organization/guild/projects", ""},
		{"GET", "/_internal/user/mod/page", ""},
		{"GET", "/_internal/user/mod/projects", ""},
		{"GET", "/_internal/user/mod/titles", ""},
		{"GET", "/v3/user/mod/organizations", ""},
		{"GET", "/v3/user/mod/all-projects", ""},
		{"GET", "/v3/limits/projects", ""},
		{"GET", "/v3/limits/organizations", ""},
		{"POST", "/v3/content/resolve", `{"project_id":"slug-77","target":{"game_versions":["1.20.1"],"loaders":["fabric"]}}`},
		{"POST", "/v3/content/resolve", `{"project_id":"` + id + `","version_id":"` + version + `"}`},
		{"GET", "/maven/maven/modrinth/slug-77/maven-metadata.xml", ""},
		{"GET", "/maven/maven/modrinth/slug-77/1.0.0/slug-77-1.0.0.pom", ""},
		{"GET", "/maven/maven/modrinth/slug-77/1.0.0/slug-77-1.0.0.jar", ""},
	} {
		for _, as := range []string{"anonymous", "stranger", "moderator"} {
			w := s.ask(c.method, strings.ReplaceAll(c.path, `"`, "%22"), as, c.body)
			if w.Code >= http.StatusBadRequest && w.Code != http.StatusUnauthorized {
				t.Errorf("%s %s as %s: %d %s", c.method, c.path, as, w.Code, w.Body)
			}
			for _, q := range traced.take() {
				plan := explain(t, s.DB.Pool, q)
				for _, table := range []string{"projects", "project_docs", "versions", "files", "slugs", "dependencies", "history", "members"} {
					if strings.Contains(plan, "Seq Scan on "+table) {
						t.Errorf("%s %s as %s reads all of %s:\n%s\n%s", c.method, c.path, as, table, q.sql, plan)
					}
				}
			}
		}
	}
}

func explain(t *testing.T, pool *pgxpool.Pool, q statement) string {
	t.Helper()
	rows, err := pool.Query(t.Context(), "explain "+q.sql, q.args...)
	if err != nil {
		t.Fatalf("%s: %v", q.sql, err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", q.sql, err)
	}
	return strings.Join(lines, "\n")
}

// populate creates n projects; one in a hundred is in the review queue.
func populate(w *catalogtest.World, n int) {
	id, version, slug := fmt.Sprintf("P%07d", n), fmt.Sprintf("V%07d", n), fmt.Sprintf("slug-%d", n)
	v := newVersion(version, id, "1.0.0", project.Release, 0, []string{"fabric"}, []string{"1.20.1"})
	v.Files[0].SHA1, v.Files[0].SHA512 = fmt.Sprintf("%040d", n), fmt.Sprintf("%0128d", n)
	v.Dependencies = []project.Dependency{{Project: fmt.Sprintf("P%07d", n/2), Kind: "required"}}
	w.Slug(slug, id)
	w.Project(id, owner, newProject(id, slug, "Title"), project.Submitted{From: project.Draft})
	w.Happen("version-"+version, owner, v)
	if n%100 != 0 {
		w.Project(id, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	}
}
