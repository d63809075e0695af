// Package curation says which projects the site's own staff puts forward: the pictures that a listing or the home
// page begins with. Each place has its stream, curation-<place>.
package curation

// Place is where a choice is shown.
type Place string

// The places.
const (
	Home     Place = "home"
	Modpack  Place = "modpack"
	Software Place = "software"
)

// Entry is one project put forward. What is empty is taken from the project as it is when somebody looks.
type Entry struct {
	Project     string `json:"project"` // project id
	Image       string `json:"image,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

// Changed puts a new choice in the place of the one before, in the order in which it is shown.
//
// History: {actor} chooses the projects that {place} begins with.
type Changed struct {
	Place   Place   `json:"place"`
	Entries []Entry `json:"entries"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"curation.changed.v1": Changed{}}
}
