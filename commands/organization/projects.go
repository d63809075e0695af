package organization

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

type organizationProject struct {
	ProjectID string `json:"project_id" doc:"ID 或链接名"`

	Reason *reason.Reason `json:"reason,omitempty"` // if the staff adds
}

type projectIn struct {
	commands.Named
	Body organizationProject
}

// addProject is POST /organization/{id}/projects: the caller must own the project and may add to the organization.
func addProject(ctx context.Context, tx *commands.Tx, in *projectIn) error {
	o, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	as, why, err := o.State().MayAdd(tx.By(), in.Body.Reason)
	if err != nil {
		return err
	}
	p, err := commandsproject.Find(ctx, tx, in.Body.ProjectID)
	if err != nil {
		return err
	}
	if err := p.Do(project.EnterOrganization{By: tx.By(), Reason: in.Body.Reason, Organization: o.State().ID}); err != nil {
		return err
	}
	owned, err := commandsproject.Owned().Get(ctx, tx, o.State().ID)
	if err != nil {
		return err
	}
	return owned.Do(organization.Own{Entry: decision.Entry{As: as, ID: p.State().ID}, Reason: why})
}

type organizationProjectLeft struct {
	NewOwner string `json:"new_owner" doc:"团队成员的用户 ID"`

	Reason *reason.Reason `json:"reason,omitempty"` // if the staff removes; or in the query
}

type projectOut struct {
	commands.Named
	Project string `path:"project"`
	commands.Because
	Body organizationProjectLeft
}

// removeProject is DELETE /organization/{id}/projects/{project}: a member becomes the owner of the project.
func removeProject(ctx context.Context, tx *commands.Tx, in *projectOut) error {
	given := in.Body.Reason
	if given == nil {
		given = in.Because.Reason()
	}
	o, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	as, why, err := o.State().MayRemove(tx.By(), in.Body.NewOwner, given)
	if err != nil {
		return err
	}
	p, err := commandsproject.Find(ctx, tx, in.Project)
	if err != nil {
		return err
	}
	leave := project.LeaveOrganization{By: o.State().InProjects(tx.By()), Reason: given, Organization: o.State().ID, Owner: in.Body.NewOwner}
	if as.Staff() {
		leave.Role = as
	}
	if err := p.Do(leave); err != nil {
		return err
	}
	owned, err := commandsproject.Owned().Get(ctx, tx, o.State().ID)
	if err != nil {
		return err
	}
	return owned.Do(organization.Own{Entry: decision.Entry{As: as, ID: p.State().ID, Ended: true}, Reason: why})
}
