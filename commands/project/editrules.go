package project

import (
	"context"
	"slices"

	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/project"
)

// editKeepsRules checks the files of a version in their new state, if an edit changes something that the check depends
// on. Other edits, such as a new name, do not check files that older rules accepted.
func (s *Service) editKeepsRules(ctx context.Context, at *VersionTarget, c project.EditVersion, added []upload.File) error {
	before := primaryOf(at.Version().Files)
	after := at.Version()
	events, err := project.DecideVersion(at.subject(), c)
	if err != nil {
		return err
	}
	for _, e := range events {
		after = project.EvolveVersion(after, e.Payload)
	}
	main := primaryOf(after.Files)
	mainMatters := main != before || !slices.Equal(after.Loaders, at.Version().Loaders)
	if !mainMatters && len(added) == 0 && len(c.Kinds) == 0 {
		return nil
	}
	var files []upload.File
	for _, f := range after.Files {
		one := upload.File{File: f}
		_, newKind := c.Kinds[f.SHA512]
		i := slices.IndexFunc(added, func(a upload.File) bool { return a.SHA512 == f.SHA512 })
		switch {
		case i >= 0:
			one.Facts = added[i].Facts
		case f.Primary && !mainMatters, !f.Primary && !newKind:
			continue // unchanged
		default:
			found, known, err := s.files.Look(ctx, f)
			if err != nil {
				return err
			}
			if !known {
				continue
			}
			one.Facts = found
		}
		files = append(files, one)
	}
	return s.files.MayStand(at.State().Type, after.Loaders, after.GameVersions, files)
}

// beside are the digests of the new files of an edit that cannot be the version's main file.
func (s *Service) beside(at *VersionTarget, c project.EditVersion, added []upload.File) []string {
	loaders, games := at.Version().Loaders, at.Version().GameVersions
	if c.Loaders != nil {
		loaders = *c.Loaders
	}
	if c.GameVersions != nil {
		games = *c.GameVersions
	}
	return s.files.Beside(at.State().Type, loaders, games, added)
}

func primaryOf(files []project.File) string {
	if i := slices.IndexFunc(files, func(f project.File) bool { return f.Primary }); i >= 0 {
		return files[i].SHA512
	}
	return ""
}
