package contract

import (
	"encoding/json"
	"time"
)

// The types of the objects of changes.
const (
	ObjectProject      = "project"
	ObjectVersion      = "version"
	ObjectUser         = "user"
	ObjectOrganization = "organization"
	ObjectCollection   = "collection"
	ObjectDiscussion   = "discussion"
	ObjectPost         = "post" // an answer in a discussion; those of a discussion that is removed are removed with it
)

// What happened to an object. The kind of a change is the type of its object, a dot and one of these.
const (
	ChangeCreated = "created" // it exists, or everybody may see it, from now on
	ChangeUpdated = "updated"
	ChangeRemoved = "removed" // it is deleted, or only its members may see it from now on
)

// ObjectTypes are the types of the objects of changes.
func ObjectTypes() []string {
	return []string{ObjectProject, ObjectVersion, ObjectUser, ObjectOrganization, ObjectCollection, ObjectDiscussion, ObjectPost}
}

// ChangeKinds are the kinds of changes. Receivers must ignore kinds that they do not know.
func ChangeKinds() []string {
	var kinds []string
	for _, t := range ObjectTypes() {
		for _, what := range []string{ChangeCreated, ChangeUpdated, ChangeRemoved} {
			kinds = append(kinds, t+"."+what)
		}
	}
	return kinds
}

// Change is a change of a public object, as the change feed, webhooks and forwarding deliver it.
type Change struct {
	ID       string          `json:"id"`     // of the change; the same in every delivery
	Cursor   string          `json:"cursor"` // reading after it continues behind this change
	Kind     string          `json:"kind"`
	Object   ChangedObject   `json:"object"`
	At       time.Time       `json:"at"`       // of the change
	Document json.RawMessage `json:"document"` // as the API answers it now; null if the reader cannot see the object
}

// ChangedObject names the object of a change.
type ChangedObject struct {
	Type string `json:"type" enum:"project,version,user,organization,collection,discussion,post"`
	ID   string `json:"id"`
}
