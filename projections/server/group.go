package server

import "strings"

// The groups of entries, by which a history is filtered.
const (
	GroupPower    = "power"
	GroupRun      = "run"
	GroupBackup   = "backup"
	GroupContent  = "content"
	GroupSettings = "settings"
	GroupNetwork  = "network"
	GroupMembers  = "members"
	GroupAdmin    = "admin" // and every kind of no other group
)

// beginnings are how the kinds of a group begin; the first that fits decides.
var beginnings = [...]struct{ group, kind string }{
	{GroupPower, "power"},
	{GroupRun, "started"}, {GroupRun, "ready"}, {GroupRun, "stopped"}, {GroupRun, "crashed"}, {GroupRun, "given-up"}, {GroupRun, "refused"},
	{GroupBackup, "backup"}, {GroupBackup, "backed-up"}, {GroupBackup, "restore"}, {GroupBackup, "files-restore"}, {GroupBackup, "autobackup"},
	{GroupContent, "content"}, {GroupContent, "install"}, {GroupContent, "reinstall"}, {GroupContent, "licence"},
	{GroupSettings, "renamed"}, {GroupSettings, "startup"}, {GroupSettings, "properties"}, {GroupSettings, "configuration"}, {GroupSettings, "icon"},
	{GroupNetwork, "allocation"}, {GroupNetwork, "subdomain"},
	{GroupMembers, "invited"}, {GroupMembers, "joined"}, {GroupMembers, "left"}, {GroupMembers, "member"}, {GroupMembers, "role-set"}, {GroupMembers, "handed-over"},
}

// groupOf is the group of a kind of entries.
func groupOf(kind string) string {
	for _, b := range beginnings {
		if strings.HasPrefix(kind, b.kind) {
			return b.group
		}
	}
	return GroupAdmin
}
