package directory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/collection"
)

// Suggestions are asked for at every letter, the counts at every search.
func TestNamesAreFoundByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Happen("organization-OrgOne01", "UserOwn1", organization.Created{Organization: "OrgOne01", Slug: "one", Name: "One", Owner: "UserOwn1"})
	w.Happen("collection-ColOne01", "UserOwn1", collection.Created{Collection: "ColOne01", Owner: "UserOwn1", Name: "One", Status: collection.Listed})
	w.Settle()
	for _, sql := range []string{
		`insert into catalog.organizations (id, slug, name, description, icon_url, owner, repost, position, created, state)
		 select 'O' || n, 'team-' || n, 'Team ' || md5(n::text), '', '', '', false, n, now(), repeat('x', 300)::bytea from generate_series(1, 20000) n`,
		`insert into collection.collections (id, owner, name, description, status, icon_url, created, updated, position, hidden)
		 select 'C' || n, 'A', '合集 ' || md5(n::text), '', 'listed', '', now(), now(), n, '' from generate_series(1, 20000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	queries := map[string]string{
		"suggested teams":     fmt.Sprintf(namedQuery, organizationNamed),
		"count of teams":      fmt.Sprintf(countOrganizations, organizationNamed),
		"count of collection": fmt.Sprintf(countCollections, collectionNamed),
	}
	for _, sort := range []string{"", "projects", "newest", "name"} {
		queries["teams by "+sort] = fmt.Sprintf(organizationsQuery, organizationNamed, organizationOrder(sort))
		queries["collections by "+sort] = fmt.Sprintf(collectionsQuery, collectionNamed, collectionOrder(sort))
	}
	for name, sql := range queries {
		args := []any{"1a2b", 20, 0}[:1+strings.Count(sql, "limit $2")+strings.Count(sql, "offset $3")]
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+sql, args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plan := strings.Join(lines, "\n")
		if strings.Contains(plan, "Seq Scan on organizations") || strings.Contains(plan, "Seq Scan on collections") || !strings.Contains(plan, "_named") {
			t.Errorf("%s reads every name:\n%s", name, plan)
		}
	}
}
