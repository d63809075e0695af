package project

import (
	"slices"

	"github.com/modyard/modyard/domain/fault"
)

func unknownVersion() error { return fault.NotFound("版本不存在") }

// allowVersion says that the version stands, that the actor may see its project and holds a right on it.
func allowVersion(p State, v Version, by Actor, right Permissions) error {
	if !v.Exists() || v.Project != p.ID || !p.VisibleTo(by) || v.Status == VersionDraft && p.PermissionsOf(by) == 0 {
		return unknownVersion()
	}
	return p.allow(by, right)
}

// EditVersion changes a version, its files among it, all at once. A nil field is left as it is.
type EditVersion struct {
	By           Actor
	Name         *string
	Number       *string
	Changelog    *string
	Channel      *Channel
	Status       *VersionStatus
	Featured     *bool
	Loaders      *[]string
	GameVersions *[]string
	Dependencies *[]Dependency
	Primary      *string // sha512 of the file to be primary, among those that stay and those that come
	Add          []File
	Remove       []string          // sha512 of files
	Kinds        map[string]string // new kinds of files that stay, by their sha512
}

func (c EditVersion) decideVersion(p State, v Version) (VersionEvents, error) {
	if err := allowVersion(p, v, c.By, UploadVersion); err != nil {
		return VersionEvents{}, err
	}
	files, err := c.files(p, v)
	if err != nil {
		return VersionEvents{}, err
	}
	e := VersionEdited{Version: v.ID, Project: v.Project}
	for _, err := range []error{
		change(&e.Name, c.Name, v.Name, versionName),
		change(&e.Number, c.Number, v.Number, versionNumber),
		change(&e.Changelog, c.Changelog, v.Changelog, changelog),
		change(&e.Channel, c.Channel, v.Channel, channel),
		change(&e.Status, c.Status, v.Status, versionStatus),
		change(&e.Featured, c.Featured, v.Featured, func(b bool) (bool, error) { return b, nil }),
		change(&e.Loaders, c.Loaders, v.Loaders, func(l []string) ([]string, error) { return versionLoaders(p.Type, l, false) }),
		change(&e.GameVersions, c.GameVersions, v.GameVersions, func(l []string) ([]string, error) {
			list, err := versionGameVersions(p.Type, l, false)
			return append([]string{}, list...), err
		}),
		change(&e.Dependencies, c.Dependencies, v.Dependencies, dependencies),
	} {
		if err != nil {
			return VersionEvents{}, err
		}
	}
	e.Primary, e.Kinds = files.primary, files.kinds
	events := files.added
	if e != (VersionEdited{Version: v.ID, Project: v.Project}) {
		events = append(events, e)
	}
	return VersionEvents{Version: append(events, files.removed...)}, nil
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
