package document_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
)

func TestTheAddressOfAModDependsOnItsLoaders(t *testing.T) {
	for _, c := range []struct {
		chosen, loaders, url, reported, types string
	}{
		{"mod", "", "mod", "mod", "mod"},
		{"plugin", "", "plugin", "mod", "plugin"},
		{"mod", "fabric forge", "mod", "mod", "mod"},
		{"mod", "paper", "plugin", "mod", "plugin"},
		{"mod", "fabric paper", "plugin", "mod", "mod plugin"},
		{"mod", "velocity datapack", "datapack", "mod", "datapack plugin"},
		{"plugin", "fabric", "mod", "mod", "mod"},
		{"shader", "iris", "shader", "shader", "shader"},
		{"modpack", "fabric", "modpack", "modpack", "modpack"},
		{"language", "language", "language", "language", "language"},
		{"resourcepack", "minecraft datapack", "datapack", "mod", "datapack resourcepack"},
		{"shader", "minecraft", "resourcepack", "resourcepack", "resourcepack"},
		{"resourcepack", "iris minecraft", "resourcepack", "resourcepack", "resourcepack shader"},
		{"", "", "project", "project", ""},
		{"", "iris", "shader", "shader", "shader"},
	} {
		loaders := strings.Fields(c.loaders)
		if got := contract.URLType(c.chosen, loaders); got != c.url {
			t.Errorf("%s with %v: address %s, want %s", c.chosen, loaders, got, c.url)
		}
		if got := contract.ProjectType(c.chosen, loaders); got != c.reported {
			t.Errorf("%s: v2 says %s, want %s", c.chosen, got, c.reported)
		}
		if got := strings.Join(contract.ProjectTypes(c.chosen, loaders), " "); got != c.types {
			t.Errorf("%s with %v: v3 says %s, want %s", c.chosen, loaders, got, c.types)
		}
	}
}

func TestALicenceIsOpenWhenAllPartsOfAnAlternativeAre(t *testing.T) {
	for expression, want := range map[string]bool{
		"MIT": true, "GPL-3.0-only": true, "GPL-3.0": true, "GPL-3.0+": true, "LGPL-3.0-or-later": true, "Apache-2.0 WITH LLVM-exception": true,
		"MIT OR LicenseRef-Custom": true, "(MIT AND Apache-2.0)": true, "MIT AND LicenseRef-Custom": false,
		"LicenseRef-All-Rights-Reserved": false, "CC-BY-NC-4.0": false, "": false, " OR ": false,
	} {
		if got := document.OpenSource(expression); got != want {
			t.Errorf("%q is open source: %v, want %v", expression, got, want)
		}
	}
}

func TestGameVersionsAreInReleaseOrder(t *testing.T) {
	versions := []string{"1.20.1", "26.1", "1.9", "invented", "1.10", "24w14a", "1.20"}
	document.SortGameVersions(versions)
	if want := []string{"invented", "1.9", "1.10", "1.20", "1.20.1", "24w14a", "26.1"}; !slices.Equal(versions, want) {
		t.Errorf("the order is %v, want %v", versions, want)
	}
	major := 0
	for _, v := range document.GameVersions() {
		if v.Major {
			major++
			if v.VersionType != "release" {
				t.Errorf("%s is major and a %s", v.Version, v.VersionType)
			}
		}
	}
	if major < 20 {
		t.Errorf("only %d versions begin a line", major)
	}
}

func TestJoinedDocumentsAreOneObject(t *testing.T) {
	for want, parts := range map[string][]string{
		`{}`:                        {},
		`{"a":1}`:                   {`{"a":1}`},
		`{"a":1,"b":{"c":[]}}`:      {`{"a":1}`, `{}`, `{"b":{"c":[]}}`},
		`{"a":1,"b":null,"c":"}{"}`: {`{"a":1,"b":null}`, `{"c":"}{"}`},
	} {
		var pieces [][]byte
		for _, p := range parts {
			pieces = append(pieces, []byte(p))
		}
		got := document.Join(pieces...)
		if string(got) != want || !json.Valid(got) {
			t.Errorf("%v joined is %s, want %s", parts, got, want)
		}
	}
	if got := document.List([][]byte{[]byte(`1`), []byte(`{}`)}); string(got) != `[1,{}]` {
		t.Errorf("listed: %s", got)
	}
	if got := document.List(nil); string(got) != `[]` {
		t.Errorf("an empty list: %s", got)
	}
}
