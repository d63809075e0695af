package forum

import (
	"context"
	"slices"
	"strconv"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/httpkit"
)

type discussionInput struct {
	Title     string `json:"title" doc:"1 到 300 个字符"`
	Content   string `json:"content" doc:"Markdown，最多 65536 个字符"`
	ForumType string `json:"forum_type" doc:"chat、article；notice 仅限管理员"`
}

type openDiscussion struct{ Body discussionInput }

// open is POST /forum.
func (s *Service) open(ctx context.Context, req commands.Request, in *openDiscussion) (out contract.ForumOpened, outcome commands.Outcome, err error) {
	outcome, err = s.writing(ctx, req, func(ctx context.Context, tx *commands.Tx, count *Count) (err error) {
		out.Discussion, err = s.begin(ctx, tx, count, func() (forum.Open, error) {
			caller, err := s.caller(ctx, tx, forum.Section(in.Body.ForumType), "")
			return forum.Open{Caller: caller, Section: forum.Section(in.Body.ForumType), Title: in.Body.Title, Body: in.Body.Content}, err
		})
		return err
	})
	return out, outcome, err
}

type boardInput struct {
	Content string `json:"content,omitempty" doc:"Markdown，最多 65536 个字符"`
}

type openBoard struct {
	commands.Named
	Body *boardInput
}

// openBoard is POST /project/{id}/forum. The title is the project's.
func (s *Service) openBoard(ctx context.Context, req commands.Request, in *openBoard) (out contract.ForumOpened, outcome commands.Outcome, err error) {
	outcome, err = s.writing(ctx, req, func(ctx context.Context, tx *commands.Tx, count *Count) (err error) {
		out.Discussion, err = s.begin(ctx, tx, count, func() (forum.Open, error) {
			c, err := s.opening(ctx, tx, in.ID)
			if in.Body != nil {
				c.Body = in.Body.Content
			}
			return c, err
		})
		return err
	})
	return out, outcome, err
}

// opening opens the discussion of a project, given by its id or slug, that the caller may see.
func (s *Service) opening(ctx context.Context, tx *commands.Tx, name string) (forum.Open, error) {
	p, err := project.Visible(ctx, tx, name)
	if err != nil {
		return forum.Open{}, err
	}
	c := forum.Open{Section: forum.Project, Title: p.State().Title}
	if c.Caller, err = s.caller(ctx, tx, forum.Project, p.State().ID); err != nil {
		return c, err
	}
	board, err := boards().Get(ctx, tx, c.Board.Project)
	if err == nil {
		c.Board.Has = board.State()
	}
	return c, err
}

// begin opens a discussion with a new id.
func (s *Service) begin(ctx context.Context, tx *commands.Tx, count *Count, command func() (forum.Open, error)) (string, error) {
	id, err := tx.NewID(ctx, "discussion")
	if err != nil {
		return "", err
	}
	d, err := Discussions().Open(ctx, tx, id)
	if err != nil || tx.Repeated() {
		return id, err
	}
	c, err := command()
	if err != nil {
		return "", err
	}
	c.Discussion = id
	if c.Mentions, err = s.mentions(ctx, tx, c.Body, c.Board.Project); err != nil {
		return "", err
	}
	if err := d.Do(c); err != nil {
		return "", err
	}
	if err := begun(ctx, tx, d); err != nil {
		return "", err
	}
	why, err := count.Writes(ctx, tx, c.Board.Member, Writing{Discussion: true, Title: c.Title, Given: c.Section == forum.Project, Text: c.Body})
	if err == nil {
		err = hold(ctx, tx, d, why)
	}
	return id, err
}

// hold hides a discussion until the staff has looked at it, if there is a reason.
func hold(ctx context.Context, tx *commands.Tx, d *entity, why *reason.Addressed) error {
	if why == nil {
		return nil
	}
	d.Follow(role.System, forum.Hidden{Discussion: d.State().ID, Author: d.State().Author, Reason: why})
	return unpin(ctx, tx, d.State(), role.System)
}

// discussionPatch contains the changes; null and absent fields change nothing.
type discussionPatch struct {
	Title    *string        `json:"title,omitempty"`
	Content  *string        `json:"content,omitempty"`
	Revision *int           `json:"revision,omitempty" doc:"所修改的是第几次修改后的内容；与当前不符时为 409"`
	Reason   *reason.Reason `json:"reason,omitempty" doc:"管理员修改他人的内容时必填"`
}

type editDiscussion struct {
	ID   string `path:"id"`
	Body discussionPatch
}

// edit is PATCH /forum/{id}.
func (s *Service) edit(ctx context.Context, tx *commands.Tx, count *Count, in *editDiscussion) error {
	d, caller, err := s.at(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := forum.Edit{Caller: caller, Title: in.Body.Title, Body: in.Body.Content, Revision: in.Body.Revision, Reason: in.Body.Reason}
	if c.Body != nil {
		if c.Mentions, err = s.mentions(ctx, tx, *c.Body, d.State().Project); err != nil {
			return err
		}
	}
	now := d.State()
	if err := d.Do(c); err != nil || c.Title == nil && c.Body == nil {
		return httpkit.Present(err, map[string]string{
			"title": now.Title.String(), "content": now.Body.String(), "revision": strconv.Itoa(now.Revision),
		})
	}
	why, err := count.Edits(ctx, tx, caller.Board.Member, EditOf(c.Title, c.Body, now.Body.String()))
	if err != nil {
		return err
	}
	return hold(ctx, tx, d, why)
}

type removeOne struct {
	ID string `path:"id"`
	commands.Because
}

// remove is DELETE /forum/{id}.
func (s *Service) remove(ctx context.Context, tx *commands.Tx, in *removeOne) error {
	d, caller, err := s.at(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	if err := d.Do(forum.Delete{Caller: caller, Reason: in.Reason()}); err != nil || !d.State().Deleted {
		return err
	}
	if err := unpin(ctx, tx, d.State(), d.Role()); err != nil || d.State().Project == "" {
		return err
	}
	board, err := boards().Get(ctx, tx, d.State().Project)
	if err == nil {
		board.Follow(d.Role(), forum.Ended{Project: d.State().Project, Discussion: d.State().ID})
	}
	return err
}

// unpin ends the pin of a discussion that is no longer shown.
func unpin(ctx context.Context, tx *commands.Tx, d forum.State, as role.Role) error {
	pins, err := sections().Get(ctx, tx, string(d.Section))
	if err == nil && slices.Contains(pins.State(), d.ID) {
		pins.Follow(as, forum.Unpinned{Section: d.Section, Discussion: d.ID})
	}
	return err
}

type moderateInput struct {
	Reason *reason.Reason `json:"reason,omitempty" doc:"处理他人的内容时必填；置顶不需要"`
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
		d, caller, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return d.Do(forum.SetLocked{Caller: caller, Locked: locked, Reason: in.Reason()})
	}
}

func (s *Service) setHidden(hidden bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		d, caller, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := d.Do(forum.SetHidden{Caller: caller, Hidden: hidden, Reason: in.Reason()}); err != nil || !hidden {
			return err
		}
		return unpin(ctx, tx, d.State(), role.Moderator)
	}
}

func (s *Service) setPinned(pinned bool) func(context.Context, *commands.Tx, *moderate) error {
	return func(ctx context.Context, tx *commands.Tx, in *moderate) error {
		d, caller, err := s.at(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		pins, err := sections().Get(ctx, tx, string(d.State().Section))
		if err != nil {
			return err
		}
		return pins.Do(forum.SetPinned{Caller: caller, Discussion: d.State(), Pinned: pinned})
	}
}
