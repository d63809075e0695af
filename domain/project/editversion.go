package project

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func unknownVersion() error { return fault.NotFound("版本不存在") }

// allowVersion returns an error if the version does not exist, if the actor may not see its project or lacks a right on
// it; otherwise it returns the role and the reason for the event.
func allowVersion(p State, v Version, by actor.Actor, right Permissions, given *reason.Reason) (role.Role, *reason.Reason, error) {
	if !v.Exists() || v.Project != p.ID || !p.VisibleTo(by) || v.Status.Hidden() && p.PermissionsOf(by) == 0 {
		return "", nil, unknownVersion()
	}
	return p.allow(by, right, given)
}

// EditVersion changes a version and its files. A nil field changes nothing.
type EditVersion struct {
	By           actor.Actor
	Reason       *reason.Reason
	Name         *string
	Number       *string
	Changelog    *string
	Channel      *Channel
	Status       *VersionStatus
	Featured     *bool
	Loaders      *[]string
	GameVersions *[]string
	Dependencies *[]Dependency
	Environment  *string
	Primary      *string           // sha512 of the new primary file, which must not be removed
	Add          []File            // one of them may be marked as primary
	Beside       []string          // sha512 of files in Add that no loader of the version reads
	Held         []Dependency      // on what the files in Add hold
	Gone         []Dependency      // on what only the files in Remove held
	Remove       []string          // sha512 of files
	Kinds        map[string]string // new kinds of existing files, by their sha512
}

func (c EditVersion) as(p State) role.Role {
	right := UploadVersion
	if len(c.Remove) > 0 {
		right |= DeleteVersion
	}
	return p.RoleOf(c.By, right)
}

// Check makes all checks that are possible before the new files are uploaded.
func (c EditVersion) Check(p State, v Version, coming []Announced) error {
	_, _, err := c.check(p, v, coming)
	return err
}

func (c EditVersion) decideVersion(p State, v Version) ([]any, role.Role, error) {
	words, why, err := c.check(p, v, announcedOf(c.Add))
	if err != nil {
		return nil, "", err
	}
	files, err := c.files(p, v, why)
	if err != nil {
		return nil, "", err
	}
	return slices.Concat(files.added, words, files.changed, files.removed), c.as(p), nil
}

// check returns the events of all changes except files, and the reason.
func (c EditVersion) check(p State, v Version, coming []Announced) ([]any, *reason.Reason, error) {
	_, why, err := allowVersion(p, v, c.By, UploadVersion, c.Reason)
	if err != nil {
		return nil, nil, err
	}
	if err := c.checkFiles(p, v, coming); err != nil {
		return nil, nil, err
	}
	var e decision.Edits
	c.details(&e, v, why)
	c.compatibility(&e, p, v, why)
	decision.Change(&e, c.Environment, v.OwnEnvironment(p), versionEnvironment, func(name string) any {
		return VersionEnvironmentSet{Version: v.ID, Project: v.Project, Environment: name, EnvironmentAfter: p.EnvironmentChanges, Reason: why}
	})
	if c.Dependencies != nil {
		list := Embed(*c.Dependencies, c.Held)
		decision.Change(&e, &list, v.Dependencies, dependencies, func(l []Dependency) any {
			return DependenciesChanged{Version: v.ID, Project: v.Project, Dependencies: l, Reason: why}
		})
	} else if event := v.embedding(c.Held, c.Gone, why); event != nil && e.Err == nil {
		e.Events = append(e.Events, event)
	}
	return e.Events, why, e.Err
}

// details adds the events of the description fields.
func (c EditVersion) details(e *decision.Edits, v Version, why *reason.Reason) {
	decision.Change(e, c.Name, v.Name, versionName,
		func(s string) any { return VersionRenamed{Version: v.ID, Project: v.Project, Name: s, Reason: why} })
	decision.Change(e, c.Number, v.Number, versionNumber,
		func(s string) any {
			return VersionRenumbered{Version: v.ID, Project: v.Project, Number: s, Reason: why}
		})
	decision.Change(e, c.Changelog, v.Changelog, changelog,
		func(s string) any {
			return ChangelogWritten{Version: v.ID, Project: v.Project, Changelog: s, Reason: why}
		})
	decision.Change(e, c.Channel, v.Channel, channel,
		func(s Channel) any { return ChannelChanged{Version: v.ID, Project: v.Project, Channel: s, Reason: why} })
	decision.Change(e, c.Status, v.Status, versionStatus,
		func(s VersionStatus) any {
			return VersionStatusChanged{Version: v.ID, Project: v.Project, Status: s, Reason: why}
		})
	decision.Change(e, c.Featured, v.Featured, nil, func(featured bool) any {
		if featured {
			return VersionFeatured{Version: v.ID, Project: v.Project, Reason: why}
		}
		return VersionUnfeatured{Version: v.ID, Project: v.Project, Reason: why}
	})
}

// compatibility adds one event for loaders and game versions together.
func (c EditVersion) compatibility(e *decision.Edits, p State, v Version, why *reason.Reason) {
	loaders, games := v.Loaders, v.GameVersions
	if c.Loaders != nil && e.Err == nil {
		loaders, e.Err = versionLoaders(p.Type, *c.Loaders, false)
	}
	if c.GameVersions != nil && e.Err == nil {
		games, e.Err = versionGameVersions(p.Type, *c.GameVersions, false)
	}
	if e.Err == nil && (!slices.Equal(loaders, v.Loaders) || !slices.Equal(games, v.GameVersions)) {
		e.Events = append(e.Events, CompatibilityChanged{
			Version: v.ID, Project: v.Project, Loaders: loaders, GameVersions: games, Reason: why,
		})
	}
}

func (v Version) primary() string {
	if i := slices.IndexFunc(v.Files, func(f File) bool { return f.Primary }); i >= 0 {
		return v.Files[i].SHA512
	}
	return ""
}

func (v Version) hasFile(sha512 string) bool {
	return slices.ContainsFunc(v.Files, func(f File) bool { return f.SHA512 == sha512 })
}
