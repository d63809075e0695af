// Package curation defines which projects the staff features at the top of a listing or the home page. Each place has
// its stream, curation-<place>. It also defines which terms the staff keeps out of the popular searches, in the stream
// curation-searches.
package curation

// Place is the page on which a choice is displayed.
type Place string

// The places.
const (
	Home     Place = "home"
	Modpack  Place = "modpack"
	Software Place = "software"
)

// Entry is one featured project. Empty fields are taken from the project when the page is displayed.
type Entry struct {
	Project     string `json:"project"` // project id
	Image       string `json:"image,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

// Changed replaces the choice of a place. Entries have the order in which they are displayed.
//
// History: {actor} chooses the projects that {place} begins with.
type Changed struct {
	Place   Place   `json:"place"`
	Entries []Entry `json:"entries"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"curation.changed.v1": Changed{}, "curation.term-struck.v1": TermStruck{}, "curation.term-allowed.v1": TermAllowed{},
	}
}
