// Package issue defines the issues of projects (stream issue-<id>), and how a project takes them (board-<project>). Comments
// are posts (domain/post). An issue has no number here: read models count the issues of a project in the order of the log.
package issue

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Opened begins an issue with a text in Markdown. Mentions are the accounts that it names.
//
// History: {author} opens the issue {issue} of the project {project}[, and names {mentions}].
type Opened struct {
	Issue    string        `json:"issue"`
	Project  string        `json:"project"`
	Author   string        `json:"author"` // account id
	Title    erasable.Text `json:"title"`  // of the author, like the text
	Body     erasable.Text `json:"body"`
	Mentions []string      `json:"mentions,omitempty"`
}

// Retitled changes the title.
//
// History: {actor} retitles the issue {issue} of the project {project}[ because {reason.code}].
type Retitled struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Title   erasable.Text     `json:"title"`            // of the author
	Reason  *reason.Addressed `json:"reason,omitempty"` // to the author, as in the following events
}

// Edited replaces the opening text. Named are those of Mentions whom no earlier text of it named.
//
// History: {actor} edits the text of the issue {issue} of the project {project}[, and names {mentions}][, of whom {named} are told][ because {reason.code}].
type Edited struct {
	Issue    string            `json:"issue"`
	Project  string            `json:"project"`
	Body     erasable.Text     `json:"body"`
	Mentions []string          `json:"mentions,omitempty"`
	Named    []string          `json:"named,omitempty"`
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// Labelled puts a label on an issue.
//
// History: {actor} puts the label {label} on the issue {issue} of the project {project}[ because {reason.code}].
type Labelled struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Label   string            `json:"label"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Unlabelled takes a label off an issue.
//
// History: {actor} takes the label {label} off the issue {issue} of the project {project}[ because {reason.code}].
type Unlabelled struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Label   string            `json:"label"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Assigned makes a member of the project responsible for an issue.
//
// History: {actor} assigns the issue {issue} of the project {project} to {assignee}[ because {reason.code}].
type Assigned struct {
	Issue    string            `json:"issue"`
	Project  string            `json:"project"`
	Assignee string            `json:"assignee"` // account id
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// Unassigned ends this.
//
// History: {actor} assigns the issue {issue} of the project {project} to {assignee} no longer[ because {reason.code}].
type Unassigned struct {
	Issue    string            `json:"issue"`
	Project  string            `json:"project"`
	Assignee string            `json:"assignee"`
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// Closed ends an issue, or changes why it has ended. Version is the one whose publication closes it. Own is set where the author of
// the issue closes it as such: they may open it again.
//
// History: {actor} closes the issue {issue} of the project {project} as {as}[, like {duplicateOf}][, fixed in {version}][, by its author {own}][ because {reason.code}].
type Closed struct {
	Issue       string            `json:"issue"`
	Project     string            `json:"project"`
	As          Outcome           `json:"as"`
	DuplicateOf string            `json:"duplicateOf,omitempty"`
	Version     string            `json:"version,omitempty"`
	Own         bool              `json:"own,omitempty"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// Reopened opens a closed issue again.
//
// History: {actor} opens the issue {issue} of the project {project} again[ because {reason.code}].
type Reopened struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Locked closes an issue to all but the members and the staff.
//
// History: {actor} locks the issue {issue} of the project {project}[ because {reason.code}].
type Locked struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Unlocked opens a locked issue to everybody again.
//
// History: {actor} unlocks the issue {issue} of the project {project}[ because {reason.code}].
type Unlocked struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Hidden hides an issue with its comments from everybody but its author, the members and the staff.
//
// History: {actor} hides the issue {issue} of the project {project}[ because {reason.code}].
type Hidden struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Author  string            `json:"author,omitempty"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Restored shows a hidden issue again.
//
// History: {actor} shows the hidden issue {issue} of the project {project} again[ because {reason.code}].
type Restored struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Author  string            `json:"author,omitempty"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Fixed names the version that fixes an issue, in place of an earlier one.
//
// History: {actor} marks the issue {issue} of the project {project} as fixed in the version {version}[ because {reason.code}].
type Fixed struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Version string            `json:"version"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Unfixed takes the version away.
//
// History: {actor} marks the issue {issue} of the project {project} as fixed in no version[ because {reason.code}].
type Unfixed struct {
	Issue   string            `json:"issue"`
	Project string            `json:"project"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// TypeSet changes where a project takes issues. Stream: board-<project>, as of the following events.
//
// History: {actor} sets where the project {project} takes issues to {type}[ because {reason.code}[: {reason.text}]].
type TypeSet struct {
	Project string         `json:"project"`
	Type    Type           `json:"type"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// TemplateSet changes the text with which new issues begin.
//
// History: {actor} changes the template of issues of the project {project}[ because {reason.code}[: {reason.text}]].
type TemplateSet struct {
	Project  string         `json:"project"`
	Template string         `json:"template"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

// LabelSet adds a label to a project, or changes one.
//
// History: {actor} gives the project {project} the label {label}, {name}, in {color}[ because {reason.code}[: {reason.text}]].
type LabelSet struct {
	Project     string         `json:"project"`
	Label       string         `json:"label"`
	Name        string         `json:"name"`
	Color       string         `json:"color"` // #rrggbb
	Description string         `json:"description,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

// LabelRemoved takes a label away, from all issues.
//
// History: {actor} removes the label {label} of the project {project}[ because {reason.code}[: {reason.text}]].
type LabelRemoved struct {
	Project string         `json:"project"`
	Label   string         `json:"label"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Pinned shows an issue above the others of its project.
//
// History: {actor} pins the issue {issue} of the project {project}.
type Pinned struct {
	Project string `json:"project"`
	Issue   string `json:"issue"`
}

// Unpinned ends this.
//
// History: the issue {issue} of the project {project} is pinned no longer.
type Unpinned struct {
	Project string `json:"project"`
	Issue   string `json:"issue"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"issue.opened.v1":         Opened{},
		"issue.retitled.v1":       Retitled{},
		"issue.edited.v1":         Edited{},
		"issue.labelled.v1":       Labelled{},
		"issue.unlabelled.v1":     Unlabelled{},
		"issue.assigned.v1":       Assigned{},
		"issue.unassigned.v1":     Unassigned{},
		"issue.closed.v1":         Closed{},
		"issue.reopened.v1":       Reopened{},
		"issue.locked.v1":         Locked{},
		"issue.unlocked.v1":       Unlocked{},
		"issue.hidden.v1":         Hidden{},
		"issue.restored.v1":       Restored{},
		"issue.fixed.v1":          Fixed{},
		"issue.unfixed.v1":        Unfixed{},
		"board.issues-set.v1":     TypeSet{},
		"board.template-set.v1":   TemplateSet{},
		"board.label-set.v1":      LabelSet{},
		"board.label-removed.v1":  LabelRemoved{},
		"board.issue-pinned.v1":   Pinned{},
		"board.issue-unpinned.v1": Unpinned{},
	}
}
