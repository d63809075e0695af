package team

import (
	"github.com/modyard/modyard/commands"
	commandsorganization "github.com/modyard/modyard/commands/organization"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	domainteam "github.com/modyard/modyard/domain/team"
)

// team is the interface of a team of any kind of thing.
type team interface {
	invite(in invitation) error
	join() error
	change(account string, in memberPatch) error
	title(account string) string // of a member or an invited account; empty for others
	drop(account string, why *reason.Reason) error
	transfer(account string, why *reason.Reason) error
}

type projectTeam struct {
	*commandsproject.Target
	tx *commands.Tx
}

func (t projectTeam) invite(in invitation) error {
	return t.Do(project.Invite{
		By: t.By, Reason: in.Reason, Account: in.UserID, Role: in.Role, Permissions: project.Permissions(in.Permissions),
		Weight: domainteam.Weight(in.Split), Ordering: in.Ordering,
	})
}

func (t projectTeam) join() error { return t.Do(project.Join{By: t.By}) }

func (t projectTeam) change(account string, in memberPatch) error {
	return t.Do(project.ChangeMember{
		By: t.By, Reason: in.Reason, Account: account, Role: in.Role, Permissions: (*project.Permissions)(in.Permissions),
		Weight: (*domainteam.Weight)(in.Split), Effective: in.Effective, Today: today(t.tx), Ordering: in.Ordering,
	})
}

func (t projectTeam) title(account string) string {
	m, _ := t.State().Member(account)
	return m.Role
}

func (t projectTeam) drop(account string, why *reason.Reason) error {
	return t.Do(project.DropMember{By: t.By, Reason: why, Account: account})
}

func (t projectTeam) transfer(account string, why *reason.Reason) error {
	return t.Do(project.TransferOwner{By: t.By, Reason: why, Account: account})
}

type organizationTeam struct {
	*commandsorganization.Entity
	tx *commands.Tx
}

func (t organizationTeam) invite(in invitation) error {
	return t.Do(organization.Invite{
		By: t.tx.By(), Account: in.UserID, Role: in.Role, Permissions: organization.Permissions(in.OrganizationPermissions),
		ProjectPermissions: project.Permissions(in.Permissions), Weight: domainteam.Weight(in.Split), Ordering: in.Ordering, Reason: in.Reason,
	})
}

func (t organizationTeam) join() error { return t.Do(organization.Join{By: t.tx.By()}) }

func (t organizationTeam) change(account string, in memberPatch) error {
	return t.Do(organization.ChangeMember{
		By: t.tx.By(), Account: account, Role: in.Role, Permissions: (*organization.Permissions)(in.OrganizationPermissions),
		ProjectPermissions: (*project.Permissions)(in.Permissions), Weight: (*domainteam.Weight)(in.Split), Effective: in.Effective,
		Today: today(t.tx), Ordering: in.Ordering, Reason: in.Reason,
	})
}

func (t organizationTeam) title(account string) string {
	m, _ := t.State().Member(account)
	return m.Role
}

func (t organizationTeam) drop(account string, why *reason.Reason) error {
	return t.Do(organization.DropMember{By: t.tx.By(), Account: account, Reason: why})
}

func (t organizationTeam) transfer(account string, why *reason.Reason) error {
	return t.Do(organization.TransferOwner{By: t.tx.By(), Account: account, Reason: why})
}
