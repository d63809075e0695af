// Package retention projects what the blob store holds for people's content: the files of versions, gallery pictures,
// icons and the pictures in texts, where each is used, and since when it is not. Rows depend on events only.
package retention

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "retention"

const version = 4

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Categories: []string{"account", "discussion", "images", "post", "project", "report", "retention", "thread", "version", "wikidraft", "wikipage"},
		Views:      []string{"projects", "rounds", "files", "pictures", "uses"},
		Needs:      []string{"projects_owner", "files_project", "files_version"},
		Handlers: runtime.Rows(
			runtime.On(created), runtime.On(renamed), runtime.On(described), runtime.On(iconChanged), runtime.On(pictureAdded), runtime.On(pictureRemoved),
			runtime.On(submitted), runtime.On(approved), runtime.On(rejectedByStaff), runtime.On(withheld), runtime.On(undone), runtime.On(statusChanged), runtime.On(listed),
			runtime.On(deleted), runtime.On(entered), runtime.On(left), runtime.On(handedOver),
			runtime.On(versionCreated), runtime.On(changelogWritten), runtime.On(filesAdded), runtime.On(fileRemoved), runtime.On(versionDeleted),
			runtime.On(imageAdded), runtime.On(imageDeleted),
			runtime.On(messagePosted), runtime.On(reportOpened), runtime.On(reportRewritten),
			runtime.On(discussionOpened), runtime.On(discussionEdited), runtime.On(postWritten), runtime.On(postEdited),
			runtime.On(wikiWritten), runtime.On(wikiDrafted), runtime.On(wikiResolved),
			runtime.On(destroyed), runtime.On(erased),
		),
	}
}
