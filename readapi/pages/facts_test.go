package pages

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
)

// update writes the generated files of the browser.
var update = flag.Bool("update", false, "write ui/src/lib/{types,heads}.gen.ts")

func TestGeneratedBrowserFactsMatchTheServer(t *testing.T) {
	t.Parallel()
	// Two files, because every page needs the types, and only some need the heads.
	for name, want := range map[string]string{"types": typesOfBrowser(), "heads": headsOfBrowser()} {
		path := "../../ui/src/lib/" + name + ".gen.ts"
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is stale: run go test ./readapi/pages -update", path)
		}
	}
}

func TestThePlainListingUsesTheDisplayModeOfItsType(t *testing.T) {
	t.Parallel()
	for id, mode := range map[string]string{"mod": "list", "modpack": "gallery"} {
		c, _ := typeOf(id)
		if got := (hits{Hits: []contract.Hit{{Slug: "a", Title: "甲"}}}).list(c.mode); !strings.HasPrefix(got, `<ul class="plain-list" data-mode="`+mode+`">`) {
			t.Errorf("%s: %s", id, got)
		}
	}
}

const written = "// Written by `go test ./readapi/pages -update` from readapi/pages/facts.go.\n"

// typesOfBrowser is contentTypes as TypeScript.
func typesOfBrowser() string {
	var b strings.Builder
	b.WriteString(written + "\nexport const typeFacts = [\n")
	for _, c := range contentTypes() {
		fmt.Fprintf(&b, "  { id: '%s', actual: '%s', label: '%s', mode: '%s' },\n", c.id, c.actual, c.display, c.mode)
	}
	return b.String() + "] as const\n"
}

// headsOfBrowser is heads as TypeScript functions of their values.
func headsOfBrowser() string {
	var b strings.Builder
	b.WriteString(written)
	value := regexp.MustCompile(`\{(\w+)\}`)
	for _, name := range slices.Sorted(maps.Keys(heads())) {
		text := heads()[name]
		var of []string
		for _, found := range value.FindAllStringSubmatch(text, -1) {
			of = append(of, found[1])
		}
		slices.Sort(of)
		fmt.Fprintf(&b, "\nexport const %s = ({ %s }: { %s: string }) => `%s`\n", name, strings.Join(of, ", "), strings.Join(of, ": string; "), value.ReplaceAllString(text, "${$1}"))
	}
	return b.String()
}
