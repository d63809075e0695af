// Package image says which pictures an account has put into its texts: its stream is images-<account>. The pictures
// of galleries and icons belong to their projects and are not here.
package image

import "github.com/modyard/modyard/domain/reason"

// Context says what kind of text a picture is for. The areas say which there are.
type Context string

// The contexts of the areas so far.
const (
	Project       Context = "project"
	Version       Context = "version"
	ThreadMessage Context = "thread_message"
	Report        Context = "report"
)

// Added says that an account sent a picture for a text.
//
// History: {actor} adds a picture of {size} bytes to the text of a {context}[, of {subject}][ because {reason.code}[:
// {reason.text}]].
type Added struct {
	Image   string         `json:"image"`
	Owner   string         `json:"owner"` // account id
	URL     string         `json:"url"`
	Size    int64          `json:"size"` // bytes
	Context Context        `json:"context"`
	Subject string         `json:"subject,omitempty"` // id of the project, version, message or report; empty while there is none
	Reason  *reason.Reason `json:"reason,omitempty"`  // of the staff that illustrates somebody else's text
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"image.added.v1": Added{}}
}
