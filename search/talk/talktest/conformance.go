// Package talktest has the tests that every engine of the search over talk must pass.
package talktest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/search/analysis"
	"github.com/modyard/modyard/search/talk"
)

// Reference answers a query over documents by definition.
func Reference(docs []talk.Doc, q talk.Query) talk.Page {
	q = q.Bounded()
	all := q
	all.Behind = nil
	if groups := analysis.ProseWanted(q.Text, false); len(having(docs, all, groups).Hits) > 0 {
		return having(docs, q, groups)
	}
	return having(docs, q, analysis.ProseWanted(q.Text, true))
}

// having are the documents of a query that have a term of each group.
func having(docs []talk.Doc, q talk.Query, groups [][]string) talk.Page {
	var hits []talk.Hit
	for _, d := range docs {
		terms := append(analysis.ProseTitle(d.Title), analysis.Prose(d.Text)...)
		lacks := func(group []string) bool {
			return !slices.ContainsFunc(group, func(w string) bool { return slices.Contains(terms, w) })
		}
		switch {
		case !d.Shown, len(groups) == 0, slices.ContainsFunc(groups, lacks):
		case q.Section != "" && q.Section != d.Section, q.Project != "" && q.Project != d.Project, q.Author != "" && q.Author != d.Author:
		case q.State != "" && (d.Section != talk.Issues || d.Closed != (q.State == talk.StateClosed)), q.Label != "" && !slices.Contains(d.Labels, q.Label):
		case !q.Since.IsZero() && d.At.Before(q.Since), !q.Until.IsZero() && !d.At.Before(q.Until):
		case q.Behind != nil && !before(d.At, d.ID, *q.Behind):
		default:
			hits = append(hits, talk.Hit{ID: d.ID, Kind: d.Kind, Thing: d.Thing, At: d.At})
		}
	}
	slices.SortFunc(hits, func(a, b talk.Hit) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	return talk.Page{Hits: hits[:min(len(hits), q.Limit)], More: len(hits) > q.Limit}
}

func before(at time.Time, id string, p talk.Place) bool {
	if c := at.Compare(p.At); c != 0 {
		return c < 0
	}
	return id < p.ID
}

// Run tests the engine that the function makes of documents.
func Run(t *testing.T, engine func(t *testing.T, docs []talk.Doc) talk.Engine) {
	docs := corpus()
	e := engine(t, docs)
	var queries []talk.Query
	epoch := docs[0].At
	for _, text := range []string{"崩溃", "背包 崩溃", "打开背包", "fabric", "FABRIC 崩溃", "崩", "灯笼", "标题", "nothing", "", "!?", strings.Repeat("崩溃 ", 100), "%_\\'\"", "\x00崩溃", "biaoti", "bt", "yxbk", "youxibengkui dakai", "fab", "faric", "Fabirc 背包", "faric 没有", "load", "laoder", "=fab", "~faric"} {
		for _, q := range []talk.Query{
			{}, {Section: "chat"}, {Section: talk.Issues}, {Section: "nothing"}, {Project: "P1"}, {Author: "A2"}, {State: talk.StateOpen}, {State: talk.StateClosed}, {Label: "1"}, {State: talk.StateOpen, Label: "1"}, {Label: "nothing"}, {State: talk.StateOpen, Section: "chat"},
			{Since: epoch.Add(20 * time.Hour)},
			{Until: epoch.Add(20 * time.Hour)}, {Since: epoch.Add(10 * time.Hour), Until: epoch.Add(30 * time.Hour), Section: "chat", Author: "A1"},
		} {
			for _, limit := range []int{0, 7, 1000} { // 0 is 1, 1000 is 100
				q.Text, q.Limit = text, limit
				queries = append(queries, q)
			}
		}
	}
	for _, q := range queries {
		got, err := e.Search(t.Context(), q)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if want := Reference(docs, q); !same(got, want) {
			t.Errorf("%+v:\n got %v\nwant %v", q, got, want)
		}
	}
	for text, least := range map[string]int{"崩溃": 10, "biaoti": 10, "faric": 2} {
		t.Run("pages follow each other without a gap: "+text, func(t *testing.T) {
			all := Reference(docs, talk.Query{Text: text, Limit: 100}).Hits
			var paged []talk.Hit
			q := talk.Query{Text: text, Limit: 3}
			for {
				page, err := e.Search(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				paged = append(paged, page.Hits...)
				if len(page.Hits) == 0 {
					break
				}
				last := page.Hits[len(page.Hits)-1]
				q.Behind = &talk.Place{At: last.At, ID: last.ID}
			}
			if !same(talk.Page{Hits: paged}, talk.Page{Hits: all}) || len(all) < least {
				t.Errorf("%v\n%v", paged, all)
			}
		})
	}
}

func same(a, b talk.Page) bool {
	return a.More == b.More && slices.EqualFunc(a.Hits, b.Hits, func(x, y talk.Hit) bool {
		return x.ID == y.ID && x.Kind == y.Kind && x.Thing == y.Thing && x.At.Equal(y.At)
	})
}

// corpus are texts of all kinds, some of which are hidden, and some of which are as old as others.
func corpus() []talk.Doc {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a corpus
	words := []string{"打開背包時", "遊戲崩溃", "灯笼怎么放", "Fabric", "Loader 0.16", "与", "，", "JEIAddons", "溃", "崩", "好的", "背包"}
	epoch := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	sections, kinds := []string{"chat", "article", "project", talk.Issues}, []string{talk.Discussion, talk.Post, talk.Post, talk.Issue}
	var docs []talk.Doc
	for n := range 120 {
		var text strings.Builder
		for range 1 + r.IntN(6) {
			text.WriteString(words[r.IntN(len(words))] + " ")
		}
		at := r.IntN(4)
		d := talk.Doc{
			ID: fmt.Sprintf("D%03d", n), Kind: kinds[at], Thing: fmt.Sprintf("T%d%s", n%17, sections[at]), Section: sections[at], Author: fmt.Sprintf("A%d", n%5),
			At: epoch.Add(time.Duration(n/3) * time.Hour), Text: text.String(), Shown: n%7 != 0,
		}
		if n%2 == 0 {
			d.Title = "标题 " + words[r.IntN(len(words))]
		}
		if at > 1 {
			d.Project = fmt.Sprintf("P%d", n%3)
		}
		if d.Section == talk.Issues {
			d.Closed, d.Labels = n%17%2 == 0, [][]string{nil, {"1"}, {"2", "1"}}[n%17%3]
		}
		docs = append(docs, d)
	}
	return docs
}
