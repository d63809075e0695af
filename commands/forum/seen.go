package forum

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/notification"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

const (
	maxSeen   = 2000
	keepsSeen = 180 * 24 * time.Hour
)

// SeenOptions are the dependencies of Seen. All must be set.
type SeenOptions struct {
	Forum    *Service
	Pool     *pgxpool.Pool
	Requests *idempotency.Guard // lets callers name the requests that change rows
}

// Seen stores how far accounts have read discussions: rows, because it is nobody else's business. It is safe for
// concurrent use.
type Seen struct{ SeenOptions }

// NewSeen creates the service; mount it with Routes.
func NewSeen(o SeenOptions) (*Seen, error) {
	if o.Forum == nil || o.Pool == nil || o.Requests == nil {
		return nil, errors.New("make what is seen of discussions: the forum, a database and the guard of named requests are needed")
	}
	return &Seen{o}, nil
}

// Routes mounts the route.
func (s *Seen) Routes(api *httpkit.API) {
	commands.MountRequest(api, commands.Route{
		Path: "PUT /v3/forum/{id}/read", Summary: "记下讨论读到了哪一楼", Scope: identity.ScopeThreadWrite, Silent: true, MaxBody: 4 << 10, Before: s.Requests.Named,
	}, s.put)
}

type seenInput struct {
	Floor int `json:"floor" doc:"已读到的楼层，0 为正文；之前的楼层也算已读"`
}

type putSeen struct {
	ID   string `path:"id"`
	Body seenInput
}

const (
	// saveSeen stores the floor $3 if the discussion has it. What was read stays read. It returns the position of its answer.
	saveSeen = `
with d as (select id from forum.discussions where id = $2 and last_floor >= $3),
     kept as (
insert into talk.seen as s (account, discussion, floor, at) select $1, d.id, $3, $4 from d
on conflict (account, discussion) do update set floor = greatest(s.floor, excluded.floor), at = excluded.at)
select coalesce((select p.position from forum.posts p where p.discussion = d.id and p.floor = $3), 0) from d`

	// forgetSeen leaves the newest rows of an account.
	forgetSeen = `
delete from talk.seen where account = $1 and (at < $2 or at < (
    select at from talk.seen where account = $1 order by at desc offset $3 limit 1))`
)

// put is PUT /v3/forum/{id}/read.
func (s *Seen) put(ctx context.Context, req commands.Request, in *putSeen) (commands.Outcome, error) {
	err := s.Forum.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		_, _, err := s.Forum.at(ctx, tx, in.ID)
		return err
	})
	if err != nil {
		return commands.Outcome{}, err
	}
	now := s.Forum.Handler.Clock()
	noFloor := fault.Invalid("floor", "该讨论没有这一楼。")
	if in.Body.Floor < 0 || in.Body.Floor > 1<<31-1 {
		return commands.Outcome{}, noFloor
	}
	var position int64
	err = s.Pool.QueryRow(ctx, saveSeen, req.By.Account, in.ID, in.Body.Floor, now).Scan(&position)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return commands.Outcome{}, noFloor
	case err != nil:
		return commands.Outcome{}, fmt.Errorf("store what is seen of a discussion: %w", err)
	}
	if _, err := s.Pool.Exec(ctx, forgetSeen, req.By.Account, now.Add(-keepsSeen), maxSeen-1); err != nil {
		return commands.Outcome{}, fmt.Errorf("forget what was seen long ago: %w", err)
	}
	return commands.Outcome{}, notification.ReadThread(ctx, s.Pool, req.By.Account, in.ID, position)
}

// Forget deletes what an account has read. It is idempotent.
func (s *Seen) Forget(ctx context.Context, account string) error {
	if _, err := s.Pool.Exec(ctx, `delete from talk.seen where account = $1`, account); err != nil {
		return fmt.Errorf("forget what %s has read of discussions: %w", account, err)
	}
	return nil
}
