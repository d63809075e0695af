// Package issue checks who writes on the issues of projects and who manages them, and mounts the routes. A comment is decided on
// its issue, the board and the project, which the append guards but does not write: comments do not stand in each other's way,
// and none slips past a lock.
package issue

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	commandbar "github.com/modyard/modyard/commands/bar"
	commandforum "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	domainproject "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service. All but Rates, Numbered and Posted must be set.
type Options struct {
	Handler *commands.Handler
	// Verified is true if an account has a verified address.
	Verified func(ctx context.Context, account string) (bool, error)
	// Named are the ids of the accounts with user names; those without an account are left out.
	Named func(ctx context.Context, names []string) ([]string, error)
	// Fixed are open issues that a version fixes, as of the position of an event at least.
	Fixed func(ctx context.Context, version string, position uint64) ([]string, error)
	// Rates bounds how much an account writes. Nil: nothing does.
	Rates commandforum.Rates
	// Numbered is the number of an issue as soon as the read model has the position; nil if it does not for a while. The function
	// nil: answers to commands have no numbers.
	Numbered func(ctx context.Context, id string, position uint64) (*int, error)
	// Posted is the same for a comment, as its author reads it.
	Posted func(ctx context.Context, id string, position uint64) (*contract.IssueComment, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Verified == nil || o.Named == nil || o.Fixed == nil {
		return nil, errors.New("make issue commands: handler, verified addresses, names of accounts and fixed issues are needed")
	}
	return &Service{o}, nil
}

// maxInput limits a request: the maximum number of characters, each of four bytes, and the other fields.
const maxInput = 4*(post.MaxBody+post.MaxTitle) + 64<<10

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeThreadWrite, Else: identity.ScopeProjectWrite, MaxBody: maxInput}
	}
	commands.MountAnswerRequest(api, route("POST /v3/project/{id}/issues", "提交反馈，也可用 POST /v3/issues/project/{id}"), s.open)
	commands.MountRequest(api, route("PATCH /v3/issues/{id}", "修改反馈的标题、正文、状态、标签或指派"), commandforum.Editing(s.Handler, s.Rates, s.change))
	commands.Mount(api, s.Handler, route("POST /v3/issues/{id}/fixed", "指明修复反馈的版本；版本公开时反馈会自动关闭"), s.fix)
	commands.MountAnswerRequest(api, route("POST /v3/issues/{id}/comments", "评论反馈"), s.comment)
	commands.MountRequest(api, route("PATCH /v3/issues/comments/{id}", "修改评论"), commandforum.Editing(s.Handler, s.Rates, s.editComment))
	commands.Mount(api, s.Handler, route("DELETE /v3/issues/comments/{id}", "删除评论，楼层保留"), s.removeComment)
	commands.Mount(api, s.Handler, route("PATCH /v3/project/{id}/issues/board", "修改资源接受反馈的方式与模板"), s.settle)
	commands.MountAnswer(api, s.Handler, route("POST /v3/project/{id}/issues/labels", "添加资源自己的反馈标签"), s.addLabel)
	commands.Mount(api, s.Handler, route("PATCH /v3/project/{id}/issues/labels/{label}", "修改资源自己的反馈标签"), s.setLabel)
	commands.Mount(api, s.Handler, route("DELETE /v3/project/{id}/issues/labels/{label}", "删除资源自己的反馈标签"), s.removeLabel)

	for path, c := range map[string]struct {
		summary string
		do      func(context.Context, *commands.Tx, *moderate) error
	}{
		"lock":    {"锁定反馈", s.setLocked(true)},
		"unlock":  {"解除反馈的锁定", s.setLocked(false)},
		"pin":     {"置顶反馈，每个资源最多 3 个", s.setPinned(true)},
		"unpin":   {"取消反馈的置顶", s.setPinned(false)},
		"hide":    {"隐藏反馈", s.setHidden(true)},
		"restore": {"恢复隐藏的反馈", s.setHidden(false)},
	} {
		commands.Mount(api, s.Handler, route("POST /v3/issues/{id}/"+path, c.summary), c.do)
	}
	commands.Mount(api, s.Handler, route("POST /v3/issues/comments/{id}/hide", "隐藏评论"), s.setCommentHidden(true))
	commands.Mount(api, s.Handler, route("POST /v3/issues/comments/{id}/restore", "恢复隐藏的评论"), s.setCommentHidden(false))
}

// Issues are the issues, one stream each. There are no snapshots, because their texts can be erased.
func Issues() *commands.Aggregate[issue.State, issue.Command] {
	return &commands.Aggregate[issue.State, issue.Command]{Category: "issue", Evolve: commands.Timeless(issue.Evolve), Decide: issue.Decide}
}

// boards are how projects take issues, by the project's id. The discussion of a project stands in the same streams, which are
// short and get their snapshots from there.
func boards() *commands.Aggregate[issue.Board, issue.BoardCommand] {
	return &commands.Aggregate[issue.Board, issue.BoardCommand]{Category: "board", Evolve: commands.Timeless(issue.EvolveBoard), Decide: issue.DecideBoard}
}

// entity is an issue within a decision.
type entity = commands.Entity[issue.State, issue.Command]

// boardEntity is a board within a decision.
type boardEntity = commands.Entity[issue.Board, issue.BoardCommand]

// caller is the caller of a command on the issues of a project, with the board and the project itself, which is nil where it does
// not exist.
func (s *Service) caller(ctx context.Context, tx *commands.Tx, in string) (issue.Caller, *boardEntity, *project.Target, error) {
	c := issue.Caller{By: tx.By(), Project: in}
	var err error
	if c.By.SignedIn() {
		if c.Verified, err = s.Verified(ctx, c.By.Account); err != nil {
			return c, nil, nil, err
		}
	}
	place := bar.Place{Kind: bar.Board, ID: in}
	if ids.Valid(in) { // all are read at once
		if err := tx.Load(ctx, append(commandbar.Wants(tx, place), project.Projects().Want(in), boards().Want(in))...); err != nil {
			return c, nil, nil, err
		}
	}
	p, err := project.Find(ctx, tx, in)
	switch {
	case commandforum.IsMissing(err):
		c.Unseen = true
		return c, nil, nil, nil
	case err != nil:
		return c, nil, nil, err
	}
	state := p.State()
	c.Project, c.By, c.Unseen, c.Archived = state.ID, p.By, !p.Visible(), state.Status == domainproject.Archived
	if state.InTeam(p.By) {
		c.Team = state.RoleOf(p.By, 0)
	}
	c.Manager = state.RoleOf(p.By, domainproject.EditDetails)
	place.ID = c.Project
	if c.Barred, err = commandbar.Forbids(ctx, tx, place); err != nil {
		return c, nil, nil, err
	}
	board, err := boards().Get(ctx, tx, c.Project)
	if err == nil {
		c.Board = board.State()
	}
	return c, board, p, err
}

// inProject is caller for a project that the caller may see.
func (s *Service) inProject(ctx context.Context, tx *commands.Tx, name string) (issue.Caller, *boardEntity, *project.Target, error) {
	c, board, p, err := s.caller(ctx, tx, name)
	if err == nil && c.Unseen {
		err = fault.NotFound("资源不存在。")
	}
	return c, board, p, err
}

// found is an issue of a command, with what the rules ask of the caller.
type found struct {
	*entity
	caller issue.Caller
	board  *boardEntity
	target *project.Target
}

// at loads an issue that the caller may see.
func (s *Service) at(ctx context.Context, tx *commands.Tx, id string) (found, error) {
	if !ids.Valid(id) {
		return found{}, issue.ErrMissing()
	}
	e, err := Issues().Get(ctx, tx, id)
	switch {
	case err != nil:
		return found{}, err
	case e.State().ID == "":
		return found{}, issue.ErrMissing()
	}
	f := found{entity: e}
	f.caller, f.board, f.target, err = s.caller(ctx, tx, e.State().Project)
	if err == nil && !e.State().Shows(f.caller) {
		err = issue.ErrMissing()
	}
	return f, err
}

// assignable are those of accounts who are members of a project or of its organization.
func assignable(ctx context.Context, tx *commands.Tx, p *project.Target, accounts *[]string) (members []string, err error) {
	if accounts == nil || tx.Repeated() {
		return nil, nil
	}
	state := p.State()
	for i, id := range *accounts {
		if i > issue.MaxAssignees {
			break // the rule rejects so many
		}
		by := actor.Actor{Account: id}
		if state.Organization != "" {
			o, err := project.Organizations().Get(ctx, tx, state.Organization)
			if err != nil {
				return nil, err
			}
			by = o.State().InProjects(by)
		}
		if state.InTeam(by) {
			members = append(members, id)
		}
	}
	return members, nil
}

// named renames the field of a rejected text: the routes of issues call it body.
func named(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Field == post.FieldBody {
		renamed := *f
		renamed.Field = "body"
		return &renamed
	}
	return err
}

// mentions are the accounts that a text names and that may see the project.
func (s *Service) mentions(ctx context.Context, tx *commands.Tx, text, in string) ([]string, error) {
	return commandforum.Mentions(ctx, tx, s.Named, text, in)
}
