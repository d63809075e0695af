package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/cmd/modyard/sink"
	"github.com/modyard/modyard/projections/replay"
)

type replayDownloadsCmd struct {
	From          time.Time `name:"from" format:"2006-01-02T15:04:05Z07:00" placeholder:"TIME" help:"Only downloads from this time on (RFC 3339)."`
	Until         time.Time `name:"until" format:"2006-01-02T15:04:05Z07:00" placeholder:"TIME" help:"Only downloads before this time (RFC 3339); without it, all that are recorded when the command begins."`
	Project       string    `name:"project" placeholder:"ID" help:"Only downloads of this project."`
	Speed         string    `name:"speed" default:"max" placeholder:"60x|max" help:"How many times faster than recorded the downloads are written."`
	After         string    `name:"after" placeholder:"CURSOR" help:"Continue behind this line: its cursor, POSITION.INDEX; a POSITION alone stands for the whole event."`
	To            string    `name:"to" default:"stdout" placeholder:"DESTINATION" help:"stdout (JSON lines), jsonl:FILE, csv:FILE, parquet:FILE, or http:URL (POST of JSON lines)."`
	Resume        bool      `name:"resume" help:"Continue a JSON or CSV file that an interrupted run has left, behind its last whole line."`
	Authorization string    `name:"http-authorization" env:"MODYARD_REPLAY_AUTHORIZATION" placeholder:"TEXT" help:"The Authorization header for http:URL. Prefer the variable: every user of the machine can see arguments."`
}

// Run replays. What it says goes to standard error, because lines may go to standard output.
func (c *replayDownloadsCmd) Run(e *environment) error {
	speed, err := sink.ParseSpeed(c.Speed)
	if err != nil {
		return err
	}
	after, err := replay.ParseCursor(c.After)
	if err != nil {
		return fmt.Errorf("--after: %w", err)
	}
	if !c.Until.IsZero() && !c.From.Before(c.Until) {
		return errors.New("--until: it is not later than --from")
	}
	if c.Resume && c.After != "" {
		return errors.New("--resume continues behind the last line of the file; --after has no meaning beside it")
	}
	return e.with(app.Share, func(core *app.Core) error {
		to, kept, err := sink.Open(c.To, sink.Options{Stdout: os.Stdout, Resume: c.Resume, Authorization: c.Authorization})
		if err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		if kept != "" {
			if after, err = replay.ParseCursor(kept); err != nil {
				to.Abort()
				return fmt.Errorf("the last line of the file: %w", err)
			}
		}
		return c.play(e.ctx, core, speed, after, to, os.Stderr)
	})
}

func (c *replayDownloadsCmd) play(ctx context.Context, core *app.Core, speed sink.Speed, after replay.Cursor, to sink.Sink, told io.Writer) error {
	log, err := core.Hits.Whole(ctx)
	if err != nil {
		to.Abort()
		return err
	}
	events := replay.Select(ctx, log, core.Hits.Codec, replay.Selection{After: after, From: c.From, Until: c.Until, Project: c.Project})
	played, err := sink.Play(ctx, speed, after.String(), events, to)
	switch {
	case err == nil:
		fmt.Fprintf(told, "%d downloads; --after %s continues behind them\n", played.Hits, played.Next)
		return nil
	case errors.Is(err, replay.ErrCursor):
		return fmt.Errorf("the place to continue: %w", err)
	case ctx.Err() != nil:
		return fmt.Errorf("the replay was interrupted; --after %s continues it", played.Next)
	default:
		return fmt.Errorf("the replay has stopped; --after %s continues it: %w", played.Next, err)
	}
}
