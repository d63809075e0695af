package project

import (
	"context"
	"errors"
	"path"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
)

// stagedInput names a staged file that is to stand in a version.
type stagedInput struct {
	ID       string `json:"id"`
	FileType string `json:"file_type"`
	Primary  bool   `json:"primary"`
}

// checkStaged checks a list of staged files as far as it can be without looking for them.
func checkStaged(list []stagedInput, hasPrimary bool) error {
	for i, f := range list {
		switch {
		case !ids.Valid(f.ID):
			return fault.Invalid("staged_files", "staged_files 中的 ID 无效。")
		case slices.ContainsFunc(list[:i], func(o stagedInput) bool { return o.ID == f.ID }):
			return fault.Invalid("staged_files", "staged_files 中的文件不能重复。")
		case f.Primary && hasPrimary:
			return fault.Invalid("primary_file", "每个版本须有且只有一个主文件。")
		}
		hasPrimary = hasPrimary || f.Primary
	}
	return nil
}

// takeStaged copies staged files into the place of a version's files. Where each copy goes is noted first: one that
// no version comes to have is found by the sweep. The staged files themselves go with the command's success.
func (s *Service) takeStaged(ctx context.Context, u *uploads, by actor.Actor, projectID, versionID string, list []stagedInput) ([]storedFile, error) {
	found, err := s.stagedOf(ctx, by, projectID, list)
	if err != nil {
		return nil, err
	}
	out := make([]storedFile, 0, len(found))
	for i, f := range found {
		key := path.Join(projectID, "versions", versionID, u.ID, blobName(f.Name, extension(f.Name)))
		if err := s.staging.aim(ctx, f.ID, key, s.now().Add(time.Hour)); err != nil {
			return nil, err
		}
		u.Keep(key)
		u.staged = append(u.staged, f)
		if err := s.options.Blobs.Copy(ctx, key, f.Key); errors.Is(err, blobs.ErrNotFound) {
			return nil, unknownStaged()
		} else if err != nil {
			return nil, err
		}
		out = append(out, storedFile{facts: *f.Facts, File: project.File{
			SHA1: f.SHA1, SHA512: f.SHA512, Size: f.Size, Name: f.Name, URL: s.options.Blobs.URL(key), Primary: list[i].Primary, Kind: list[i].FileType,
		}})
	}
	return out, nil
}

// stagedOf finds the staged files of a list; those of another account or project are not there.
func (s *Service) stagedOf(ctx context.Context, by actor.Actor, projectID string, list []stagedInput) ([]stagedFile, error) {
	if len(list) == 0 {
		return nil, nil
	}
	if s.staging.pool == nil {
		return nil, errNoStaging
	}
	names := make([]string, 0, len(list))
	for _, f := range list {
		names = append(names, f.ID)
	}
	found, err := s.staging.find(ctx, by.Account, s.now(), names)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(found, func(f stagedFile) bool { return f.Project != projectID }) {
		return nil, unknownStaged()
	}
	return found, nil
}

// allNamed refuses two files of one name: both would stand under one address.
func allNamed(files []storedFile) ([]storedFile, error) {
	for i, f := range files {
		if slices.ContainsFunc(files[:i], func(o storedFile) bool { return o.Name == f.Name }) {
			return nil, fault.Invalid("file_parts", "同一版本中的文件不能重名。")
		}
	}
	return files, nil
}

// plain leaves what was found in the files behind.
func plain(files []storedFile) []project.File {
	out := make([]project.File, 0, len(files))
	for _, f := range files {
		out = append(out, f.File)
	}
	return out
}

func candidates(files []storedFile) []candidate {
	out := make([]candidate, 0, len(files))
	for _, f := range files {
		out = append(out, candidate{Name: f.Name, Kind: f.Kind, Primary: f.Primary, Facts: f.facts})
	}
	return out
}

func (s *Service) checked(t project.Type, loaders, games []string) checked {
	return checked{Type: t, Loaders: loaders, GameVersions: games, Hosts: s.modpackHosts}
}

// knownGameVersions refuses a version of the game that nobody has heard of, but for those that stood before.
func (s *Service) knownGameVersions(list, before []string) error {
	if s.gameVersions == nil {
		return nil
	}
	for _, v := range list {
		if !s.gameVersions[v] && !slices.Contains(before, v) {
			return fault.Invalid("game_versions", "未知的游戏版本："+v+"。")
		}
	}
	return nil
}
