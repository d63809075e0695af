// Package demo is the demonstration data: a catalogue with texts, pictures and small valid archives, loaded through the
// ordinary commands.
package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"sort"

	"gopkg.in/yaml.v3"
)

//go:embed catalogue/*.yaml
var catalogueFiles embed.FS

// Person is an account of the demonstration data.
type Person struct {
	Username string `yaml:"username"`
	Bio      string `yaml:"bio"`
	Motif    string `yaml:"motif"`
}

// Team is an organization of the demonstration data; Owner and Members are usernames.
type Team struct {
	Slug        string   `yaml:"slug"`
	Name        string   `yaml:"name"`
	Description string   `yaml:"description"`
	Owner       string   `yaml:"owner"`
	Members     []string `yaml:"members"`
	Motif       string   `yaml:"motif"`
	Repost      bool     `yaml:"repost"` // one of the site's own repost teams, whose projects can be claimed
}

// Project is one entry of the catalogue. Exactly one of Owner (a username) and Team (a slug) is set.
type Project struct {
	Slug       string   `yaml:"slug"`
	Type       string   `yaml:"-"` // from the file's name
	Title      string   `yaml:"title"`
	TitleEN    string   `yaml:"title_en"`
	Abbr       string   `yaml:"abbr"`
	Summary    string   `yaml:"summary"`
	Body       string   `yaml:"body"`
	Categories []string `yaml:"categories"`
	Additional []string `yaml:"additional"`
	Loaders    []string `yaml:"loaders"`
	Games      []string `yaml:"games"`
	Client     string   `yaml:"client"`
	Server     string   `yaml:"server"`
	License    string   `yaml:"license"`
	Owner      string   `yaml:"owner"`
	Team       string   `yaml:"team"`
	Depends    []string `yaml:"depends"`
	Motif      string   `yaml:"motif"`
	Moods      []string `yaml:"moods"`
	Downloads  int64    `yaml:"downloads"`
	Versions   int      `yaml:"versions"`
	Source     string   `yaml:"source"`
	Status     string   `yaml:"status"`
}

// Catalogue is the whole demonstration data.
type Catalogue struct {
	People   []Person
	Teams    []Team
	Projects []Project // sorted by downloads, most first
	Wikis    []Wiki
}

// Load reads the catalogue that is embedded in the program.
func Load() (Catalogue, error) {
	var c Catalogue
	names, err := fs.Glob(catalogueFiles, "catalogue/*.yaml")
	if err != nil {
		return c, fmt.Errorf("list the demonstration catalogue: %w", err)
	}
	for _, name := range names {
		raw, err := catalogueFiles.ReadFile(name)
		if err != nil {
			return c, fmt.Errorf("read %s: %w", name, err)
		}
		if name == "catalogue/people.yaml" {
			var people struct {
				People []Person `yaml:"people"`
				Teams  []Team   `yaml:"teams"`
			}
			if err := yaml.Unmarshal(raw, &people); err != nil {
				return c, fmt.Errorf("decode %s: %w", name, err)
			}
			c.People, c.Teams = people.People, people.Teams
			continue
		}
		var projects []Project
		if err := yaml.Unmarshal(raw, &projects); err != nil {
			return c, fmt.Errorf("decode %s: %w", name, err)
		}
		for i := range projects {
			projects[i].Type = typeOfFile(name)
		}
		c.Projects = append(c.Projects, projects...)
	}
	sort.SliceStable(c.Projects, func(i, j int) bool { return c.Projects[i].Downloads > c.Projects[j].Downloads })
	c.Wikis, err = loadWikis()
	return c, err
}

// typeOfFile returns "mod" for catalogue/mod-2.yaml.
func typeOfFile(name string) string {
	base := name[len("catalogue/"):]
	for i, r := range base {
		if r == '-' || r == '.' {
			return base[:i]
		}
	}
	return base
}
