package searchtest

import (
	"context"
	"maps"
	"testing"

	"github.com/modyard/modyard/search"
)

func runCounts(t *testing.T, e search.Engine) {
	for _, w := range []struct {
		text, facets string
		want         map[string]int // 0: must be absent
	}{
		{"", "", map[string]int{"categories:adventure": 2, "categories:fabric": 3, "categories:forge": 1, "versions:1.20.1": 3, "versions:1.20.4": 2,
			"categories:none": 6, "versions:none": 6,
			"project_type:mod": 7, "project_type:plugin": 1, "client_side:required": 9, "server_side:unsupported": 1, "open_source:true": 5, "open_source:false": 5, "license:mit": 9}},
		// Loaders are counted without the loader filter, but on a version with the game version.
		{"", `[["categories:fabric"],["versions:1.20.1"]]`, map[string]int{"categories:fabric": 2, "categories:forge": 1, "categories:quilt": 1, "categories:paper": 0,
			"versions:1.19.2": 1, "versions:1.20.1": 2, "versions:1.20.4": 1, "categories:adventure": 1, "categories:technology": 1, "open_source:true": 1, "open_source:false": 1}},
		{"", `[["categories:adventure"]]`, map[string]int{"categories:adventure": 2, "categories:decoration": 1, "categories:technology": 0, "versions:1.20.4": 0}},
		{"", `[["project_type:resourcepack"]]`, map[string]int{"project_type:mod": 7, "project_type:resourcepack": 1, "categories:fabric": 0}},
		{"", `[["categories:none"]]`, map[string]int{"categories:none": 6, "categories:fabric": 3, "versions:none": 6, "versions:1.20.1": 0, "project_type:mod": 4}},
		{"", `[["versions:1.20.1"]]`, map[string]int{"categories:none": 0, "categories:fabric": 2, "versions:none": 6}},
		{"lanternquay", "", map[string]int{"categories:fabric": 2, "categories:paper": 1, "categories:quilt": 0, "project_type:mod": 2, "project_type:plugin": 1}},
		{"brasswik", "", map[string]int{"categories:quilt": 1, "versions:1.20.4": 1, "categories:adventure": 0}},
		{"zzzzzz", "", map[string]int{"project_type:mod": 0}},
	} {
		f, err := search.ParseFacets(w.facets)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Counts(context.Background(), search.Query{Text: w.text, Filter: f})
		if err != nil {
			t.Fatalf("counts %q %s: %v", w.text, w.facets, err)
		}
		for key, n := range w.want {
			if got[key] != n {
				t.Errorf("counts %q %s: %s is %d, want %d (all: %v)", w.text, w.facets, key, got[key], n, got)
			}
		}
	}
}

// runCountsBeside covers what a listing counts beside its facets in the same request.
func runCountsBeside(t *testing.T, e search.Engine) {
	choices, err := search.ParseChoices(`{"both":[["client_side:required"],["server_side:required"]],"server":[["server_side:required","server_side:optional"]]}`)
	if err != nil {
		t.Fatal(err)
	}
	filter := func(facets string) search.Filter {
		f, err := search.ParseFacets(facets)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, w := range []struct{ text, picked, rest string }{
		{"", `["categories:adventure","categories:technology"]`, `["project_type:mod"]`},
		{"", `["categories:decoration"]`, `["versions:1.20.1"]`},
		{"lanternquay", `["categories:adventure"]`, `["project_type:mod"]`},
		{"brasswik", `["categories:adventure"]`, `["open_source:true"]`},
	} {
		// An environment that is selected already does not narrow a choice.
		q := search.Query{Text: w.text, Filter: filter("[" + w.picked + "," + w.rest + `,["server_side:unsupported"]]`), Apart: 1, Choices: choices}
		got, err := e.Counts(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		without, err := e.Counts(context.Background(), search.Query{Text: w.text, Filter: filter("[" + w.rest + `,["server_side:unsupported"]]`)})
		if err != nil {
			t.Fatal(err)
		}
		for _, category := range []string{"adventure", "decoration", "technology"} {
			if n, want := got["apart:categories:"+category], without["categories:"+category]; n != want {
				t.Errorf("%+v: %d of %s without the alternatives, want %d", w, n, category, want)
			}
		}
		for name, environment := range map[string]string{
			"both": `["client_side:required"],["server_side:required"]`, "server": `["server_side:required","server_side:optional"]`,
		} {
			page, err := e.Search(context.Background(), search.Query{Text: w.text, Filter: filter("[" + w.picked + "," + w.rest + "," + environment + "]")})
			if err != nil {
				t.Fatal(err)
			}
			if n := got["choice:"+name]; n != page.Total {
				t.Errorf("%+v: the choice %s has %d, a search finds %d", w, name, n, page.Total)
			}
		}
	}
}

func sameCounts(t *testing.T, got, want map[string]int, about string) {
	t.Helper()
	if maps.Equal(got, want) {
		return
	}
	for k, n := range want {
		if got[k] != n {
			t.Errorf("%s: %s is %d, the reference says %d", about, k, got[k], n)
		}
	}
	for k, n := range got {
		if _, ok := want[k]; !ok {
			t.Errorf("%s: %s is %d, the reference has none", about, k, n)
		}
	}
}
