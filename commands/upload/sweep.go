package upload

import (
	"context"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
)

const sweepEvery = 10 * time.Minute

// Run deletes staged files that have expired, until the context ends.
func (f *Files) Run(ctx context.Context) error {
	if f.table.pool == nil {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if _, err := f.Sweep(ctx); err != nil && ctx.Err() == nil {
			f.logger().WarnContext(ctx, "cannot delete expired uploads", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Sweep deletes expired staged files and returns their number. It also deletes a copy that was made for a version,
// unless the log shows that a version has it.
func (f *Files) Sweep(ctx context.Context) (int, error) {
	n := 0
	for {
		old, err := f.table.query(ctx, oldStaged, f.Handler.Clock())
		if err != nil || len(old) == 0 {
			return n, err
		}
		var gone []string
		for _, file := range old {
			if err := f.sweep(ctx, file); err != nil {
				return n, err
			}
			gone = append(gone, file.ID)
		}
		if err := f.table.drop(ctx, gone...); err != nil {
			return n, err
		}
		n += len(gone)
	}
}

func (f *Files) sweep(ctx context.Context, file staged) error {
	if file.Target != "" {
		p, err := f.options.Projects.Published(ctx, actor.Actor{}, file.SHA512)
		if err != nil {
			return err
		}
		address := f.Blobs.URL(file.Target)
		has := func(o project.File) bool { return o.URL == address }
		if !p.Version.Exists() || !slices.ContainsFunc(p.Version.Files, has) {
			if err := f.Blobs.Delete(ctx, file.Target); err != nil {
				return err
			}
		}
	}
	return f.Blobs.Delete(ctx, file.Key)
}
