// Package contract defines the documents of the API: commands, projections, readapi and pages use the same types. Every
// list is present, never null. It imports only the standard library.
package contract

import (
	"cmp"
	"slices"
)

// Present is a text in a document: null if it is empty.
func Present(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// List is a list in a document: never null.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// OldestFirst sorts game versions in place by their index in a list that begins with the newest. Versions outside the
// list come first, sorted by name.
func OldestFirst(versions []string, places map[string]int) {
	slices.SortFunc(versions, func(a, b string) int {
		i, known := places[a]
		j, knownToo := places[b]
		switch {
		case known && knownToo:
			return j - i
		case known:
			return 1
		case knownToo:
			return -1
		}
		return cmp.Compare(a, b)
	})
}

// License is the licence of a project; URL is null if the licence has a standard text.
type License struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	URL  *string `json:"url"`
}

// Donation is a link of a platform from the link platform list.
type Donation struct {
	ID       string `json:"id"`
	Platform string `json:"platform"`
	URL      string `json:"url"`
}

// Message is a moderator's message of the last decision. Only members and the staff see it.
type Message struct {
	Message string  `json:"message"`
	Body    *string `json:"body"`
}
