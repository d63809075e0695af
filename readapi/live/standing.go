package live

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

const (
	publicly = `p.visible`

	// visible are the projects among $3 that the viewer may see; %s are positions of other read models (see Moves).
	visible = `select p.id, greatest(p.position, p.counted%s), ` + publicly + ` from catalog.projects p where p.id = any($3) and ` + view.VisibleProject

	// queueAt is the position of the last event that changed the review queue.
	queueAt = `select greatest(
    (select max(position) from catalog.history where from_status = 'processing' or to_status = 'processing'),
    (select max(position) from catalog.projects where status = 'processing'),
    (select max(position) from catalog.deleted_projects), 0)`

	// inboxAt is the position of the last event that changed an account's notifications, and the number of changes
	// that the account made itself.
	inboxAt = `select coalesce((select position from notification.inboxes where account = $1), 0),
    coalesce((select change from inbox.inboxes where account = $1), 0)`

	// activityAt is the position of the last public change in lists.
	activityAt = `select coalesce((select position from catalog.projects where listed order by position desc limit 1), 0)`
)

// standing is the current position of each topic for a caller, who is the given viewer of projects. It omits projects
// that do not exist or that the viewer may not see, without a difference between the two.
func (s *Routes) standing(ctx context.Context, c identity.Caller, v view.Viewer, names []string) (map[string]move, error) {
	out := make(map[string]move, len(names))
	names, err := s.ofThings(ctx, v, names, out)
	if err != nil {
		return nil, err
	}
	var projects []string
	for _, name := range names {
		if id, ok := strings.CutPrefix(name, projectPrefix); ok {
			projects = append(projects, id)
			continue
		}
		if name == Inbox {
			at, err := s.inboxAt(ctx, c.Account)
			if err != nil {
				return nil, err
			}
			out[name] = at
			continue
		}
		at, err := s.at(ctx, name, c)
		if err != nil {
			return nil, err
		}
		m := move{position: at, public: true}
		if name == Queue {
			if m.change, err = s.reviewChange(ctx); err != nil {
				return nil, err
			}
		}
		out[name] = m
	}
	if len(projects) == 0 {
		return out, nil
	}
	rows, err := s.source.Pool.Query(ctx, fmt.Sprintf(visible, s.others()), v.Staff, v.Account, projects)
	if err != nil {
		return nil, fmt.Errorf("read followed projects: %w", err)
	}
	var id string
	var position int64
	var public bool
	if _, err := pgx.ForEachRow(rows, []any{&id, &position, &public}, func() error {
		out[Project(id)] = move{position: uint64(position), public: public}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read followed projects: %w", err)
	}
	return out, nil
}

// inboxAt is the current position of an account's inbox.
func (s *Routes) inboxAt(ctx context.Context, account string) (move, error) {
	var position, change int64
	if err := s.source.Pool.QueryRow(ctx, inboxAt, account).Scan(&position, &change); err != nil {
		return move{}, fmt.Errorf("read the position of an inbox: %w", err)
	}
	return move{position: uint64(position), change: uint64(change), public: true}, nil
}

// at is the current position of a topic that is neither a project nor an inbox.
func (s *Routes) at(ctx context.Context, topic string, c identity.Caller) (uint64, error) {
	if o, is := s.ownedBy(topic); is {
		return o.at(ctx, s, c)
	}
	var query string
	switch topic {
	case Queue:
		query = queueAt
	case Activity:
		query = activityAt
	default:
		return 0, nil
	}
	var position int64
	if err := s.source.Pool.QueryRow(ctx, query).Scan(&position); err != nil {
		return 0, fmt.Errorf("read the position of %s: %w", topic, err)
	}
	return uint64(position), nil
}
