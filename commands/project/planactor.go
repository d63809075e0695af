package project

import "github.com/modyard/modyard/domain/project"

// actorOf is the account behind a command; empty for what the system does itself.
func actorOf(c project.Command) string {
	switch c := c.(type) {
	case project.Create:
		return c.By.Account
	case project.Edit:
		return c.By.Account
	case project.ChangeIcon:
		return c.By.Account
	case project.AddPicture:
		return c.By.Account
	case project.EditPicture:
		return c.By.Account
	case project.RemovePicture:
		return c.By.Account
	case project.Submit:
		return c.By.Account
	case project.Approve:
		return c.By.Account
	case project.Reject:
		return c.By.Account
	case project.Withhold:
		return c.By.Account
	case project.SetStatus:
		return c.By.Account
	case project.Invite:
		return c.By.Account
	case project.Join:
		return c.By.Account
	case project.ChangeMember:
		return c.By.Account
	case project.DropMember:
		return c.By.Account
	case project.TransferOwner:
		return c.By.Account
	case project.EnterOrganization:
		return c.By.Account
	case project.LeaveOrganization:
		return c.By.Account
	case project.Delete:
		return c.By.Account
	}
	return ""
}

func versionActorOf(c project.VersionCommand) string {
	switch c := c.(type) {
	case project.CreateVersion:
		return c.By.Account
	case project.EditVersion:
		return c.By.Account
	case project.AddFiles:
		return c.By.Account
	case project.RemoveFile:
		return c.By.Account
	case project.RemoveVersion:
		return c.By.Account
	}
	return ""
}
