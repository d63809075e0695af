// Package bar lets the staff bar people from sections of the forum, and the members of projects from their boards, and mounts the
// routes. The commands of the forum and of issues ask it (Forbids); the append guards the bars that they read.
package bar

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
	// Person is the id of an account by its id or user name, and whether it belongs to the staff; the fault is not found.
	Person func(ctx context.Context, name string) (id string, staff bool, err error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Person == nil {
		return nil, errors.New("make bars: a handler and the names of accounts are needed")
	}
	return &Service{o}, nil
}

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeThreadWrite, MaxBody: 16 << 10}
	}
	for _, p := range []struct{ path, of string }{{"/v3/forum/sections/{id}/bars/{account}", "论坛的版块"}, {"/v3/project/{id}/bars/{account}", "资源的讨论与反馈"}} {
		place := placeOf(p.path)
		commands.Mount(api, s.Handler, route("PUT "+p.path, "禁止某人在"+p.of+"中发言，最多 365 天"), s.put(place))
		commands.Mount(api, s.Handler, route("DELETE "+p.path, "解除某人在"+p.of+"中的禁言"), s.lift(place))
		commands.Ask(api, route("GET "+p.path, "某人在"+p.of+"中的禁言，限管理人员与资源成员"), s.show(place))
	}
}

// bars are the bars of people, one stream a person and place. There are no snapshots, because their reasons can be erased.
func bars() *commands.Aggregate[bar.State, bar.Command] {
	return &commands.Aggregate[bar.State, bar.Command]{Category: "bar", Evolve: commands.Timeless(bar.Evolve), Decide: bar.Decide}
}

// Wants are the bars of the caller of a decision in the places, to be loaded together with more before Forbids asks for them.
func Wants(tx *commands.Tx, places ...bar.Place) []commands.Want {
	if !tx.By().SignedIn() {
		return nil
	}
	wants := make([]commands.Want, len(places))
	for i, p := range places {
		wants[i] = bars().Want(p.Stream(tx.By().Account))
	}
	return wants
}

// Forbids is why the caller of a decision may not write in the places, by their bars; nil if they may.
func Forbids(ctx context.Context, tx *commands.Tx, places ...bar.Place) (why, failed error) {
	if !tx.By().SignedIn() {
		return nil, nil
	}
	for _, p := range places {
		e, err := bars().Open(ctx, tx, p.Stream(tx.By().Account))
		if err != nil {
			return nil, err
		}
		if why := e.State().Forbids(tx.Now()); why != nil {
			return why, nil
		}
	}
	return nil, nil
}

// find is a place as the caller of a command on the bars of an account finds it.
type find func(ctx context.Context, tx *commands.Tx, name, account string) (bar.Caller, error)

func placeOf(path string) find {
	if path[:len("/v3/forum")] == "/v3/forum" {
		return section
	}
	return board
}

func section(_ context.Context, tx *commands.Tx, name, _ string) (bar.Caller, error) {
	_, known := forum.RulesOf(forum.Section(name))
	return bar.Caller{By: tx.By(), Place: bar.Place{Kind: bar.Section, ID: name}, Unseen: !known}, nil
}

func board(ctx context.Context, tx *commands.Tx, name, account string) (bar.Caller, error) {
	c := bar.Caller{By: tx.By(), Place: bar.Place{Kind: bar.Board}}
	p, err := project.Visible(ctx, tx, name)
	if err != nil {
		return c, err
	}
	state := p.State()
	c.By, c.Place.ID = p.By, state.ID
	if state.InTeam(p.By) {
		c.Team = state.RoleOf(p.By, 0)
	}
	of := actor.Actor{Account: account}
	if state.Organization != "" {
		o, err := project.Organizations().Get(ctx, tx, state.Organization)
		if err != nil {
			return c, err
		}
		of = o.State().InProjects(of)
	}
	c.Immune = state.InTeam(of)
	return c, nil
}

// Whom names a place and a person.
type Whom struct {
	ID      string `path:"id" doc:"版块的名称，或资源的 ID 或短链"`
	Account string `path:"account" doc:"账号的 ID 或用户名"`
}

// at loads the bar of a person, with what the rules ask of the caller.
func (s *Service) at(ctx context.Context, tx *commands.Tx, place find, in Whom) (*commands.Entity[bar.State, bar.Command], bar.Caller, string, error) {
	id, staff, err := s.Person(ctx, in.Account)
	missing := httpkit.IsNotFound(err)
	if err != nil && !missing {
		return nil, bar.Caller{}, "", err
	}
	c, err := place(ctx, tx, in.ID, id)
	if err != nil {
		return nil, c, id, err
	}
	c.Exists, c.Immune = !missing, c.Immune || staff
	if c.Unseen || missing { // the rule rejects it
		id, c.Place.ID = "none", "none"
	}
	e, err := bars().Open(ctx, tx, c.Place.Stream(id))
	return e, c, id, err
}

type putInput struct {
	Days   int            `json:"days" doc:"从现在起的天数，1 到 365"`
	Reason *reason.Reason `json:"reason"`
}

type putBar struct {
	Whom
	Body putInput
}

func (s *Service) put(place find) func(context.Context, *commands.Tx, *putBar) error {
	return func(ctx context.Context, tx *commands.Tx, in *putBar) error {
		e, c, id, err := s.at(ctx, tx, place, in.Whom)
		if err != nil {
			return err
		}
		return e.Do(bar.Put{Caller: c, Account: id, Days: in.Body.Days, Now: tx.Now(), Reason: in.Body.Reason})
	}
}

type oneBar struct{ Whom }

func (s *Service) lift(place find) func(context.Context, *commands.Tx, *oneBar) error {
	return func(ctx context.Context, tx *commands.Tx, in *oneBar) error {
		e, c, id, err := s.at(ctx, tx, place, in.Whom)
		if err != nil {
			return err
		}
		return e.Do(bar.Lift{Caller: c, Account: id, Now: tx.Now()})
	}
}

func (s *Service) show(place find) func(context.Context, commands.Request, *oneBar) (contract.TalkBar, error) {
	return func(ctx context.Context, req commands.Request, in *oneBar) (out contract.TalkBar, err error) {
		err = s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
			e, c, id, err := s.at(ctx, tx, place, in.Whom)
			if err != nil {
				return err
			}
			if err := e.Try(bar.Lift{Caller: c, Account: id, Now: tx.Now()}); err != nil {
				return err
			}
			if !c.Exists {
				return fault.NotFound("用户不存在。")
			}
			out = shown(e.State(), tx.Now())
			return nil
		})
		return out, err
	}
}

func shown(s bar.State, now time.Time) (out contract.TalkBar) {
	if !s.At(now) {
		return out
	}
	out.Until = &s.Until
	if r := s.Reason; r != nil {
		out.Reason = &contract.ForumReason{Code: string(r.Code)}
		if r.Text != nil {
			out.Reason.Text = r.Text.String()
		}
	}
	return out
}
