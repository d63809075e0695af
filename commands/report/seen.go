package report

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/notification"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// SeenOptions are the dependencies of Seen. All but Link must be set.
type SeenOptions struct {
	Handler  *commands.Handler
	Pool     *pgxpool.Pool
	Requests *idempotency.Guard // lets callers name the requests that change rows
	// Team and Link are those of Options.
	Team func(ctx context.Context, tx *commands.Tx, project string) (bool, error)
	Link func(ctx context.Context, tx *commands.Tx, subject string) (bool, error)
}

// Seen stores how far accounts have read conversations: rows, because it is nobody else's business. It is safe for
// concurrent use.
type Seen struct{ SeenOptions }

// NewSeen creates the service; mount it with Routes.
func NewSeen(o SeenOptions) (*Seen, error) {
	if o.Handler == nil || o.Pool == nil || o.Requests == nil || o.Team == nil {
		return nil, errors.New("make what is seen of threads: a handler, a database, the guard of named requests and the teams of projects are needed")
	}
	return &Seen{o}, nil
}

// Routes mounts the route.
func (s *Seen) Routes(api *httpkit.API) {
	commands.MountRequest(api, commands.Route{
		Path: "PUT /v3/thread/{id}/seen", Summary: "记下会话读到了哪条消息", Scope: identity.ScopeThreadWrite, Silent: true, MaxBody: 4 << 10, Before: s.Requests.Named,
	}, s.put)
}

type seenBody struct {
	Message string `json:"message" maxLength:"64" doc:"已读到的消息的 ID，之前的消息也算已读"`
}

type putSeen struct {
	ID   string `path:"id"`
	Body seenBody
}

// saveSeen tells whether the thread $2 has the line $3 for the reader: $5 is true for those to whom private notes are shown. What
// was read stays read. It returns the position of the line.
const saveSeen = `
with m as (select id, thread, position from report.messages where id = $3 and thread = $2 and ($5::boolean or not private)),
     kept as (
insert into threads.seen as s (account, thread, message, position, at) select $1, m.thread, m.id, m.position, $4 from m
on conflict (account, thread) do update set message = excluded.message, position = excluded.position, at = excluded.at
where excluded.position > s.position)
select position from m`

// put is PUT /v3/thread/{id}/seen.
func (s *Seen) put(ctx context.Context, req commands.Request, in *putSeen) (commands.Outcome, error) {
	confides := false
	err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		t, err := getThread(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		team, err := inTeam(ctx, tx, t.State(), s.Team, s.Link)
		if err != nil {
			return err
		}
		if !t.State().VisibleTo(tx.By(), team) {
			return errNoThread()
		}
		confides = t.State().Confides(tx.By(), team)
		return nil
	})
	if err != nil {
		return commands.Outcome{}, err
	}
	if !lineID(in.Body.Message) {
		return commands.Outcome{}, errNoLine()
	}
	var position int64
	err = s.Pool.QueryRow(ctx, saveSeen, req.By.Account, in.ID, in.Body.Message, s.Handler.Clock(), confides).Scan(&position)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return commands.Outcome{}, errNoLine()
	case err != nil:
		return commands.Outcome{}, fmt.Errorf("store what is seen of a thread: %w", err)
	}
	return commands.Outcome{}, notification.ReadThread(ctx, s.Pool, req.By.Account, in.ID, position)
}

func errNoLine() error { return fault.Invalid("message", "这条消息不在此会话中。") }

// lineID checks the form of the id of a line: a message's, or that of an event.
func lineID(id string) bool {
	for _, c := range id {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '-' {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

// Forget deletes what an account has read. It is idempotent.
func (s *Seen) Forget(ctx context.Context, account string) error {
	if _, err := s.Pool.Exec(ctx, `delete from threads.seen where account = $1`, account); err != nil {
		return fmt.Errorf("forget what %s has read of threads: %w", account, err)
	}
	return nil
}
