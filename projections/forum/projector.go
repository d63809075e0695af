// Package forum projects discussions and their answers. The floors of answers are the order of the log, without holes:
// what is deleted or hidden keeps its own. Rows depend on events only.
package forum

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/domain/forum"
	domainpost "github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/listing"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "forum"

const version = 3

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Views:      []string{"discussions", "openings", "posts", "revisions", "sections", "boards"},
		Needs:      []string{"discussions_author", "posts_author", "posts_floor", "revisions_author"},
		Categories: []string{"account", "board", "discussion", "post", "project", "section"},
		Key:        document,
		Handlers: runtime.Handle(newBatch, append(listing.Handlers((*batch).takes),
			runtime.On((*batch).opened), runtime.On((*batch).retitled), runtime.On((*batch).edited), runtime.On((*batch).locked),
			runtime.On((*batch).unlocked), runtime.On((*batch).hidden), runtime.On((*batch).restored), runtime.On((*batch).cleared),
			runtime.On((*batch).deleted), runtime.On((*batch).pinned), runtime.On((*batch).unpinned), runtime.On((*batch).begun),
			runtime.On((*batch).ended),

			runtime.On((*batch).postWritten), runtime.On((*batch).postEdited), runtime.On((*batch).postHidden),
			runtime.On((*batch).postRestored), runtime.On((*batch).postDeleted),

			runtime.On((*batch).erased),
		)...),
	}
}

// document is the discussion of an event: floors depend on all earlier answers.
func document(e runtime.Event) string {
	if id, _ := about(e); id != "" {
		return id
	}
	return e.Stream
}

// about are the discussion and the answer that an event of the forum is about; empty for other events.
func about(e runtime.Event) (discussion, post string) {
	if eventlog.Category(e.Stream) == "discussion" {
		return e.Subject(), ""
	}
	switch p := e.Payload.(type) {
	case forum.Pinned:
		return p.Discussion, ""
	case forum.Unpinned:
		return p.Discussion, ""
	case forum.Begun:
		return p.Discussion, ""
	case forum.Ended:
		return p.Discussion, ""
	}
	_, discussion, post = answer.Of(e.Payload, domainpost.InDiscussion)
	return discussion, post
}
