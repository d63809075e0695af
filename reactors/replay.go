package reactors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/watermill"
	"github.com/modyard/modyard/platform/lead"
	"github.com/modyard/modyard/platform/pause"
)

const (
	replayPoll  = time.Second
	findTimeout = 10 * time.Second

	nextAgain = `SELECT number, reactor, message, kind, coalesce(after, ''), after IS NOT NULL, error, tries, at, again
FROM reactors.poisoned WHERE again AND reactor = ANY($1) ORDER BY number LIMIT 1`
	handled    = `DELETE FROM reactors.poisoned WHERE number = $1`
	triedAgain = `UPDATE reactors.poisoned SET error = $2, tries = tries + 1, at = now(), again = false WHERE number = $1`
)

// replay handles poisoned messages that a person wants to be tried again, until the context ends. Programs of one site may
// have different reactors: one process leads for each set of reactors, and leaves the messages of others to them.
func (r *Runner) replay(ctx context.Context) {
	names := r.names()
	lead.Keep(ctx, r.lead, "poisoned/"+strings.Join(names, "+"), replayPoll, func(leading context.Context) error {
		for ok := true; ok; ok = pause.For(leading, replayPoll) {
			if err := r.replayAll(leading, names); err != nil && leading.Err() == nil {
				r.o.Logger.WarnContext(ctx, "cannot try poisoned messages again", "error", err)
			}
		}
		return nil
	})
}

// names are the names of the reactors of this program, sorted.
func (r *Runner) names() (list []string) {
	for _, one := range r.list {
		list = append(list, one.Name)
	}
	slices.Sort(list)
	return list
}

func (r *Runner) replayAll(ctx context.Context, names []string) error {
	for {
		rows, err := r.o.Pool.Query(ctx, nextAgain, names)
		if err != nil {
			return err
		}
		p, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Poisoned])
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		failure := r.replayOne(ctx, p)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case failure == nil:
			_, err = r.o.Pool.Exec(ctx, handled, p.Number)
		default:
			r.o.Logger.WarnContext(ctx, "a poisoned message has failed again", "reactor", p.Reactor, "message", p.Message, "kind", p.Kind,
				"class", classOf(failure), "type", typeOf(failure))
			_, err = r.o.Pool.Exec(ctx, triedAgain, p.Number, clip(failure.Error()))
		}
		if err != nil {
			return err
		}
	}
}

// replayOne tries a message once.
func (r *Runner) replayOne(ctx context.Context, p Poisoned) error {
	for _, one := range r.list {
		if one.Name != p.Reactor || (one.Change != nil) != p.IsChange {
			continue
		}
		finding, stop := context.WithTimeout(ctx, findTimeout)
		m, err := r.find(finding, p)
		stop()
		if err != nil {
			return err
		}
		m.SetContext(ctx)
		try := middleware.Timeout(one.timeout())(correlated(middleware.Recoverer(func(m *message.Message) ([]*message.Message, error) {
			return nil, one.handle(m)
		})))
		_, err = try(m)
		return err
	}
	return errors.New("this program has no such reactor")
}

// find reads a poisoned message again.
func (r *Runner) find(ctx context.Context, p Poisoned) (*message.Message, error) {
	if !p.IsChange {
		id, err := eventlog.ParseEventID(p.Message)
		if err != nil {
			return nil, err
		}
		e, err := r.o.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		return watermill.NewMessage(e), nil
	}
	changes, _, err := r.o.Feed.Next(ctx, p.After)
	if err != nil {
		return nil, err
	}
	if len(changes) == 0 || changes[0].ID != p.Message {
		return nil, fmt.Errorf("the feed has no change %s after %s", p.Message, p.After)
	}
	return changeMessage(changes[0], p.After)
}
