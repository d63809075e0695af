package search

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFacetsAreParsedAsAndOfOrs(t *testing.T) {
	f, err := ParseFacets(`[["categories:fabric","versions = 1.20.1"],[["downloads >= 10","title!=Some Name"]]]`)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Groups) != 2 || len(f.Groups[0].Any) != 2 || len(f.Groups[1].Any) != 1 || len(f.Groups[1].Any[0]) != 2 {
		t.Fatalf("shape: %+v", f)
	}
	if got := f.Groups[0].Any[1][0]; got.Field != FieldGameVersions || got.Op != Equal || got.Value != "1.20.1" {
		t.Errorf("alias and operator: %+v", got)
	}
	if got := f.Groups[1].Any[0]; got[0].Op != GreaterEqual || got[0].Num != 10 || got[1].Field != FieldName || got[1].Op != NotEqual || got[1].Value != "somename" {
		t.Errorf("inner and: %+v", got)
	}
}

func TestEveryOperatorIsParsed(t *testing.T) {
	for text, op := range map[string]Op{":": Equal, "=": Equal, "!=": NotEqual, ">": Greater, ">=": GreaterEqual, "<": Less, "<=": LessEqual, " ! = ": NotEqual, " > = ": GreaterEqual} {
		f, err := ParseFacets(`[["downloads` + text + `5"]]`)
		if err != nil || f.Groups[0].Any[0][0].Op != op || f.Groups[0].Any[0][0].Num != 5 {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
	}
}

func TestOnlyTheExactFilterModIncludesPluginsAndDataPacks(t *testing.T) {
	for text, alternatives := range map[string]int{
		`[["project_type:mod"]]`: 3, `[["project_types = mod"]]`: 1, `[["project_type:plugin"]]`: 1, `[["project_type:mod","project_type:modpack"]]`: 2, `[["project_type!=mod"]]`: 1,
	} {
		f, err := ParseFacets(text)
		if err != nil || len(f.Groups[0].Any) != alternatives {
			t.Errorf("%s: %+v, %v", text, f, err)
		}
	}
	if f, err := ParseFacetsExactly(`[["project_type:mod"]]`); err != nil || len(f.Groups[0].Any) != 1 {
		t.Errorf("exactly: %+v, %v", f, err)
	}
}

func TestTimesAreParsedInThreeForms(t *testing.T) {
	want := time.Date(2024, 3, 2, 0, 0, 0, 0, time.UTC).UnixMicro()
	for _, v := range []string{"1709337600", "2024-03-02", "2024-03-02T00:00:00Z", "2024-03-02t02:00:00+02:00"} {
		f, err := ParseFacets(`[["created_timestamp>` + v + `"]]`)
		if err != nil || f.Groups[0].Any[0][0].Num != want {
			t.Errorf("%s: %+v, %v", v, f, err)
		}
	}
}

func TestInvalidFacetsAreRejectedInChinese(t *testing.T) {
	many := `["a"]` + strings.Repeat(`,["a"]`, maxGroups)
	wide := `["categories:a"` + strings.Repeat(`,"categories:a"`, 300) + `],["versions:b"` + strings.Repeat(`,"versions:b"`, 300) + `]`
	for _, text := range []string{
		`{`, `{}`, `"a"`, `["categories:a"]`, `[[1]]`, `[[null]]`, `[[[]]]`, `[[[["a:b"]]]]`, `[["categories"]]`, `[["nope:x"]]`, `[["categories:"]]`, `[["categories: "]]`,
		`[["categories>a"]]`, `[["categories!a"]]`, `[["downloads:many"]]`, `[["created_timestamp>yesterday"]]`, `[["created_timestamp>99999999999999999"]]`,
		`[["open_source:maybe"]]`, `[[":x"]]`, `[["license<=MIT"]]`, "[[\"categories:\xff\"]]",
		`[` + many + `]`, `[["categories:` + strings.Repeat("x", 129) + `"]]`, `[["a` + strings.Repeat(" ", maxFacetBytes) + `"]]`, `[` + wide + `]`,
	} {
		_, err := ParseFacets(text)
		var q *QueryError
		if !errors.As(err, &q) || q.FaultKind() != "invalid" || !strings.ContainsFunc(q.FaultText(), func(r rune) bool { return r > 0x4e00 }) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	if _, err := ParseSort("best"); err == nil {
		t.Error("an unknown order was accepted")
	}
	if s, err := ParseSort(""); err != nil || s != Relevance {
		t.Errorf("no order: %v, %v", s, err)
	}
}

func TestHidingManyInstalledProjectsIsAllowed(t *testing.T) {
	text := `[["project_id != A0000000"]` + strings.Repeat(`,["project_id != A0000000"]`, 500) + `]`
	if f, err := ParseFacets(text); err != nil || len(f.Groups) != 501 {
		t.Errorf("%d groups, %v", len(f.Groups), err)
	}
}

func TestALoaderAmongCategoriesIsALoader(t *testing.T) {
	got := strings.Join(FacetTokens(&Doc{Categories: []string{"fabric", "magic"}, Loaders: []string{"Fabric"}}), " ")
	if strings.Contains(got, "cat:fabric") || !strings.Contains(got, "cat:magic") || !strings.Contains(got, "loader:fabric") {
		t.Error(got)
	}
}

func TestAProjectWithoutLoadersOrGameVersionsIsFoundAsUnlabelled(t *testing.T) {
	for _, c := range []struct {
		doc           Doc
		with, without []string
	}{
		{Doc{}, []string{"loader:none", "gv:none", "lv:none|none"}, nil},
		{Doc{GameVersions: []string{"1.12.2"}, Versions: []VersionFacets{{GameVersions: []string{"1.12.2"}}}}, []string{"loader:none", "gv:1.12.2", "lv:none|1.12.2"}, []string{"gv:none"}},
		{Doc{GameVersions: []string{"1.12.2"}}, []string{"lv:none|1.12.2"}, nil},
		{Doc{Loaders: []string{"forge"}, Versions: []VersionFacets{{Loaders: []string{"forge"}}}}, []string{"gv:none", "lv:forge|none"}, []string{"loader:none"}},
		// A project that names a loader is not unlabelled, even where one of its versions names none.
		{Doc{Loaders: []string{"forge"}, GameVersions: []string{"1.7.10"}, Versions: []VersionFacets{{Loaders: []string{"forge"}, GameVersions: []string{"1.7.10"}}, {GameVersions: []string{"1.7.10"}}}},
			[]string{"lv:forge|1.7.10"}, []string{"loader:none", "gv:none", "lv:none|1.7.10"}},
	} {
		got := FacetTokens(&c.doc)
		for _, token := range c.with {
			if !slices.Contains(got, token) {
				t.Errorf("%+v has no %s: %v", c.doc, token, got)
			}
		}
		for _, token := range c.without {
			if slices.Contains(got, token) {
				t.Errorf("%+v has %s: %v", c.doc, token, got)
			}
		}
	}
}

func TestPopularityIsTenPointsADoubling(t *testing.T) {
	for n, want := range map[int64]int{-5: 0, 0: 0, 1: 10, 3: 20, 1023: 100, 1 << 40: 270} {
		if got := Popularity(n); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
	}
}

func FuzzParseFacets(f *testing.F) {
	for _, s := range []string{`[["categories:fabric"],["versions:1.20.1"]]`, `[[["a:b","c!=d"],"downloads>=1"]]`, `[["project_type:mod"]]`, `[[`, `[["created:2024-01-01"]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		filter, err := ParseFacets(s)
		if err != nil {
			var q *QueryError
			if !errors.As(err, &q) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		if len(filter.Groups) > maxGroups {
			t.Fatalf("%d groups", len(filter.Groups))
		}
		for _, c := range Compile(filter).Clauses {
			if len(c.Any) == 0 {
				t.Fatalf("a clause that nothing satisfies: %+v", filter)
			}
		}
	})
}

func FuzzParseChoices(f *testing.F) {
	for _, s := range []string{`{"a":[["client_side:required"]]}`, `{"a":[["server_side:optional","client_side:x"]],"b":[]}`, `{"":[]}`, `{"a":1}`, `[`, `{"a":[["categories:fabric"]]}`, " "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		choices, err := ParseChoices(s)
		var q *QueryError
		if err != nil && !errors.As(err, &q) {
			t.Fatalf("untyped error %v", err)
		}
		if len(choices) > maxChoices {
			t.Fatalf("%d choices", len(choices))
		}
		for _, c := range choices {
			if c.Name == "" || len(c.Name) > maxChoiceName {
				t.Fatalf("a choice called %q", c.Name)
			}
		}
	})
}
