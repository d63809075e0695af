package project

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// versionInput is the part "data" of a new version, and an entry of initial_versions.
type versionInput struct {
	ProjectID     string               `json:"project_id"`
	Name          string               `json:"name"`
	VersionNumber string               `json:"version_number"`
	VersionTitle  string               `json:"version_title"` // an older name of "name"
	Changelog     *string              `json:"changelog"`
	VersionBody   *string              `json:"version_body"` // an older name of "changelog"
	Dependencies  []dependencyInput    `json:"dependencies"`
	GameVersions  []string             `json:"game_versions"`
	Loaders       []string             `json:"loaders"`
	MrpackLoaders []string             `json:"mrpack_loaders"` // v3: of the mods in a modpack, whose own loader is mrpack
	Environment   *string              `json:"environment"`    // v3; that of the project without it
	VersionType   string               `json:"version_type"`
	Channel       string               `json:"release_channel"` // an older name of "version_type"
	Featured      bool                 `json:"featured"`
	Status        *string              `json:"status"`
	FileParts     []string             `json:"file_parts"`
	PrimaryFile   *string              `json:"primary_file"`
	FileTypes     map[string]string    `json:"file_types"`
	StagedFiles   []upload.StagedInput `json:"staged_files"`  // uploaded before (POST /_internal/version-file)
	VersionLinks  []VersionLink        `json:"version_links"` // the versions of other projects that it translates
	Reason        *reason.Reason       `json:"reason"`
}

// VersionLink says which version of another project a version translates.
type VersionLink struct {
	Version     string `json:"joining_version_id"`
	Type        string `json:"link_type,omitempty" enum:"translation"`
	Language    string `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description string `json:"description,omitempty"`
}

// command is the command of the input; the files are added after they were read.
func (in versionInput) command(by actor.Actor, version string) project.CreateVersion {
	c := project.CreateVersion{
		By: by, Reason: in.Reason, Version: version, Name: in.Name, Number: in.VersionNumber, Changelog: text(in.Changelog),
		Channel: project.Channel(in.VersionType), Status: project.VersionStatus(text(in.Status)), Featured: in.Featured,
		Loaders: loadersOf(in.Loaders, in.MrpackLoaders), GameVersions: in.GameVersions, Dependencies: dependencies(in.Dependencies),
		Environment: text(in.Environment),
	}
	if c.Name == "" {
		c.Name = in.VersionTitle
	}
	if c.Name == "" {
		c.Name = in.VersionNumber
	}
	if in.Changelog == nil {
		c.Changelog = text(in.VersionBody)
	}
	if c.Channel == "" {
		c.Channel = project.Channel(in.Channel)
	}
	return c
}

// loadersOf are the loaders of a version as it is stored: instead of mrpack, those of the mods in the modpack.
func loadersOf(own, inside []string) []string {
	if len(inside) == 0 || !slices.Contains(own, "mrpack") {
		return own
	}
	return append(slices.DeleteFunc(slices.Clone(own), func(l string) bool { return l == "mrpack" }), inside...)
}

// parts checks the list of files before the first one is read.
func (in versionInput) parts() error {
	if n := len(in.FileParts) + len(in.StagedFiles); n == 0 || n > project.MaxFiles {
		return fault.Invalid("file_parts", fmt.Sprintf("每个版本须有 1 到 %d 个文件。", project.MaxFiles))
	}
	for i, name := range in.FileParts {
		if name == "" || name == "data" || slices.Contains(in.FileParts[:i], name) {
			return fault.Invalid("file_parts", "file_parts 中的名称不能为空或重复。")
		}
	}
	if in.PrimaryFile != nil && !slices.Contains(in.FileParts, *in.PrimaryFile) {
		return fault.Invalid("primary_file", "主文件不在 file_parts 中。")
	}
	for name := range in.FileTypes {
		if !slices.Contains(in.FileParts, name) {
			return fault.Invalid("file_types", "file_types 中的名称不在 file_parts 中。")
		}
	}
	return upload.CheckStaged(in.StagedFiles)
}

// announced are the version's files in their order: the parts of the form, then the staged files. If none is named as the
// primary file, the first stands for the one that is found when their names are known.
func (in versionInput) announced() []project.Announced {
	var files []project.Announced
	for _, name := range in.FileParts {
		files = append(files, project.Announced{Kind: in.FileTypes[name], Primary: in.PrimaryFile != nil && *in.PrimaryFile == name})
	}
	files = append(files, upload.Announced(in.StagedFiles)...)
	if !in.namesPrimary() {
		files[0].Primary = true
	}
	return files
}

func (in versionInput) namesPrimary() bool {
	return in.PrimaryFile != nil || slices.ContainsFunc(in.StagedFiles, func(f upload.StagedInput) bool { return f.Primary })
}

// files are the announced files after they were stored: those of the form by the names of their parts.
func (in versionInput) files(stored map[string]upload.File, staged []upload.File) []upload.File {
	var files []upload.File
	for _, name := range in.FileParts {
		files = append(files, stored[name])
	}
	files = append(files, staged...)
	for i, a := range in.announced() {
		files[i].Kind, files[i].Primary = a.Kind, a.Primary
	}
	if in.namesPrimary() {
		return files
	}
	main := project.MainFile(upload.Plain(files))
	for i := range files {
		files[i].Primary = i == main
	}
	return files
}

// knownGameVersions rejects unknown game versions, except those that the version already had.
func (s *Service) knownGameVersions(list, before []string) error {
	if s.gameVersions == nil {
		return nil
	}
	for _, v := range list {
		if _, known := s.gameVersions[v]; !known && !slices.Contains(before, v) {
			return fault.Invalid("game_versions", "未知的游戏版本："+v+"。")
		}
	}
	return nil
}
