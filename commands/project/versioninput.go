package project

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// versionInput is the part "data" of a new version, and an entry of initial_versions.
type versionInput struct {
	ProjectID     string            `json:"project_id"`
	Name          string            `json:"name"`
	VersionNumber string            `json:"version_number"`
	VersionTitle  string            `json:"version_title"` // an older name of "name"
	Changelog     *string           `json:"changelog"`
	VersionBody   *string           `json:"version_body"` // an older name of "changelog"
	Dependencies  []dependencyInput `json:"dependencies"`
	GameVersions  []string          `json:"game_versions"`
	Loaders       []string          `json:"loaders"`
	VersionType   string            `json:"version_type"`
	Channel       string            `json:"release_channel"` // an older name of "version_type"
	Featured      bool              `json:"featured"`
	Status        *string           `json:"status"`
	FileParts     []string          `json:"file_parts"`
	PrimaryFile   *string           `json:"primary_file"`
	FileTypes     map[string]string `json:"file_types"`
	StagedFiles   []stagedInput     `json:"staged_files"` // sent before (POST /_internal/version-file)
	Reason        *reason.Reason    `json:"reason"`
}

// command is what the input asks for; the files are added as they arrive.
func (in versionInput) command(by actor.Actor, version string) project.CreateVersion {
	c := project.CreateVersion{
		By: by, Reason: in.Reason, Version: version, Name: in.Name, Number: in.VersionNumber, Changelog: text(in.Changelog),
		Channel: project.Channel(in.VersionType), Status: project.VersionStatus(text(in.Status)), Featured: in.Featured,
		Loaders: in.Loaders, GameVersions: in.GameVersions, Dependencies: dependencies(in.Dependencies),
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

// parts checks the list of files before any of them is read.
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
	return checkStaged(in.StagedFiles, in.PrimaryFile != nil)
}

// finish puts stored files in the order that was announced, those staged before behind them, and marks the
// primary one: the first, unless another is named.
func (in versionInput) finish(stored map[string]storedFile, staged []storedFile) ([]storedFile, error) {
	primary := ""
	switch {
	case in.PrimaryFile != nil:
		primary = *in.PrimaryFile
	case slices.ContainsFunc(staged, func(f storedFile) bool { return f.Primary }):
	case len(in.FileParts) > 0:
		primary = in.FileParts[0]
	default:
		staged[0].Primary = true
	}
	var files []storedFile
	for _, name := range in.FileParts {
		f, ok := stored[name]
		if !ok {
			return nil, fault.Invalid("file_parts", "缺少文件："+name+"。")
		}
		f.Primary, f.Kind = name == primary, in.FileTypes[name]
		files = append(files, f)
	}
	return allNamed(append(files, staged...))
}

// placeholders stand for files that are still to come, so that everything else can be decided first.
func (in versionInput) placeholders() []project.File {
	var files []project.File
	for i, name := range in.FileParts {
		stand := fmt.Sprintf("%d", i)
		files = append(files, project.File{SHA1: stand, SHA512: stand, URL: "-", Name: stand + ".jar", Primary: i == 0, Kind: in.FileTypes[name]})
	}
	for _, f := range in.StagedFiles {
		files = append(files, project.File{SHA1: f.ID, SHA512: f.ID, URL: "-", Name: f.ID + ".jar", Primary: len(files) == 0, Kind: f.FileType})
	}
	return files
}
