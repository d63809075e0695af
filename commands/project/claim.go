package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
)

// claim reserves files for a version in the same append; a file that stands in another version is refused.
func claim(ctx context.Context, tx *commands.Tx, version string, files []project.File, as role.Role) error {
	for _, f := range files {
		if f.SHA512 == "" {
			continue // kept elsewhere, never claimed
		}
		held, err := claims().Get(ctx, tx, f.SHA512)
		if err != nil {
			return err
		}
		free, err := isFree(ctx, tx, held.State())
		if err != nil {
			return err
		}
		if !free {
			return project.DuplicateFile()
		}
		held.Follow(as, project.FileClaimed{SHA512: f.SHA512, Version: version})
	}
	return nil
}

// isFree follows a claim to its version and project: a project that was deleted left its claims behind.
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

// unclaim frees files of a version in the same append.
func unclaim(ctx context.Context, tx *commands.Tx, version string, files []project.File, as role.Role) error {
	for _, f := range files {
		if f.SHA512 == "" {
			continue // kept elsewhere, never claimed
		}
		held, err := claims().Get(ctx, tx, f.SHA512)
		if err != nil {
			return err
		}
		if held.State().Version == version {
			held.Follow(as, project.FileReleased{SHA512: f.SHA512, Version: version})
		}
	}
	return nil
}
