package project

import (
	"context"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// Uploads gives file uploads access to projects.
type Uploads struct{ Handler *commands.Handler }

var _ upload.Projects = Uploads{}

// MayUpload loads the project, and rejects callers who may not add versions to it.
func (u Uploads) MayUpload(ctx context.Context, by actor.Actor, id string) (p project.State, err error) {
	err = u.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		t, err := Visible(ctx, tx, id)
		if err != nil {
			return err
		}
		if !t.State().PermissionsOf(t.By).Has(project.UploadVersion) {
			return fault.Forbidden("你没有为该项目上传版本的权限。")
		}
		p = t.State()
		return nil
	})
	return p, err
}

// Published finds the version that keeps a file from a project through the file's stream.
func (u Uploads) Published(ctx context.Context, by actor.Actor, sha512, of string) (p upload.Published, err error) {
	err = u.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		c, err := fileHolders().Get(ctx, tx, sha512)
		if err != nil {
			return err
		}
		id, taken, err := blocking(ctx, tx, c.State(), of)
		if p.Free = !taken; err != nil || p.Free {
			return err
		}
		t, err := FindVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		p.Version = t.Version()
		if t.Visible() && !p.Version.Status.Hidden() {
			p.Title = t.State().Title
		}
		return nil
	})
	return p, err
}

// Has is true if a version that is not deleted has a file at an address.
func (u Uploads) Has(ctx context.Context, version, address string) (has bool, err error) {
	err = u.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		v, err := Versions().Open(ctx, tx, version)
		if err == nil && v.State().Exists() {
			has = slices.ContainsFunc(v.State().Files, func(f project.File) bool { return f.URL == address })
		}
		return err
	})
	return has, err
}

// Called looks a mod's id up among the slugs, unchanged and with dashes.
func (u Uploads) Called(ctx context.Context, by actor.Actor, id, asking string) (found *filecheck.DetectedProject, err error) {
	err = u.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		for _, name := range slices.Compact([]string{id, strings.ReplaceAll(id, "_", "-")}) {
			slug, err := project.NormalSlug(name)
			if err != nil {
				continue
			}
			held, err := slugs().Get(ctx, tx, slug)
			if err != nil {
				return err
			}
			holder := held.State().Holder
			if holder == "" || holder == asking {
				continue
			}
			other, err := find(ctx, tx, holder)
			if err != nil {
				return err
			}
			if p := other.State(); other.Visible() {
				found = &filecheck.DetectedProject{ID: p.ID, Slug: p.Slug, Title: p.Title, IconURL: contract.Present(p.IconURL)}
				return nil
			}
		}
		return nil
	})
	return found, err
}
