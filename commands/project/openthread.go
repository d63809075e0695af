package project

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
)

func threadStream(id string) string { return "thread-" + id }

func evolveThread(s thread.State, event any, _ time.Time) thread.State {
	return thread.Evolve(s, event)
}

// openThread opens the thread of a new project in the same append.
func openThread(ctx context.Context, d *commands.Decision, s project.State) error {
	stream := threadStream(s.Thread)
	if _, err := commands.Load(ctx, d, stream, evolveThread); err != nil {
		return fmt.Errorf("load thread of project: %w", err)
	}
	d.Append(stream, threadOf(s))
	return nil
}

// threadOf is where a project's team and the staff talk. An organization's project has nobody of its own in it.
func threadOf(s project.State) thread.Opened {
	return thread.Opened{Thread: s.Thread, Kind: thread.AboutProject, Subject: s.ID, Owner: s.Owner}
}
