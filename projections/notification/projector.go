// Package notification projects what accounts are told: invitations, decisions about their projects, words of
// moderators, and new versions of what they follow. It keeps its own tables of teams and followers.
package notification

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "notification"

const version = 2

//go:embed schema.sql
var schema string

// The types of notifications, as the clients of this API family know them.
const (
	ProjectUpdate      = "project_update"
	TeamInvite         = "team_invite"
	OrganizationInvite = "organization_invite"
	StatusChange       = "status_change"
	ModeratorMessage   = "moderator_message"
)

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"notifications", "inboxes"},
		Needs: []string{
			"notifications_project", "notifications_organization", "notifications_version", "notifications_message", "notifications_said",
			"hidden_versions_project",
		},
		Categories: []string{"account", "follows", "inbox", "organization", "project", "thread", "version"},
		Handlers: runtime.Handle(newHandler,
			runtime.On((*handler).created), runtime.On((*handler).submitted), runtime.On((*handler).approved), runtime.On((*handler).rejected),
			runtime.On((*handler).withheld), runtime.On((*handler).statusChanged), runtime.On((*handler).imported),
			runtime.On((*handler).enteredOrganization), runtime.On((*handler).leftOrganization), runtime.On((*handler).deleted),

			runtime.On((*handler).invited), runtime.On((*handler).joined), runtime.On((*handler).left), runtime.On((*handler).removed),
			runtime.On((*handler).declined), runtime.On((*handler).withdrawn), runtime.On((*handler).handedOver),

			runtime.On((*handler).organizationCreated), runtime.On((*handler).organizationInvited), runtime.On((*handler).organizationJoined),
			runtime.On((*handler).organizationLeft), runtime.On((*handler).organizationRemoved), runtime.On((*handler).organizationDeclined),
			runtime.On((*handler).organizationWithdrawn), runtime.On((*handler).organizationHandedOver), runtime.On((*handler).organizationDeleted),

			runtime.On((*handler).versionCreated), runtime.On((*handler).versionStatus), runtime.On((*handler).versionDeleted),
			runtime.On((*handler).followed), runtime.On((*handler).unfollowed),
			runtime.On((*handler).threadOpened), runtime.On((*handler).posted), runtime.On((*handler).unsaid),
			runtime.On((*handler).erased),
		),
	}
}
