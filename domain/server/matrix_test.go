package server_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/server"
)

const (
	editor  = "Editor05"
	viewer  = "Viewer06"
	invited = "Invite07"
	removed = "Remove08"
)

var (
	asEditor  = actor.Actor{Account: editor}
	asViewer  = actor.Actor{Account: viewer}
	asInvited = actor.Actor{Account: invited}
	asRemoved = actor.Actor{Account: removed}
	later     = start.Add(time.Hour)
)

// peopled is a server with an account in each standing.
func peopled(more ...any) []any {
	until := start.Add(server.InvitationHolds)
	history := []any{made, server.AllocationReserved{Server: id, Node: node.ID, Port: 25570}}
	history = append(history, backedUp("Good0001"), backedUp("Good0002"), server.BackupRequested{Server: id, Backup: "Fail0003"},
		server.BackupFailed{Seen: seen, Backup: "Fail0003", Cause: "disk"}, server.Restored{Seen: seen, Backup: "Good0002", Until: later.Add(time.Hour)})
	for account, r := range map[string]server.MemberRole{editor: server.EditorRole, viewer: server.ViewerRole, removed: server.EditorRole} {
		history = append(history, server.MemberInvited{Server: id, Account: account, Role: r, Until: until}, server.MemberJoined{Server: id, Account: account})
	}
	history = append(history, server.MemberInvited{Server: id, Account: invited, Role: server.EditorRole, Until: until}, server.MemberRemoved{Server: id, Account: removed})
	history = append(history, server.ContentAdded{Server: id, Project: "Lithium1", Version: "Vers0002", Folder: server.Mods, File: "lithium.jar", SHA512: "b", Size: 2, URL: "u"})
	return append(history, more...)
}

// uses are all commands of members with the right that each needs, and whether a suspended server allows them.
func uses() map[string]struct {
	right     server.Rights
	suspended bool
	by        func(actor.Actor) server.Command
} {
	type use = struct {
		right     server.Rights
		suspended bool
		by        func(actor.Actor) server.Command
	}
	return map[string]use{
		"power":  {server.PowerActions, false, func(a actor.Actor) server.Command { return power(a, server.Start) }},
		"kill":   {server.PowerActions, false, func(a actor.Actor) server.Command { return power(a, server.Kill) }},
		"rename": {server.Setup, true, func(a actor.Actor) server.Command { return server.Rename{By: a, Name: "新"} }},
		"invite": {server.ManageUsers, true, func(a actor.Actor) server.Command {
			return server.Invite{By: a, Account: "New00009", Role: server.ViewerRole, Now: later}
		}},
		"remove": {server.ManageUsers, true, func(a actor.Actor) server.Command { return server.RemoveMember{By: a, Account: invited} }},
		"set a role": {server.ManageUsers, true, func(a actor.Actor) server.Command {
			return server.SetRole{By: a, Account: invited, Role: server.ViewerRole}
		}},
		"properties": {server.Advanced, true, func(a actor.Actor) server.Command {
			return server.SetProperties{By: a, Set: map[string]string{"motd": "x"}}
		}},
		"reserve":       {server.Advanced, true, func(a actor.Actor) server.Command { return server.ReserveAllocation{By: a, Port: 25566, Name: "x"} }},
		"rename a port": {server.Advanced, true, func(a actor.Actor) server.Command { return server.RenameAllocation{By: a, Port: 25570, Name: "x"} }},
		"release":       {server.Advanced, true, func(a actor.Actor) server.Command { return server.ReleaseAllocation{By: a, Port: 25570} }},
		"subdomain": {server.Advanced, true, func(a actor.Actor) server.Command {
			return server.SetSubdomain{By: a, Subdomain: "mengwu", Offered: true}
		}},
		"add content": {server.Setup, false, func(a actor.Actor) server.Command {
			return server.AddContent{By: a, Offered: offered("Sodium01", "Vers0001", "a.jar")}
		}},
		"remove content": {server.Setup, false, func(a actor.Actor) server.Command { return server.RemoveContent{By: a, Path: "/mods/lithium.jar"} }},
		"replace content": {server.Setup, false, func(a actor.Actor) server.Command {
			return server.SetContentVersion{By: a, Offered: offered("Lithium1", "Vers0003", "lithium-2.jar")}
		}},
		"pin content":    {server.Setup, false, func(a actor.Actor) server.Command { return server.PinContent{By: a, Project: "Lithium1", Pinned: true} }},
		"startup":        {server.Advanced, true, func(a actor.Actor) server.Command { return server.SetStartup{By: a} }},
		"hand over":      {server.ManageUsers, true, func(a actor.Actor) server.Command { return server.HandOver{By: a, Account: editor, Reason: why} }},
		"back up":        {server.Backups, false, func(a actor.Actor) server.Command { return server.RequestBackup{By: a, Backup: "New00004"} }},
		"retry a backup": {server.Backups, false, func(a actor.Actor) server.Command { return server.RetryBackup{By: a, Backup: "Fail0003"} }},
		"rename a backup": {server.Backups, true, func(a actor.Actor) server.Command {
			return server.RenameBackup{By: a, Backup: "Good0001", Name: "x"}
		}},
		"lock a backup": {server.Backups, true, func(a actor.Actor) server.Command {
			return server.LockBackup{By: a, Backup: "Good0001", Locked: true}
		}},
		"delete a backup": {server.Backups, true, func(a actor.Actor) server.Command { return server.DeleteBackup{By: a, Backup: "Good0001"} }},
		"restore":         {server.Backups, false, func(a actor.Actor) server.Command { return server.Restore{By: a, Backup: "Good0001"} }},
		"restore a file": {server.Backups | server.FilesWrite, false, func(a actor.Actor) server.Command {
			return server.RestoreFiles{By: a, Backup: "Good0001", Path: "/world"}
		}},
		"undo a restore": {server.Backups, false, func(a actor.Actor) server.Command {
			return server.UndoRestore{By: a, Backup: "Good0002", Now: later}
		}},
		"install":            {server.Setup, false, func(a actor.Actor) server.Command { return ofLoader(a, false) }},
		"install and empty":  {server.ResetServer, false, func(a actor.Actor) server.Command { return ofLoader(a, true) }},
		"accept the licence": {server.Setup, true, func(a actor.Actor) server.Command { return server.AcceptLicence{By: a} }},
		"autobackup":         {server.Backups, true, func(a actor.Actor) server.Command { return server.SetAutobackup{By: a, Enabled: true} }},
	}
}

func kindOf(t *testing.T, err error) fault.Kind {
	t.Helper()
	var f *fault.Error
	if err == nil {
		return ""
	}
	if !errors.As(err, &f) {
		t.Fatal(err)
	}
	return f.Kind
}

func TestEveryActionInEveryStateNeedsItsRight(t *testing.T) {
	states := map[string]server.State{
		"in use": given(peopled()...), "suspended": given(peopled(suspended)...), "deleted": given(peopled(deleted)...), "missing": {},
	}
	network := []string{"reserve", "rename a port", "release", "subdomain"} // which stay as they are until they are given back
	for action, use := range uses() {
		for name, state := range states {
			for who, a := range map[string]struct {
				actor.Actor
				rights server.Rights
			}{
				"owner": {asOwner, server.OwnerRole.Rights()}, "editor": {asEditor, server.EditorRole.Rights()}, "viewer": {asViewer, server.ViewerRole.Rights()},
				"invited": {asInvited, 0}, "removed": {asRemoved, 0}, "stranger": {asOther, 0}, "moderator": {asMod, 0}, "anonymous": {}, "admin": {asAdmin, server.AllRights},
			} {
				if who == "invited" && action == "remove" {
					continue // declines
				}
				var want fault.Kind
				switch {
				case who == "anonymous":
					want = fault.KindUnauthorized
				case name == "missing" || a.rights == 0 || name == "deleted" && who != "admin":
					want = fault.KindNotFound
				case !a.rights.Has(use.right):
					want = fault.KindDenied
				case name == "deleted" && (!use.suspended || slices.Contains(network, action)):
					want = fault.KindConflict
				case name == "suspended" && !use.suspended:
					want = fault.KindDenied
				}
				if _, err := server.Decide(state, use.by(a.Actor)); kindOf(t, err) != want {
					t.Errorf("%s, %s, by the %s: %v, want %q", action, name, who, err, want)
				}
			}
		}
	}
}
