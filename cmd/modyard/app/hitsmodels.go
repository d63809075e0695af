package app

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/modyard/modyard/projections/runtime"
)

// OfLogs divides names of read models by their log. Unknown names belong to the main log, whose runner rejects them.
func (c *Core) OfLogs(names []string) (main, hits []string) {
	for _, name := range names {
		if slices.Contains(c.Hits.Names(), name) {
			hits = append(hits, name)
		} else {
			main = append(main, name)
		}
	}
	return main, hits
}

// RunnersOf are the runners of a read model, or of all read models without a name. A runner is that of the main log or
// that of the log of hits.
func (c *Core) RunnersOf(name string) []*runtime.Runner {
	isHit := slices.Contains(c.Hits.Names(), name)
	var runners []*runtime.Runner
	if !isHit {
		runners = append(runners, c.Runner)
	}
	if c.Hits.Used() && (isHit || name == "") {
		runners = append(runners, c.Hits.Runner)
	}
	return runners
}

// VerifyModels compares read models of both logs with new builds.
func (c *Core) VerifyModels(ctx context.Context, names []string) (map[string][]runtime.Difference, error) {
	main, hits := c.OfLogs(names)
	found := map[string][]runtime.Difference{}
	if len(main) > 0 {
		var err error
		if found, err = c.Runner.Verify(ctx, main...); err != nil {
			return nil, err
		}
	}
	if len(hits) == 0 {
		return found, nil
	}
	if _, err := c.Hits.Log(ctx); err != nil {
		return nil, err
	}
	more, err := c.Hits.Runner.Verify(ctx, hits...)
	maps.Copy(found, more)
	return found, err
}

// Rebuild rebuilds read models of the log of hits from its archive and the log, and tells what it reads.
func (h *Hits) Rebuild(ctx context.Context, tell io.Writer, names []string) error {
	s, err := h.Status(ctx)
	if err != nil {
		return err
	}
	if s.First > 1 {
		fmt.Fprintf(tell, "reading events 1 to %d from the archive, then %d to %d from the log\n", s.First-1, s.First, s.Head)
	}
	return h.Runner.Rebuild(ctx, names...)
}
