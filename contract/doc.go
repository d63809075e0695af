// Package contract contains the documents that are sent over the wire: commands answer, projections store, readapi
// serves and pages read the same types. Every list is present, never null. It imports only the standard library.
package contract

import (
	"cmp"
	"slices"
)

// Present is a text as documents show it: null where it is empty.
func Present(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// List is a list as documents show it: never null.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// OldestFirst sorts versions of the game, in place, by their places in a list that begins with the newest. Versions
// that are not in the list come first, by name.
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

// License is the licence of a project; URL is null where it has a standard text.
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

// Message is a moderator's message with the last decision. Only members and staff see it.
type Message struct {
	Message string  `json:"message"`
	Body    *string `json:"body"`
}
