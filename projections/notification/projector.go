// Package notification projects notifications of accounts: invitations, decisions about their projects, moderators'
// messages, and new versions of followed projects. It has its own tables of teams and followers.
package notification

import (
	_ "embed" // the tables
	"slices"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "notification"

const version = 9

//go:embed schema.sql
var schema string

// The types of notifications, named as clients of this API family expect.
const (
	ProjectUpdate      = "project_update"
	TeamInvite         = "team_invite"
	OrganizationInvite = "organization_invite"
	StatusChange       = "status_change"
	ModeratorMessage   = "moderator_message"
	AuthorMessage      = "author_message"      // of a project's team, to who reviewed it last
	DecisionUndone     = "decision_undone"     // to the team
	LinkMessage        = "translation_message" // in the thread of a link, to the other team; of the staff, to both
	OwnDecisionUndone  = "own_decision_undone" // to the moderator who decided, and to the one who proposed
)

// Area is the notifications of an area: the handlers of events in its categories.
type Area struct {
	Version    int // raised when the handlers write other rows
	Categories []string
	Handlers   []runtime.Handler[*Batch]
	// About is the project, and the organization, whose team an event notifies (NotifyTeam); nil: the staff alone. Both
	// may be empty.
	About func(payload any) (project, organization string)
	// Watched are further groups of accounts that an event may notify (Watchers). Nil: none.
	Watched func(payload any) []string
	// Link is the link that an event is about, with its two projects (Linked); all empty for other events. Nil: none is.
	Link func(payload any) (link, project, target string)
}

// New makes the projector.
func New(areas ...Area) runtime.Projector {
	p := runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"notifications", "inboxes", "members"},
		Needs: []string{
			"notifications_project", "notifications_organization", "notifications_version", "notifications_message", "notifications_said", "notifications_thread",
			"notifications_link", "hidden_versions_project",
		},
		Categories: []string{"account", "follows", "inbox", "organization", "project", "thread", "version"},
	}
	handlers := []runtime.Handler[*Batch]{
		runtime.On((*Batch).created), runtime.On((*Batch).submitted), runtime.On((*Batch).approved), runtime.On((*Batch).rejected),
		runtime.On((*Batch).withheld), runtime.On((*Batch).undone), runtime.On((*Batch).statusChanged), runtime.On((*Batch).imported),
		runtime.On((*Batch).planEnded), runtime.On((*Batch).versionPlanEnded),
		runtime.On((*Batch).enteredOrganization), runtime.On((*Batch).leftOrganization), runtime.On((*Batch).deleted),

		runtime.On((*Batch).invited), runtime.On((*Batch).rightsGranted),
		runtime.On((*Batch).organizationCreated), runtime.On((*Batch).organizationInvited), runtime.On((*Batch).organizationRightsGranted),
		runtime.On((*Batch).organizationDeleted),

		runtime.On((*Batch).versionCreated), runtime.On((*Batch).versionStatus), runtime.On((*Batch).versionDeleted),
		runtime.On((*Batch).followed), runtime.On((*Batch).unfollowed),
		runtime.On((*Batch).threadOpened), runtime.On((*Batch).posted), runtime.On((*Batch).messageDeleted),
		runtime.On((*Batch).erased), runtime.On((*Batch).roleGranted), runtime.On((*Batch).roleRevoked), runtime.On((*Batch).closed),
	}
	categories := ids{}
	var about []func(any) (string, string)
	var ofAreas []runtime.Handler[*Batch]
	var linked []func(any) (string, string, string)
	var watched []func(any) []string
	for _, a := range areas {
		if a.About != nil {
			about = append(about, a.About)
		}
		if a.Watched != nil {
			watched = append(watched, a.Watched)
		}
		if a.Link != nil {
			linked = append(linked, a.Link)
		}
		p.Version += a.Version
		for _, c := range a.Categories {
			p.Categories, categories[c] = append(p.Categories, c), true
		}
		ofAreas = append(ofAreas, a.Handlers...)
	}
	handlers = runtime.Together(slices.Concat(handlers, ofMembers[project.Permissions](), ofMembers[organization.Rights](), ofAreas)...)
	p.Handlers = runtime.Handle(func(s *rows.Set) *Batch { return newBatch(s, categories, about, linked, watched) }, handlers...)
	return p
}
