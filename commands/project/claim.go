package project

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
)

func evolveClaim(c project.Claim, event any, _ time.Time) project.Claim {
	return project.EvolveClaim(c, event)
}

// claim reserves files for a version in the same append; a file that stands in another version is refused.
func claim(ctx context.Context, d *commands.Decision, version string, files []project.File) error {
	for _, f := range files {
		stream := "file-" + f.SHA512
		held, err := commands.Load(ctx, d, stream, evolveClaim)
		if err != nil {
			return err
		}
		free, err := isFree(ctx, d, held)
		if err != nil {
			return err
		}
		if !free {
			return project.DuplicateFile()
		}
		d.Append(stream, project.FileClaimed{SHA512: f.SHA512, Version: version})
	}
	return nil
}

// isFree follows a claim to its version and project: a project that was deleted left its claims behind.
func isFree(ctx context.Context, d *commands.Decision, held project.Claim) (bool, error) {
	if held.Version == "" {
		return true, nil
	}
	v, err := LoadVersion(ctx, d, held.Version)
	if err != nil {
		return false, err
	}
	p, err := Load(ctx, d, v.Project)
	if err != nil {
		return false, err
	}
	return project.FileFree(held, v, p), nil
}

// unclaim frees files of a version in the same append.
func unclaim(ctx context.Context, d *commands.Decision, version string, files []project.File) error {
	for _, f := range files {
		if f.SHA512 == "" {
			continue // kept elsewhere, never claimed
		}
		stream := "file-" + f.SHA512
		held, err := commands.Load(ctx, d, stream, evolveClaim)
		if err != nil {
			return err
		}
		if held.Version == version {
			d.Append(stream, project.FileReleased{SHA512: f.SHA512, Version: version})
		}
	}
	return nil
}
