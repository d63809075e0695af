package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
)

// editKeepsRules checks the files of a version as they will be, where an edit changes what they are checked by. A
// version that only gets another name is left as it is, however old its files are.
func (s *Service) editKeepsRules(ctx context.Context, at *VersionTarget, in versionPatch, added []storedFile) error {
	c, err := in.command(at, added)
	if err != nil {
		return err
	}
	loaders, games := at.Version().Loaders, at.Version().GameVersions
	if c.Loaders != nil {
		loaders = *c.Loaders
	}
	if c.GameVersions != nil {
		games = *c.GameVersions
	}
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
	mainMatters := main != before || !slices.Equal(loaders, at.Version().Loaders)
	if !mainMatters && len(added) == 0 && len(c.Kinds) == 0 {
		return nil
	}
	var files []candidate
	for _, f := range after.Files {
		one := candidate{Name: f.Name, Kind: f.Kind, Primary: f.Primary}
		_, newKind := c.Kinds[f.SHA512]
		i := slices.IndexFunc(added, func(a storedFile) bool { return a.SHA512 == f.SHA512 })
		switch {
		case i >= 0:
			one.Facts = added[i].facts
		case f.Primary && !mainMatters, !f.Primary && !newKind:
			continue // stands as it stood
		default:
			found, known, err := s.storedFacts(ctx, f)
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
	return mayStand(s.checked(at.State().Type, loaders, games), files)
}

func primaryOf(files []project.File) string {
	if i := slices.IndexFunc(files, func(f project.File) bool { return f.Primary }); i >= 0 {
		return files[i].SHA512
	}
	return ""
}

// storedFacts looks into a file that is published already; false for one that is kept elsewhere.
func (s *Service) storedFacts(ctx context.Context, f project.File) (facts, bool, error) {
	key, ours := s.options.Blobs.KeyOf(f.URL)
	if !ours {
		return facts{}, false, nil
	}
	kind := extension(f.Name)
	if !isArchive(kind) {
		return facts{}, true, nil
	}
	blob, err := s.options.Blobs.Open(ctx, key)
	if errors.Is(err, blobs.ErrNotFound) {
		return facts{}, false, nil
	}
	if err != nil {
		return facts{}, false, err
	}
	defer func() { _ = blob.Close() }()
	copied, err := os.CreateTemp(s.options.TempDir, "modyard-look-*")
	if err != nil {
		return facts{}, false, fmt.Errorf("look into stored file: %w", err)
	}
	defer func() {
		_ = copied.Close()
		_ = os.Remove(copied.Name())
	}()
	size, err := io.Copy(copied, blob)
	if err != nil {
		return facts{}, false, fmt.Errorf("look into stored file: %w", err)
	}
	found, err := s.inspect(ctx, copied, size, kind)
	return found, true, err
}
