package upload

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/ids"
)

// StagedInput names a staged file for a version.
type StagedInput struct {
	ID       string `json:"id"`
	FileType string `json:"file_type"`
	Primary  bool   `json:"primary"`
}

// CheckStaged makes all checks of a list of staged files that need no lookup.
func CheckStaged(list []StagedInput) error {
	hasPrimary := false
	for i, f := range list {
		switch {
		case !ids.Valid(f.ID):
			return fault.Invalid("staged_files", "staged_files 中的 ID 无效。")
		case slices.ContainsFunc(list[:i], func(o StagedInput) bool { return o.ID == f.ID }):
			return fault.Invalid("staged_files", "staged_files 中的文件不能重复。")
		case f.Primary && hasPrimary:
			return fault.Invalid("primary_file", "每个版本须有且只有一个主文件。")
		}
		hasPrimary = hasPrimary || f.Primary
	}
	return nil
}

// Take copies staged files to the place of a version's files. The place of each copy is recorded first, so that the
// sweep finds a copy that no version has. The staged files themselves are deleted after the append.
func (f *Files) Take(ctx context.Context, b *Batch, by actor.Actor, v Place, list []StagedInput) ([]File, error) {
	found, err := f.staged(ctx, by, v.Project, list)
	if err != nil {
		return nil, err
	}
	out := make([]File, 0, len(found))
	for i, file := range found {
		key := v.key(b, file.Name)
		if err := f.table.aim(ctx, file.ID, key, f.Handler.Clock().Add(time.Hour)); err != nil {
			return nil, err
		}
		b.keep(key)
		if err := f.Blobs.Copy(ctx, key, file.Key); errors.Is(err, blobs.ErrNotFound) {
			return nil, unknownStaged()
		} else if err != nil {
			return nil, err
		}
		out = append(out, File{Facts: *file.Facts, File: project.File{
			SHA1: file.SHA1, SHA512: file.SHA512, Size: file.Size, Name: file.Name, URL: f.Blobs.URL(key), Primary: list[i].Primary, Kind: list[i].FileType,
		}})
	}
	b.then(func(ctx context.Context) { f.unstage(ctx, found...) })
	return out, nil
}

// staged finds the staged files of a list; those of another account or project are not found.
func (f *Files) staged(ctx context.Context, by actor.Actor, projectID string, list []StagedInput) ([]staged, error) {
	if len(list) == 0 {
		return nil, nil
	}
	if f.table.pool == nil {
		return nil, errNoStaging
	}
	names := make([]string, 0, len(list))
	for _, in := range list {
		names = append(names, in.ID)
	}
	found, err := f.table.find(ctx, by.Account, f.Handler.Clock(), names)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(found, func(file staged) bool { return file.Project != projectID }) {
		return nil, unknownStaged()
	}
	return found, nil
}

// Announced is the list of files that a request announces.
func Announced(list []StagedInput) []project.Announced {
	out := make([]project.Announced, len(list))
	for i, f := range list {
		out[i] = project.Announced{Kind: f.FileType, Primary: f.Primary}
	}
	return out
}
