package report

import (
	"context"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
)

// reportPatch contains the changes; null and absent fields change nothing.
type reportPatch struct {
	Body   *string `json:"body,omitempty"`
	Closed *bool   `json:"closed,omitempty"`

	Result string `json:"result,omitempty" enum:"acted,no-breach,unclear,seen-before,outside-ours"` // of a report that is being closed
	Answer string `json:"answer,omitempty"`                                                         // to its reporter, with the result

	Reason *reason.Reason `json:"reason,omitempty"` // if the staff closes or reopens the report
}

type editReport struct {
	ID   string `path:"id"`
	Body reportPatch
}

// edit is PATCH /report/{id}.
func (s *Service) edit(ctx context.Context, tx *commands.Tx, in *editReport) error {
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
	if in.Body.Answer != "" && in.Body.Result == "" {
		return fault.Invalid("result", "请选择处理结果。")
	}
	c := report.SetClosed{By: tx.By(), Closed: closed, Result: report.Result(in.Body.Result), Reason: in.Body.Reason}
	if closed != was {
		if c.Own, err = s.own(ctx, tx, e.State()); err != nil {
			return err
		}
	}
	if closed != was && c.Result != "" {
		if c.Answer, err = tx.NewID(ctx, "message"); err != nil {
			return err
		}
		tx.Fresh(c.Answer)
	}
	if err := e.Do(c); err != nil || closed == was {
		return err
	}
	if c.Answer != "" {
		if err := postResult(ctx, tx, e.State(), c, in.Body.Answer); err != nil {
			return err
		}
	}
	return settle(ctx, tx, e, closed)
}

// postResult posts the result in the report's thread, which notifies the reporter.
func postResult(ctx context.Context, tx *commands.Tx, state report.State, c report.SetClosed, answer string) error {
	body := "处理结果：" + told(c.Result)
	if answer = strings.TrimSpace(answer); answer != "" {
		body += "\n\n" + answer
	}
	return say(ctx, tx, state.Thread, c.Answer, body)
}

// Say posts the message of a decision of the caller about a project, or of its undoing, in the project's thread. A thread
// that is full, or was never opened, gets none: the decision happens anyway.
func Say(ctx context.Context, tx *commands.Tx, in, body string) error {
	if in == "" {
		return nil
	}
	t, err := getThread(ctx, tx, in)
	if err != nil {
		return err
	}
	if s := t.State(); s.ID == "" || len(s.Messages) >= thread.MaxMessages {
		return nil
	}
	id, err := tx.NewID(ctx, "message")
	if err != nil {
		return err
	}
	tx.Fresh(id)
	shown, err := shownIn(ctx, tx, body)
	if err != nil {
		return err
	}
	return place(ctx, tx, t, thread.Post{By: tx.By(), Message: id, Body: body, Images: shown[:min(len(shown), thread.MaxImages)], Decision: true, Anyway: true})
}

// say posts a message under an id that the command has made.
func say(ctx context.Context, tx *commands.Tx, in, id, body string) error {
	t, err := getThread(ctx, tx, in)
	if err != nil {
		return err
	}
	return place(ctx, tx, t, thread.Post{By: tx.By(), Message: id, Body: body})
}

// told is a result as its reporter reads it.
func told(r report.Result) string {
	switch r {
	case report.Acted:
		return "举报属实，我们已经处理。"
	case report.NoBreach:
		return "没有发现违规，不作处理。"
	case report.Unclear:
		return "依据不足，暂时无法处理。"
	case report.SeenBefore:
		return "同样的问题已经有人举报，正在或已经处理。"
	}
	return "这不在我们的处理范围内。"
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

// own says whether a report is about the caller, or about something of the caller or of a team of the caller.
func (s *Service) own(ctx context.Context, tx *commands.Tx, of report.State) (bool, error) {
	for _, subject := range s.Subjects {
		if subject.Type == of.ItemType && subject.Own != nil && tx.By().Staff() {
			return subject.Own(ctx, tx, of.Item)
		}
	}
	return false, nil
}

// one is the input of a command that needs an id, and a reason from the staff.
type one struct {
	ID string `path:"id"`
	commands.Because
}

// remove is DELETE /report/{id}.
func (s *Service) remove(ctx context.Context, tx *commands.Tx, in *one) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	own, err := s.own(ctx, tx, e.State())
	if err != nil {
		return err
	}
	if err := e.Do(report.Delete{By: tx.By(), Own: own, Reason: in.Reason()}); err != nil {
		return err
	}
	return settle(ctx, tx, e, true)
}
