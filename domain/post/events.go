// Package post defines answers that people write below something else, such as a discussion (stream post-<id>). An answer
// has no number here: read models count the answers in the order of the log.
package post

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Kind is the kind of thing that is answered.
type Kind string

// The kinds: answers in a discussion of the forum, and comments on an issue of a project.
const (
	InDiscussion Kind = "discussion"
	InIssue      Kind = "issue"
)

// Written adds an answer in Markdown below a thing. ReplyTo is an earlier answer that it answers, and ReplyRevision how
// often that one had been edited then. The accounts Starter, who began the thing, Answered, who wrote ReplyTo, and
// Mentions, whom the text names, are told of it.
//
// History: {author} writes the answer {post} in the {kind} {thing}[ of the project {project}], begun by {starter}[, in answer to {replyTo}][ of {answered}][ as edited {replyRevision} times][, and names {mentions}].
type Written struct {
	Post          string        `json:"post"`
	Kind          Kind          `json:"kind"`
	Thing         string        `json:"thing"`
	Project       string        `json:"project,omitempty"`
	Author        string        `json:"author"` // account id
	Starter       string        `json:"starter"`
	Body          erasable.Text `json:"body"` // of the author
	Mentions      []string      `json:"mentions,omitempty"`
	ReplyTo       string        `json:"replyTo,omitempty"`
	ReplyRevision int           `json:"replyRevision,omitempty"`
	Answered      string        `json:"answered,omitempty"`
}

// Edited replaces the text of an answer. Named are those of Mentions whom no earlier text of it named.
//
// History: {actor} edits the answer {post} in the {kind} {thing}[ of the project {project}][, and names {mentions}][, of whom {named} are told][ because {reason.code}].
type Edited struct {
	Post     string            `json:"post"`
	Kind     Kind              `json:"kind"`
	Thing    string            `json:"thing"`
	Project  string            `json:"project,omitempty"`
	Body     erasable.Text     `json:"body"` // of the author
	Mentions []string          `json:"mentions,omitempty"`
	Named    []string          `json:"named,omitempty"`
	Reason   *reason.Addressed `json:"reason,omitempty"` // to the author
}

// Hidden hides an answer from everybody but its author and those who moderate. It keeps its place.
//
// History: {actor} hides the answer {post} in the {kind} {thing}[ of the project {project}][, for its project's team {team}][ because {reason.code}].
type Hidden struct {
	Post    string            `json:"post"`
	Kind    Kind              `json:"kind"`
	Thing   string            `json:"thing"`
	Project string            `json:"project,omitempty"` // of a later event of the kind
	Author  string            `json:"author"`
	Team    bool              `json:"team,omitempty"`   // a member of the project hides it on its board, and the team may show it again
	Reason  *reason.Addressed `json:"reason,omitempty"` // to the author
}

// Restored shows a hidden answer again.
//
// History: {actor} shows the hidden answer {post} in the {kind} {thing}[ of the project {project}] again[ because {reason.code}].
type Restored struct {
	Post    string            `json:"post"`
	Kind    Kind              `json:"kind"`
	Thing   string            `json:"thing"`
	Project string            `json:"project,omitempty"` // of a later event of the kind
	Author  string            `json:"author"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // to the author
}

// Deleted takes the text of an answer away. It keeps its place.
//
// History: {actor} deletes the answer {post} in the {kind} {thing}[ of the project {project}][ because {reason.code}].
type Deleted struct {
	Post    string            `json:"post"`
	Kind    Kind              `json:"kind"`
	Thing   string            `json:"thing"`
	Project string            `json:"project,omitempty"` // of a later event of the kind
	Author  string            `json:"author"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // to the author
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"post.written.v1":  Written{},
		"post.edited.v1":   Edited{},
		"post.hidden.v1":   Hidden{},
		"post.restored.v1": Restored{},
		"post.deleted.v1":  Deleted{},
	}
}
