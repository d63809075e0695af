// Package image defines the pictures that an account has uploaded for its texts: its stream is images-<account>.
// Gallery pictures and icons belong to their projects instead.
package image

import "github.com/modyard/modyard/domain/reason"

// Context is the kind of text to which a picture belongs. The areas declare them.
type Context string

// The contexts of the existing areas.
const (
	Project       Context = "project"
	Version       Context = "version"
	ThreadMessage Context = "thread_message"
	Report        Context = "report"
)

// Added records that an account uploaded a picture for a text.
//
// History: {actor} adds a picture of {size} bytes to the text of a {context}[, of {subject}][ because {reason.code}[:
// {reason.text}]].
type Added struct {
	Image   string         `json:"image"`
	Owner   string         `json:"owner"` // account id
	URL     string         `json:"url"`
	Size    int64          `json:"size"` // bytes
	Context Context        `json:"context"`
	Subject string         `json:"subject,omitempty"` // id of the project, version, message or report; empty if there is none yet
	Reason  *reason.Reason `json:"reason,omitempty"`  // if the staff adds it to another account's text
}

// Deleted records that an account deleted a picture; its bytes are destroyed. Texts that use it show that it is gone.
//
// History: {actor} deletes the picture {image}.
type Deleted struct {
	Image string `json:"image"`
	Owner string `json:"owner"` // account id
	URL   string `json:"url"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"image.added.v1": Added{}, "image.deleted.v1": Deleted{}}
}
