// Package manifest reads the metadata files in archives of mods, plugins, packs and modpacks. Every parser is a pure
// function over the bytes of one small file and accepts any input: invalid fields are omitted.
package manifest

import (
	"path"
	"slices"
	"strings"
)

// Manifest is the content of one metadata file. An empty field is missing in the file, or invalid.
type Manifest struct {
	File         string       `json:"file"` // its path in the archive
	Loaders      []string     `json:"loaders,omitempty"`
	ID           string       `json:"id,omitempty"`
	Name         string       `json:"name,omitempty"`
	Version      string       `json:"version,omitempty"`
	Client       string       `json:"client,omitempty"` // required, optional, unsupported
	Server       string       `json:"server,omitempty"`
	Game         Range        `json:"game"`
	Dependencies []Dependency `json:"dependencies,omitempty"`
	Notes        []string     `json:"notes,omitempty"` // facts for rules: see the Note constants
	Unreadable   bool         `json:"unreadable,omitempty"`
	// Unfilled means that the file is a template whose build has not put the values in. Then it has nothing but File.
	Unfilled bool `json:"unfilled,omitempty"`
}

// Notes of a manifest.
const (
	NoteFolia = "folia" // a plugin that declares support of Folia
)

// Dependency is another mod or plugin, by the id in its own manifest.
type Dependency struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`            // required, optional, incompatible
	Range string `json:"range,omitempty"` // as written
}

// Has says whether the manifest has a note.
func (m Manifest) Has(note string) bool { return slices.Contains(m.Notes, note) }

// MaxFile is how many bytes of a metadata file are read; a modpack's index has MaxIndex.
const (
	MaxFile  = 1 << 20
	MaxIndex = 16 << 20
)

type parser func(data []byte) []Manifest

func parsers() map[string]parser {
	return map[string]parser{
		"fabric.mod.json":              fabric,
		"quilt.mod.json":               quilt,
		"META-INF/mods.toml":           func(data []byte) []Manifest { return modsTOML(data, "forge") },
		"META-INF/neoforge.mods.toml":  func(data []byte) []Manifest { return modsTOML(data, "neoforge") },
		"mcmod.info":                   mcmodInfo,
		"litemod.json":                 liteMod,
		"riftmod.json":                 riftMod,
		"plugin.yml":                   bukkit,
		"paper-plugin.yml":             paper,
		"bungee.yml":                   bungee,
		"velocity-plugin.json":         velocity,
		"META-INF/sponge_plugins.json": sponge,
	}
}

// Names are the paths of the files that Parse reads.
func Names() []string {
	var names []string
	for name := range parsers() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Parse reads one metadata file. A file that cannot be parsed gives one Manifest with Unreadable set, a template that was
// not filled in one with Unfilled set.
func Parse(name string, data []byte) []Manifest {
	parse := parsers()[name]
	if parse == nil {
		return nil
	}
	list := parse(data)
	if len(list) == 0 {
		// A placeholder without quotes makes most templates invalid.
		unfilled := placeholder(string(data))
		list = []Manifest{{Unfilled: unfilled, Unreadable: !unfilled}}
	}
	if len(list) > maxList {
		list = list[:maxList]
	}
	for i := range list {
		list[i].File = name
		list[i].Version = number(list[i].Version)
	}
	return list
}

// JarVersion reads the version from a jar's own manifest, for a mods.toml that refers to it.
func JarVersion(data []byte) string {
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(key), "Implementation-Version") {
			return number(word(value, maxWord))
		}
	}
	return ""
}

// ModLoader says whether a file marks a ModLoader mod: a class mod_… at the root.
func ModLoader(name string) bool {
	return path.Ext(name) == ".class" && strings.HasPrefix(name, "mod_") && !strings.Contains(name, "/")
}

// Channel guesses a version's channel from its number: release, beta or alpha.
func Channel(number string) string {
	for _, part := range strings.FieldsFunc(strings.ToLower(number), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch part {
		case "alpha", "snapshot", "dev", "nightly":
			return "alpha"
		case "beta", "rc", "pre", "prerelease", "preview":
			return "beta"
		}
	}
	return "release"
}
