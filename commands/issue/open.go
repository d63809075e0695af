package issue

import (
	"context"
	"strconv"

	"github.com/modyard/modyard/commands"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

type issueInput struct {
	Title     string   `json:"title" doc:"1 到 300 个字符"`
	Body      string   `json:"body" doc:"Markdown，最多 65536 个字符"`
	Labels    []string `json:"labels,omitempty" doc:"标签的 ID 或名称，最多 10 个；仅限资源成员"`
	Assignees []string `json:"assignees,omitempty" doc:"所指派成员的账号 ID，最多 10 个；仅限资源成员"`
}

type openIssue struct {
	commands.Named
	Body issueInput
}

// open is POST /project/{id}/issues.
func (s *Service) open(ctx context.Context, req commands.Request, in *openIssue) (out contract.IssueOpened, outcome commands.Outcome, err error) {
	outcome, err = commandforum.Counting(ctx, s.Handler, s.Rates, req.Answering(), func(ctx context.Context, tx *commands.Tx, count *commandforum.Count) (err error) {
		out.Issue, err = s.begin(ctx, tx, count, in)
		return err
	})
	if err == nil && s.Numbered != nil {
		out.Number, err = s.Numbered(ctx, out.Issue, uint64(outcome.Position))
	}
	return out, outcome, err
}

// begin opens an issue with a new id.
func (s *Service) begin(ctx context.Context, tx *commands.Tx, count *commandforum.Count, in *openIssue) (string, error) {
	id, err := tx.NewID(ctx, "issue")
	if err != nil {
		return "", err
	}
	e, err := Issues().Open(ctx, tx, id)
	if err != nil || tx.Repeated() {
		return id, err
	}
	caller, board, p, err := s.inProject(ctx, tx, in.ID)
	if err != nil {
		return "", err
	}
	c := issue.Open{
		Caller: caller, Issue: id, Title: in.Body.Title, Body: in.Body.Body, Labels: caller.Board.Resolve(in.Body.Labels), Assignees: in.Body.Assignees,
	}
	if c.Mentions, err = s.mentions(ctx, tx, c.Body, caller.Project); err != nil {
		return "", err
	}
	if c.Assignable, err = assignable(ctx, tx, p, &c.Assignees); err != nil {
		return "", err
	}
	if err := e.Do(c); err != nil {
		return "", named(err)
	}
	why, err := count.Writes(ctx, tx, caller.Team != "", commandforum.Writing{Issue: true, Title: c.Title, Text: c.Body})
	if err == nil {
		err = hold(e, board, why)
	}
	return id, named(err)
}

// hold hides an issue until the staff has looked at it, if there is a reason.
func hold(e *entity, board *boardEntity, why *reason.Addressed) error {
	if why == nil {
		return nil
	}
	e.Follow(role.System, issue.Hidden{Issue: e.State().ID, Project: e.State().Project, Author: e.State().Author, Reason: why})
	return board.Do(issue.Unpin{Issue: e.State(), As: role.System})
}

// issuePatch contains the changes; null and absent fields change nothing.
type issuePatch struct {
	Title       *string        `json:"title,omitempty"`
	Body        *string        `json:"body,omitempty"`
	State       *string        `json:"state,omitempty" enum:"open,closed"`
	StateReason *string        `json:"state_reason,omitempty" doc:"关闭的原因：done、not_planned 或 duplicate"`
	DuplicateOf *string        `json:"duplicate_of,omitempty" doc:"state_reason 为 duplicate 时：同一资源的另一个反馈的 ID"`
	Labels      *[]string      `json:"labels,omitempty" doc:"全部标签的 ID 或名称"`
	Assignees   *[]string      `json:"assignees,omitempty" doc:"所指派的全部成员的账号 ID"`
	Revision    *int           `json:"revision,omitempty" doc:"所修改的是第几次修改后的标题与正文；与当前不符时为 409"`
	Reason      *reason.Reason `json:"reason,omitempty" doc:"管理人员处理他人的内容时必填"`
}

type changeIssue struct {
	ID   string `path:"id"`
	Body issuePatch
}

// change is PATCH /issues/{id}.
func (s *Service) change(ctx context.Context, tx *commands.Tx, count *commandforum.Count, in *changeIssue) error {
	f, err := s.at(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	patch, now := in.Body, f.State()
	c := issue.Change{
		Caller: f.caller, Title: patch.Title, Body: patch.Body, Assignees: patch.Assignees, Revision: patch.Revision, Reason: patch.Reason,
	}
	if patch.State != nil || patch.StateReason != nil {
		if err := c.To(patch.State, patch.StateReason); err != nil {
			return err
		}
	}
	if patch.Labels != nil {
		labels := f.caller.Board.Resolve(*patch.Labels)
		c.Labels = &labels
	}
	if c.Assignable, err = assignable(ctx, tx, f.target, patch.Assignees); err != nil {
		return err
	}
	if c.Body != nil {
		if c.Mentions, err = s.mentions(ctx, tx, *c.Body, now.Project); err != nil {
			return err
		}
	}
	if c.As == issue.Duplicate && patch.DuplicateOf != nil && ids.Valid(*patch.DuplicateOf) {
		other, err := Issues().Get(ctx, tx, *patch.DuplicateOf)
		if err != nil {
			return err
		}
		state := other.State()
		c.Duplicate = &state
	}
	if err := f.Do(c); err != nil || c.Title == nil && c.Body == nil {
		return httpkit.Present(named(err), map[string]string{
			"title": now.Title.String(), "body": now.Body.String(), "revision": strconv.Itoa(now.Revision),
		})
	}
	why, err := count.Edits(ctx, tx, f.caller.Team != "", commandforum.EditOf(c.Title, c.Body, now.Body.String()))
	if err == nil {
		err = hold(f.entity, f.board, why)
	}
	return named(err)
}
