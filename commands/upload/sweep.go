package upload

import (
	"context"
	"time"

	"github.com/modyard/modyard/platform/jobs"
)

// Jobs are the deletion of staged files that have expired.
func (f *Files) Jobs() jobs.Work {
	if f.table.pool == nil {
		return jobs.Work{}
	}
	return jobs.Work{Sweeps: []jobs.Sweep{{Name: "upload.sweep", Every: 10 * time.Minute, Run: func(ctx context.Context) error {
		_, err := f.Sweep(ctx)
		return err
	}}}}
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
		has, err := f.options.Projects.Has(ctx, versionOf(file.Target), f.Blobs.URL(file.Target))
		if err != nil {
			return err
		}
		if !has {
			if err := f.Blobs.Delete(ctx, file.Target); err != nil {
				return err
			}
		}
	}
	return f.Blobs.Delete(ctx, file.Key)
}
