package pages

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/search"
)

// update writes the generated files of the browser.
var update = flag.Bool("update", false, "write ui/src/lib/{types,heads,descriptions,talk-heads,legal,sizes,loaders,mixed,releases,parts}.gen.ts")

func TestGeneratedBrowserFactsMatchTheServer(t *testing.T) {
	t.Parallel()
	// Several files, because every page needs the types, and only some need the others.
	for name, want := range map[string]string{
		"types": typesOfBrowser(), "heads": headsOfBrowser("heads"), "descriptions": headsOfBrowser("descriptions"), "talk-heads": headsOfBrowser("talk-heads"), "legal": legalOfBrowser(), "sizes": sizesOfBrowser(), "loaders": loadersOfBrowser(), "mixed": mixedOfBrowser(),
		"releases": releasesOfBrowser(), "parts": partsOfBrowser(),
	} {
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

func TestEveryLoaderOfSearchHasAName(t *testing.T) {
	t.Parallel()
	for _, l := range contract.Loaders() {
		if !search.IsLoader(l.ID) {
			t.Errorf("search does not know the loader %s", l.ID)
		}
	}
}

func TestTheSubpagesOfProjectsAndOrganizationsAreTheRoutesOfTheBrowser(t *testing.T) {
	t.Parallel()
	for prefix, list := range map[string][]subpage{"$type.$id.": projectPages(), "_signedIn/organization.$id_.": organizationPages()} {
		files, err := filepath.Glob("../../ui/src/routes/" + prefix + "*.tsx")
		if err != nil {
			t.Fatal(err)
		}
		var routes, want []string
		for _, file := range files {
			layout := strings.TrimSuffix(file, "tsx")
			if !slices.ContainsFunc(files, func(other string) bool { return other != file && strings.HasPrefix(other, layout) }) {
				routes = append(routes, strings.TrimPrefix(file, "../../ui/src/routes/"))
			}
		}
		for _, one := range list {
			want = append(want, one.route)
		}
		slices.Sort(routes)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(routes, want) { // one file may have several pages
			t.Errorf("the browser has %v, the server %v", routes, want)
		}
	}
}

func TestTheRouteFilesOfPagesExist(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, source := range sources {
		code, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`s\.drawn\(&p, "([^"]+)"`).FindAllStringSubmatch(string(code), -1) {
			seen++
			if _, err := os.Stat("../../ui/src/routes/" + found[1]); err != nil {
				t.Errorf("%s: %v", source, err)
			}
		}
	}
	if seen < 6 {
		t.Errorf("%d route files", seen)
	}
}

const written = "// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.\n"

// typesOfBrowser is contentTypes and modes as TypeScript.
func typesOfBrowser() string {
	var b strings.Builder
	b.WriteString(written + "\nexport const typeFacts = [\n")
	for _, c := range contentTypes() {
		fmt.Fprintf(&b, "  { id: '%s', actual: '%s', label: '%s', mode: '%s' },\n", c.id, c.actual, c.display, c.mode)
	}
	b.WriteString("] as const\n\nexport const listModes = {\n")
	for _, name := range slices.Sorted(maps.Keys(modes())) {
		fmt.Fprintf(&b, "  %s: '%s',\n", name, modes()[name])
	}
	return b.String() + "} as const\n"
}

// releasesOfBrowser is the order of the releases of the game as TypeScript, and how many older builds there are: a card
// recognizes a whole family by their number, because their names have no room in the first script of a list.
func releasesOfBrowser() string {
	var names []string
	oldest := map[string]int{}
	for _, v := range document.GameVersions() {
		switch {
		case v.VersionType == "release":
			names = append(names, v.Version)
		case v.VersionType == "alpha" && !strings.HasPrefix(v.Version, "a"):
			oldest["preAlpha"]++
		case v.VersionType == "alpha", v.VersionType == "beta":
			oldest[v.VersionType]++
		}
	}
	return written + "\n/** The releases of the game, the newest first. */\nexport const releases =\n  '" + strings.Join(names, " ") + "'\n" +
		fmt.Sprintf("\n/** The number of builds before the first release. */\nexport const oldest = { alpha: %d, beta: %d, preAlpha: %d }\n",
			oldest["alpha"], oldest["beta"], oldest["preAlpha"])
}

// legalOfBrowser is legalTexts as TypeScript.
func legalOfBrowser() string {
	var b strings.Builder
	b.WriteString(written + "\n/** Titles of the texts about the site itself. */\nexport const legalTitles = {\n")
	for _, text := range legalTexts() {
		name := text.name
		if strings.Contains(name, "-") {
			name = "'" + name + "'"
		}
		fmt.Fprintf(&b, "  %s: '%s',\n", name, text.title)
	}
	return b.String() + "} as const\n"
}

// sizesOfBrowser is sizes as TypeScript.
func sizesOfBrowser() string {
	var b strings.Builder
	b.WriteString(written)
	for _, name := range slices.Sorted(maps.Keys(sizes())) {
		fmt.Fprintf(&b, "\nexport const %s = %d\n", name, sizes()[name])
	}
	return b.String()
}

// loadersOfBrowser is contract.Loaders as TypeScript.
func loadersOfBrowser() string {
	var b strings.Builder
	b.WriteString(written + "\n/** Name and family of each loader, platform or system. */\nexport const loaderFacts = {\n")
	for _, l := range contract.Loaders() {
		quote := "'"
		if strings.Contains(l.Name, quote) {
			quote = `"`
		}
		fmt.Fprintf(&b, "  %s: [%s, '%s'],\n", l.ID, quote+l.Name+quote, l.Family)
	}
	return b.String() + "} as const\n"
}

// mixedOfBrowser is mixedLabels as TypeScript.
func mixedOfBrowser() string {
	var b strings.Builder
	b.WriteString(written + "\n/** Labels of projects by the kinds of their loaders. */\nexport const mixedLabels: Readonly<Record<string, string>> = {\n")
	for _, kinds := range slices.Sorted(maps.Keys(mixedLabels())) {
		name := kinds
		if strings.Contains(name, " ") {
			name = "'" + name + "'"
		}
		fmt.Fprintf(&b, "  %s: '%s',\n", name, mixedLabels()[kinds])
	}
	return b.String() + "}\n"
}

func TestAProjectIsLabelledByTheKindsOfItsLoaders(t *testing.T) {
	t.Parallel()
	for loaders, want := range map[string]string{
		"": "模组", "fabric": "模组", "rift iris": "模组", "unknown": "模组", "datapack": "数据包", "paper velocity": "插件",
		"fabric paper": "模组 和 插件", "forge datapack": "模组 和 数据包", "bungeecord datapack": "插件 和 数据包",
		"datapack spigot liteloader": "模组, 插件, 和 数据包",
	} {
		mod, _ := typeOf("mod")
		if got := labelOf(mod, strings.Fields(loaders)); got != want {
			t.Errorf("%q is %s, want %s", loaders, got, want)
		}
	}
	pack, _ := typeOf("modpack")
	if got := labelOf(pack, []string{"fabric", "paper"}); got != "整合包" {
		t.Errorf("a modpack is %s", got)
	}
}

// fileOfHead is the file of the browser with a head. Descriptions and the heads of discussions and issues have files of their own,
// because no page needs those of the others.
func fileOfHead(name string) string {
	switch {
	case strings.HasSuffix(name, "Description"):
		return "descriptions"
	case strings.Contains(strings.ToLower(name), "discussion"), strings.Contains(strings.ToLower(name), "issue"), name == "boardTitle":
		return "talk-heads"
	}
	return "heads"
}

// headsOfBrowser are the heads of a file as TypeScript: texts, and functions of their values.
func headsOfBrowser(file string) string {
	var b strings.Builder
	b.WriteString(written)
	value := regexp.MustCompile(`\{(\w+)\}`)
	for _, name := range slices.Sorted(maps.Keys(heads())) {
		if fileOfHead(name) != file {
			continue
		}
		text := heads()[name]
		var of []string
		for _, found := range value.FindAllStringSubmatch(text, -1) {
			of = append(of, found[1])
		}
		if of == nil {
			fmt.Fprintf(&b, "\nexport const %s = '%s'\n", name, text)
			continue
		}
		slices.Sort(of)
		fmt.Fprintf(&b, "\nexport const %s = ({ %s }: { %s: string }) => `%s`\n", name, strings.Join(of, ", "), strings.Join(of, ": string; "), value.ReplaceAllString(text, "${$1}"))
	}
	return b.String()
}

func partsOfBrowser() string {
	var b strings.Builder
	b.WriteString(written)
	for _, list := range []struct {
		name, of string
		pages    []subpage
	}{{"projectParts", "a project", projectPages()}, {"organizationParts", "an organization", organizationPages()}} {
		fmt.Fprintf(&b, "\n/** Titles of the pages below the address of %s; the star of a path is a version. */\nexport const %s: Readonly<Record<string, string>> = {\n", list.of, list.name)
		for _, one := range list.pages {
			if one.title == "" {
				continue
			}
			key := one.pattern
			if strings.ContainsAny(key, "/*-") {
				key = "'" + key + "'"
			}
			fmt.Fprintf(&b, "  %s: '%s',\n", key, one.title)
		}
		b.WriteString("}\n")
	}
	return b.String()
}
