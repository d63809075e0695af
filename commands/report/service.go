// Package report is who may report something and speak about it with the staff, and the routes to ask by.
package report

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// Options are what the service needs. All but Now must be set.
type Options struct {
	Handler  *commands.Handler
	Projects *project.Service // tells which projects and versions the caller may see
	// Account gives the id of the account that an id or a name belongs to; empty where there is none.
	Account func(ctx context.Context, nameOrID string) (string, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	options Options
	handler *commands.Handler
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Projects == nil || o.Account == nil {
		return nil, errors.New("make report commands: log, codec, projects and accounts are needed")
	}
	return &Service{options: o, handler: o.Handler}, nil
}

// ask is one command with who sends it.
type ask struct {
	caller  identity.Caller
	request commands.Request
}

func (a ask) reporter() report.Actor {
	return report.Actor{Account: a.caller.Account, Staff: a.caller.Staff()}
}

func (a ask) writer() thread.Actor {
	return thread.Actor{Account: a.caller.Account, Staff: a.caller.Staff()}
}

// command is the whole of a simple command: who asks, what follows; it answers 204.
func (s *Service) command(w http.ResponseWriter, r *http.Request, scope identity.Scopes, decide func(context.Context, *commands.Decision, ask) error) error {
	a, err := authorise(r, scope)
	if err != nil {
		return err
	}
	outcome, err := s.handler.Handle(r.Context(), a.request, func(ctx context.Context, d *commands.Decision) error {
		return decide(ctx, d, a)
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// authorise says who asks, and refuses nobody and tokens without the scope.
func authorise(r *http.Request, scope identity.Scopes) (ask, error) {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(scope); err != nil {
		return ask{}, err
	}
	req, err := commands.NewRequest(r, caller)
	return ask{caller: caller, request: req}, err
}

func loadReport(ctx context.Context, d *commands.Decision, id string) (report.State, error) {
	if !ids.Valid(id) {
		return report.State{}, fault.NotFound("举报不存在。")
	}
	return commands.Load(ctx, d, reportStream(id), func(s report.State, e any, _ time.Time) report.State { return report.Evolve(s, e) })
}

func loadDesk(ctx context.Context, d *commands.Decision, account string) (report.Desk, error) {
	return commands.LoadFold(ctx, d, deskStream(account), DeskFold())
}

func loadThread(ctx context.Context, d *commands.Decision, id string) (thread.State, error) {
	if !ids.Valid(id) {
		return thread.State{}, fault.NotFound("会话或消息不存在。")
	}
	return commands.LoadFold(ctx, d, threadStream(id), ThreadFold())
}

func reportStream(id string) string    { return "report-" + id }
func deskStream(account string) string { return "reports-" + account }
func threadStream(id string) string    { return "thread-" + id }
func messageStream(id string) string   { return "message-" + id }
