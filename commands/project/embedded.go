package project

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
)

// held are the dependencies on versions of other projects whose files new files hold, recognized by their digests. The check
// is not part of the decision, because a version may be deleted at any time later.
func (s *Service) held(ctx context.Context, by actor.Actor, of string, files []upload.File) ([]project.Dependency, error) {
	var out []project.Dependency
	// Staff see every project, but readers of the list do not.
	err := s.handler.Read(ctx, by.With(actor.NotStaff), func(ctx context.Context, tx *commands.Tx) error {
		for _, f := range files {
			if f.Facts.Modpack == nil {
				continue
			}
			for _, sum := range f.Facts.Modpack.SHA512 {
				t, err := standing(ctx, tx, sum)
				if err != nil {
					return fmt.Errorf("look for the files of a pack: %w", err)
				}
				if t == nil || t.State().ID == of {
					continue
				}
				d := project.Dependency{Project: t.State().ID, Version: t.Version().ID, Kind: "embedded"}
				if !slices.Contains(out, d) {
					out = append(out, d)
				}
			}
		}
		return nil
	})
	return out, err
}

// standing is the version with a file that the caller may see, one of an established project first; nil if there is none.
func standing(ctx context.Context, tx *commands.Tx, sum string) (found *VersionTarget, err error) {
	held, err := fileHolders().Get(ctx, tx, sum)
	if err != nil {
		return nil, err
	}
	for _, id := range held.State().Versions {
		t, err := FindVersion(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if !t.Visible() || !t.Version().Exists() || t.Version().Status.Hidden() && t.State().PermissionsOf(t.By) == 0 {
			continue
		}
		if found == nil || t.State().Established() {
			found = t
		}
	}
	return found, nil
}

// holdings sets the dependencies of an edit that follow from the files that it adds and removes.
func (s *Service) holdings(ctx context.Context, at *VersionTarget, by actor.Actor, c *project.EditVersion, added []upload.File) (err error) {
	if c.Held, err = s.held(ctx, by, at.State().ID, added); err != nil || len(c.Remove) == 0 {
		return err
	}
	var removed, staying []upload.File
	for _, f := range at.Version().Files {
		if !strings.HasSuffix(strings.ToLower(f.Name), ".mrpack") {
			continue
		}
		facts, _, err := s.files.Look(ctx, f)
		if err != nil {
			return err
		}
		switch {
		case slices.Contains(c.Remove, f.SHA512):
			removed = append(removed, upload.File{File: f, Facts: facts})
		default:
			staying = append(staying, upload.File{File: f, Facts: facts})
		}
	}
	if len(removed) == 0 {
		return nil
	}
	gone, err := s.held(ctx, by, at.State().ID, removed)
	if err != nil {
		return err
	}
	stay, err := s.held(ctx, by, at.State().ID, staying)
	c.Gone = slices.DeleteFunc(gone, func(d project.Dependency) bool { return slices.Contains(stay, d) || slices.Contains(c.Held, d) })
	return err
}
