package retention

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/retention"
)

// Sweep deletes the bytes of every file that is due, and returns their number. A file that fails does not block others.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	n, after := 0, ""
	var failed []error
	for {
		list, err := s.o.Candidates(ctx, after)
		if err != nil || len(list) == 0 {
			return n, errors.Join(append(failed, err)...)
		}
		for _, f := range list {
			after = f.Key
			gone, err := s.sweep(ctx, f)
			switch {
			case ctx.Err() != nil:
				return n, ctx.Err()
			case err != nil:
				failed = append(failed, fmt.Errorf("clear %s: %w", f.Key, err))
			case gone:
				n++
			}
		}
	}
}

func (s *Service) sweep(ctx context.Context, f File) (bool, error) {
	at, due := retention.Due(f.State, s.o.Keep)
	if !due || at.After(s.o.Handler.Clock()) {
		return false, nil
	}
	if f.State.Destroyed {
		return true, s.clear(ctx, f, destroyedAtOnce)
	}
	used, err := s.used(ctx, f)
	if err != nil || used {
		return false, err
	}
	return true, s.clear(ctx, f, tooOld)
}

// used is what the log says now: something that is not hidden by the staff refers to the file.
func (s *Service) used(ctx context.Context, f File) (used bool, err error) {
	err = s.o.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) (err error) {
		used, err = project.Uses(ctx, tx, s.stored(f))
		return err
	})
	return used, err
}

// stored is a file as projects know it: by its address.
func (s *Service) stored(f File) project.Stored {
	return project.Stored{Project: f.Project, Version: f.Version, Kind: f.Kind, SHA512: f.SHA512, URL: s.o.Blobs.URL(f.PartOf)}
}
