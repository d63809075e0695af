package project

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// CreateVersion publishes a version with its files. An imported version may have files on another site, and unknown
// data may be missing.
type CreateVersion struct {
	By           actor.Actor
	Reason       *reason.Reason
	Version      string
	Versions     int // number of versions of the project
	Name         string
	Number       string
	Changelog    string
	Channel      Channel
	Status       VersionStatus // empty for listed
	Featured     bool
	Loaders      []string
	GameVersions []string
	Dependencies []Dependency
	Files        []File
	Imported     bool
	Undated      bool   // of an imported version: its catalogue does not say when it was published
	Environment  string // empty for that of the project
}

// Check makes all checks that are possible before the files are uploaded.
func (c CreateVersion) Check(p State, coming []Announced) error {
	if _, err := c.created(p); err != nil {
		return err
	}
	return announced(coming, c.Imported)
}

func (c CreateVersion) decideVersion(p State, v Version) ([]any, role.Role, error) {
	if v.ID != "" {
		return nil, "", fault.Conflict("该版本已存在。")
	}
	e, err := c.created(p)
	if err != nil {
		return nil, "", err
	}
	e.Files = slices.Clone(c.Files)
	if err := files(e.Files, c.Imported); err != nil {
		return nil, "", err
	}
	return []any{e}, p.RoleOf(c.By, UploadVersion), nil
}

// created is the event without the files.
func (c CreateVersion) created(p State) (VersionCreated, error) {
	_, why, err := p.allow(c.By, UploadVersion, c.Reason)
	if err != nil {
		return VersionCreated{}, err
	}
	if c.Versions >= MaxVersions {
		return VersionCreated{}, fault.Invalid("project_id", fmt.Sprintf("每个项目最多 %d 个版本。", MaxVersions))
	}
	e := VersionCreated{
		Version: c.Version, Project: p.ID, Author: c.By.Account, Featured: c.Featured, Undated: c.Undated && c.Imported, Reason: why,
	}
	if e.Environment, err = versionEnvironment(c.Environment); err != nil {
		return e, err
	}
	if e.Environment != "" {
		e.EnvironmentAfter = p.EnvironmentChanges
	}
	if c.Status == "" {
		c.Status = VersionListed
	}
	if e.Number, err = versionNumber(c.Number); err != nil {
		return e, err
	}
	if e.Name, err = versionName(c.Name); err != nil {
		return e, err
	}
	if e.Changelog, err = changelog(c.Changelog); err != nil {
		return e, err
	}
	if e.Channel, err = channel(c.Channel); err != nil {
		return e, err
	}
	if e.Status, err = versionStatus(c.Status); err != nil {
		return e, err
	}
	if e.Dependencies, err = dependencies(c.Dependencies); err != nil {
		return e, err
	}
	if e.Loaders, err = versionLoaders(p.Type, c.Loaders, c.Imported); err != nil {
		return e, err
	}
	e.GameVersions, err = versionGameVersions(p.Type, c.GameVersions, c.Imported)
	return e, err
}

func versionLoaders(t Type, list []string, optional bool) ([]string, error) {
	if len(list) == 0 && !optional {
		return nil, fault.Invalid("loaders", "请至少选择一个平台。")
	}
	return loaders(t, list)
}

// versionGameVersions requires at least one game version; it is optional for software such as a launcher.
func versionGameVersions(t Type, list []string, optional bool) ([]string, error) {
	if len(list) == 0 && !optional && t != TypeSoftware {
		return nil, fault.Invalid("game_versions", "请至少选择一个游戏版本。")
	}
	return gameVersions(list)
}
