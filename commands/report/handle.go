package report

import (
	"context"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// reportPatch has what is to change; null and absent fields stay.
type reportPatch struct {
	Body   *string `json:"body,omitempty"`
	Closed *bool   `json:"closed,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // where the staff closes the report or opens it again
}

// edit is PATCH /report/{id}. A report is closed together with its thread, and leaves its reporter's desk.
func (s *Service) edit(w http.ResponseWriter, r *http.Request) error {
	var in reportPatch
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	return s.command(w, r, identity.ScopeReportWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := loadReport(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		was, closed := state.Closed, state.Closed
		if in.Closed != nil {
			closed = *in.Closed
		}
		if in.Body != nil {
			if state, err = decide(d, state, report.Rewrite{By: a.reporter(), Body: *in.Body}); err != nil {
				return err
			}
		}
		if state, err = decide(d, state, report.SetClosed{By: a.reporter(), Closed: closed, Reason: in.Reason}); err != nil || closed == was {
			return err
		}
		return settle(ctx, d, state, closed)
	})
}

// decide keeps what follows from a command about a report, and gives the report after it.
func decide(d *commands.Decision, state report.State, c report.Command) (report.State, error) {
	events, as, err := c.Decide(state)
	if err != nil {
		return state, err
	}
	d.As(as)
	d.Append(reportStream(state.ID), events...)
	for _, e := range events {
		state = report.Evolve(state, e)
	}
	return state, nil
}

// settle keeps the thread and the reporter's desk with a report that ends or goes on.
func settle(ctx context.Context, d *commands.Decision, state report.State, closed bool) error {
	t, err := loadThread(ctx, d, state.Thread)
	if err != nil {
		return err
	}
	desk, err := loadDesk(ctx, d, state.Reporter)
	if err != nil {
		return err
	}
	d.Append(threadStream(state.Thread), thread.SetClosed(t, closed)...)
	if closed {
		d.Append(deskStream(state.Reporter), report.Settle(desk, state.Reporter, state.ID)...)
	} else {
		d.Append(deskStream(state.Reporter), report.Refile(desk, state)...)
	}
	return nil
}

// delete is DELETE /report/{id}.
func (s *Service) delete(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeReportDelete, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := loadReport(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		if state, err = decide(d, state, report.Delete{By: a.reporter(), Reason: commands.ReasonOf(r)}); err != nil {
			return err
		}
		return settle(ctx, d, state, true)
	})
}

type messageInput struct {
	Body messageBody `json:"body"`
}

type messageBody struct {
	Type       string   `json:"type"`
	Body       string   `json:"body"`
	Private    bool     `json:"private,omitempty"`
	ReplyingTo *string  `json:"replying_to,omitempty"`
	Images     []string `json:"associated_images,omitempty"` // they stand in the body already
}

// post is POST /thread/{id}.
func (s *Service) post(w http.ResponseWriter, r *http.Request) error {
	var in messageInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	if in.Body.Type != "text" {
		return fault.Invalid("body", "消息类型须为 text。")
	}
	return s.command(w, r, identity.ScopeThreadWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		state, err := loadThread(ctx, d, r.PathValue("id"))
		if err != nil {
			return err
		}
		id, err := s.handler.NewID(ctx, a.request, "message")
		if err != nil {
			return err
		}
		d.Fresh(id)
		c := thread.Post{By: a.writer(), Message: id, Body: in.Body.Body, Private: in.Body.Private}
		if in.Body.ReplyingTo != nil {
			c.ReplyingTo = *in.Body.ReplyingTo
		}
		events, as, err := c.Decide(state)
		if err != nil {
			return err
		}
		if _, err := loadPlace(ctx, d, c.Message); err != nil {
			return err
		}
		d.As(as)
		d.Append(threadStream(state.ID), events...)
		d.Append(messageStream(c.Message), thread.MessagePlaced{Message: c.Message, Thread: state.ID})
		return nil
	})
}

// remove is DELETE /message/{id}.
func (s *Service) remove(w http.ResponseWriter, r *http.Request) error {
	return s.command(w, r, identity.ScopeThreadWrite, func(ctx context.Context, d *commands.Decision, a ask) error {
		id := r.PathValue("id")
		place, err := loadPlace(ctx, d, id)
		if err != nil {
			return err
		}
		state, err := loadThread(ctx, d, place)
		if err != nil {
			return err
		}
		events, as, err := thread.Remove{By: a.writer(), Message: id, Reason: commands.ReasonOf(r)}.Decide(state)
		if err != nil {
			return err
		}
		d.As(as)
		d.Append(threadStream(state.ID), events...)
		return nil
	})
}

// loadPlace gives the thread of a message; empty where there is no such message.
func loadPlace(ctx context.Context, d *commands.Decision, message string) (string, error) {
	if !ids.Valid(message) {
		return "", fault.NotFound("会话或消息不存在。")
	}
	return commands.Load(ctx, d, messageStream(message), func(place string, e any, _ time.Time) string {
		if p, ok := e.(thread.MessagePlaced); ok {
			return p.Thread
		}
		return place
	})
}
