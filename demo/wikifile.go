package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

//go:embed wikis/*.yaml
var wikiFiles embed.FS

// Wiki is the wiki of a project: who may edit it and its drafts, in the order of their times. People are usernames, pages
// are slugs. Nobody writes in two wikis of the set: a plan begins the stream of each author's open drafts.
type Wiki struct {
	Project string      `yaml:"project"` // a slug
	Opened  time.Time   `yaml:"opened"`
	Editing string      `yaml:"editing"` // empty: the default
	Editors []string    `yaml:"editors"` // members of the project with WIKI_EDIT, beside the owner
	Named   []string    `yaml:"named"`
	Drafts  []WikiDraft `yaml:"drafts"`
}

// WikiDraft is a draft. One of a person with WIKI_EDIT is published when it is submitted; any other stays in review
// without Accept and Reject.
type WikiDraft struct {
	By      string       `yaml:"by"`
	At      time.Time    `yaml:"at"`
	Msg     string       `yaml:"msg"`
	Edits   []WikiEdit   `yaml:"edits"`
	Reverts int          `yaml:"reverts"` // the number of the change, from 1
	Accept  *WikiVerdict `yaml:"accept"`
	Reject  *WikiVerdict `yaml:"reject"`
}

// WikiVerdict ends a review.
type WikiVerdict struct {
	By  string    `yaml:"by"`
	At  time.Time `yaml:"at"`
	Msg string    `yaml:"msg"` // of a rejection
}

// WikiEdit changes one page. Its text is replaced by Write, or else changed by Replace and then Append.
type WikiEdit struct {
	Page     string        `yaml:"page"`
	Add      *WikiPage     `yaml:"add"`
	Title    *string       `yaml:"title"`
	Slug     *string       `yaml:"slug"`
	Parent   *string       `yaml:"parent"` // empty for a root
	Weight   *int          `yaml:"weight"`
	Featured bool          `yaml:"featured"`
	Remove   bool          `yaml:"remove"`
	Write    string        `yaml:"write"`
	Replace  []WikiReplace `yaml:"replace"`
	Append   string        `yaml:"append"` // a paragraph or more
}

// WikiPage is the place of an added page.
type WikiPage struct {
	Title  string `yaml:"title"`
	Parent string `yaml:"parent"`
	Weight int    `yaml:"weight"`
}

// WikiReplace replaces a passage that occurs exactly once.
type WikiReplace struct {
	Old string `yaml:"old"`
	New string `yaml:"new"`
}

func loadWikis() ([]Wiki, error) {
	names, err := fs.Glob(wikiFiles, "wikis/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list the demonstration wikis: %w", err)
	}
	list := make([]Wiki, len(names))
	for i, name := range names {
		raw, err := wikiFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if err := yaml.Unmarshal(raw, &list[i]); err != nil {
			return nil, fmt.Errorf("decode %s: %w", name, err)
		}
	}
	return list, nil
}

// people are the authors and reviewers, each once.
func (w Wiki) people() []string {
	list := slices.Concat(w.Editors, w.Named)
	for _, d := range w.Drafts {
		list = append(list, d.By)
		for _, v := range []*WikiVerdict{d.Accept, d.Reject} {
			if v != nil {
				list = append(list, v.By)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// text returns the function that changes the page's text; nil if the text stays.
func (e WikiEdit) text() func(now string) (string, error) {
	if e.Write == "" && e.Append == "" && len(e.Replace) == 0 {
		return nil
	}
	return func(now string) (string, error) {
		if e.Write != "" {
			return e.Write, nil
		}
		for _, r := range e.Replace {
			if n := strings.Count(now, r.Old); n != 1 {
				return "", fmt.Errorf("%q occurs %d times", r.Old, n)
			}
			now = strings.Replace(now, r.Old, r.New, 1)
		}
		if e.Append != "" {
			now = strings.TrimRight(now, "\n") + "\n\n" + e.Append
		}
		return now, nil
	}
}
