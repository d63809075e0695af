package searchtest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/search"
)

// Factory makes an engine with exactly these documents. recount changes the counters of some.
type Factory func(t *testing.T, docs []search.Doc) (e search.Engine, recount Recount)

// Recount sets the follows of documents and, as change number, their positions. It returns when the engine has read
// the counters.
type Recount func(docs ...search.Doc)

type wanted struct {
	queries []string
	hits    string // ids in order
}

// Run is the conformance suite. Every engine passes it.
func Run(t *testing.T, make Factory) {
	docs := Invented()
	e, recount := make(t, docs)
	t.Run("text finds what is meant, in order", func(t *testing.T) { runText(t, e) })
	t.Run("filters", func(t *testing.T) { runFilters(t, e) })
	t.Run("sort orders and pages", func(t *testing.T) { runPages(t, e, docs) })
	t.Run("counts", func(t *testing.T) { runCounts(t, e) })
	t.Run("counts of choices and alternatives", func(t *testing.T) { runCountsBeside(t, e) })
	t.Run("counters that change alone", func(t *testing.T) { runCounters(t, e, recount, docs) })
	t.Run("agrees with the reference on random documents and queries", func(t *testing.T) { runRandom(t, make) })
}

func runText(t *testing.T, e search.Engine) {
	long := strings.Repeat("灯笼码头 lanternquay ", 600)
	for _, w := range []wanted{
		{[]string{"lanternquay", "LANTERNQUAY", "Ｌａｎｔｅｒｎｑｕａｙ", "🏮lanternquay", "  lanternquay\t"}, "A B D"},
		{[]string{"night ferries", "ferries night", "nightfer", "lnf"}, "B"},
		{[]string{"灯笼", "码头", "笼码", "灯", "燈籠碼頭", "灯笼 码头", "灯笼码头lantern"}, "A B"},
		{[]string{"denglongmatou", "denglong", "matou", "deng long ma tou"}, "A B"},
		{[]string{"tide loom", "tideloomworks", "loomworks", "tlw"}, "D"},
		{[]string{"quiet quarry"}, "F G"},
		{[]string{"night zzgold ferries"}, "B"},
		{[]string{"lantern", "lantern quay"}, "A B"},
		{[]string{"be2", "brasswick engines", "BE 2"}, "C"},
		{[]string{"灯笼码头夜航", "灯笼 渡轮", "头夜航"}, "B"},
		{[]string{"dlmt", "mt"}, "A B"},
		{[]string{"渔网", "渔"}, "D"},
		{[]string{"quiet quarry fabric", "fabric"}, "F"},
		{[]string{"lanternquay zzgold", "zzzzzz"}, ""},
		{[]string{"lq", "LQ"}, "A J"},
		{[]string{"brasswik", "brasswcik", "brasswikc engines", "brasswick enginse"}, "C"},
		{[]string{"黄铜维克机官", "黄铜推克机关", "黄铜维机关"}, "C"},
		{[]string{"changlezhongcheng", "changlechongcheng", "clzc"}, "H"},
		{[]string{"moss marrow", "omam", "mm"}, "E"},
		{[]string{"velvet rok", "vëlvet rök", "Velvet Rök"}, "I"},
		{[]string{"%", "_", "'", "😀", "+++", "&|!():*", "\\", "\x00", "\"", "\u202e"}, ""},
		{[]string{"' or 1=1 --", "lant%quay", "a&b|!c:*", "');drop table search_docs;--"}, ""},
		{[]string{long}, "A B"},
		{[]string{"", " ", "\u3000\t\n"}, "A C F B G D H I E J"},
	} {
		for _, text := range w.queries {
			page := ask(t, e, search.Query{Text: text, Limit: 20})
			name := []rune(text)
			if got := strings.Join(page.IDs, " "); got != w.hits {
				t.Errorf("%q: got %q, want %q", string(name[:min(40, len(name))]), got, w.hits)
			}
			if want := len(strings.Fields(w.hits)); page.Total != want {
				t.Errorf("%q: total %d, want %d", string(name[:min(40, len(name))]), page.Total, want)
			}
		}
	}
}

func runFilters(t *testing.T, e search.Engine) {
	for _, w := range []struct{ text, facets, hits string }{
		{"", `[["categories:fabric"],["versions:1.20.1"]]`, "C B"}, // A has both, but in different versions
		{"", `[["loaders:fabric"],["game_versions=1.20.1"]]`, "C B"},
		{"", `[["categories:forge","categories:quilt"],["versions:1.20.1","versions:1.19.2"]]`, "A C"},
		{"", `[["categories:fabric"]]`, "A C B"},
		{"", `[["categories:adventure"],["versions:1.20.1"]]`, "A B"},
		{"", `[["categories:adventure","categories:quilt"],["versions:1.20.4"]]`, "C"},
		{"", `[["categories != fabric"],["project_type:mod"]]`, "F G D H I J"},
		{"", `[["project_type:mod"]]`, "A C F B G D H I J"}, // plugins and data packs too
		{"", `[["project_type:mod"],["project_type:mod","project_type:plugin"]]`, "A C B G D H I J"},
		{"", `[["project_types:resourcepack"]]`, "E"},
		{"", `[["categories:adventure"],["categories:decoration"]]`, "A"},
		{"", `[[["categories:adventure","versions:1.19.2"],"slug:lqz"]]`, "A J"},
		{"", `[["downloads>=20000"]]`, "A C F"},
		{"", `[["downloads > 20000"]]`, "A C"},
		{"", `[["downloads<60","follows:3"]]`, "J"},
		{"", `[["downloads<=60"]]`, "J"},
		{"", `[["downloads!=60"],["downloads<400"]]`, "E"},
		{"", `[["created_timestamp<1709380800"]]`, "A"},
		{"", `[["date_created<2024-03-02"]]`, "A"},
		{"", `[["modified>2024-03-30T12:00:00Z"]]`, "A B"},
		{"", `[["open_source:true"],["license:mit"],["downloads<1000"]]`, "I E"},
		{"", `[["license=LicenseRef-All-Rights-Reserved"]]`, "G"},
		{"", `[["author:someone else"]]`, "G"},
		{"", `[["author!=someoneelse"],["project_type:mod"],["title:Lanternquay","name:evermirth city"]]`, "A H"},
		{"", `[["project_id != A"],["project_id!=C"],["downloads>8000"]]`, "F"},
		{"", `[["project_id:A","project_id=B"]]`, "A B"},
		{"", `[["client_side:optional","client_side:required"],["server_side:unsupported"]]`, "H"},
		{"", `[["environment:client_only"]]`, "H I"}, // a project has the environments of all its versions
		{"", `[["environment:client_only"],["environment:singleplayer_only"]]`, "H"},
		{"", `[["slug!=lanternquay"],["downloads>20000"]]`, "C"},
		{"", `[["categories:no-such"]]`, ""},
		{"", `[["categories:none"]]`, "F G H I E J"}, // names no loader
		{"", `[["loaders:none"],["project_types:mod"]]`, "G H I J"},
		{"", `[["versions:none"],["categories:none"]]`, "F G H I E J"},
		{"", `[["categories:none","categories:quilt"],["versions:none","versions:1.20.4"]]`, "C F G H I E J"},
		{"", `[["categories:none"],["versions:1.20.1"]]`, ""},
		{"", `[["categories!=none"],["versions!=none"]]`, "A C B D"},
		{"quiet quarry", `[["categories:none"]]`, "F G"},
		{"lanternquay", `[["categories:fabric"]]`, "A B"},
		{"lanternquay", `[["categories:paper"]]`, "D"}, // only a description is left
		{"lanternquay zzz", `[]`, ""},
		{"brasswik", `[["categories:quilt"]]`, "C"},
		{"brasswik", `[["categories:forge"]]`, ""},
		// The filter excludes the strong match, so the typo path runs under the filter.
		{"lanternquai", `[["downloads<9000"],["project_type:mod"]]`, "B"},
		{"quiet quarri", `[["slug:quiet-quarry"]]`, "G"},
	} {
		f, err := search.ParseFacets(w.facets)
		if err != nil {
			t.Fatalf("%s: %v", w.facets, err)
		}
		page := ask(t, e, search.Query{Text: w.text, Filter: f, Limit: 20})
		if got := strings.Join(page.IDs, " "); got != w.hits || page.Total != len(strings.Fields(w.hits)) {
			t.Errorf("%q %s: got %q (total %d), want %q", w.text, w.facets, got, page.Total, w.hits)
		}
	}
}

func runPages(t *testing.T, e search.Engine, docs []search.Doc) {
	for sort, want := range map[search.Sort]string{
		search.Downloads: "A C F B G D H I E J", search.Follows: "A B C D E F G H I J",
		search.Newest: "J I H G F E D C B A", search.Updated: "A B C D E F G H I J",
	} {
		if page := ask(t, e, search.Query{Sort: sort, Limit: 100}); strings.Join(page.IDs, " ") != want {
			t.Errorf("sort %s: got %v, want %s", sort, page.IDs, want)
		}
	}
	if page := ask(t, e, search.Query{Text: "lanternquay", Sort: search.Newest, Limit: 20}); strings.Join(page.IDs, " ") != "D B A" {
		t.Errorf("text sorted by newest: got %v", page.IDs)
	}
	whole := ask(t, e, search.Query{Text: "lanternquay", Limit: 20})
	var pieces []string
	for offset := range 3 {
		p := ask(t, e, search.Query{Text: "lanternquay", Offset: offset, Limit: 1})
		pieces = append(pieces, p.IDs...)
		if p.Total != whole.Total {
			t.Errorf("offset %d: total %d, want %d", offset, p.Total, whole.Total)
		}
	}
	if !slices.Equal(pieces, whole.IDs) {
		t.Errorf("pages of one: %v, in one: %v", pieces, whole.IDs)
	}
	for _, q := range []search.Query{{Text: "lanternquay", Offset: 3, Limit: 5}, {Text: "lanternquay", Offset: 1_000_000, Limit: 5},
		{Text: "lanternquay"}, {Text: "brasswik", Offset: 9, Limit: 5}, {Offset: 10, Limit: 5}, {}} {
		p, all := ask(t, e, q), ask(t, e, search.Query{Text: q.Text, Limit: 20})
		if len(p.IDs) != 0 || p.Total != all.Total || p.Total == 0 {
			t.Errorf("%+v: got %v, total %d, want no hits and %d", q, p.IDs, p.Total, all.Total)
		}
	}
	for _, q := range []search.Query{{Offset: -7, Limit: 1000}, {Text: "lanternquay", Offset: -1, Limit: 1 << 62}} {
		if p := ask(t, e, q); len(p.IDs) != p.Total || p.Total == 0 {
			t.Errorf("%+v: got %v of %d", q, p.IDs, p.Total)
		}
	}
	if p := ask(t, e, search.Query{Offset: 1<<63 - 1, Limit: 10}); len(p.IDs) != 0 || p.Total != len(docs) {
		t.Errorf("beyond the last page: got %v of %d", p.IDs, p.Total)
	}
	for i, id := range whole.IDs {
		at := slices.IndexFunc(docs, func(d search.Doc) bool { return d.ID == id })
		if !bytes.Equal(whole.Hits[i], docs[at].Hit) {
			t.Errorf("hit %s is %s, want %s", id, whole.Hits[i], docs[at].Hit)
		}
	}
}

func ask(t *testing.T, e search.Engine, q search.Query) search.Page {
	t.Helper()
	if q.Sort == "" {
		q.Sort = search.Relevance
	}
	page, err := e.Search(context.Background(), q)
	if err != nil {
		t.Fatalf("search %+v: %v", q, err)
	}
	if len(page.Hits) != len(page.IDs) {
		t.Fatalf("search %+v: %d hits, %d ids", q, len(page.Hits), len(page.IDs))
	}
	return page
}
