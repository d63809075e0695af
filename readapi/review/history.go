package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
)

// History is the history of a project's submissions, and its place in the queue while it waits.
type History struct {
	Entries []Entry `json:"entries"`
	Queue   *Queue  `json:"queue"`
	Undo    *Undo   `json:"undo,omitempty"` // for the staff
}

// Entry is one step of the review: what was submitted, decided, undone, or changed in its status. From is null in the first
// entry, Message where there is no text. Actor is null for the program, and for the staff where the caller does not belong to
// it. Undone is true for a decision that was undone. Reason is absent where none was given.
type Entry struct {
	Position int64                    `json:"position"`
	Type     string                   `json:"type" enum:"created,submitted,approved,rejected,withheld,undone,status_changed"`
	At       time.Time                `json:"at"`
	Role     string                   `json:"role" enum:"member,moderator,admin,system,import"`
	Actor    *Actor                   `json:"actor"`
	From     *string                  `json:"from" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	To       string                   `json:"to" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Round    int                      `json:"round"`
	Message  *string                  `json:"message"`
	Points   []contract.DecisionPoint `json:"points"`
	Undone   bool                     `json:"undone,omitempty"`
	Forced   bool                     `json:"forced,omitempty"` // by the staff outside of a round: a change of status, and no decision
	Reason   *contract.StepReason     `json:"reason,omitempty"`

	ThreadMessage *string `json:"thread_message,omitempty"` // the message of a decision in the project's thread
}

// Actor is the account that took a step.
type Actor struct {
	ID        string  `json:"id"`
	Username  string  `json:"username"`
	AvatarURL *string `json:"avatar_url"`
	Role      string  `json:"role" enum:"developer,moderator,admin"`
}

// Queue is a place in the queue, counted from one, and how long it takes.
type Queue struct {
	Position       int64                  `json:"position"`
	Of             int64                  `json:"of"`
	Estimate       *transparency.Estimate `json:"estimate"`        // null where there are not enough rounds
	WaitingSeconds *int64                 `json:"waiting_seconds"` // the median of those that wait now
	Queued         time.Time              `json:"queued"`
}

const (
	subject = `select p.id, p.status, p.queued, ` + view.Inside + ` from catalog.projects p
where p.id = ` + view.Found + ` and ` + view.VisibleProject

	// place is that of the project $1, queued at $2, at the time $3. Demonstration data has no waits: where some of it is in the queue, no median is
	// that of the queue.
	place = `
select (select count(*) from catalog.projects where status = 'processing' and (queued, id) <= ($2, $1)),
       (select count(*) from catalog.projects where status = 'processing'),
       (select percentile_disc(0.5) within group (order by extract(epoch from $3::timestamptz - submitted_at)::bigint)
        from review.standings where submitted_at is not null having bool_and(mark = '')),
       coalesce((select type from review.standings where project = $1), '')`
)

func (s *Routes) history(ctx context.Context, in *view.ByID) (h History, err error) {
	p, err := s.find(ctx, in.ID)
	if err != nil {
		return h, err
	}
	if !p.inside {
		return h, httpkit.Forbidden("只有资源成员和审核人员可以查看审核记录")
	}
	if h.Entries, err = s.entries(ctx, p); err != nil {
		return h, err
	}
	if err := s.markUndone(ctx, p.id, h.Entries); err != nil {
		return h, err
	}
	if err := s.linkMessages(ctx, p.id, h.Entries); err != nil {
		return h, err
	}
	if h.Undo, err = s.undo(ctx, view.Projects(ctx), p.id); err != nil {
		return h, err
	}
	if p.status == "processing" && p.queued != nil {
		q, kind := Queue{Queued: *p.queued}, ""
		if err := s.source.Pool.QueryRow(ctx, place, p.id, *p.queued, s.now()).Scan(&q.Position, &q.Of, &q.WaitingSeconds, &kind); err != nil {
			return h, fmt.Errorf("read place in the queue: %w", err)
		}
		if q.Estimate, err = s.Figures.Estimate(ctx, kind); err != nil {
			return h, err
		}
		h.Queue = &q
	}
	return h, nil
}

// subjectRow is the project that a query is about, as its caller may see it.
type subjectRow struct {
	id, status string
	queued     *time.Time
	inside     bool
	staff      bool
}

func (s *Routes) find(ctx context.Context, name view.Name) (p subjectRow, err error) {
	v := view.Projects(ctx)
	p.staff = v.Staff
	err = s.source.Pool.QueryRow(ctx, subject, v.Staff, v.Account, name, name.Lower()).Scan(&p.id, &p.status, &p.queued, &p.inside)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, httpkit.NotFound()
	}
	if err != nil {
		return p, fmt.Errorf("read project: %w", err)
	}
	return p, nil
}

// entries are the steps of the review.
func (s *Routes) entries(ctx context.Context, p subjectRow) ([]Entry, error) {
	steps, err := s.AsOf.Steps(ctx, p.id, asof.Everything)
	if err != nil {
		return nil, err
	}
	accounts, err := s.actors(ctx, p, steps)
	if err != nil {
		return nil, err
	}
	list := []Entry{}
	for _, step := range steps {
		if step.Type == "" {
			continue
		}
		e := Entry{
			Position: int64(step.Position), Type: step.Type, Forced: step.Forced, At: step.At, Role: roleOf(step), From: view.Present(&step.From), To: step.To,
			Round: step.Round, Message: view.Present(&step.Message), Points: s.points(step.Options),
		}
		if step.Reason != nil {
			e.Reason = &contract.StepReason{Code: step.Reason.Code, Text: view.Present(&step.Reason.Text)}
		}
		if a, ok := accounts[step.Actor]; ok && mayName(p, step) {
			e.Actor = &a
		}
		list = append(list, e)
	}
	return list, nil
}
