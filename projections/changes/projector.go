// Package changes projects events into the lines of the change feed: which public object changed when, and whether
// everybody could see it. A line holds neither the event nor a document. Events that change no public document, such
// as invitations and rights, make no line.
package changes

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "changes"

const version = 6

//go:embed schema.sql
var schema string

// New makes the projector. An event has a handler only if it can change a public document.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"changes"}, Needs: []string{"objects_parent", "links_item"},
		Categories: []string{"account", "collection", "discussion", "follows", "organization", "post", "project", "section", "translation", "version"},
		Handlers: runtime.Handle(newHandler,
			runtime.On((*handler).projectCreated), runtime.On((*handler).submitted), runtime.On((*handler).approved),
			runtime.On((*handler).rejected), runtime.On((*handler).withheld), runtime.On((*handler).undone), runtime.On((*handler).statusChosen),
			runtime.On((*handler).imported), runtime.On((*handler).projectDeleted),
			edited[project.Renamed](), edited[project.SlugChanged](), edited[project.Summarised](), edited[project.Described](),
			edited[project.Categorised](), edited[project.LinksChanged](), edited[project.LicenceChanged](),
			edited[project.EnvironmentsChanged](), edited[project.RequestedStatusSet](), edited[project.MonetizationSet](), edited[project.ReleasePlanned](), edited[project.ReleasePlanEnded](), edited[project.IconChanged](),
			edited[project.PictureAdded](), edited[project.PictureCaptioned](), edited[project.PictureFeatured](),
			edited[project.PictureUnfeatured](), edited[project.PictureReordered](), edited[project.PictureRemoved](),
			edited[project.EnteredOrganization](), edited[project.LeftOrganization](), edited[project.DownloadsOpened](),
			runtime.On((*handler).followed), runtime.On((*handler).unfollowed),

			runtime.On((*handler).versionCreated), runtime.On((*handler).versionStatus), runtime.On((*handler).versionDeleted),
			versionEdited[project.VersionReleasePlanned](), versionEdited[project.VersionReleasePlanEnded](),
			versionEdited[project.VersionRenamed](), versionEdited[project.VersionRenumbered](), versionEdited[project.ChangelogWritten](),
			versionEdited[project.ChannelChanged](), versionEdited[project.VersionFeatured](), versionEdited[project.VersionUnfeatured](),
			versionEdited[project.CompatibilityChanged](), versionEdited[project.VersionEnvironmentSet](), versionEdited[project.DependenciesChanged](),
			versionEdited[project.PrimaryFileChosen](), versionEdited[project.FileKindsChanged](), versionEdited[project.FilesAdded](),
			versionEdited[project.FileRemoved](),

			runtime.On((*handler).translationAccepted), runtime.On((*handler).translationRevoked), runtime.On((*handler).translationDescribed),
			runtime.On((*handler).translationWithdrawn),

			runtime.On((*handler).organizationCreated), runtime.On((*handler).organizationDeleted), runtime.On((*handler).joined),
			runtime.On((*handler).left), runtime.On((*handler).removed), runtime.On((*handler).titled), runtime.On((*handler).reordered),
			organizationEdited[organization.Renamed](), organizationEdited[organization.SlugChanged](),
			organizationEdited[organization.Described](), organizationEdited[organization.IconChanged](),
			organizationEdited[organization.OwnershipHandedOver](),

			runtime.On((*handler).collectionCreated), runtime.On((*handler).collectionRenamed), runtime.On((*handler).collectionDescribed),
			runtime.On((*handler).collectionShown), runtime.On((*handler).collectionRejected), runtime.On((*handler).collectionRestored),
			runtime.On((*handler).collectionIcon), runtime.On((*handler).projectAdded), runtime.On((*handler).projectRemoved),
			runtime.On((*handler).collectionDeleted),

			runtime.On((*handler).discussionOpened), runtime.On((*handler).discussionHidden), runtime.On((*handler).discussionRestored),
			runtime.On((*handler).discussionDeleted),
			discussionEdited[forum.Retitled](), discussionEdited[forum.Edited](), discussionEdited[forum.Locked](), discussionEdited[forum.Unlocked](),
			discussionEdited[forum.Cleared](), discussionEdited[forum.Pinned](), discussionEdited[forum.Unpinned](),
			runtime.On((*handler).postWritten), runtime.On((*handler).postEdited), runtime.On((*handler).postHidden),
			runtime.On((*handler).postRestored), runtime.On((*handler).postDeleted),

			runtime.On((*handler).profileChanged), runtime.On((*handler).usernameChanged), runtime.On((*handler).accountClosed),
		),
	}
}

func edited[P any]() runtime.Handler[*handler] {
	return runtime.On(func(h *handler, e runtime.Event, _ P) { h.projectEdited(e) })
}

func versionEdited[P any]() runtime.Handler[*handler] {
	return runtime.On(func(h *handler, e runtime.Event, _ P) { h.versionChanged(e, nil) })
}

func organizationEdited[P any]() runtime.Handler[*handler] {
	return runtime.On(func(h *handler, e runtime.Event, _ P) { h.organizationChanged(e) })
}

// line is a row of the feed.
type line struct {
	Position uint64    `db:"position,key"`
	N        int       `db:"n,key"`
	Of       int       `db:"of"`
	Event    string    `db:"event"`
	At       time.Time `db:"at"`
	Kind     string    `db:"kind"`
	Type     string    `db:"type"`
	Object   string    `db:"object"`
	Project  string    `db:"project"`
	Owner    string    `db:"owner"`
	Public   bool      `db:"public"`
}

// object is the stored state of an object between batches.
type object struct {
	ID     string `db:"id,key"`
	Type   string `db:"type"`
	Parent string `db:"parent"`
	Open   bool   `db:"open"`
	Listed bool   `db:"listed"`
}

// below is true for an object that is shown while its project is.
func (o object) below() bool {
	return o.Type == contract.ObjectVersion || o.Type == contract.ObjectDiscussion && o.Parent != ""
}

type link struct {
	Container string `db:"container,key"`
	Item      string `db:"item,key"`
}

var (
	lines   = rows.Of[line]("changes")
	objects = rows.Of[object]("objects")
	links   = rows.Of[link]("links")
)
