package live

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// maxChanges is how many changed projects one query reads; with more, all are treated as changed.
	maxChanges = 1000

	// between is the time between two queries: at most fifty a second for a busy log.
	between = 20 * time.Millisecond

	// again is the time to wait after a failed query.
	again = time.Second
)

// Run publishes changes to the streams until the context ends, and then ends the streams.
func (s *Routes) Run(ctx context.Context) error {
	defer s.hub.close()
	var watching sync.WaitGroup
	watching.Go(func() { s.watch(ctx, view.Watermark, s.catalogRound) })
	watching.Go(func() { s.watch(ctx, notification.Name, s.inboxRound) })
	for model, rounds := range s.rounds() {
		watching.Go(func() { s.watch(ctx, model, rounds) })
	}
	watching.Go(func() { s.watchInboxes(ctx) })
	watching.Wait()
	return nil
}

// rounds are what publishes the changes of areas, by their read models: one for each, because a watermark is reached when
// all of it is published.
func (s *Routes) rounds() map[string]func(context.Context, uint64) error {
	all := map[string]func(context.Context, uint64) error{}
	add := func(model string, round func(context.Context, uint64) error) {
		first := all[model]
		all[model] = func(ctx context.Context, since uint64) error {
			if first != nil {
				if err := first(ctx, since); err != nil {
					return err
				}
			}
			return round(ctx, since)
		}
	}
	for _, o := range s.owned {
		add(o.Model, o.round(s))
	}
	for _, t := range s.things {
		add(t.Model, t.round(s))
	}
	for _, m := range s.moves {
		add(m.Model, m.round(s))
	}
	return all
}

// Close ends every stream, so that shutdown does not wait for open streams.
func (s *Routes) Close() { s.hub.close() }

// watch runs round once for each rise of a watermark, whatever the number of streams.
func (s *Routes) watch(ctx context.Context, mark string, round func(ctx context.Context, since uint64) error) {
	var since uint64
	for {
		changed := s.board.Changed(mark)
		at := s.board.At(mark)
		if at > since {
			err := round(ctx, since)
			if err == nil {
				since = at
				s.hub.reached(mark, at)
			} else if ctx.Err() == nil {
				s.logger.WarnContext(ctx, "live: cannot read what changed", "watermark", mark, "error", err)
			}
			wait := between
			if err != nil {
				wait = again
			}
			if !pause.For(ctx, wait) {
				return
			}
			if err != nil {
				continue
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

const changedProjects = `
select id, position, public from (select p.id, p.position, ` + publicly + ` as public from catalog.projects p where p.position > $1 limit $2) p
union all select id, changed, public from (select p.id, c.changed, ` + publicly + ` as public
    from catalog.counters c join catalog.projects p on p.id = c.id where c.changed > $1 limit $2) c
union all select id, position, false from (select id, position from catalog.deleted_projects where position > $1 limit $2) d`

// eventAt is the time at which a read model's newest event was recorded.
const eventAt = `select event_at from runtime.checkpoints where name = $1 and serving`

func (s *Routes) catalogRound(ctx context.Context, since uint64) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	sent := 0
	if watched := s.hub.watched(isProject); len(watched) > 0 {
		rows, err := s.source.Pool.Query(ctx, changedProjects, int64(since), maxChanges)
		if err != nil {
			return fmt.Errorf("read changed projects: %w", err)
		}
		var id string
		var position int64
		var public bool
		n := 0
		if _, err := pgx.ForEachRow(rows, []any{&id, &position, &public}, func() error {
			n++
			sent += s.hub.publish(Project(id), move{position: uint64(position), public: public})
			return nil
		}); err != nil {
			return fmt.Errorf("read changed projects: %w", err)
		}
		if n >= maxChanges {
			for _, topic := range watched {
				sent += s.hub.publish(topic, move{position: s.board.At(view.Watermark)})
			}
		}
	}
	for _, topic := range s.hub.watched(func(name string) bool { return name == Queue || name == Activity }) {
		at, err := s.at(ctx, topic, identity.Caller{})
		if err != nil {
			return err
		}
		if at > since {
			sent += s.hub.publish(topic, move{position: at, public: true})
		}
	}
	if sent > 0 {
		s.measure(ctx, view.Watermark)
	}
	return nil
}

const changedInboxes = `select account, position from notification.inboxes where position > $1 and account = any($2)`

func (s *Routes) inboxRound(ctx context.Context, since uint64) error {
	accounts := s.followedInboxes()
	if len(accounts) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	rows, err := s.source.Pool.Query(ctx, changedInboxes, int64(since), accounts)
	if err != nil {
		return fmt.Errorf("read changed inboxes: %w", err)
	}
	var account string
	var position int64
	sent := 0
	if _, err := pgx.ForEachRow(rows, []any{&account, &position}, func() error {
		sent += s.hub.publish(inboxOf(account), move{position: uint64(position), public: true})
		return nil
	}); err != nil {
		return fmt.Errorf("read changed inboxes: %w", err)
	}
	if sent > 0 {
		s.measure(ctx, notification.Name)
	}
	return nil
}

func isInbox(subject string) bool { return strings.HasPrefix(subject, inboxPrefix) }

// measure records the age of the newest published event.
func (s *Routes) measure(ctx context.Context, mark string) {
	var recorded *time.Time
	if err := s.source.Pool.QueryRow(ctx, eventAt, mark).Scan(&recorded); err == nil && recorded != nil {
		s.metrics.lag.Observe(max(0, time.Since(*recorded)).Seconds())
	}
}

func isProject(topic string) bool { return strings.HasPrefix(topic, projectPrefix) }
