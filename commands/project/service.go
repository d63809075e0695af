// Package project checks who may change a project, its versions, files and team, and mounts the routes. The caller is
// identity's caller in the request's context. The id of a project's team is the project's id.
package project

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/manifest"
	"github.com/modyard/modyard/platform/picture"
)

// Options are the dependencies of the service. Handler, Files, Icons and OpenWiki must be set.
type Options struct {
	Handler *commands.Handler
	Files   *upload.Files
	Icons   *icon.Icons
	// OpenWiki sets in the append of a command whether everybody may edit the wiki of its project. It returns a
	// *fault.Error for a caller who may not set that.
	OpenWiki func(ctx context.Context, tx *commands.Tx, t *Target, open bool) error
	// Translations are the links of versions to the versions that they translate. Nil: versions have none.
	Translations Translations
	// GameVersions are the game versions that a version may have; nil accepts any of the right form.
	GameVersions []manifest.GameVersion
	// LicenseName is the name of an SPDX licence, empty for another id. If it is nil, no licence has a name.
	LicenseName func(id string) string

	MaxDrafts int           // projects that one account has begun and never submitted; 0: no limit
	MaxUpload int64         // bytes of one request; 0: 4 GiB
	MaxTime   time.Duration // of one upload; 0: one hour
}

// Translations are the links of versions of language packs.
type Translations interface {
	// SetLinks makes a list the whole list of the versions of other projects that a version translates, in the append of a
	// command on the version.
	SetLinks(ctx context.Context, tx *commands.Tx, t *VersionTarget, list []VersionLink, why *reason.Reason) error
	// LinksOf are the links of a version as its documents list them.
	LinksOf(ctx context.Context, tx *commands.Tx, version string) ([]contract.VersionLink, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	options      Options
	handler      *commands.Handler
	files        *upload.Files
	pictures     *picture.Decoder
	gameVersions map[string]int // index in the list, newest first; nil: unknown
}

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Files == nil || o.Icons == nil || o.OpenWiki == nil {
		return nil, errors.New("make project commands: handler, files, icons and the opening of wikis are needed")
	}
	if o.MaxUpload <= 0 {
		o.MaxUpload = 4 << 30
	}
	if o.MaxTime <= 0 {
		o.MaxTime = time.Hour
	}
	if o.LicenseName == nil {
		o.LicenseName = func(string) string { return "" }
	}
	var games map[string]int
	if o.GameVersions != nil {
		games = make(map[string]int, len(o.GameVersions))
		for i, v := range o.GameVersions {
			games[v.Version] = i
		}
	}
	return &Service{options: o, handler: o.Handler, files: o.Files, pictures: picture.NewDecoder(), gameVersions: games}, nil
}
