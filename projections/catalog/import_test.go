package catalog_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

// imported is a project of a repost team without dates, with one version.
func imported(t *testing.T) *catalogtest.World {
	t.Helper()
	w := catalogtest.New(t)
	w.Account(owner, "o", "user")
	w.Happen("organization-Org00001", owner, organization.Created{Organization: "Org00001", Slug: "repost", Name: "搬运团队", Owner: owner, Repost: true})
	c := created(alpha, "a")
	c.Owner, c.Organization = "", "Org00001"
	w.Project(alpha, owner, c, project.ListedByImport{Source: "catalogue", Status: project.Archived, Author: "Someone", Undated: true})
	old := versionCreated(v1, "1.0.0", 1, []string{"fabric"}, []string{"1.20.1"})
	old.Undated = true
	w.Happen("version-"+v1, owner, old)
	w.Settle()
	return w
}

func TestAnImportNamesItsAuthorAndSitePartlyWithEstimatedDates(t *testing.T) {
	w := imported(t)
	hit, page := doc[contract.Hit](t, w, "doc_hit", alpha), doc[contract.PageExtra](t, w, "doc_page", alpha)
	for _, o := range []*contract.Original{hit.Original, page.Original} {
		if o == nil || *o.Author != "Someone" || *o.Site != "发布地址" || *o.URL != "https://example.org" {
			t.Fatalf("original is %+v", o)
		}
	}
	if all := (contract.EstimatedDates{Created: true, Updated: true}); hit.Estimated != all || page.Estimated != all || !hit.Archived {
		t.Errorf("hit %+v, page %+v", hit, page)
	}
	order := func() [2]int {
		t.Helper()
		return [2]int{
			read[int](t, w, `select extract(year from to_timestamp(created / 1000000))::int from catalog.search_docs where id = $1`, alpha),
			read[int](t, w, `select extract(year from to_timestamp(updated / 1000000))::int from catalog.search_docs where id = $1`, alpha),
		}
	}
	year := catalogtest.Epoch().Year()
	if got := order(); got != [2]int{year - 100, year - 100} {
		t.Errorf("estimates are ordered as of %v", got)
	}
	dated := versionCreated(v2, "1.1.0", 2, []string{"fabric"}, []string{"1.20.1"})
	w.Happen("version-"+v2, owner, dated)
	w.Settle()
	if got := doc[contract.Hit](t, w, "doc_hit", alpha).Estimated; got != (contract.EstimatedDates{Created: true}) {
		t.Errorf("with a dated version: %+v", got)
	}
	if got := order(); got != [2]int{year - 100, year} {
		t.Errorf("with a dated version it is ordered as of %v", got)
	}
	w.Project(alpha, owner, project.DownloadsOpened{Count: 42, Estimated: true, Source: "pack_count"})
	w.Settle()
	if got := doc[contract.Hit](t, w, "doc_hit", alpha).Estimated; got != (contract.EstimatedDates{Created: true, Downloads: true}) {
		t.Errorf("with estimated downloads: %+v", got)
	}
	if got := read[string](t, w, `select credited from catalog.projects where id = $1`, alpha); got != "someone" {
		t.Errorf("credited is %q", got)
	}
	for id, want := range map[string]bool{v1: true, v2: false} {
		v := read[bool](t, w, `select (convert_from(doc_v2, 'UTF8')::jsonb ->> 'date_estimated')::boolean from catalog.versions where id = $1`, id)
		if v != want {
			t.Errorf("version %s: estimated %t", id, v)
		}
	}
}

func TestAClaimedImportIsItsAuthorsOwn(t *testing.T) {
	w := imported(t)
	w.Project(alpha, owner, project.LeftOrganization{Organization: "Org00001", Owner: friend})
	w.Settle()
	if o := doc[contract.PageExtra](t, w, "doc_page", alpha).Original; o != nil {
		t.Errorf("original is %+v", o)
	}
	if hit := doc[contract.Hit](t, w, "doc_hit", alpha); hit.Original != nil || !hit.Estimated.Created {
		t.Errorf("hit is %+v", hit)
	}
}
