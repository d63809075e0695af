package issue

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/reason"
)

type moderateInput struct {
	Reason *reason.Reason `json:"reason,omitempty" doc:"管理人员处理他人的内容时必填；成员隐藏他人的内容时也必填"`
}

type moderate struct {
	ID   string `path:"id"`
	Body *moderateInput
}

// Reason is nil if none was given.
func (m *moderate) Reason() *reason.Reason {
	if m.Body == nil {
		return nil
	}
	return m.Body.Reason
}

func (s *Service) setLocked(locked bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		f, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return f.Do(issue.SetLocked{Caller: f.caller, Locked: locked, Reason: in.Reason()})
	}
}

func (s *Service) setHidden(hidden bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		f, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := f.Do(issue.SetHidden{Caller: f.caller, Hidden: hidden, Reason: in.Reason()}); err != nil || !f.State().Hidden {
			return err
		}
		return f.board.Do(issue.Unpin{Issue: f.State(), As: f.Role()})
	}
}

func (s *Service) setPinned(pinned bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		f, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return f.board.Do(issue.SetPinned{Caller: f.caller, Issue: f.State(), Pinned: pinned, Reason: in.Reason()})
	}
}

type fixInput struct {
	VersionID *string        `json:"version_id" doc:"版本的 ID；null：不再指明版本"`
	Reason    *reason.Reason `json:"reason,omitempty" doc:"管理人员处理他人的内容时必填"`
}

type fixIssue struct {
	ID   string `path:"id"`
	Body fixInput
}

// fix is POST /issues/{id}/fixed. It reads the version, so that a publication at the same time does not pass it by.
func (s *Service) fix(ctx context.Context, tx *commands.Tx, in *fixIssue) error {
	f, err := s.at(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := issue.Fix{Caller: f.caller, Reason: in.Body.Reason}
	if in.Body.VersionID != nil {
		if c.Version = *in.Body.VersionID; c.Version == "" {
			c.Version = "-" // no version: the rule rejects it
		}
		v, err := project.FindVersion(ctx, tx, c.Version)
		switch {
		case err == nil && v.Version().Exists():
			c.Project, c.Public = v.Version().Project, !v.Version().Status.Hidden()
		case err != nil && !missing(err):
			return err
		}
	}
	return f.Do(c)
}

type boardPatch struct {
	IssuesType *int           `json:"issues_type,omitempty" doc:"0：只用外部链接；1：外部链接与本站都可以；2：只在本站；3：关闭"`
	Template   *string        `json:"template,omitempty" doc:"新反馈的正文模板，最多 8192 个字符"`
	Reason     *reason.Reason `json:"reason,omitempty" doc:"管理人员处理他人的资源时必填"`
}

type settleBoard struct {
	commands.Named
	Body boardPatch
}

// settle is PATCH /project/{id}/issues/board.
func (s *Service) settle(ctx context.Context, tx *commands.Tx, in *settleBoard) error {
	c, board, _, err := s.inProject(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return board.Do(issue.Settle{Caller: c, Type: (*issue.Type)(in.Body.IssuesType), Template: in.Body.Template, Reason: in.Body.Reason})
}

type labelInput struct {
	Name        string         `json:"name" doc:"1 到 32 个字符"`
	Color       string         `json:"color" doc:"#rrggbb"`
	Description string         `json:"description,omitempty" doc:"最多 100 个字符"`
	Reason      *reason.Reason `json:"reason,omitempty" doc:"管理人员处理他人的资源时必填"`
}

type addLabel struct {
	commands.Named
	Body labelInput
}

// addLabel is POST /project/{id}/issues/labels.
func (s *Service) addLabel(ctx context.Context, tx *commands.Tx, in *addLabel) (contract.IssueLabel, error) {
	id, err := tx.NewID(ctx, "label")
	if err != nil {
		return contract.IssueLabel{}, err
	}
	c, board, _, err := s.inProject(ctx, tx, in.ID)
	if err != nil {
		return contract.IssueLabel{}, err
	}
	err = board.Do(issue.SetLabel{
		Caller: c, Label: id, New: true, Name: &in.Body.Name, Color: &in.Body.Color, Description: &in.Body.Description, Reason: in.Body.Reason,
	})
	made, _ := board.State().Label(id)
	return contract.IssueLabel{ID: id, Name: made.Name, Color: made.Color, Description: made.Description}, err
}

type labelPatch struct {
	Name        *string        `json:"name,omitempty"`
	Color       *string        `json:"color,omitempty"`
	Description *string        `json:"description,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty" doc:"管理人员处理他人的资源时必填"`
}

type setLabel struct {
	commands.Named
	Label string `path:"label" doc:"标签的 ID"`
	Body  labelPatch
}

// setLabel is PATCH /project/{id}/issues/labels/{label}.
func (s *Service) setLabel(ctx context.Context, tx *commands.Tx, in *setLabel) error {
	c, board, _, err := s.inProject(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return board.Do(issue.SetLabel{
		Caller: c, Label: in.Label, Name: in.Body.Name, Color: in.Body.Color, Description: in.Body.Description, Reason: in.Body.Reason,
	})
}

type removeLabel struct {
	commands.Named
	Label string `path:"label" doc:"标签的 ID"`
	commands.Because
}

// removeLabel is DELETE /project/{id}/issues/labels/{label}.
func (s *Service) removeLabel(ctx context.Context, tx *commands.Tx, in *removeLabel) error {
	c, board, _, err := s.inProject(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return board.Do(issue.RemoveLabel{Caller: c, Label: in.Label, Reason: in.Reason()})
}
