package download_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/platform/pgtest"
	projected "github.com/modyard/modyard/projections/download"
)

// tables opens a database with the tables of the read model where readers see them.
func tables(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pgtest.Logins(t, pgtest.Empty(t)).Owner)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	for _, sql := range []string{`create schema download`, `set search_path to download`, projected.New(download.DefaultRules()).DDL} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return conn
}

func TestWhatIsPaidOfADayIsReadByProject(t *testing.T) {
	conn := tables(t)
	if _, err := conn.Exec(t.Context(), `
insert into days (day, project, downloads, views, seconds, paid_views, paid_signed, paid_anonymous) values
    ('2026-11-27Z', 'B', 9, 9, 9, 1, 2, 3), ('2026-11-27Z', 'A', 9, 9, 9, 0, 0, 4), ('2026-11-27Z', 'C', 9, 9, 9, 0, 0, 0),
    ('2026-11-26Z', 'A', 9, 9, 9, 5, 5, 5), ('2026-11-28Z', 'A', 9, 9, 9, 6, 6, 6)`); err != nil {
		t.Fatal(err)
	}
	want := []projected.Paid{{Project: "A", Anonymous: 4}, {Project: "B", Views: 1, Signed: 2, Anonymous: 3}}
	for _, at := range []time.Time{noon.UTC(), noon.Truncate(24 * time.Hour), noon.In(time.FixedZone("east", 9*60*60))} {
		if got, err := projected.PaidOf(t.Context(), conn, at); err != nil || !slices.Equal(got, want) {
			t.Errorf("on the day of %s: %+v, %v, want %+v", at, got, err, want)
		}
	}
	if got, err := projected.PaidOf(t.Context(), conn, noon.AddDate(1, 0, 0)); err != nil || len(got) != 0 {
		t.Errorf("on a day without hits: %+v, %v", got, err)
	}
}

func TestWhatIsPaidOfADayIsFoundByAnIndex(t *testing.T) {
	conn := tables(t)
	if _, err := conn.Exec(t.Context(), `
insert into days (day, project, downloads, views, seconds, paid_views, paid_signed, paid_anonymous)
select timestamptz '2026-11-27Z' - d * interval '1 day', 'P' || p, 1, 1, 0, 1, 0, 0 from generate_series(0, 99) d, generate_series(1, 300) p`); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `analyze days`); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), `explain `+projected.PaidQuery, noon.Truncate(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "days_pkey") {
		t.Error(plan)
	}
}
