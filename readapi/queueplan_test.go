package readapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// The queue's statements read the waiting projects by their index, whatever is searched, also where five thousand wait
// among many more.
func TestAQueueOfFiveThousandIsReadByItsIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Account(owner, "owner", "user")
	w.Account(moderator, "mod", "moderator")
	populate(w, 0)
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'project_docs'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	var columns []string
	rows, err := w.DB.Pool.Query(ctx, `select column_name from information_schema.columns where table_schema = $1 and table_name = 'project_docs' order by ordinal_position`, schema)
	if err != nil {
		t.Fatal(err)
	}
	var column string
	for rows.Next() {
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		switch column {
		case "id":
			column = `'Q' || lpad(n::text, 7, '0')`
		case "status":
			column = `case when n % 6 = 0 then 'processing' else 'approved' end`
		case "queued":
			column = `now() - n * interval '1 minute'`
		case "names":
			column = `'lantern ' || n`
		}
		columns = append(columns, column)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(`insert into %[1]s.project_docs select %[2]s from %[1]s.project_docs, generate_series(1, 30000) n`, schema, strings.Join(columns, ", "))); err != nil {
		t.Fatal(err)
	}
	traced := &recorder{}
	config := w.DB.Pool.Config()
	config.ConnConfig.Tracer = traced
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	s := newSiteOver(t, w, pool)
	// Every project has a thread, and every twentieth author has written.
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'threads'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(`insert into %s.threads (id, kind, subject, owner, position, told, answered, unanswered)
		select 'T' || lpad(n::text, 7, '0'), 'project', 'Q' || lpad(n::text, 7, '0'), '', n, n, 0, case when n %% 20 = 0 then 1 else 0 end from generate_series(1, 30000) n`, schema)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, `analyze`); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"", "?query=lantern&sort=newest", "?query=owner&project_type=mod&waiting=48&round=first", "?query=nothing", "?offset=4000&count=100", "?handed=true", "?replied=true",
		"/ids?query=lantern", "/ids?free=true&sort=newest", "/ids?replied=true",
	} {
		traced.take()
		if answer := s.ask("GET", "/_internal/moderation/projects"+query, "moderator", ""); answer.Code != http.StatusOK {
			t.Fatal(answer.Code, answer.Body)
		}
		sent, queries := traced.take(), 2
		if strings.HasPrefix(query, "/ids") {
			queries = 1
		}
		if len(sent) < queries {
			t.Fatalf("%q: %d statements were recorded", query, len(sent))
		}
		for _, q := range sent[:queries] {
			if plan := explain(t, s.DB.Pool, q); strings.Contains(plan, "Seq Scan on project_docs") || strings.Contains(plan, "Seq Scan on threads") || !strings.Contains(plan, "projects_queue") {
				t.Errorf("%q:\n%s", query, plan)
			}
		}
	}
}
