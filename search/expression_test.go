package search

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func (f Filter) text() string {
	var groups []string
	for _, g := range f.Groups {
		var any []string
		for _, all := range g.Any {
			var terms []string
			for _, t := range all {
				terms = append(terms, fmt.Sprint(t.Field, []string{"=", "!=", ">", ">=", "<", "<="}[t.Op], t.Value))
			}
			any = append(any, strings.Join(terms, "&"))
		}
		groups = append(groups, strings.Join(any, "|"))
	}
	return strings.Join(groups, "  ")
}

func TestExpressionsOfOlderClientsAreFilters(t *testing.T) {
	for text, want := range map[string]string{
		``: "", `categories="fabric"`: "categories=fabric", `versions='1.20.1' `: "game_versions=1.20.1", `project_type = mod`: "project_types=mod",
		`categories = fabric AND (versions = "1.20" OR versions="1.21")`:             "categories=fabric  game_versions=1.20|game_versions=1.21",
		`categories=fabric or categories=forge and versions=1.20`:                    "categories=fabric|categories=forge&game_versions=1.20",
		`NOT (categories=fabric OR client_side=required)`:                            "categories!=fabric  client_side!=required",
		`not(categories=fabric AND downloads > 5)`:                                   "categories!=fabric|downloads<=5",
		`versions IN ["1.20", '1.21',1.19] AND categories NOT IN [magic, "storage"]`: "game_versions=1.20|game_versions=1.21|game_versions=1.19  categories!=magic  categories!=storage",
		`downloads 10 TO 20`:        "downloads>=10  downloads<=20",
		`NOT downloads 10 TO 20`:    "downloads<10|downloads>20",
		`title = "Not \"AND\" (x)"`: `name=not"and"(x)`, `color = 255`: "color=255", `environment = client_only`: "environment=client_only",
	} {
		f, err := ParseExpression(text)
		if err != nil || f.text() != want {
			t.Errorf("%s: %q, want %q (%v)", text, f.text(), want, err)
		}
	}
}

func TestInvalidExpressionsAreRejected(t *testing.T) {
	deep := strings.Repeat("(", 200) + "categories=a" + strings.Repeat(")", 200)
	product := strings.Repeat("(categories=a OR categories=b) AND ", 30) + "categories=c OR categories=d"
	for _, text := range []string{
		`categories`, `categories=`, `=fabric`, `categories="fabric`, `(categories=a`, `categories=a)`, `categories=a categories=b`, `nothing=1`, `AND`, `NOT`,
		`versions IN []`, `versions IN [`, `versions IN 1.20`, `downloads 1 TO`, `downloads 1`, `downloads=many`, `categories=a OR`, "categories=\xff", deep, product,
		strings.Repeat("categories=a AND ", 5000) + "categories=b",
	} {
		var q *QueryError
		if f, err := ParseExpression(text); !errors.As(err, &q) {
			t.Errorf("%.60s: %q, %v", text, f.text(), err)
		}
	}
}

func FuzzParseExpression(f *testing.F) {
	for _, seed := range []string{`categories="fabric" AND NOT (versions IN ["1.20"] OR downloads 1 TO 5)`, `'`, `NOT NOT a=b`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := ParseExpression(text)
		var q *QueryError
		if err != nil && !errors.As(err, &q) {
			t.Fatalf("%q: %v", text, err)
		}
		if err == nil && strings.TrimSpace(text) != "" && len(filter.Groups) == 0 {
			t.Fatalf("%q is no filter", text)
		}
	})
}
