package project

import (
	"context"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/project"
)

// reserve keeps files for a version in the same append; it rejects a file that another version keeps from it.
func (t *VersionTarget) reserve(ctx context.Context, files []project.File) error {
	for _, f := range files {
		held, err := fileHolders().Get(ctx, t.tx, f.SHA512)
		if err != nil {
			return err
		}
		_, taken, err := blocking(ctx, t.tx, held.State(), t.State().ID)
		if err != nil {
			return err
		}
		if taken {
			return project.DuplicateFile()
		}
		if err := held.Do(project.HoldFile{Entry: decision.Entry{As: t.version.Role(), ID: t.Version().ID}, SHA512: f.SHA512}); err != nil {
			return err
		}
	}
	return nil
}

// release frees files of the version in the same append.
func (t *VersionTarget) release(ctx context.Context, files []project.File) error {
	for _, f := range files {
		held, err := fileHolders().Get(ctx, t.tx, f.SHA512)
		if err != nil {
			return err
		}
		if err := held.Do(project.HoldFile{Entry: decision.Entry{As: t.version.Role(), ID: t.Version().ID, Ended: true}, SHA512: f.SHA512}); err != nil {
			return err
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

// without are the files of a list that the other list lacks, except external files, which are never reserved.
func without(list, other []project.File) []project.File {
	return slices.DeleteFunc(slices.Clone(list), func(f project.File) bool {
		return f.SHA512 == "" || slices.ContainsFunc(other, func(o project.File) bool { return o.SHA512 == f.SHA512 })
	})
}

// blocking finds the version that keeps a file from a project.
func blocking(ctx context.Context, tx *commands.Tx, held project.FileHolders, of string) (version string, taken bool, err error) {
	for _, id := range held.Versions {
		v, err := Versions().Open(ctx, tx, id)
		if err != nil {
			return "", false, err
		}
		p, err := Projects().Get(ctx, tx, v.State().Project)
		if err != nil {
			return "", false, err
		}
		if project.Blocks(v.State(), p.State(), of) {
			return id, true, nil
		}
	}
	return "", false, nil
}
