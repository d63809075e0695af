// Package talksearch projects what people say into the index of the search over talk: discussions and answers, issues and comments. Only
// what everybody may read is shown by it.
package talksearch

import (
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/listing"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search/talk"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "talksearch"

const version = 3

// tables are those of the index, the things that are talked in, and the projects that lists show.
const tables = talk.DDL + `
create table things (
    id      text collate "C" primary key,
    section text collate "C" not null,
    project text collate "C" not null, -- or empty
    hidden  boolean not null
);
create index things_project on things (project) where project <> '';
create table listed (project text collate "C" primary key);
`

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: tables, Views: []string{"docs"}, Needs: []string{"docs_thing", "docs_project", "docs_author", "things_project"},
		Categories: []string{"account", "discussion", "issue", "post", "project"}, Key: document,
		Handlers: runtime.Handle(newBatch, append(listing.Handlers((*batch).takes),
			runtime.On((*batch).discussionOpened), runtime.On((*batch).discussionRetitled), runtime.On((*batch).discussionEdited),
			runtime.On((*batch).discussionCleared), runtime.On((*batch).discussionDeleted), runtime.On((*batch).discussionHidden),
			runtime.On((*batch).discussionRestored),

			runtime.On((*batch).issueOpened), runtime.On((*batch).issueRetitled), runtime.On((*batch).issueEdited),
			runtime.On((*batch).issueHidden), runtime.On((*batch).issueRestored),

			runtime.On((*batch).written), runtime.On((*batch).edited), runtime.On((*batch).deleted), runtime.On((*batch).hidden),
			runtime.On((*batch).restored),

			runtime.On((*batch).erased),
		)...),
	}
}

// document is the thing of an event: what is shown of an answer depends on it.
func document(e runtime.Event) string {
	if thing, _ := about(e.Payload); thing != "" {
		return thing
	}
	return e.Stream
}

// about are the thing and the answer that an event is about; empty for other events.
func about(payload any) (thing, id string) {
	if thing := aboutThing(payload); thing != "" {
		return thing, ""
	}
	for _, kind := range []post.Kind{post.InDiscussion, post.InIssue} {
		if _, thing, id := answer.Of(payload, kind); id != "" {
			return thing, id
		}
	}
	return "", ""
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, things: map[string]*thing{}, docs: map[string]*doc{}, listed: map[string]*listedProject{}}
}
