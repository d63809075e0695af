// Package forum defines discussions (stream discussion-<id>) in the sections of the forum, and which of them a section pins
// (section-<name>). Answers are posts (domain/post).
package forum

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Opened begins a discussion with a text in Markdown. Mentions are the accounts that it names.
//
// History: {author} opens the discussion {discussion} in the section {section}[ of the project {project}][, and names {mentions}].
type Opened struct {
	Discussion string        `json:"discussion"`
	Section    Section       `json:"section"`
	Project    string        `json:"project,omitempty"`
	Author     string        `json:"author"` // account id
	Title      erasable.Text `json:"title"`  // of the author, like the text
	Body       erasable.Text `json:"body"`
	Mentions   []string      `json:"mentions,omitempty"`
}

// Retitled changes the title.
//
// History: {actor} retitles the discussion {discussion}[ because {reason.code}].
type Retitled struct {
	Discussion string            `json:"discussion"`
	Title      erasable.Text     `json:"title"`            // of the author
	Reason     *reason.Addressed `json:"reason,omitempty"` // to the author, as in the following events
}

// Edited replaces the opening text. Named are those of Mentions whom no earlier text of it named.
//
// History: {actor} edits the opening text of the discussion {discussion}[ of the project {project}][, and names {mentions}][, of whom {named} are told][ because {reason.code}].
type Edited struct {
	Discussion string            `json:"discussion"`
	Project    string            `json:"project,omitempty"`
	Body       erasable.Text     `json:"body"`
	Mentions   []string          `json:"mentions,omitempty"`
	Named      []string          `json:"named,omitempty"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Answered records that the discussion has answers, with the first one.
//
// History: the discussion {discussion} gets its first answer {post}.
type Answered struct {
	Discussion string `json:"discussion"`
	Post       string `json:"post"`
}

// Locked closes a discussion to all but the staff.
//
// History: {actor} locks the discussion {discussion}[ because {reason.code}].
type Locked struct {
	Discussion string            `json:"discussion"`
	Author     string            `json:"author"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Unlocked opens a locked discussion again.
//
// History: {actor} unlocks the discussion {discussion}[ because {reason.code}].
type Unlocked struct {
	Discussion string            `json:"discussion"`
	Author     string            `json:"author"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Hidden hides a discussion with its answers from everybody but its author and those who moderate.
//
// History: {actor} hides the discussion {discussion}[ because {reason.code}].
type Hidden struct {
	Discussion string            `json:"discussion"`
	Author     string            `json:"author"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Restored shows a hidden discussion again.
//
// History: {actor} shows the hidden discussion {discussion} again[ because {reason.code}].
type Restored struct {
	Discussion string            `json:"discussion"`
	Author     string            `json:"author"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Cleared takes the opening text away. The title and the answers stay.
//
// History: {actor} deletes the opening text of the discussion {discussion}.
type Cleared struct {
	Discussion string `json:"discussion"`
}

// Deleted takes a discussion away with its answers.
//
// History: {actor} deletes the discussion {discussion}[ because {reason.code}].
type Deleted struct {
	Discussion string            `json:"discussion"`
	Author     string            `json:"author"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Pinned shows a discussion above the others of its section. Stream: section-<name>.
//
// History: {actor} pins the discussion {discussion} in the section {section}.
type Pinned struct {
	Section    Section `json:"section"`
	Discussion string  `json:"discussion"`
}

// Unpinned ends this. Stream: section-<name>.
//
// History: the discussion {discussion} is pinned in the section {section} no longer.
type Unpinned struct {
	Section    Section `json:"section"`
	Discussion string  `json:"discussion"`
}

// Begun records the discussion of a project, of which it has one. Stream: board-<project>.
//
// History: the discussion of the project {project} is {discussion}.
type Begun struct {
	Project    string `json:"project"`
	Discussion string `json:"discussion"`
}

// Ended records that a project's discussion was deleted: another one can be opened. Stream: board-<project>.
//
// History: the project {project} has its discussion {discussion} no longer.
type Ended struct {
	Project    string `json:"project"`
	Discussion string `json:"discussion"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"discussion.opened.v1":   Opened{},
		"discussion.retitled.v1": Retitled{},
		"discussion.edited.v1":   Edited{},
		"discussion.answered.v1": Answered{},
		"discussion.locked.v1":   Locked{},
		"discussion.unlocked.v1": Unlocked{},
		"discussion.hidden.v1":   Hidden{},
		"discussion.restored.v1": Restored{},
		"discussion.cleared.v1":  Cleared{},
		"discussion.deleted.v1":  Deleted{},
		"section.pinned.v1":      Pinned{},
		"section.unpinned.v1":    Unpinned{},
		"board.begun.v1":         Begun{},
		"board.ended.v1":         Ended{},
	}
}
