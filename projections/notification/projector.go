// Package notification projects what accounts are told: invitations, decisions about their projects, words of
// moderators, and new versions of what they follow. It keeps its own tables of teams and followers, so that one
// statement tells all of them, however many they are.
package notification

import (
	"context"
	_ "embed" // the tables
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
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
		Name: Name, Version: version, Handles: types(), DDL: schema, Views: []string{"notifications", "inboxes"},
		Categories: []string{"account", "follows", "inbox", "organization", "project", "thread", "version"},
		New:        func() runtime.Handler { return handler{} },
	}
}

func types() []string {
	return []string{
		"project.created.v1", "project.approved.v1", "project.rejected.v1", "project.withheld.v1", "project.submitted.v1",
		"project.status-changed.v1", "project.listed-by-import.v1",
		"project.member-invited.v1", "project.member-joined.v1", "project.member-left.v1", "project.member-removed.v1",
		"project.invitation-declined.v1", "project.invitation-withdrawn.v1", "project.ownership-handed-over.v1",
		"project.entered-organization.v1", "project.left-organization.v1", "project.deleted.v1",
		"version.created.v1", "version.status-changed.v1", "version.deleted.v1",
		"organization.created.v1", "organization.member-invited.v1", "organization.member-joined.v1",
		"organization.invitation-declined.v1", "organization.invitation-withdrawn.v1", "organization.member-left.v1",
		"organization.member-removed.v1", "organization.ownership-handed-over.v1", "organization.deleted.v1",
		"follow.added.v1", "follow.removed.v1",
		"thread.opened.v1", "thread.message-posted.v1", "thread.message-deleted.v1",
		"account.erased.v1",
	}
}

// handler queues the statements of each event in the order of the log: what one writes the next one finds.
type handler struct{}

// Load needs nothing: every statement finds its rows itself.
func (handler) Load(context.Context, pgx.Tx, []runtime.Event) error { return nil }

// Flush queues nothing: every event has queued its own.
func (handler) Flush(context.Context, pgx.Tx, *pgx.Batch) error { return nil }

// Apply queues what an event changes.
func (handler) Apply(_ context.Context, e runtime.Event, q *pgx.Batch) error {
	if p, erased := e.Payload.(account.Erased); erased {
		erase(q, int64(e.Position), p.Account)
		return nil
	}
	if applyOrganization(e, q) || applyVersion(e, q) || applyFollow(e, q) || applyThread(e, q) {
		return nil
	}
	return applyProject(e, q)
}

// at is when an event was decided, as its writer said; else when the log made it durable.
func at(e runtime.Event) time.Time {
	if e.Meta.At.IsZero() {
		return e.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}

// clean makes a text storable: Postgres refuses the character zero.
func clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }
