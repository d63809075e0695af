// Package collection defines the events of follows and collections: the projects that an account follows (stream
// follows-<account>), its collections (collection-<id>) and their number (collections-<account>).
package collection

import "github.com/modyard/modyard/domain/reason"

// Status is the visibility of a collection.
type Status string

// The statuses of a collection.
const (
	Listed   Status = "listed"   // visible to everybody, also on its owner's page
	Unlisted Status = "unlisted" // visible to everybody with the link
	Private  Status = "private"  // visible to its owner
	Barred   Status = "rejected" // visible to its owner; set by the staff
)

// Chosen is true if an owner may choose the status.
func (s Status) Chosen() bool { return s == Listed || s == Unlisted || s == Private }

// Hidden is true if the collection does not exist for outsiders.
func (s Status) Hidden() bool { return s == Private || s == Barred }

// Created begins a collection.
//
// History: {actor} begins the collection {name}[ ({description})], which is {status}.
type Created struct {
	Collection  string `json:"collection"`
	Owner       string `json:"owner"` // account id
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Status      Status `json:"status"`
}

// Renamed gives a collection another name.
//
// History: {actor} names the collection {name}[ because {reason.code}].
type Renamed struct {
	Collection string            `json:"collection"`
	Name       string            `json:"name"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Described changes the description of a collection; an empty text removes it.
//
// History: {actor} describes the collection[: {description}][ because {reason.code}].
type Described struct {
	Collection  string            `json:"collection"`
	Description string            `json:"description,omitempty"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// VisibilityChanged changes who may see a collection, as its owner chose.
//
// History: {actor} makes the collection {status}[ because {reason.code}].
type VisibilityChanged struct {
	Collection string            `json:"collection"`
	Status     Status            `json:"status"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Rejected hides a collection from everybody except its owner. It is a decision of the staff, which the owner cannot
// undo.
//
// History: {actor} hides the collection from everybody but its owner[ because {reason.code}].
type Rejected struct {
	Collection string            `json:"collection"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// RejectionLifted ends a rejection: the collection has the given status again.
//
// History: {actor} lets the collection be seen again, as {status}[ because {reason.code}].
type RejectionLifted struct {
	Collection string            `json:"collection"`
	Status     Status            `json:"status"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// IconChanged sets or removes (empty URL) the picture. Color is its mean colour, 0xRRGGBB.
//
// History: {actor} changes the picture of the collection[ to {url}][ because {reason.code}].
type IconChanged struct {
	Collection string            `json:"collection"`
	URL        string            `json:"url,omitempty"`
	Color      *int              `json:"color,omitempty"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// ProjectAdded adds a project to a collection.
//
// History: {actor} saves the project {project}[ because {reason.code}].
type ProjectAdded struct {
	Collection string            `json:"collection"`
	Project    string            `json:"project"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// ProjectRemoved removes a project from a collection.
//
// History: {actor} takes the project {project} out[ because {reason.code}].
type ProjectRemoved struct {
	Collection string            `json:"collection"`
	Project    string            `json:"project"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// Deleted deletes a collection permanently.
//
// History: {actor} deletes the collection[ because {reason.code}].
type Deleted struct {
	Collection string            `json:"collection"`
	Reason     *reason.Addressed `json:"reason,omitempty"`
}

// SlotTaken counts a collection towards the limit of its owner. Stream: collections-<account>.
//
// History: The collection {collection} counts towards those of {account}.
type SlotTaken struct {
	Account    string `json:"account"`
	Collection string `json:"collection"`
}

// SlotFreed no longer counts a deleted collection towards the limit. Stream: collections-<account>.
//
// History: The collection {collection} counts no longer towards those of {account}.
type SlotFreed struct {
	Account    string `json:"account"`
	Collection string `json:"collection"`
}

// FollowAdded begins the following of a project. Stream: follows-<account>.
//
// History: {actor} follows the project {project}.
type FollowAdded struct {
	Account string `json:"account"`
	Project string `json:"project"`
}

// FollowRemoved ends the following of a project. Stream: follows-<account>. In an account's stream the two
// alternate for each project, so that counting them gives the exact number of followers.
//
// History: {actor} does not follow the project {project} any more.
type FollowRemoved struct {
	Account string `json:"account"`
	Project string `json:"project"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"collection.created.v1":            Created{},
		"collection.renamed.v1":            Renamed{},
		"collection.described.v1":          Described{},
		"collection.visibility-changed.v1": VisibilityChanged{},
		"collection.rejected.v1":           Rejected{},
		"collection.rejection-lifted.v1":   RejectionLifted{},
		"collection.icon-changed.v1":       IconChanged{},
		"collection.project-added.v1":      ProjectAdded{},
		"collection.project-removed.v1":    ProjectRemoved{},
		"collection.deleted.v1":            Deleted{},
		"collection.slot-taken.v1":         SlotTaken{},
		"collection.slot-freed.v1":         SlotFreed{},
		"follow.added.v1":                  FollowAdded{},
		"follow.removed.v1":                FollowRemoved{},
	}
}
