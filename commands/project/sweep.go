package project

import (
	"context"
	"slices"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
)

const sweepEvery = 10 * time.Minute

// Run deletes staged files that have expired, until the context ends.
func (s *Service) Run(ctx context.Context) error {
	if s.staging.pool == nil {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if _, err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.options.Logger.WarnContext(ctx, "expired uploads were not swept", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Sweep deletes what has expired, and says how many staged files that were. A copy that was begun for a version
// goes too, unless a version has it: the log is asked, not the table.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	n := 0
	for {
		old, err := s.staging.query(ctx, oldStaged, s.now())
		if err != nil || len(old) == 0 {
			return n, err
		}
		var gone []string
		for _, f := range old {
			if err := s.sweep(ctx, f); err != nil {
				return n, err
			}
			gone = append(gone, f.ID)
		}
		if err := s.staging.drop(ctx, gone...); err != nil {
			return n, err
		}
		n += len(gone)
	}
}

func (s *Service) sweep(ctx context.Context, f stagedFile) error {
	if f.Target != "" {
		stands, err := s.publishedAt(ctx, f)
		if err != nil {
			return err
		}
		if !stands {
			if err := s.options.Blobs.Delete(ctx, f.Target); err != nil {
				return err
			}
		}
	}
	return s.options.Blobs.Delete(ctx, f.Key)
}

// publishedAt says that a version has the copy of a staged file.
func (s *Service) publishedAt(ctx context.Context, f stagedFile) (bool, error) {
	stands := false
	err := s.handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		held, err := claims().Get(ctx, tx, f.SHA512)
		if err != nil || held.State().Version == "" {
			return err
		}
		version, err := Versions().Open(ctx, tx, held.State().Version)
		if err != nil {
			return err
		}
		address := s.options.Blobs.URL(f.Target)
		v := version.State()
		stands = v.Exists() && slices.ContainsFunc(v.Files, func(o project.File) bool { return o.URL == address })
		return nil
	})
	return stands, err
}
