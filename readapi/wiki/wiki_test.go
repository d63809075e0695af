package wiki_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/wiki"
)

func TestAWikiIsATreeInTheShapeOfTheFamily(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{base, "/v3/project/quay/wiki"} {
		got := ask[contract.Wiki](w, 200, nobody, path)
		if len(got.Wikis) != 2 || got.Wikis[0].ID != guide || got.Wikis[1].ID != start || !got.Wikis[1].Featured || got.Wikis[0].Featured {
			t.Fatalf("%+v", got.Wikis)
		}
		g := got.Wikis[0]
		if g.ParentWikiID != guide || g.ProjectID != quay || len(g.Child) != 1 || g.Child[0].ParentWikiID != guide || g.Child[0].Child[0].ID != colour {
			t.Errorf("%+v", g)
		}
		if !strings.Contains(g.Body, "放下灯笼") || !got.IsVisitors || got.IsEditor || got.Standing.Revision != 2 {
			t.Errorf("%+v", got)
		}
	}
	if got := ask[contract.Wiki](w, 200, keeper, base+"?include_bodies=false"); got.Wikis[0].Body != "" || got.IsVisitors {
		t.Errorf("%+v", got)
	}
	empty := w.get(keeper, "/v3/project/dark/wiki")
	if empty.Code != 200 || !strings.Contains(empty.Body.String(), `"wikis":[]`) || !strings.Contains(empty.Body.String(), `"cache":null`) {
		t.Error(empty.Code, empty.Body)
	}
}

func TestAWikiThatIsTooLargeIsAnsweredWithoutBodiesOnly(t *testing.T) {
	w := newWorld(t)
	w.Settle()
	if _, err := w.DB.Pool.Exec(t.Context(), `update wiki.editions set body = repeat('x', 17 << 20)`); err != nil {
		t.Fatal(err)
	}
	ask[any](w, 413, nobody, base)
	ask[any](w, 413, nobody, base+"/changes/"+first)
	ask[contract.Wiki](w, 200, nobody, base+"?include_bodies=false")
}

func TestAWikiOfAHiddenProjectDoesNotExistForOthers(t *testing.T) {
	w := newWorld(t)
	w.publish(dark, third, keeper, "暗", "", map[string]string{"PageEEE5": "暗处"},
		domain.Done{Page: "PageEEE5", Op: domain.OpAdded, Title: "暗", Slug: "dark"}, domain.Done{Page: "PageEEE5", Op: domain.OpWritten})
	for _, path := range []string{
		"", "/pages/dark", "/pages/dark/history", "/pages/dark/editions/" + third, "/changes", "/changes/" + third, "/search?query=" + "x",
	} {
		for as, want := range map[string]int{nobody: 404, stranger: 404, keeper: 200, staff: 200} {
			if rec := w.get(as, "/v3/project/dark/wiki"+path); rec.Code != want {
				t.Errorf("%s as %q: %d %s", path, as, rec.Code, rec.Body)
			}
			if rec := w.get(as, "/v3/project/Nothing9/wiki"+path); rec.Code != 404 {
				t.Errorf("%s of no project as %q: %d", path, as, rec.Code)
			}
		}
	}
	for _, path := range []string{"/pages/dark", "/pages/PageEEE5", "/changes/" + third, "/pages/Home/editions/" + third} { // of another project
		if rec := w.get(keeper, base+path); rec.Code != 404 {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Body)
		}
	}
}

func TestAPageIsReadWithWhatIsAroundIt(t *testing.T) {
	w := newWorld(t)
	got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/GUIDE")
	if got.ID != guide || got.Slug != "guide" || got.Previous != nil || got.Next == nil || got.Next.ID != lamps || len(got.Breadcrumbs) != 0 {
		t.Errorf("%+v", got)
	}
	if len(got.TOC) != 2 || got.TOC[1].Level != 3 || got.TOC[1].Text != "细节" || !strings.Contains(got.HTML, `id="`+got.TOC[1].ID+`"`) {
		t.Errorf("%+v", got.TOC)
	}
	if len(got.Children) != 1 || got.Editions != 1 || got.Change.ID != first || got.Change.Author.Username != "写手" || len(got.Authors) != 1 {
		t.Errorf("%+v", got)
	}
	deep := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/"+colour)
	if len(deep.Breadcrumbs) != 2 || deep.Breadcrumbs[0].ID != guide || deep.Breadcrumbs[1].ID != lamps || deep.Next.ID != start || deep.Previous.ID != lamps {
		t.Errorf("%+v", deep)
	}
	if deep.Body != "" || deep.HTML != "" || len(deep.TOC) != 0 {
		t.Errorf("%+v", deep)
	}
	ask[any](w, 404, nobody, base+"/pages/nothing")
	ask[any](w, 404, nobody, base+"/pages/..%2Fguide")
}

func TestAFormerSlugLeadsToItsPageUntilAnotherTakesIt(t *testing.T) {
	w := newWorld(t)
	former := func(who string) []contract.WikiFormer { return ask[contract.Wiki](w, 200, who, base).Standing.Former }
	w.publish(quay, third, keeper, "改名", "", nil, domain.Done{Page: lamps, Op: domain.OpReaddressed, Slug: "lanterns"})
	if got := former(keeper); len(got) != 1 || got[0].Slug != "lamps" || got[0].Page != lamps || got[0].Title == "" {
		t.Errorf("who writes is told of the former slugs %+v", got)
	}
	if got := former(nobody); len(got) != 0 {
		t.Errorf("a visitor is told of %+v", got)
	}
	if got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/lamps"); got.ID != lamps || got.Slug != "lanterns" {
		t.Errorf("%+v", got)
	}
	w.publish(quay, fourth, keeper, "占用", "", nil, domain.Done{Page: colour, Op: domain.OpReaddressed, Slug: "Lamps"})
	if got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/lamps"); got.ID != colour || got.Slug != "Lamps" {
		t.Errorf("%+v", got)
	}
	if got := former(keeper); len(got) != 1 || got[0].Slug != "colour" || got[0].Page != colour {
		t.Errorf("a slug that is in use again is a former one: %+v", got)
	}
	if got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/colour"); got.ID != colour {
		t.Errorf("%+v", got)
	}
}

func TestARemovedBranchIsGoneUntilItIsRestored(t *testing.T) {
	w := newWorld(t)
	w.publish(quay, third, keeper, "删", "", nil, domain.Done{Page: guide, Op: domain.OpRemoved})
	for _, name := range []string{"guide", "lamps", colour} {
		if rec := w.get(nobody, base+"/pages/"+name); rec.Code != 410 || !strings.Contains(rec.Body.String(), `"gone"`) {
			t.Errorf("%s: %d %s", name, rec.Code, rec.Body)
		}
	}
	if got := ask[contract.Wiki](w, 200, nobody, base); len(got.Wikis) != 1 {
		t.Errorf("%+v", got.Wikis)
	}
	removed := ask[contract.WikiChangeDetail](w, 200, nobody, base+"/changes/"+third)
	if len(removed.Pages) != 3 || removed.Change.PageCount != 3 || removed.Change.Added != 0 || removed.Change.Removed == 0 {
		t.Fatalf("%+v", removed)
	}
	for _, p := range removed.Pages {
		if p.Now != nil || p.Was == nil || !slices.Equal(p.Ops, []string{"removed"}) || p.Text != (p.Page != colour) {
			t.Errorf("%+v", p)
		}
	}
	history := ask[contract.WikiChangeList](w, 200, nobody, base+"/pages/lamps/history")
	if len(history.Changes) != 2 || history.Changes[0].ID != third || history.Total != 2 {
		t.Errorf("%+v", history)
	}
	if got := ask[contract.WikiEdition](w, 200, nobody, base+"/pages/lamps/editions/"+second); got.Body != "灯笼有三种颜色。" || got.Change.ID != second {
		t.Errorf("%+v", got)
	}
	w.publish(quay, fourth, keeper, "恢复", third, nil, domain.Done{Page: guide, Op: domain.OpRestored})
	if got := ask[contract.WikiArticle](w, 200, nobody, base+"/pages/"+colour); len(got.Breadcrumbs) != 2 {
		t.Errorf("%+v", got)
	}
	list := ask[contract.WikiChangeList](w, 200, nobody, base+"/changes")
	if list.Changes[0].Reverts != third || list.Changes[0].RevertsNo != 3 || list.Changes[1].RevertedBy != fourth || list.Changes[1].RevertedByNo != 4 {
		t.Errorf("%+v", list.Changes)
	}
}

func TestChangesAreListedNewestFirstAndContinued(t *testing.T) {
	w := newWorld(t)
	for n := range 5 {
		w.publish(quay, fmt.Sprintf("ChngMor%d", n), writer, "改", "", map[string]string{guide: strings.Repeat("长", n)}, domain.Done{Page: guide, Op: domain.OpWritten})
	}
	var numbers []int64
	for before := int64(0); ; {
		list := ask[contract.WikiChangeList](w, 200, nobody, fmt.Sprintf("%s/changes?limit=3&before=%d", base, before))
		for _, c := range list.Changes {
			numbers = append(numbers, c.Number)
		}
		if list.Total != 7 {
			t.Fatalf("%+v", list)
		}
		if before = list.Next; before == 0 {
			break
		}
	}
	if !slices.Equal(numbers, []int64{7, 6, 5, 4, 3, 2, 1}) {
		t.Error(numbers)
	}
	of := ask[contract.WikiChangeList](w, 200, nobody, base+"/pages/guide/history?limit=2")
	if len(of.Changes) != 2 || of.Changes[0].Number != 7 || of.Total != 6 || of.Next != 6 || of.Changes[0].Added != 1 || of.Changes[0].Removed != 0 {
		t.Errorf("%+v", of)
	}
	if p := of.Changes[0].Pages; len(p) != 1 || p[0].Title != "指南" || !slices.Equal(p[0].Ops, []string{"written"}) {
		t.Errorf("%+v", p)
	}
	for _, bad := range []string{"before=-1", "before=x", "limit=-1"} {
		ask[any](w, 400, nobody, base+"/changes?"+bad)
	}
}

func TestAChangeShowsEachPageBeforeAndAfter(t *testing.T) {
	w := newWorld(t)
	w.publish(quay, third, writer, "多处", "", map[string]string{lamps: "灯笼有四种颜色。"},
		domain.Done{Page: lamps, Op: domain.OpWritten}, domain.Done{Page: lamps, Op: domain.OpRetitled, Title: "灯"},
		domain.Done{Page: colour, Op: domain.OpMoved}, domain.Done{Page: colour, Op: domain.OpReweighted, Weight: 7},
		domain.Done{Page: guide, Op: domain.OpFeatured})
	got := ask[contract.WikiChangeDetail](w, 200, nobody, base+"/changes/"+third)
	if len(got.Pages) != 3 {
		t.Fatalf("%+v", got)
	}
	a, b, c := got.Pages[0], got.Pages[1], got.Pages[2]
	if a.Page != lamps || !a.Text || a.Was.Body != "灯笼有三种颜色。" || a.Now.Body != "灯笼有四种颜色。" || a.Was.Title != "Ｌamps" || a.Now.Title != "灯" {
		t.Errorf("%+v %+v %+v", a, a.Was, a.Now)
	}
	if b.Text || b.Was.Parent != lamps || b.Now.Parent != "" || b.Was.SortOrder != 0 || b.Now.SortOrder != 7 {
		t.Errorf("%+v %+v %+v", b, b.Was, b.Now)
	}
	if c.Was.Featured || !c.Now.Featured || c.Text || c.Now.Body != "" {
		t.Errorf("%+v %+v %+v", c, c.Was, c.Now)
	}
	ask[any](w, 404, nobody, base+"/changes/ChngNon9")
}

func TestASearchFindsTitlesFirstWithoutRegardToWidthAndCase(t *testing.T) {
	w := newWorld(t)
	w.publish(quay, third, writer, "文", "", map[string]string{colour: strings.Repeat("很长的引言。", 40) + "每个 LAMPS 都亮。" + strings.Repeat("尾声。", 80)},
		domain.Done{Page: colour, Op: domain.OpWritten})
	hits := ask[contract.WikiHits](w, 200, nobody, base+"/search?query=lamp").Hits
	if len(hits) != 3 || hits[0].ID != lamps || !strings.Contains(hits[2].Excerpt+hits[1].Excerpt, "每个 LAMPS 都亮") {
		t.Fatalf("%+v", hits)
	}
	for _, h := range hits {
		if len([]rune(h.Excerpt)) > 182 {
			t.Errorf("%q", h.Excerpt)
		}
	}
	if got := ask[contract.WikiHits](w, 200, nobody, base+"/search?query=灯笼%20颜色").Hits; len(got) != 1 || got[0].ID != lamps {
		t.Errorf("%+v", got)
	}
	if got := ask[contract.WikiHits](w, 200, nobody, base+"/search?query=没有"); got.Hits == nil || len(got.Hits) != 0 {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{"", "?query=", "?query=%20", "?query=" + strings.Repeat("x", 101), "?query=%00"} {
		ask[any](w, 400, nobody, base+"/search"+bad)
	}
	w.publish(quay, fourth, writer, "删", "", nil, domain.Done{Page: lamps, Op: domain.OpRemoved})
	if got := ask[contract.WikiHits](w, 200, nobody, base+"/search?query=lamp").Hits; len(got) != 1 || got[0].ID != start {
		t.Errorf("%+v", got)
	}
}
