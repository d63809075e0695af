// Package forum checks who may write in the forum and who moderates it, and mounts the routes. An answer is decided on its
// discussion, which the append guards but does not write: answers do not stand in each other's way, and none slips past a
// lock. Only the first answer is also an event of the discussion.
package forum

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	commandbar "github.com/modyard/modyard/commands/bar"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	domainproject "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service. All but Rates and Posted must be set.
type Options struct {
	Handler *commands.Handler
	// Verified is true if an account has a verified address.
	Verified func(ctx context.Context, account string) (bool, error)
	// Named are the ids of the accounts with user names; those without an account are left out.
	Named func(ctx context.Context, names []string) ([]string, error)
	// Rates bounds how much an account writes. Nil: nothing does.
	Rates Rates
	// Posted is an answer as the account that wrote it reads it, as soon as the read model has the position; nil if it does
	// not for a while. The function nil: answers to commands have no floors.
	Posted func(ctx context.Context, id string, position uint64) (*contract.ForumPost, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Verified == nil || o.Named == nil {
		return nil, errors.New("make forum commands: handler, verified addresses and names of accounts are needed")
	}
	return &Service{o}, nil
}

// maxInput limits a request: the maximum number of characters, each of four bytes, and the other fields.
const maxInput = 4*(post.MaxBody+post.MaxTitle) + 64<<10

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeThreadWrite, MaxBody: maxInput}
	}
	commands.MountAnswerRequest(api, route("POST /v3/forum", "发起讨论"), s.open)
	commands.MountAnswerRequest(api, route("POST /v3/project/{id}/forum", "开启资源的讨论"), s.openBoard)
	commands.MountRequest(api, route("PATCH /v3/forum/{id}", "修改讨论的标题或正文"), Editing(s.Handler, s.Rates, s.edit))
	commands.Mount(api, s.Handler, route("DELETE /v3/forum/{id}", "删除讨论；已有回复时只删除正文"), s.remove)
	commands.MountAnswerRequest(api, route("POST /v3/forum/{id}/post", "回复讨论"), s.write)
	commands.MountRequest(api, route("PATCH /v3/forum/posts/{id}", "修改回复"), Editing(s.Handler, s.Rates, s.editPost))
	commands.Mount(api, s.Handler, route("DELETE /v3/forum/posts/{id}", "删除回复，楼层保留"), s.removePost)

	for path, c := range map[string]struct {
		summary string
		do      func(context.Context, *commands.Tx, *moderate) error
	}{
		"lock":    {"锁定讨论", s.setLocked(true)},
		"unlock":  {"解除讨论的锁定", s.setLocked(false)},
		"pin":     {"置顶讨论，每个版块最多 3 个", s.setPinned(true)},
		"unpin":   {"取消讨论的置顶", s.setPinned(false)},
		"hide":    {"隐藏讨论", s.setHidden(true)},
		"restore": {"恢复隐藏的讨论", s.setHidden(false)},
	} {
		commands.Mount(api, s.Handler, route("POST /v3/forum/{id}/"+path, c.summary), c.do)
	}
	commands.Mount(api, s.Handler, route("POST /v3/forum/posts/{id}/hide", "隐藏回复"), s.setPostHidden(true))
	commands.Mount(api, s.Handler, route("POST /v3/forum/posts/{id}/restore", "恢复隐藏的回复"), s.setPostHidden(false))
}

// Discussions are the discussions, one stream each. There are no snapshots, because their texts can be erased.
func Discussions() *commands.Aggregate[forum.State, forum.Command] {
	return &commands.Aggregate[forum.State, forum.Command]{Category: "discussion", Evolve: commands.Timeless(forum.Evolve), Decide: forum.Decide}
}

// Posts are the answers, one stream each. There are no snapshots, because their texts can be erased.
func Posts() *commands.Aggregate[post.State, post.Command] {
	return &commands.Aggregate[post.State, post.Command]{Category: "post", Evolve: commands.Timeless(post.Evolve), Decide: post.Decide}
}

// sections are the pins of the sections, by their names.
func sections() *commands.Aggregate[forum.Pins, forum.SetPinned] {
	return &commands.Aggregate[forum.Pins, forum.SetPinned]{
		Category: "section", Version: "section/1", Evolve: commands.Timeless(forum.EvolvePins), Decide: forum.DecidePins,
	}
}

// boards are the discussions of projects, by the project's id.
func boards() *commands.Aggregate[string, any] {
	return &commands.Aggregate[string, any]{Category: "board", Version: "board/1", Evolve: commands.Timeless(func(s string, event any) string {
		switch e := event.(type) {
		case forum.Begun:
			return e.Discussion
		case forum.Ended:
			return ""
		}
		return s
	})}
}

// entity is a discussion within a decision.
type entity = commands.Entity[forum.State, forum.Command]

// postEntity is an answer within a decision.
type postEntity = commands.Entity[post.State, post.Command]

// at loads a discussion that the caller may see, with what the rules ask of the caller.
func (s *Service) at(ctx context.Context, tx *commands.Tx, id string) (*entity, forum.Caller, error) {
	if !ids.Valid(id) {
		return nil, forum.Caller{}, forum.ErrMissing()
	}
	d, err := Discussions().Get(ctx, tx, id)
	if err != nil {
		return nil, forum.Caller{}, err
	}
	c, err := s.caller(ctx, tx, d.State().Section, d.State().Project)
	if err == nil && !d.State().Shows(c) {
		err = forum.ErrMissing()
	}
	return d, c, err
}

// postAt loads an answer in a discussion that the caller may see.
func (s *Service) postAt(ctx context.Context, tx *commands.Tx, id string) (*postEntity, forum.State, forum.Caller, error) {
	if !ids.Valid(id) {
		return nil, forum.State{}, forum.Caller{}, post.ErrMissing()
	}
	p, err := Posts().Get(ctx, tx, id)
	if err != nil {
		return nil, forum.State{}, forum.Caller{}, err
	}
	if p.State().ID == "" || p.State().Kind != post.InDiscussion {
		return nil, forum.State{}, forum.Caller{}, post.ErrMissing()
	}
	d, c, err := s.at(ctx, tx, p.State().Thing)
	if IsMissing(err) {
		err = post.ErrMissing()
	}
	if err != nil {
		return nil, forum.State{}, c, err
	}
	return p, d.State(), c, nil
}

// IsMissing is true for the error of a rule that something does not exist, or not for the caller.
func IsMissing(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == fault.KindNotFound
}

// caller is the caller of a command on a discussion of a section, and of a project, if there is one.
func (s *Service) caller(ctx context.Context, tx *commands.Tx, section forum.Section, in string) (forum.Caller, error) {
	c := forum.Caller{By: tx.By()}
	var err error
	if c.By.SignedIn() {
		if c.Verified, err = s.Verified(ctx, c.By.Account); err != nil {
			return c, err
		}
	}
	var places []bar.Place
	if _, known := forum.RulesOf(section); known {
		places = append(places, bar.Place{Kind: bar.Section, ID: string(section)})
	}
	if in != "" {
		places = append(places, bar.Place{Kind: bar.Board, ID: in})
		if err := tx.Load(ctx, append(commandbar.Wants(tx, places...), project.Projects().Want(in))...); err != nil { // at once
			return c, err
		}
	}
	if c.Barred, err = commandbar.Forbids(ctx, tx, places...); err != nil || in == "" {
		return c, err
	}
	c.Board.Project = in
	p, err := project.Find(ctx, tx, in)
	switch {
	case IsMissing(err):
		c.Board.Unseen = true
		return c, nil
	case err != nil:
		return c, err
	}
	state := p.State()
	c.By = p.By
	c.Board.Unseen, c.Board.Archived = !p.Visible(), state.Status == domainproject.Archived
	c.Board.Member, c.Board.Manager = state.InTeam(p.By), state.RoleOf(p.By, domainproject.EditMember)
	if c.Board.Member {
		c.Board.Team = state.RoleOf(p.By, 0)
	}
	return c, nil
}

// Mentions are the accounts that a text names, by their user names, and that may see a project, if there is one.
func Mentions(ctx context.Context, tx *commands.Tx, named func(context.Context, []string) ([]string, error), text, in string) ([]string, error) {
	names := post.Names(text)
	if len(names) == 0 || tx.Repeated() {
		return nil, nil
	}
	found, err := named(ctx, names)
	if err != nil || in == "" {
		return found, err
	}
	p, err := project.Find(ctx, tx, in)
	if err != nil {
		return nil, err
	}
	var seeing []string
	for _, id := range found {
		if p.State().VisibleTo(actor.Actor{Account: id}) {
			seeing = append(seeing, id)
		}
	}
	return seeing, nil
}

// mentions are the accounts that a text names and that may see the discussion of a project.
func (s *Service) mentions(ctx context.Context, tx *commands.Tx, text, in string) ([]string, error) {
	return Mentions(ctx, tx, s.Named, text, in)
}

// writing handles a command that counts towards the rates, and answers with what was written.
func (s *Service) writing(ctx context.Context, req commands.Request, do func(context.Context, *commands.Tx, *Count) error) (commands.Outcome, error) {
	return Counting(ctx, s.Handler, s.Rates, req.Answering(), do)
}

// Opens is whether an actor may open the discussion of a project, and why a member may not. The discussion is left out.
func (s *Service) Opens(ctx context.Context, by actor.Actor, project string) (out contract.ProjectForum, err error) {
	err = s.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		c, err := s.opening(ctx, tx, project)
		if err != nil {
			return err
		}
		_, refused := forum.Decide(forum.State{}, c)
		out.Opens = refused == nil
		var f *fault.Error
		if c.Board.Member && errors.As(refused, &f) {
			out.Why = &f.Text
		}
		return nil
	})
	if IsMissing(err) { // the read model shows what was deleted just now
		err = nil
	}
	return out, err
}

// Rights are what an actor may do with a discussion, by the rules of the commands.
func (s *Service) Rights(ctx context.Context, by actor.Actor, id string) (out contract.ForumRights, err error) {
	err = s.Handler.Read(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		d, c, err := s.at(ctx, tx, id)
		if err != nil {
			return err
		}
		state := d.State()
		closed := state.Place(c).Closed
		own := by.SignedIn() && by.Account == state.Author
		out = contract.ForumRights{
			Answer: closed == nil, Edit: own && (closed == nil || c.By.Staff()) || c.By.Admin(),
			Delete: own && closed == nil || c.By.Staff(), Moderate: c.By.Staff(), HidePosts: c.By.Staff() || c.Board.Team != "",
		}
		var f *fault.Error
		if errors.As(closed, &f) {
			out.Why = &f.Text
		}
		return nil
	})
	if IsMissing(err) { // the read model shows what was deleted just now
		err = nil
	}
	return out, err
}
