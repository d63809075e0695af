package wiki

import (
	"fmt"
	"testing"
)

// large is a wiki of 2 000 pages on five levels, with titles as they are here.
func large() State {
	pages := make([]Page, MaxPages)
	for i := range pages {
		pages[i] = Page{ID: fmt.Sprintf("page%04d", i), Title: fmt.Sprintf("第 %d 章：安装与配置", i), Slug: fmt.Sprintf("Chapter-%d", i), Edition: "c1"}
		if i >= 4 && i < 1000 {
			pages[i].Parent = pages[i/4-1].ID
		}
	}
	return wikiOf(pages...)
}

// busy is a draft that changes 100 pages of the large wiki.
func busy() Draft {
	var events []any
	for i := range 100 {
		id := fmt.Sprintf("page%04d", i*19+5)
		events = append(events, retitled(id, fmt.Sprintf("第 %d 章：安装与配置", i*19+5), fmt.Sprint("新", i)), written(id, "c1", fmt.Sprint("文", i)))
		if i%10 == 0 {
			events = append(events, addedPage(fmt.Sprint("n", i), fmt.Sprint("加", i), fmt.Sprint("n", i), id))
		}
		if i%20 == 1 {
			events = append(events, DraftPageRemoved{Page: fmt.Sprintf("page%04d", i*19+6), Was: []Seen{{fmt.Sprintf("page%04d", i*19+6), "c1"}}})
		}
	}
	return draft(events...)
}

func BenchmarkMergeOf100PagesOf2000(b *testing.B) {
	s, d := large(), busy()
	if m := Merge(s.Tree, d, published); len(m.Done) < 200 {
		b.Fatalf("%d parts", len(m.Done))
	}
	for b.Loop() {
		Merge(s.Tree, d, published)
	}
}

func BenchmarkEditOfOnePageOf2000(b *testing.B) {
	by, d := Writer{member(alice), large()}, busy()
	for name, c := range map[string]DraftCommand{
		"title": EditPage{Writer: by, Page: "page1999", Title: ptr("新的标题"), Slug: ptr("new")},
		"place": EditPage{Writer: by, Page: "page1999", Parent: ptr("page0003")},
		"body":  EditPage{Writer: by, Page: "page1999", Body: ptr("文")},
		"add":   AddPage{Writer: by, Page: "n", Title: "Ｎew", Slug: "new"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if events, err := DecideDraft(d, c); name != "add" && (err != nil || len(events) == 0) {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRemovalOf2000Pages(b *testing.B) {
	s := large()
	s = s.Clone()
	for id, p := range s.Pages {
		if p.Parent == "" && id != "page0000" {
			p.Parent = "page0000"
			s.Pages[id] = p
		}
	}
	d := draft(removedIn(s, "page0000"))
	for b.Loop() {
		if m := Merge(s.Tree, d, published); len(m.Conflicts) > 0 {
			b.Fatal(m.Conflicts)
		}
	}
}

func BenchmarkInverseOfOneChangeOf2000Pages(b *testing.B) {
	s := large()
	after := change(s, "c2", Done{Page: "page0007", Op: OpRetitled, Title: "新"}, Done{Page: "page0001", Op: OpRemoved})
	for b.Loop() {
		Inverse(ChangePublished{Change: "c2"}, s, after, published)
	}
}
