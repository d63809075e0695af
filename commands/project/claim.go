package project

import (
	"context"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
)

// claim reserves files for a version in the same append; it rejects a file that another version has.
func (t *VersionTarget) claim(ctx context.Context, files []project.File) error {
	for _, f := range files {
		held, err := claims().Get(ctx, t.tx, f.SHA512)
		if err != nil {
			return err
		}
		free, err := isFree(ctx, t.tx, held.State())
		if err != nil {
			return err
		}
		if !free {
			return project.DuplicateFile()
		}
		held.Follow(t.version.Role(), project.FileClaimed{SHA512: f.SHA512, Version: t.Version().ID})
	}
	return nil
}

// unclaim releases files of the version in the same append.
func (t *VersionTarget) unclaim(ctx context.Context, files []project.File) error {
	for _, f := range files {
		held, err := claims().Get(ctx, t.tx, f.SHA512)
		if err != nil {
			return err
		}
		if held.State().Version == t.Version().ID {
			held.Follow(t.version.Role(), project.FileReleased{SHA512: f.SHA512, Version: t.Version().ID})
		}
	}
	return nil
}

// currentFiles are the files of a version; none if it is deleted.
func currentFiles(v project.Version) []project.File {
	if !v.Exists() {
		return nil
	}
	return v.Files
}

// without are the files of a list that the other list lacks, except external files, which are never claimed.
func without(list, other []project.File) []project.File {
	return slices.DeleteFunc(slices.Clone(list), func(f project.File) bool {
		return f.SHA512 == "" || slices.ContainsFunc(other, func(o project.File) bool { return o.SHA512 == f.SHA512 })
	})
}

// isFree checks the version and project of a claim: the claims of a deleted project still exist.
func isFree(ctx context.Context, tx *commands.Tx, held project.Claim) (bool, error) {
	if held.Version == "" {
		return true, nil
	}
	v, err := Versions().Open(ctx, tx, held.Version)
	if err != nil {
		return false, err
	}
	p, err := Projects().Get(ctx, tx, v.State().Project)
	if err != nil {
		return false, err
	}
	return project.FileFree(held, v.State(), p.State()), nil
}
