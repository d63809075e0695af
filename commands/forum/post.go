package forum

import (
	"context"
	"strconv"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

type postInput struct {
	Content   string  `json:"content" doc:"Markdown，最多 65536 个字符"`
	RepliedTo *string `json:"replied_to,omitempty" doc:"所回复的回复的 ID"`
}

type writePost struct {
	ID   string `path:"id" doc:"讨论的 ID"`
	Body postInput
}

// write is POST /forum/{id}/post.
func (s *Service) write(ctx context.Context, req commands.Request, in *writePost) (contract.ForumPost, commands.Outcome, error) {
	var out contract.ForumPost
	outcome, err := s.writing(ctx, req, func(ctx context.Context, tx *commands.Tx, count *Count) (err error) {
		out, err = s.add(ctx, tx, count, in)
		return err
	})
	if err != nil || s.Posted == nil {
		return out, outcome, err
	}
	shown, err := s.Posted(ctx, out.PostID, uint64(outcome.Position))
	if err == nil && shown != nil {
		out = *shown
	}
	return out, outcome, err
}

// add decides about an answer, and returns it without its floor.
func (s *Service) add(ctx context.Context, tx *commands.Tx, count *Count, in *writePost) (contract.ForumPost, error) {
	id, err := tx.NewID(ctx, "post")
	if err != nil {
		return contract.ForumPost{}, err
	}
	if ids.Valid(in.ID) { // both are read at once
		if err := tx.Load(ctx, Posts().Want(id), Discussions().Want(in.ID)); err != nil {
			return contract.ForumPost{}, err
		}
	}
	p, err := Posts().Open(ctx, tx, id)
	if err != nil {
		return contract.ForumPost{}, err
	}
	if !tx.Repeated() {
		d, caller, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return contract.ForumPost{}, err
		}
		c := post.Write{By: caller.By, In: d.State().Place(caller), Post: id, Body: in.Body.Content}
		if c.ReplyTo, err = Answered(ctx, tx, in.Body.RepliedTo); err != nil {
			return contract.ForumPost{}, err
		}
		if c.Mentions, err = s.mentions(ctx, tx, c.Body, d.State().Project); err != nil {
			return contract.ForumPost{}, err
		}
		if err := p.Do(c); err != nil {
			return contract.ForumPost{}, err
		}
		first(d, id)
		why, err := count.Writes(ctx, tx, caller.Board.Member, Writing{Text: c.Body})
		if err != nil {
			return contract.ForumPost{}, err
		}
		Hold(p, why)
	}
	state := p.State()
	began, changed, err := p.Times(ctx)
	return contract.ForumPost{
		PostID: state.ID, DiscussionID: state.Thing, Content: state.Body.String(), CreatedAt: began, UpdatedAt: changed,
		UserID: &state.Author, RepliedTo: in.Body.RepliedTo, Replies: []contract.ForumReplying{}, Revision: state.Revision,
	}, err
}

// Hold hides an answer until the staff has looked at it, if there is a reason.
func Hold(p *commands.Entity[post.State, post.Command], why *reason.Addressed) {
	if s := p.State(); why != nil {
		p.Follow(role.System, post.Hidden{Post: s.ID, Kind: s.Kind, Thing: s.Thing, Project: s.Project, Author: s.Author, Reason: why})
	}
}

// Answered loads the answer that another one answers.
func Answered(ctx context.Context, tx *commands.Tx, id *string) (*post.State, error) {
	if id == nil || *id == "" {
		return nil, nil
	}
	if !ids.Valid(*id) {
		return &post.State{}, nil
	}
	p, err := Posts().Get(ctx, tx, *id)
	if err != nil {
		return nil, err
	}
	state := p.State()
	return &state, nil
}

type postPatch struct {
	Content  string         `json:"content" doc:"Markdown，最多 65536 个字符"`
	Revision *int           `json:"revision,omitempty" doc:"所修改的是第几次修改后的内容；与当前不符时为 409"`
	Reason   *reason.Reason `json:"reason,omitempty" doc:"管理员修改他人的内容时必填"`
}

type editPost struct {
	ID   string `path:"id" doc:"回复的 ID"`
	Body postPatch
}

// editPost is PATCH /forum/posts/{id}.
func (s *Service) editPost(ctx context.Context, tx *commands.Tx, count *Count, in *editPost) error {
	p, d, caller, err := s.postAt(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := post.Edit{By: caller.By, In: d.Place(caller), Body: in.Body.Content, Revision: in.Body.Revision, Reason: in.Body.Reason}
	if c.Mentions, err = s.mentions(ctx, tx, c.Body, d.Project); err != nil {
		return err
	}
	now := p.State()
	if err := p.Do(c); err != nil {
		return httpkit.Present(err, map[string]string{"content": now.Body.String(), "revision": strconv.Itoa(now.Revision)})
	}
	why, err := count.Edits(ctx, tx, caller.Board.Member, Writing{Text: c.Body, Earlier: now.Body.String()})
	if err == nil {
		Hold(p, why)
	}
	return err
}

// removePost is DELETE /forum/posts/{id}.
func (s *Service) removePost(ctx context.Context, tx *commands.Tx, in *removeOne) error {
	p, d, caller, err := s.postAt(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return p.Do(post.Delete{By: caller.By, In: d.Place(caller), Reason: in.Reason()})
}

func (s *Service) setPostHidden(hidden bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		p, _, caller, err := s.postAt(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return p.Do(post.SetHidden{By: caller.By, Team: caller.Board.Team, Hidden: hidden, Reason: in.Reason()})
	}
}
