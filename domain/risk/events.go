// Package risk defines the list of phrases that texts of people may not contain. Administrators edit it; every change is a version of
// the whole list (stream risk-words).
package risk

import "github.com/modyard/modyard/domain/erasable"

// WordsChanged makes a version of the list out of the one before it, whose number is lower by one. Version 0 is the empty list.
//
// History: {actor} changes the list of phrases to version {version}[: adds {added}][, removes {removed}], because {note}.
type WordsChanged struct {
	Version int           `json:"version"`
	Added   []string      `json:"added,omitempty"`
	Removed []string      `json:"removed,omitempty"`
	By      string        `json:"by"`
	Note    erasable.Text `json:"note"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any { return map[string]any{"risk.words-changed.v1": WordsChanged{}} }
