package report

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
)

// reportPatch contains the changes; null and absent fields change nothing.
type reportPatch struct {
	Body   *string `json:"body,omitempty"`
	Closed *bool   `json:"closed,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // if the staff closes or reopens the report
}

type editReport struct {
	ID   string `path:"id"`
	Body reportPatch
}

// edit is PATCH /report/{id}.
func edit(ctx context.Context, tx *commands.Tx, in *editReport) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	was := e.State().Closed
	closed := was
	if in.Body.Closed != nil {
		closed = *in.Body.Closed
	}
	if in.Body.Body != nil {
		if err := e.Do(report.Rewrite{By: tx.By(), Body: *in.Body.Body}); err != nil {
			return err
		}
	}
	if err := e.Do(report.SetClosed{By: tx.By(), Closed: closed, Reason: in.Body.Reason}); err != nil || closed == was {
		return err
	}
	return settle(ctx, tx, e, closed)
}

// settle closes or reopens the thread with its report, and removes the report from its reporter's desk or adds it
// again.
func settle(ctx context.Context, tx *commands.Tx, e *entity, closed bool) error {
	state, as := e.State(), e.Role()
	t, err := getThread(ctx, tx, state.Thread)
	if err != nil {
		return err
	}
	desk, err := Desks().Get(ctx, tx, state.Reporter)
	if err != nil {
		return err
	}
	if err := t.Do(thread.SetClosed{Closed: closed, As: as}); err != nil {
		return err
	}
	if closed {
		return desk.Do(report.Settle{Report: state, As: as})
	}
	return desk.Do(report.Refile{Report: state, As: as})
}

// one is the input of a command that needs an id, and a reason from the staff.
type one struct {
	ID string `path:"id"`
	commands.Because
}

// remove is DELETE /report/{id}.
func remove(ctx context.Context, tx *commands.Tx, in *one) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	if err := e.Do(report.Delete{By: tx.By(), Reason: in.Reason()}); err != nil {
		return err
	}
	return settle(ctx, tx, e, true)
}
