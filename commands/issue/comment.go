package issue

import (
	"context"
	"strconv"

	"github.com/modyard/modyard/commands"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// postEntity is a comment within a decision.
type postEntity = commands.Entity[post.State, post.Command]

// commentAt loads a comment on an issue that the caller may see.
func (s *Service) commentAt(ctx context.Context, tx *commands.Tx, id string) (*postEntity, found, error) {
	if !ids.Valid(id) {
		return nil, found{}, post.ErrMissing()
	}
	p, err := commandforum.Posts().Get(ctx, tx, id)
	if err != nil {
		return nil, found{}, err
	}
	if p.State().ID == "" || p.State().Kind != post.InIssue {
		return nil, found{}, post.ErrMissing()
	}
	f, err := s.at(ctx, tx, p.State().Thing)
	if commandforum.IsMissing(err) {
		err = post.ErrMissing()
	}
	return p, f, err
}

type commentInput struct {
	Body        string  `json:"body" doc:"Markdown，最多 65536 个字符"`
	CommentType string  `json:"comment_type,omitempty" doc:"只有 reply"`
	ReplyToID   *string `json:"reply_to_id,omitempty" doc:"所回复的评论的 ID"`
}

type writeComment struct {
	ID   string `path:"id" doc:"反馈的 ID"`
	Body commentInput
}

// comment is POST /issues/{id}/comments.
func (s *Service) comment(ctx context.Context, req commands.Request, in *writeComment) (out contract.IssueCommented, outcome commands.Outcome, err error) {
	outcome, err = commandforum.Counting(ctx, s.Handler, s.Rates, req.Answering(), func(ctx context.Context, tx *commands.Tx, count *commandforum.Count) (err error) {
		out.Comment, err = s.add(ctx, tx, count, in)
		return err
	})
	if err != nil || s.Posted == nil {
		return out, outcome, err
	}
	shown, err := s.Posted(ctx, out.Comment.ID, uint64(outcome.Position))
	if err == nil && shown != nil {
		out.Comment = *shown
	}
	return out, outcome, err
}

// add decides about a comment, and returns it without its floor.
func (s *Service) add(ctx context.Context, tx *commands.Tx, count *commandforum.Count, in *writeComment) (out contract.IssueComment, err error) {
	id, err := tx.NewID(ctx, "post")
	if err != nil {
		return out, err
	}
	if ids.Valid(in.ID) { // both are read at once
		if err := tx.Load(ctx, commandforum.Posts().Want(id), Issues().Want(in.ID)); err != nil {
			return out, err
		}
	}
	p, err := commandforum.Posts().Open(ctx, tx, id)
	if err != nil {
		return out, err
	}
	if !tx.Repeated() {
		f, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return out, err
		}
		c := post.Write{By: f.caller.By, In: f.State().Place(f.caller), Post: id, Body: in.Body.Body}
		if c.ReplyTo, err = commandforum.Answered(ctx, tx, in.Body.ReplyToID); err != nil {
			return out, err
		}
		if c.Mentions, err = s.mentions(ctx, tx, c.Body, f.State().Project); err != nil {
			return out, err
		}
		if err := p.Do(c); err != nil {
			return out, named(err)
		}
		why, err := count.Writes(ctx, tx, f.caller.Team != "", commandforum.Writing{Text: c.Body})
		if err != nil {
			return out, named(err)
		}
		commandforum.Hold(p, why)
	}
	state := p.State()
	began, changed, err := p.Times(ctx)
	return contract.IssueComment{
		ID: state.ID, IssueID: state.Thing, Body: state.Body.String(), CommentType: "reply", CreatedAt: began, UpdatedAt: changed,
		Replies: []contract.ForumReplying{}, Revision: state.Revision,
	}, err
}

type commentPatch struct {
	Body     string         `json:"body" doc:"Markdown，最多 65536 个字符"`
	Revision *int           `json:"revision,omitempty" doc:"所修改的是第几次修改后的内容；与当前不符时为 409"`
	Reason   *reason.Reason `json:"reason,omitempty" doc:"管理员修改他人的内容时必填"`
}

type editComment struct {
	ID   string `path:"id" doc:"评论的 ID"`
	Body commentPatch
}

// editComment is PATCH /issues/comments/{id}.
func (s *Service) editComment(ctx context.Context, tx *commands.Tx, count *commandforum.Count, in *editComment) error {
	p, f, err := s.commentAt(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := post.Edit{By: f.caller.By, In: f.State().Place(f.caller), Body: in.Body.Body, Revision: in.Body.Revision, Reason: in.Body.Reason}
	if c.Mentions, err = s.mentions(ctx, tx, c.Body, f.State().Project); err != nil {
		return err
	}
	now := p.State()
	if err := p.Do(c); err != nil {
		return httpkit.Present(named(err), map[string]string{"body": now.Body.String(), "revision": strconv.Itoa(now.Revision)})
	}
	why, err := count.Edits(ctx, tx, f.caller.Team != "", commandforum.Writing{Text: c.Body, Earlier: now.Body.String()})
	if err == nil {
		commandforum.Hold(p, why)
	}
	return named(err)
}

type removeOne struct {
	ID string `path:"id" doc:"评论的 ID"`
	commands.Because
}

// removeComment is DELETE /issues/comments/{id}.
func (s *Service) removeComment(ctx context.Context, tx *commands.Tx, in *removeOne) error {
	p, f, err := s.commentAt(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return p.Do(post.Delete{By: f.caller.By, In: f.State().Place(f.caller), Reason: in.Reason()})
}

func (s *Service) setCommentHidden(hidden bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		p, f, err := s.commentAt(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return p.Do(post.SetHidden{By: f.caller.By, Team: f.caller.Team, Hidden: hidden, Reason: in.Reason()})
	}
}
