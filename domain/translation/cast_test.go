package translation_test

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	. "github.com/modyard/modyard/domain/translation"
)

// The accounts of the tests, by what they are.
const (
	translator = "Transl01" // owns the language pack
	helper     = "Helper02" // may upload versions to the language pack
	author     = "Author03" // owns the original
	partner    = "Partne04" // may upload versions to the original
	editor     = "Editor05" // a member of the original without the right
	reader     = "Reader06"
	moderator  = "Modera07"
	admin      = "Admin008"
	both       = "Both0009" // may upload versions to both
	inside     = "Inside10" // a moderator who belongs to the language pack
	guest      = "Guest011" // a moderator who is invited to the language pack
	ofTeam     = "OfTeam12" // of the organization that owns the original, with the right
)

const (
	pack, packVersion = "PackProj", "PackVers"
	mod, modVersion   = "ModProjt", "ModVersn"
)

// scene is the two ends of a link; its fields change what is usual.
type scene struct {
	packStatus, modStatus     project.Status
	packGone, modGone         bool
	versionGone, targetGone   bool
	versionDraft, targetDraft bool
	notLanguage, loader, same bool
	owned                     bool // the original belongs to an organization
}

func by(who string, program bool) actor.Actor {
	a := actor.Actor{Account: who, Program: program}
	switch who {
	case moderator, inside, guest:
		a.Rank = actor.Moderator
	case admin:
		a.Rank = actor.Admin
	}
	return a
}

func (s scene) ends(a actor.Actor) (from, to End) {
	member := func(account string, rights project.Permissions, accepted bool) project.Member {
		return project.Member{Account: account, Permissions: rights, Accepted: accepted}
	}
	from = End{By: a, Project: project.State{
		ID: pack, Type: project.TypeLanguage, Owner: translator, Status: project.Listed, Gone: s.packGone,
		Members: []project.Member{
			member(translator, project.AllPermissions, true), member(helper, project.UploadVersion, true), member(both, project.UploadVersion, true),
			member(inside, project.UploadVersion, true), member(guest, project.UploadVersion, false),
		},
	}, Version: project.Version{ID: packVersion, Project: pack, Status: project.VersionListed, Deleted: s.versionGone}}
	to = End{By: a, Project: project.State{
		ID: mod, Type: project.TypeMod, Owner: author, Status: project.Listed, Gone: s.modGone,
		Members: []project.Member{
			member(author, project.AllPermissions, true), member(partner, project.UploadVersion, true), member(editor, project.EditBody, true),
			member(both, project.UploadVersion, true),
		},
	}, Version: project.Version{ID: modVersion, Project: mod, Status: project.VersionListed, Deleted: s.targetGone}}
	if s.owned {
		to.Project.Owner, to.Project.Members, to.Project.Organization = "", nil, "Organiz1"
		to.By.OrganizationMember, to.By.OrganizationPermissions = a.Account == ofTeam, uint64(project.UploadVersion)
	}
	if s.packStatus != "" {
		from.Project.Status = s.packStatus
	}
	if s.modStatus != "" {
		to.Project.Status = s.modStatus
	}
	if s.versionDraft {
		from.Version.Status = project.VersionDraft
	}
	if s.targetDraft {
		to.Version.Status = project.VersionDraft
	}
	if s.notLanguage || s.loader {
		from.Project.Type = project.TypeResourcepack
	}
	if s.loader {
		from.Version.Loaders = []string{"language"}
	}
	if s.same {
		to.Project, to.Version.Project = from.Project, pack
	}
	return from, to
}

func asked() Asked {
	return Asked{
		Version: packVersion, Project: pack, Target: modVersion, TargetProject: mod, Language: Simplified, Description: "全部文字", Thread: "Thread01", By: translator,
	}
}

// history returns a link in a status.
func history(status Status) []any {
	accepted := Accepted{Version: packVersion, Project: pack, Target: modVersion, TargetProject: mod, By: translator}
	switch status {
	case PendingLink:
		return []any{asked()}
	case AcceptedLink:
		return []any{asked(), accepted}
	case RejectedLink:
		return []any{asked(), Rejected{Version: packVersion, Project: pack, Target: modVersion, TargetProject: mod, By: translator}}
	case RevokedLink:
		return []any{asked(), accepted, Revoked{Version: packVersion, Project: pack, Target: modVersion, TargetProject: mod, By: translator}}
	case WithdrawnLink:
		return []any{asked(), Withdrawn{Version: packVersion, Project: pack, Target: modVersion, TargetProject: mod}}
	}
	return nil
}

func given(events ...any) State {
	var s State
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func statuses() []Status {
	return []Status{"", PendingLink, AcceptedLink, RejectedLink, RevokedLink, WithdrawnLink}
}

func people() []string {
	return slices.Clone([]string{"", translator, helper, author, partner, editor, reader, moderator, admin, both, inside, guest})
}
